/** The client plugin, `@latchkey/sso/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { SsoTypes } from "./contract.ts";

/** Adds `sso`, `signIn.sso`, and the stores `ssoDomains` and `ssoProviders`, with those of the active organization. */
export function ssoClient(): ClientPlugin<SsoTypes> {
  return {
    id: "sso",
    // All of these calls' input fields are optional, so the client can't determine the method from the input.
    methods: { "/sso/request-domain-verification": "POST", "/sso/verify-domain": "POST" },
    stores: { ssoDomains: { path: "/sso/domains" }, ssoProviders: { path: "/sso/providers" } },
  };
}
