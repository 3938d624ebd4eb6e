/** The client part of a plugin. */

export type { ClientPlugin, ClientResponse, StoreSource } from "@latchkey/core/plugin";
