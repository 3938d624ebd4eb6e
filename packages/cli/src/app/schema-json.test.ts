import { authSchema } from "@latchkey/core";
import { defineTable } from "@latchkey/core/database";
import { organization } from "@latchkey/organization";
import { expect, test } from "vitest";
import { parseSchema, serializeSchema } from "./schema-json.ts";

const everything = defineTable<{ id: string; a: string; b: number; c: boolean; d: Date; e: string; f: unknown }>({
  name: "everything",
  columns: {
    a: { type: "string", references: { table: "user", column: "id", onDelete: "restrict" } },
    b: { type: "number", default: 0, index: true },
    c: { type: "boolean", default: false, returned: false, input: true },
    d: { type: "date", nullable: true },
    e: { type: "text", default: "" },
    f: { type: "json", nullable: true },
  },
  uniques: [["a", "b"]],
  indexes: [["b", "c"]],
});

const schema = authSchema({
  plugins: [organization({ teams: { enabled: true } }), { tables: [everything] }],
  user: { additionalFields: { plan: { type: "string" } } },
});

test("a schema can be converted to JSON and back without changes or reordering", () => {
  const later = parseSchema(JSON.parse(JSON.stringify(serializeSchema(schema))));
  expect(later).toEqual(schema);
  expect([...later.keys()]).toEqual([...schema.keys()]);
});

test.each([
  ["no list", {}, "schema"],
  ["a table without a name", [{ columns: {}, uniques: [], indexes: [] }], "table.name"],
  ["a column of a type that is unknown", [table({ a: { type: "uuid" } })], "t.a.type"],
  ["a flag that is none", [table({ a: { type: "text", nullable: "yes" } })], "t.a.nullable"],
  ["a default that is an object", [table({ a: { type: "json", default: {} } })], "t.a.default"],
  ["a reference to nothing", [table({ a: { type: "text", references: { table: "b" } } })], "t.a.references"],
  ["an index that is no list", [{ name: "t", columns: {}, uniques: [], indexes: ["a"] }], "t.indexes"],
])("rejects %s", (_, json, place) => {
  expect(() => parseSchema(json)).toThrow(`can't be read at "${place}"`);
});

function table(columns: object): object {
  return { name: "t", columns, uniques: [], indexes: [] };
}
