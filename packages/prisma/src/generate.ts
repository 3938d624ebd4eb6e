/** `@latchkey/prisma/generate`: writes a schema as Prisma models, without loading Prisma. */

import type { Column, ResolvedTable, Schema } from "@latchkey/core/database";
import { byteCollations, type DdlDialect, indexName, referenceName, uniqueName } from "@latchkey/sql/ddl";

/**
 * Generates models for `schema.prisma` with constraints, indexes, and references. The app adds its own `datasource` and
 * `generator`.
 *
 * Prisma's schema has no collations, so on MySQL and MariaDB text would compare without case. Also run {@link
 * collationStatements}.
 */
export function prismaSchema(schema: Schema, dialect: DdlDialect): string {
  const all = [...schema.values()];
  return `${all.map((table) => modelSource(table, all, dialect)).join("\n\n")}\n`;
}

/**
 * Returns statements that make text compare byte by byte on MySQL and MariaDB. Add them to the migration that creates
 * the tables. Without them, the adapter throws. Empty for other databases.
 */
export function collationStatements(schema: Schema, dialect: DdlDialect): string[] {
  if (dialect !== "mysql" && dialect !== "mariadb") return [];
  const convert = [...schema.keys()].map(
    (table) => `alter table \`${table}\` convert to character set utf8mb4 collate ${byteCollations[dialect]}`,
  );
  return ["set foreign_key_checks = 0", ...convert, "set foreign_key_checks = 1"];
}

function modelSource(table: ResolvedTable, all: readonly ResolvedTable[], dialect: DdlDialect): string {
  const lines = [
    ...Object.entries(table.columns).flatMap(([name, column]) => [
      fieldSource(name, column, dialect),
      ...relationSource(table, name, column, dialect),
    ]),
    ...backRelationSources(table, all),
    "",
    ...table.uniques.map((names) => `@@unique([${names.join(", ")}], map: "${uniqueName(table.name, names)}")`),
    ...table.indexes.map((names) => `@@index([${names.join(", ")}], map: "${indexName(table.name, names)}")`),
    `@@map("${table.name}")`,
  ];
  const body = lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n");
  return `model ${modelName(table.name)} {\n${body}\n}`;
}

function modelName(table: string): string {
  return table.charAt(0).toUpperCase() + table.slice(1);
}

function fieldSource(name: string, column: Column, dialect: DdlDialect): string {
  const attributes = [
    ...(name === "id" ? ["@id"] : []),
    ...(column.default === undefined ? [] : [`@default(${JSON.stringify(column.default)})`]),
    ...nativeType(column, dialect),
  ];
  return [name, `${typeOf(column)}${column.nullable ? "?" : ""}`, ...attributes].join(" ");
}

function typeOf({ type }: Column): string {
  return { string: "String", text: "String", json: "String", number: "BigInt", boolean: "Boolean", date: "DateTime" }[
    type
  ];
}

function nativeType({ type }: Column, dialect: DdlDialect): string[] {
  if (dialect === "sqlite") return [];
  if (dialect === "postgres") return type === "date" ? ["@db.Timestamptz(3)"] : [];
  const types = { string: "VarChar(255)", text: "MediumText", json: "MediumText", date: "DateTime(3)" } as const;
  const found = (types as Readonly<Record<string, string>>)[type];
  return found ? [`@db.${found}`] : [];
}

/** Both ends of a reference have this name, because two references can have the same target. */
function relationName(table: string, column: string): string {
  return `${table}_${column}`;
}

/** Names the field of a reference: `userId` becomes `user`, or `userIdRow` if the model already has that field. */
function relationField(table: ResolvedTable, column: string): string {
  const plain = column.replace(/Id$/, "");
  return Object.hasOwn(table.columns, plain) ? `${column}Row` : plain;
}

function relationSource(table: ResolvedTable, name: string, column: Column, dialect: DdlDialect): string[] {
  if (!column.references) return [];
  const { table: target, column: to, onDelete = "cascade" } = column.references;
  const action = { cascade: "Cascade", "set null": "SetNull", restrict: "Restrict" }[onDelete];
  const parts = [
    `"${relationName(table.name, name)}"`,
    `fields: [${name}]`,
    `references: [${to}]`,
    `onDelete: ${action}`,
    // References have no names in SQLite.
    ...(dialect === "sqlite" ? [] : [`map: "${referenceName(table.name, name)}"`]),
  ];
  return [
    `${relationField(table, name)} ${modelName(target)}${column.nullable ? "?" : ""} @relation(${parts.join(", ")})`,
  ];
}

/** The other end of each reference to this table: `sessions`, or `invitations_inviterId` if a table has several. */
function backRelationSources(table: ResolvedTable, all: readonly ResolvedTable[]): string[] {
  return all.flatMap((other) => {
    const leading = Object.entries(other.columns).filter(([, { references }]) => references?.table === table.name);
    return leading.map(([name]) => {
      const field = leading.length === 1 ? `${other.name}s` : `${other.name}s_${name}`;
      return `${field} ${modelName(other.name)}[] @relation("${relationName(other.name, name)}")`;
    });
  });
}
