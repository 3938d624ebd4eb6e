/** The client plugin, `@latchkey/anonymous/client`. Most of it is types. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { AnonymousTypes } from "./contract.ts";

/** Adds `signIn.anonymous`, `deleteAnonymousUser`, and `isAnonymous` to a client that has no `typeof auth`. */
export function anonymousClient(): ClientPlugin<AnonymousTypes> {
  return { id: "anonymous" };
}
