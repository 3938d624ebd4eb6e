/** The `verification` table: one row for each one-time secret that is out. */

import { defineTable, type Table } from "../database/tables.ts";

/** A row of `verification`. */
export interface TokenRow {
  readonly id: string;
  /** What it is good for: `password-reset`, `email-verification`, … */
  readonly kind: string;
  /** SHA-256 of kind and secret, base64url. The secret itself is stored nowhere. */
  readonly identifier: string;
  /** Whom or what it is about; what it was issued for is what it must be used for. */
  readonly subject: string;
  /** The user whom it belongs to, if there is one: it goes with them. */
  readonly userId: string | null;
  /** What the issuer wants back. */
  readonly value: unknown;
  /** Wrong tries at what it guards. */
  readonly attempts: number;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The table `verification`. */
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
