/** The client half, as `@latchkey/username/client`: types alone. The names of its calls are their paths. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { UsernameTypes } from "./contract.ts";

/** Lets a client without `typeof auth` know `signIn.username`, `isUsernameAvailable` and the user's names. */
export function usernameClient(): ClientPlugin<UsernameTypes> {
  return { id: "username" };
}
