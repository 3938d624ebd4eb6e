/** The client plugin, `@latchkey/scim/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { ScimTypes } from "./contract.ts";

/** Adds `scim` and the `scimConnections` store, with the connections of the active organization. */
export function scimClient(): ClientPlugin<ScimTypes> {
  return { id: "scim", stores: { scimConnections: { path: "/scim/list-connections" } } };
}
