/** The columns that the username plugin adds to the `user` table. */

import type { TableExtension } from "@latchkey/core/database";
import type { UserRow } from "@latchkey/core/plugin";

/** A user's row with the names. */
export interface UserWithUsername extends UserRow {
  /** The normalized username, in lowercase by default. Unique. */
  readonly username: string | null;
  /** The username as the user typed it. */
  readonly displayUsername: string | null;
}

/** Adds `username` and `displayUsername`. A database constraint keeps `username` unique. */
export const usernameColumns: TableExtension = {
  extends: "user",
  columns: {
    username: { type: "string", nullable: true, unique: true, input: true },
    displayUsername: { type: "string", nullable: true, input: true },
  },
};
