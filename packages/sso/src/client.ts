/** The client plugin, `@latchkey/sso/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { SsoTypes } from "./contract.ts";

/** Adds `sso`, `signIn.sso`, and the stores `ssoDomains` and `ssoProviders`, with those of the active organization. */
export function ssoClient(): ClientPlugin<SsoTypes> {
  return { id: "sso", stores: { ssoDomains: { path: "/sso/domains" }, ssoProviders: { path: "/sso/providers" } } };
}
