/** A schema as a Drizzle source file. */

import type { Column, ResolvedTable, Schema } from "@latchkey/core/database";
import type { DdlDialect } from "@latchkey/kysely";

type Builder = "sqlite" | "pg" | "mysql";

/** TypeScript source that declares every table, with constraints and indexes. */
export function drizzleSchema(schema: Schema, dialect: DdlDialect): string {
  const builder: Builder = dialect === "sqlite" ? "sqlite" : dialect === "postgres" ? "pg" : "mysql";
  const tables = [...schema.values()].map((table) => tableSource(table, builder));
  const body = tables.join("\n\n");
  const names = [`${builder}Table`, ...importable[builder]]
    .filter((name) => new RegExp(`\\b${name}\\(`).test(body))
    .sort();
  return `import { ${names.join(", ")} } from "drizzle-orm/${builder}-core";\n\n${body}\n`;
}

const importable: Readonly<Record<Builder, readonly string[]>> = {
  sqlite: ["text", "integer", "index", "uniqueIndex"],
  pg: ["text", "bigint", "boolean", "timestamp", "index", "uniqueIndex"],
  mysql: ["varchar", "mediumtext", "bigint", "boolean", "datetime", "index", "uniqueIndex"],
};

function tableSource(table: ResolvedTable, builder: Builder): string {
  const columns = Object.entries(table.columns).map(
    ([name, column]) => `    ${name}: ${columnSource(name, column, builder)},`,
  );
  const target = (names: readonly string[]): string => names.map((name) => `table.${name}`).join(", ");
  const indexes = [
    ...table.uniques.map((names) => `    uniqueIndex("${table.name}_${names.join("_")}_key").on(${target(names)}),`),
    ...table.indexes.map((names) => `    index("${table.name}_${names.join("_")}_idx").on(${target(names)}),`),
  ];
  const extra = indexes.length > 0 ? `,\n  (table) => [\n${indexes.join("\n")}\n  ]` : "";
  return `export const ${table.name} = ${builder}Table(\n  "${table.name}",\n  {\n${columns.join("\n")}\n  }${extra},\n);`;
}

function columnSource(name: string, column: Column, builder: Builder): string {
  const parts = [typeSource(name, column, builder)];
  if (name === "id") parts.push(".primaryKey()");
  else if (!column.nullable) parts.push(".notNull()");
  if (column.default !== undefined) parts.push(`.default(${JSON.stringify(column.default)})`);
  const { references } = column;
  if (references)
    parts.push(
      `.references(() => ${references.table}.${references.column}, { onDelete: "${references.onDelete ?? "cascade"}" })`,
    );
  return parts.join("");
}

/** Column types whose stored form is the one that the adapters read and write. */
function typeSource(name: string, { type }: Column, builder: Builder): string {
  switch (type) {
    case "string":
      return builder === "mysql" ? `varchar("${name}", { length: 255 })` : `text("${name}")`;
    case "text":
    case "json":
      return builder === "mysql" ? `mediumtext("${name}")` : `text("${name}")`;
    case "number":
      return builder === "sqlite" ? `integer("${name}")` : `bigint("${name}", { mode: "number" })`;
    case "boolean":
      return builder === "sqlite" ? `integer("${name}", { mode: "boolean" })` : `boolean("${name}")`;
    case "date":
      if (builder === "sqlite") return `text("${name}")`;
      return builder === "pg"
        ? `timestamp("${name}", { withTimezone: true, precision: 3 })`
        : `datetime("${name}", { fsp: 3 })`;
  }
}
