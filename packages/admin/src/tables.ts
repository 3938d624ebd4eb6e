/** What the plugin adds to the tables of core. */

import { type Table, type TableExtension, widen } from "@latchkey/core/database";
import { type SessionRow, sessionTable, type UserRow, userTable } from "@latchkey/core/plugin";

/** A user's row with what the administration knows of them. */
export interface UserWithRole extends UserRow {
  /** Names of roles, separated by commas. `null`: the default role. */
  readonly role: string | null;
  readonly banned: boolean;
  readonly banReason: string | null;
  /** When the ban lifts itself; `null`: never. */
  readonly banExpires: Date | null;
}

/** A session's row with who acts in it. */
export interface SessionWithActor extends SessionRow {
  /** Id of the admin who acts as the user. */
  readonly impersonatedBy: string | null;
  /** The admin's own session, from which this one was begun: it ends when that one does. */
  readonly impersonatorSessionId: string | null;
}

/** The table `user` with its roles and bans. */
export const users: Table<UserWithRole> = widen<UserWithRole>(userTable);

/** The table `session` with who acts in it. */
export const sessions: Table<SessionWithActor> = widen<SessionWithActor>(sessionTable);

/** Roles and bans; lists are read in the order of their indexes. */
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

/** Both go with what they refer to: no impersonation outlives the admin, nor the session it was begun from. */
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

/** The trail is read newest first: whole, or by whom it is about, who acted, and what was done. */
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
