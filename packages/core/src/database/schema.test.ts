import { describe, expect, test } from "vitest";
import { mergeSchema } from "./schema.ts";
import type { Column, Table, TableExtension } from "./tables.ts";

const text: Column = { type: "string" };
const table = (name: string, columns: Record<string, Column> = {}, more: Partial<Table> = {}): Table => ({
  name,
  columns: { id: text, ...columns },
  ...more,
});
const refers = (to: string, more: Partial<Column> = {}): Column => ({
  ...text,
  references: { table: to, column: "id" },
  ...more,
});

describe("merging tables", () => {
  test("puts a table after the tables that it references, except for itself", () => {
    const schema = mergeSchema([
      table("member", { teamId: refers("team") }),
      table("team", { parentId: refers("team", { nullable: true }) }),
    ]);
    expect([...schema.keys()]).toEqual(["team", "member"]);
  });

  test("includes plugins' columns and tables, with their constraints", () => {
    const extension: TableExtension = { extends: "user", columns: { name: { ...text, nullable: true, unique: true } } };
    const { columns, uniques } = mergeSchema([extension, table("user")]).get("user") ?? {};
    expect(Object.keys(columns ?? {})).toEqual(["id", "name"]);
    expect(uniques).toEqual([["name"]]);
  });

  test("doesn't create an index that another index covers or duplicates", () => {
    const columns = {
      a: { ...text, index: true },
      b: { ...text, unique: true, index: true },
      c: refers("t"),
      d: { ...text, index: true },
    };
    const { uniques, indexes } =
      mergeSchema([
        table("t", columns, { uniques: [["b"], ["c", "a"]], indexes: [["a", "b"], ["a", "b"], ["d"]] }),
      ]).get("t") ?? {};
    expect(uniques).toEqual([["b"], ["c", "a"]]);
    expect(indexes).toEqual([["a", "b"], ["d"]]);
  });

  test.each<[string, (Table | TableExtension)[], string]>([
    ["a table twice", [table("a"), table("a")], '"a" is declared twice'],
    [
      "a duplicate column",
      [table("a", { b: text }), { extends: "a", columns: { b: { ...text, nullable: true } } }],
      '"a.b" is declared twice',
    ],
    ["columns for an unknown table", [{ extends: "a", columns: {} }], "no plugin declares"],
    ["an added column without a value", [table("a"), { extends: "a", columns: { b: text } }], "Make it nullable"],
    ["a reference to an unknown table", [table("a", { b: refers("c") })], 'references "c"'],
    [
      "a reference to a column that isn't unique",
      [table("a", { b: text }), table("c", { d: { ...text, references: { table: "a", column: "b" } } })],
      "isn't unique",
    ],
    [
      "onDelete: set null on a column that isn't nullable",
      [table("a"), table("b", { c: { ...text, references: { table: "a", column: "id", onDelete: "set null" } } })],
      "nullable",
    ],
    ["circular references", [table("a", { b: refers("b") }), table("b", { a: refers("a") })], "a → b → a"],
    ["an index on an unknown column", [table("a", {}, { indexes: [["b"]] })], '"b"'],
    ["INPUT-06: an invalid name", [table('a"; drop table b --')], "letters, digits"],
    ["a name that's too long for some databases", [table("a", { ["b".repeat(49)]: text })], "48"],
  ])("rejects %s", (_, parts, reason) => expect(() => mergeSchema(parts)).toThrow(reason));
});
