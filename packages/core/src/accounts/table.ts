/** The `account` table: one row for each way in that a user has. */

import { defineTable, type Table } from "../database/tables.ts";

/** A row of `account`. */
export interface AccountRow {
  readonly id: string;
  readonly userId: string;
  /** `credential` for email and password, else the provider. */
  readonly providerId: string;
  /** The provider's id of the person; for `credential` the user's id. */
  readonly accountId: string;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshTokenExpiresAt: Date | null;
  readonly scope: string | null;
  /** Parts of the provider's answers that refreshing needs again. */
  readonly providerData: Readonly<Record<string, string>> | null;
  /** Goes up with every change of the provider's tokens. */
  readonly tokensRevision: number;
  /** Until when one caller is asking the provider for new tokens, and everybody else waits. */
  readonly refreshingUntil: Date | null;
  /** The hash, for `credential`. */
  readonly password: string | null;
  /**
   * The email address whose mailbox the person behind this account has shown to own. `null` if they have not. A recovery
   * through a mailbox keeps only what carries its address.
   */
  readonly verifiedEmail: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The table `account`. */
export const accountTable: Table<AccountRow> = defineTable<AccountRow>({
  name: "account",
  columns: {
    userId: { type: "string", references: { table: "user", column: "id" } },
    providerId: { type: "string" },
    accountId: { type: "string" },
    accessToken: { type: "text", nullable: true, returned: false },
    refreshToken: { type: "text", nullable: true, returned: false },
    idToken: { type: "text", nullable: true, returned: false },
    accessTokenExpiresAt: { type: "date", nullable: true },
    refreshTokenExpiresAt: { type: "date", nullable: true },
    scope: { type: "text", nullable: true },
    providerData: { type: "json", nullable: true, returned: false },
    tokensRevision: { type: "number", default: 0, returned: false },
    refreshingUntil: { type: "date", nullable: true, returned: false },
    password: { type: "text", nullable: true, returned: false },
    verifiedEmail: { type: "string", nullable: true, returned: false },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
  },
  uniques: [["providerId", "accountId"]],
});
