/** The column that the plugin adds to the `user` table. */

import type { TableExtension } from "@latchkey/core/database";
import type { UserRow } from "@latchkey/core/plugin";

/** A user's row with the time of their last recovery. */
export interface UserWithRecovery extends UserRow {
  /**
   * When the user last recovered their account through their mailbox. `null` if never, or if the app has no cooldown.
   */
  readonly recoveredAt: Date | null;
}

/** Adds `recoveredAt`. Clients can neither see nor set it. */
export const stepUpColumns: TableExtension = {
  extends: "user",
  columns: { recoveredAt: { type: "date", nullable: true, returned: false } },
};
