/** The columns that user names add to the table `user`. */

import type { TableExtension } from "@latchkey/core/database";
import type { UserRow } from "@latchkey/core/plugin";

/** A user's row with its names. */
export interface UserWithName extends UserRow {
  /** The form in which names are compared: lower case. Unique. */
  readonly username: string | null;
  /** As it was typed. */
  readonly displayUsername: string | null;
}

/** `username` is unique by a constraint of the database. */
export const usernameColumns: TableExtension = {
  extends: "user",
  columns: {
    username: { type: "string", nullable: true, unique: true, input: true },
    displayUsername: { type: "string", nullable: true, input: true },
  },
};
