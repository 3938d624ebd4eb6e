/** The client plugin, `@latchkey/api-key/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { ApiKeyTypes } from "./contract.ts";

/** Adds `apiKey` and the `apiKeys` store. */
export function apiKeyClient(): ClientPlugin<ApiKeyTypes> {
  return {
    id: "api-key",
    methods: { "/api-key/create": "POST", "/api-key/delete": "POST" },
    stores: { apiKeys: { path: "/api-key/list" }, serviceAccounts: { path: "/service-account/list" } },
  };
}
