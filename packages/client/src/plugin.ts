/** The client half of a plugin. */

export type { Answer, ClientPlugin, StoreSource } from "@latchkey/core/plugin";
