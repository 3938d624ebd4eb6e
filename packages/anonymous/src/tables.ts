/** The column that the anonymous plugin adds to the `user` table. */

import type { TableExtension } from "@latchkey/core/database";
import type { UserRow } from "@latchkey/core/plugin";

/** A user's row with the guest flag. */
export interface UserWithAnonymous extends UserRow {
  /** Whether the user is a guest. */
  readonly isAnonymous: boolean;
}

/** Adds `isAnonymous`. Clients can't set it. */
export const anonymousColumns: TableExtension = {
  extends: "user",
  columns: { isAnonymous: { type: "boolean", default: false, index: true } },
};
