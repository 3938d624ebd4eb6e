/** The client plugin, `@latchkey/oauth-provider/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { OAuthProviderTypes } from "./contract.ts";

/** Adds `oauth2` and the stores `oauthConsents`, `oauthClients`, and `connectedApps`. */
export function oauthProviderClient(): ClientPlugin<OAuthProviderTypes> {
  return {
    id: "oauth-provider",
    stores: {
      oauthConsents: { path: "/oauth2/get-consents" },
      oauthClients: { path: "/oauth2/get-clients" },
      connectedApps: { path: "/oauth2/get-connected-apps" },
    },
  };
}
