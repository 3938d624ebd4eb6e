/** Tables and databases with indexes for `contains`. */

import { defineTable, mergeSchema, type Schema, type Table } from "@latchkey/core/database";
import type { SqlAdapterOptions } from "@latchkey/sql";
import { databases, type TestDatabase } from "@latchkey/test-kit/databases";

export interface NoteRow {
  readonly id: string;
  readonly ownerId: string;
  readonly rank: string;
  readonly body: string | null;
  readonly at: number;
}

export const ownerTable: Table<{ readonly id: string }> = defineTable({ name: "owner", columns: {} });

/** One of its columns has a name that FTS5 reserves. */
export const noteTable: Table<NoteRow> = defineTable<NoteRow>({
  name: "note",
  columns: {
    ownerId: { type: "string", references: { table: "owner", column: "id" } },
    rank: { type: "string" },
    body: { type: "text", nullable: true },
    at: { type: "number" },
  },
  indexes: [["at", "id"]],
});

export const noteSchema: Schema = mergeSchema([ownerTable, noteTable]);

export const substringIndexes: NonNullable<SqlAdapterOptions["substringIndexes"]> = { note: ["body", "rank"] };

export function note(id: string, body: string | null, more: Partial<NoteRow> = {}): NoteRow {
  return { id, body, ownerId: "me", rank: "", at: 0, ...more };
}

/** A SQLite file, whose statements can be sent directly. */
export async function openSqlite(): Promise<Required<TestDatabase>> {
  const opened = await databases.find(({ name }) => name === "sqlite")?.open();
  if (!opened?.databaseWith || !opened.run) throw new Error("SQLite isn't available.");
  return opened as Required<TestDatabase>;
}
