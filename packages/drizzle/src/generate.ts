/** `@latchkey/drizzle/generate`: writes a schema as a Drizzle source file, without loading Drizzle. */

import type { Column, ResolvedTable, Schema } from "@latchkey/core/database";
import { byteCollations, type DdlDialect, indexName, referenceName, uniqueName } from "@latchkey/sql/ddl";

type Builder = "sqlite" | "pg" | "mysql";

/**
 * Generates TypeScript source that declares every table with its constraints, indexes, and references, for the same
 * database that `latchkey migrate` creates. Columns contain `Date`s, booleans, and parsed JSON, like the library's
 * rows.
 *
 * @param dialect MySQL and MariaDB are separate dialects, because they name the byte-by-byte collation differently
 */
export function drizzleSchema(schema: Schema, dialect: DdlDialect): string {
  const builder: Builder = dialect === "sqlite" ? "sqlite" : dialect === "postgres" ? "pg" : "mysql";
  const body = [...schema.values()].map((table) => tableSource(table, builder)).join("\n\n");
  const own = Object.entries(customTypes(dialect)).filter(([name]) => body.includes(` ${name}("`));
  const used = [`${builder}Table`, ...columnBuilders, "foreignKey", "index", "uniqueIndex"].filter((name) =>
    new RegExp(`\\b${name}\\(`).test(body),
  );
  const names = [...used, ...(own.length > 0 ? ["customType"] : [])].sort();
  const imported = `import { ${names.join(", ")} } from "drizzle-orm/${builder}-core";`;
  const types = own.map(([name, source]) => `const ${name} = ${source};`);
  return `${[imported, ...types, body].join("\n\n")}\n`;
}

const columnBuilders = ["text", "integer", "bigint", "boolean", "timestamp", "datetime"] as const;

function tableSource(table: ResolvedTable, builder: Builder): string {
  const columns = Object.entries(table.columns).map(
    ([name, column]) => `    ${name}: ${columnSource(name, column, builder)},`,
  );
  const fields = (names: readonly string[]): string => names.map((name) => `table.${name}`).join(", ");
  const extras = [
    ...table.uniques.map((names) => `uniqueIndex("${uniqueName(table.name, names)}").on(${fields(names)})`),
    ...table.indexes.map((names) => `index("${indexName(table.name, names)}").on(${fields(names)})`),
    ...Object.entries(table.columns).flatMap(([name, column]) => referenceSource(table.name, name, column)),
  ];
  const extra = extras.length > 0 ? `\n  (table) => [\n${extras.map((one) => `    ${one},\n`).join("")}  ],` : "";
  return `export const ${table.name} = ${builder}Table(\n  "${table.name}",\n  {\n${columns.join("\n")}\n  },${extra}\n);`;
}

function referenceSource(table: string, name: string, { references }: Column): string[] {
  if (!references) return [];
  const { table: target, column, onDelete = "cascade" } = references;
  const parts = [
    `name: "${referenceName(table, name)}"`,
    `columns: [table.${name}]`,
    `foreignColumns: [${target === table ? "table" : target}.${column}]`,
  ];
  return [`foreignKey({ ${parts.join(", ")} }).onDelete("${onDelete}")`];
}

function columnSource(name: string, column: Column, builder: Builder): string {
  const parts = [typeSource(name, column, builder)];
  if (name === "id") parts.push(".primaryKey()");
  else if (!column.nullable) parts.push(".notNull()");
  if (column.default !== undefined) parts.push(`.default(${JSON.stringify(column.default)})`);
  return parts.join("");
}

function typeSource(name: string, { type }: Column, builder: Builder): string {
  switch (type) {
    case "string":
      return builder === "sqlite" ? `text("${name}")` : `key("${name}")`;
    case "text":
      return builder === "mysql" ? `longText("${name}")` : `text("${name}")`;
    case "json":
      return builder === "sqlite" ? `text("${name}", { mode: "json" })` : `json("${name}")`;
    case "number":
      return builder === "sqlite" ? `integer("${name}")` : `bigint("${name}", { mode: "number" })`;
    case "boolean":
      return builder === "sqlite" ? `integer("${name}", { mode: "boolean" })` : `boolean("${name}")`;
    case "date":
      if (builder === "sqlite") return `time("${name}")`;
      return builder === "pg"
        ? `timestamp("${name}", { withTimezone: true, precision: 3 })`
        : `datetime("${name}", { fsp: 3 })`;
  }
}

/** Types that Drizzle has no column for: text that compares byte by byte, dates as ISO 8601 text, and JSON as text. */
function customTypes(dialect: DdlDialect): Readonly<Record<string, string>> {
  if (dialect === "sqlite") return { time: mapped("Date", "text", "value.toISOString()", "new Date(value)") };
  if (dialect === "postgres") {
    return {
      key: custom("string", 'text collate "C"'),
      json: mapped("unknown", "text", "JSON.stringify(value)", "JSON.parse(value)"),
    };
  }
  const bytes = `character set utf8mb4 collate ${byteCollations[dialect]}`;
  return {
    key: custom("string", `varchar(255) ${bytes}`),
    longText: custom("string", `mediumtext ${bytes}`),
    json: mapped("unknown", `mediumtext ${bytes}`, "JSON.stringify(value)", "JSON.parse(value)"),
  };
}

function custom(data: string, type: string): string {
  return `customType<{ data: ${data} }>({ dataType: () => ${JSON.stringify(type)} })`;
}

function mapped(data: string, type: string, to: string, from: string): string {
  return `customType<{ data: ${data}; driverData: string }>({
  dataType: () => ${JSON.stringify(type)},
  toDriver: (value) => ${to},
  fromDriver: (value) => ${from},
})`;
}
