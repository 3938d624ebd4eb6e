/** Two small tables for adapter tests that the conformance suite doesn't cover. */

import { defineTable, mergeSchema, type Schema, type Table } from "@latchkey/core/database";

/** A row of `account`. */
export interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly balance: number;
  readonly createdAt: Date | null;
}

/** A row of `entry`. */
export interface EntryRow {
  readonly id: string;
  readonly accountId: string;
  readonly kind: string;
}

/** A table with a unique column and a default. */
export const accounts: Table<AccountRow> = defineTable<AccountRow>({
  name: "account",
  columns: {
    email: { type: "string", unique: true },
    balance: { type: "number", default: 0 },
    createdAt: { type: "date", nullable: true },
  },
});

/** A table with a reference and a unique pair. */
export const entries: Table<EntryRow> = defineTable<EntryRow>({
  name: "entry",
  columns: {
    accountId: { type: "string", references: { table: "account", column: "id" } },
    kind: { type: "string" },
  },
  uniques: [["accountId", "kind"]],
});

/** A schema with both tables. */
export const accountSchema: Schema = mergeSchema([accounts, entries]);

/** Creates an account with this id and default values. */
export function account(id: string): AccountRow {
  return { id, email: `${id}@example.com`, balance: 0, createdAt: null };
}
