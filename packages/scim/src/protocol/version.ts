/** Versions of resources, as ETags. RFC 7644, section 3.14. */

import type { RequestContext } from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";

/** Returns the ETag of a revision. */
export function versionOf({ revision }: { readonly revision: number }): string {
  return `W/"${revision}"`;
}

/** @throws {AuthError} `SCIM_VERSION_MISMATCH` if the request expects a different revision */
export function checkVersion(context: RequestContext, resource: { readonly revision: number }): void {
  const wanted = context.header("if-match");
  if (wanted !== null && !includesVersion(wanted, versionOf(resource))) refuse("SCIM_VERSION_MISMATCH");
}

/** Whether the caller already has the resource's current revision. */
export function isKnownVersion(context: RequestContext, resource: { readonly revision: number }): boolean {
  const known = context.header("if-none-match");
  return known !== null && includesVersion(known, versionOf(resource));
}

/** Treats weak and strong ETags the same, because a revision represents the whole resource. */
function includesVersion(header: string, version: string): boolean {
  const plain = (one: string): string => one.trim().replace(/^W\//, "");
  return header.split(",").some((one) => one.trim() === "*" || plain(one) === plain(version));
}
