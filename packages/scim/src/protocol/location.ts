/** URLs of the protocol's endpoints. */

import type { RequestContext } from "@latchkey/core/plugin";

/** The path of the protocol's endpoints, relative to the base path. */
export const protocolPath = "/scim/v2";

/** The URL to enter in the directory. */
export function baseLocation({ origin, settings }: RequestContext): string {
  return `${origin}${settings.basePath}${protocolPath}`;
}

/** The URL of a resource. */
export function resourceLocation(context: RequestContext, kind: "Users" | "Groups", id: string): string {
  return `${baseLocation(context)}/${kind}/${encodeURIComponent(id)}`;
}
