/** Where links in verification emails lead. */

import { withRedirect } from "../provider/redirect.ts";
import type { AuthPaths, Redirect } from "../provider/types.ts";

/** Says which link led to the page of `EmailVerified`. Without it, the page doesn't claim that anything succeeded. */
export const linkParam = "for";

/** What a link is for. */
export type LinkPurpose = "verify" | "change";

/** Returns the page for verification links, which continues to the destination. */
export function verificationURL(paths: AuthPaths, { requested }: Pick<Redirect, "requested">): string {
  const purpose: LinkPurpose = "verify";
  return withRedirect(`${paths.emailVerified}?${linkParam}=${purpose}`, requested);
}
