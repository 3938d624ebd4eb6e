/** The `user` table. */

import { defineTable, type Table } from "../database/tables.ts";

/** A row of `user`. */
export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The last verified email, while `email` is a newer, unverified one. Reset emails go there. */
  readonly provenEmail: string | null;
  /**
   * Incremented when someone else changes what the user can do, or when the user's sign-in methods change. Sign-ins,
   * links, and calls that started with an older epoch are rejected.
   */
  readonly epoch: number;
}

/** The `user` table, without the columns that plugins and the app add. */
export const userTable: Table<UserRow> = defineTable<UserRow>({
  name: "user",
  columns: {
    name: { type: "text" },
    email: { type: "string", unique: true },
    emailVerified: { type: "boolean", default: false },
    image: { type: "text", nullable: true },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
    provenEmail: { type: "string", nullable: true, index: true, returned: false },
    epoch: { type: "number", default: 0, returned: false },
  },
});
