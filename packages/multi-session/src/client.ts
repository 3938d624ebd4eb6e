/** The client plugin, `@latchkey/multi-session/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { MultiSessionTypes } from "./contract.ts";

/** Adds `multiSession` and the store `deviceSessions`, which has data even if no one is signed in. */
export function multiSessionClient(): ClientPlugin<MultiSessionTypes> {
  return {
    id: "multi-session",
    stores: { deviceSessions: { path: "/multi-session/list-device-sessions", isPublic: true } },
  };
}
