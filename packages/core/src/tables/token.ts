/** The `verification` table, with one row per one-time token that hasn't been used. */

import { defineTable, type Table } from "../database/tables.ts";

/** A row of `verification`. */
export interface TokenRow {
  readonly id: string;
  /** What the token is for: `password-reset`, `email-verification`, … */
  readonly kind: string;
  /** SHA-256 of the kind and secret, base64url. The secret itself isn't stored. */
  readonly identifier: string;
  /** What the token is about. It can be used only for the subject that it was issued for. */
  readonly subject: string;
  /** The user that it belongs to, if any. It's deleted with them. */
  readonly userId: string | null;
  /** The issuer's data, returned when the token is used. */
  readonly value: unknown;
  /** Number of wrong attempts at what the token protects. */
  readonly attempts: number;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The `verification` table. */
export const tokenTable: Table<TokenRow> = defineTable<TokenRow>({
  name: "verification",
  columns: {
    kind: { type: "string", default: "" },
    identifier: { type: "string", unique: true },
    subject: { type: "string", default: "" },
    userId: { type: "string", nullable: true, references: { table: "user", column: "id" } },
    value: { type: "json" },
    attempts: { type: "number", default: 0 },
    expiresAt: { type: "date", index: true },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
  },
  indexes: [["subject", "kind"]],
});
