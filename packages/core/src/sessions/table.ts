/** The `session` table. */

import { defineTable, type Table } from "../database/tables.ts";
import type { UserRow } from "../users/table.ts";

/** A row of `session`. */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the bearer secret, base64url: the handle that lists show. The secret itself is stored nowhere. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  /** Touched by signing in, proving oneself again and refreshing only: freshness goes by it. */
  readonly updatedAt: Date;
  /** Goes up with every change of the row, so that copies can be told apart. */
  readonly revision: number;
  /** Factor → when it was last proven, in milliseconds since 1970. `factor:kind` is a detail of that factor. */
  readonly proofs: Proofs | null;
  /** Whether the person asked to be remembered; if not, the session is never extended. */
  readonly remembered: boolean;
  /**
   * The email address whose mailbox the person in this session has shown to own: by a secret mailed there and used in this
   * session, or by what they signed in with. `null` if they have not. Not necessarily the user's current address.
   */
  readonly verifiedEmail: string | null;
  /** The account that the session was signed in with. `null` if it was not created by an account, or before this column. */
  readonly signInAccountId: string | null;
}

export type Proofs = Readonly<Record<string, number>>;

/** Names of the proven factors, without their details. */
export function factorsIn(proofs: Proofs | null): readonly string[] {
  return Object.keys(proofs ?? {}).filter((name) => !name.includes(":"));
}

/** The table `session`, without what plugins and the app add. */
export const sessionTable: Table<SessionRow> = defineTable<SessionRow>({
  name: "session",
  columns: {
    userId: { type: "string", references: { table: "user", column: "id" } },
    token: { type: "string", unique: true },
    expiresAt: { type: "date", index: true },
    ipAddress: { type: "string", nullable: true },
    userAgent: { type: "text", nullable: true },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
    revision: { type: "number", default: 0, returned: false },
    proofs: { type: "json", nullable: true, returned: false },
    remembered: { type: "boolean", default: true, returned: false },
    verifiedEmail: { type: "string", nullable: true, returned: false },
    signInAccountId: { type: "string", nullable: true, returned: false },
  },
});

/** A session as it is read: with its user, and with the rows that plugins join to it. */
export interface ActiveSession {
  readonly session: SessionRow;
  readonly user: UserRow;
  /** By the name that the plugin gave the join. */
  readonly joined: Readonly<Record<string, object | null>>;
}
