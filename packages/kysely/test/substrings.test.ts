import { defineTable, mergeSchema, type Table } from "@latchkey/core/database";
import { kyselyAdapter } from "@latchkey/kysely";
import { sqlite } from "@latchkey/sql/sqlite";
import { Kysely, SqliteDialect } from "kysely";
import { expect, test } from "vitest";

const noteTable: Table<{ readonly id: string; readonly body: string }> = defineTable({
  name: "note",
  columns: { body: { type: "text" } },
});

test("the option reaches the adapter: the index is created, and searches use it", async () => {
  const kysely = new Kysely<unknown>({ dialect: new SqliteDialect({ database: (await sqlite(":memory:")) as never }) });
  const schema = mergeSchema([noteTable]);
  const sent: string[] = [];
  const onStatement = ({ text }: { readonly text: string }): void => void sent.push(text);
  const db = kyselyAdapter(kysely, { substringIndexes: { note: ["body"] }, onStatement }).connect(schema);
  expect((await db.migrations?.migrate())?.statements.join("\n")).toContain("using fts5(");
  expect(await db.migrations?.plan()).toEqual({ statements: [], problems: [] });
  await db.insertMany(noteTable, [
    { id: "a", body: "The first note" },
    { id: "b", body: "another" },
  ]);
  expect(await db.findMany(noteTable, { where: { body: { contains: "FIRST" } }, limit: 9 })).toHaveLength(1);
  expect(sent.at(-1)).toContain("match ?");
  expect(() => kyselyAdapter(kysely, { substringIndexes: { note: ["text"] } }).connect(schema)).toThrow(
    /^substringIndexes\.note: there is no column "text"/,
  );
  await kysely.destroy();
});
