/** The client half of a plugin. */

export type { ClientPlugin, ClientResponse, StoreSource } from "@latchkey/core/plugin";
