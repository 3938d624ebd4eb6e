/** The client plugin, `@latchkey/username/client`. Most of it is types. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { UsernameTypes } from "./contract.ts";

/** Adds `signIn.username`, `isUsernameAvailable`, and the user's names to a client that has no `typeof auth`. */
export function usernameClient(): ClientPlugin<UsernameTypes> {
  return { id: "username" };
}
