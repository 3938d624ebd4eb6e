/** The columns and indexes that the admin plugin adds to core tables. */

import { type Table, type TableExtension, widen } from "@latchkey/core/database";
import { type SessionRow, sessionTable, type UserRow, userTable } from "@latchkey/core/plugin";

/** A user's row with the admin plugin's columns. */
export interface UserWithRole extends UserRow {
  /** Role names, separated by commas. `null` means the default role. */
  readonly role: string | null;
  readonly banned: boolean;
  readonly banReason: string | null;
  /** When the ban expires. `null` means never. */
  readonly banExpires: Date | null;
  /** When the user was last active. Only with the `trackLastActive` option. */
  readonly lastActiveAt?: Date | null;
}

/** A session's row with the impersonation columns. */
export interface SessionWithImpersonator extends SessionRow {
  /** Id of the admin who impersonates the user. */
  readonly impersonatedBy: string | null;
  /** Id of the admin's own session that started the impersonation. If that session ends, so does this one. */
  readonly impersonatorSessionId: string | null;
}

/** The `user` table with roles and bans. */
export const users: Table<UserWithRole> = widen<UserWithRole>(userTable);

/** The `session` table with the impersonation columns. */
export const sessions: Table<SessionWithImpersonator> = widen<SessionWithImpersonator>(sessionTable);

/** Adds roles and bans. The indexes match the sort orders of user lists. */
export const userColumns: TableExtension = {
  extends: "user",
  columns: {
    role: { type: "string", nullable: true },
    banned: { type: "boolean", default: false },
    banReason: { type: "text", nullable: true },
    banExpires: { type: "date", nullable: true },
  },
  indexes: [
    ["createdAt", "id"],
    ["role", "createdAt", "id"],
  ],
};

/** The references cascade, so an impersonation ends with the admin's account or the session that started it. */
export const sessionColumns: TableExtension = {
  extends: "session",
  columns: {
    impersonatedBy: { type: "string", nullable: true, references: { table: "user", column: "id" } },
    impersonatorSessionId: {
      type: "string",
      nullable: true,
      returned: false,
      references: { table: "session", column: "id" },
    },
  },
};

/** Indexes for reading the audit log newest first, in full or filtered by one column. */
export const auditIndexes: TableExtension = {
  extends: "audit",
  columns: {},
  indexes: [
    ["createdAt", "id"],
    ["userId", "createdAt", "id"],
    ["actorId", "createdAt", "id"],
    ["onBehalfOf", "createdAt", "id"],
    ["action", "createdAt", "id"],
  ],
};
