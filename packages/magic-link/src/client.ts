/** The client plugin, `@latchkey/magic-link/client`. It only adds types. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { MagicLinkTypes } from "./contract.ts";

/** Adds `signIn.magicLink` and `magicLink.verify` to a client that has no `typeof auth`. */
export function magicLinkClient(): ClientPlugin<MagicLinkTypes> {
  return { id: "magic-link" };
}
