/** Two tables for the adapter's own tests. */

import { defineTable, mergeSchema, type Schema, type Table } from "@latchkey/core/database";

export interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly balance: number;
  readonly createdAt: Date | null;
}

export interface EntryRow {
  readonly id: string;
  readonly accountId: string;
  readonly kind: string;
}

export const accounts: Table<AccountRow> = defineTable<AccountRow>({
  name: "account",
  columns: {
    email: { type: "string", unique: true },
    balance: { type: "number", default: 0 },
    createdAt: { type: "date", nullable: true },
  },
});

export const entries: Table<EntryRow> = defineTable<EntryRow>({
  name: "entry",
  columns: {
    accountId: { type: "string", references: { table: "account", column: "id" } },
    kind: { type: "string" },
  },
  uniques: [["accountId", "kind"]],
});

export const schema: Schema = mergeSchema([accounts, entries]);

export function account(id: string): AccountRow {
  return { id, email: `${id}@example.com`, balance: 0, createdAt: null };
}
