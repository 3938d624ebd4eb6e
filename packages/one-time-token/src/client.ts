/** The client plugin, `@latchkey/one-time-token/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { OneTimeTokenTypes } from "./contract.ts";

/** Adds `oneTimeToken.generate` and `oneTimeToken.verify`. */
export function oneTimeTokenClient(): ClientPlugin<OneTimeTokenTypes> {
  return { id: "one-time-token", methods: { "/one-time-token/generate": "GET" } };
}
