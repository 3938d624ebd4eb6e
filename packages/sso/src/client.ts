/** The client plugin, `@latchkey/sso/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { SsoTypes } from "./contract.ts";

/** Adds `sso` and the store `ssoDomains`, with the domains of the active organization. */
export function ssoClient(): ClientPlugin<SsoTypes> {
  return { id: "sso", stores: { ssoDomains: { path: "/sso/domains" } } };
}
