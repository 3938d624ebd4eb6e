/** The client plugin, `@latchkey/admin/client`. It only adds types. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { AdminTypes } from "./contract.ts";

/** Adds the admin calls and the user's `role` and ban to a client that has no `typeof auth`. */
export function adminClient(): ClientPlugin<AdminTypes> {
  return { id: "admin" };
}
