/** The `account` table, with one row per password or linked provider account. */

import { defineTable, type Table } from "../database/tables.ts";

/** A row of `account`. */
export interface AccountRow {
  readonly id: string;
  readonly userId: string;
  /** `credential` for email and password. Otherwise, the provider. */
  readonly providerId: string;
  /** The user's id at the provider. For `credential`, the user's own id. */
  readonly accountId: string;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshTokenExpiresAt: Date | null;
  readonly scope: string | null;
  /** Parts of the provider's responses that are needed to refresh tokens. */
  readonly providerData: Readonly<Record<string, string>> | null;
  /** Incremented each time the provider's tokens change. */
  readonly tokensRevision: number;
  /** Until this time, one caller refreshes the tokens and all others wait. */
  readonly refreshingUntil: Date | null;
  /** The password hash, for `credential`. */
  readonly password: string | null;
  /**
   * The email that this account's user has verified, or `null`. An account recovery by email only keeps what's marked
   * with that email.
   */
  readonly verifiedEmail: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The `account` table. */
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
