/** Generates the database tables page: core's tables, and what each plugin adds. */

import type { Column, ResolvedTable, Schema } from "@latchkey/core/database";
import { createStatementsFor, type DdlDialect } from "@latchkey/sql/ddl";
import ts from "typescript";
import { docstringOf } from "./declarations.ts";
import { code, joinLines, table } from "./markdown.ts";
import type { Page } from "./page.ts";
import type { Sources } from "./sources.ts";

/** The tables of an app with one plugin. */
export interface PluginSchema {
  readonly title: string;
  readonly schema: Schema;
}

/**
 * @param core the tables of an app without plugins
 */
export function tablesPage(sources: Sources, core: Schema, plugins: readonly PluginSchema[]): Page {
  const texts = columnTexts(sources);
  const section = (found: ResolvedTable, base?: ResolvedTable): string => tableSection(found, base, texts);
  const sections = [
    `## Core\n\n${[...core.values()].map((one) => section(one)).join("\n\n")}`,
    ...plugins.map(({ title, schema }) => {
      const changed = [...schema.values()].filter((one) => differs(one, core.get(one.name)));
      return `## ${title}\n\n${changed.map((one) => section(one, core.get(one.name))).join("\n\n")}`;
    }),
  ];
  const about = "The columns and indexes of every table.";
  const markdown = `# Database tables

These are the tables of core and of each plugin. To create them, run ${code("npx @latchkey/cli migrate")} or
${code("await auth.migrate()")}. To write them into your own migrations or ORM schema, run
${code("npx @latchkey/cli generate")}. See [the command line](command-line.md).

Your own fields, from ${code("additionalFields")}, are columns of ${code("user")} and ${code("session")}. A column without
"null" in its rules is required.

## Column types

${typeTable()}

MariaDB uses the types of MySQL, with the collation ${code("utf8mb4_nopad_bin")}.

${sections.join("\n\n")}
`;
  return { path: "reference/tables.md", title: "Database tables", about, markdown };
}

const types = ["string", "text", "number", "boolean", "date", "json"] as const satisfies readonly Column["type"][];

function typeTable(): string {
  const dialects = (["sqlite", "postgres", "mysql"] as const).map(columnTypes);
  return table(
    ["Type", "SQLite", "PostgreSQL", "MySQL"],
    types.map((type) => [type, ...dialects.map((found) => code(found.get(type) ?? ""))]),
  );
}

/** Creates a table with a column of each type, and reads the database's types from the statement. */
function columnTypes(dialect: DdlDialect): ReadonlyMap<string, string> {
  const columns = Object.fromEntries(types.map((type) => [type, { type, nullable: true }]));
  const [statement = ""] = createStatementsFor(
    new Map([["example", { name: "example", columns, uniques: [], indexes: [] }]]),
    dialect,
  );
  return new Map(
    [...statement.matchAll(/^ {2}["`](\w+)["`] (.+?),?$/gm)].map(([, name = "", type = ""]) => [name, type]),
  );
}

function differs(found: ResolvedTable, base: ResolvedTable | undefined): boolean {
  return base === undefined || addedColumns(found, base).length > 0 || added(found.indexes, base.indexes).length > 0;
}

/** The columns of a table, or those that a plugin adds to it. */
function tableSection(found: ResolvedTable, base: ResolvedTable | undefined, texts: ColumnTexts): string {
  const columns = addedColumns(found, base);
  const rows = columns.map(([name, column]) => [
    code(name),
    column.type,
    rulesOf(name, column),
    texts.get(`${found.name}.${name}`) ?? "",
  ]);
  const facts = [
    ...added(found.uniques, base?.uniques).map((names) => `Unique: ${names.map(code).join(", ")}`),
    ...added(found.indexes, base?.indexes).map((names) => `Index: ${names.map(code).join(", ")}`),
  ];
  return [
    `### ${found.name}${base ? " (added columns)" : ""}`,
    ...(rows.length > 0 ? [table(["Column", "Type", "Rules", "Description"], rows)] : []),
    ...(facts.length > 0 ? [facts.map((fact) => `- ${fact}`).join("\n")] : []),
  ].join("\n\n");
}

function addedColumns(found: ResolvedTable, base: ResolvedTable | undefined): (readonly [string, Column])[] {
  return Object.entries(found.columns).filter(([name]) => !base || !Object.hasOwn(base.columns, name));
}

function added(
  found: readonly (readonly string[])[],
  base: readonly (readonly string[])[] = [],
): readonly (readonly string[])[] {
  return found.filter((names) => !base.some((other) => other.join() === names.join()));
}

function rulesOf(name: string, { nullable, default: standard, references }: Column): string {
  return [
    ...(name === "id" ? ["primary key"] : []),
    ...(nullable ? ["null"] : []),
    ...(standard === undefined ? [] : [`default ${standard === "" ? "empty" : code(String(standard))}`]),
    ...(references
      ? [`${code(`${references.table}.${references.column}`)}, ${onDelete[references.onDelete ?? "cascade"]}`]
      : []),
  ].join("; ");
}

const onDelete = { cascade: "deleted with it", "set null": "set to null", restrict: "can't be deleted" } as const;

/** The docstrings of columns, by `table.column`. */
type ColumnTexts = ReadonlyMap<string, string>;

/** Finds each table's row type where the table is defined or extended, and reads the docstrings of its members. */
function columnTexts(sources: Sources): ColumnTexts {
  const texts = new Map<string, string>();
  for (const [name, row] of rowTypes(sources)) {
    if (!sources.hasInterface(row)) continue;
    for (const member of sources.interfaceNamed(row).members) {
      const text = joinLines(docstringOf(member).text);
      const key = `${name}.${member.name?.getText() ?? ""}`;
      if (text !== "" && !texts.has(key)) texts.set(key, text);
    }
  }
  return texts;
}

/** Pairs of a table and a type of its rows. */
function rowTypes({ files }: Sources): (readonly [table: string, row: string])[] {
  const calls = files.flatMap((file) => file.statements.filter(ts.isVariableStatement).flatMap(tableCalls));
  const names = new Map(
    calls.flatMap(({ variable, table: name }) => (name === null ? [] : [[variable, name] as const])),
  );
  return calls.flatMap(({ table: name, extended, row }) => {
    const found = name ?? names.get(extended);
    return found === undefined ? [] : [[found, row] as const];
  });
}

/** `const variable = defineTable<Row>({ name: "table" })`, or `widen<Row>(extended)`. */
interface TableCall {
  readonly variable: string;
  readonly table: string | null;
  readonly extended: string;
  readonly row: string;
}

function tableCalls(statement: ts.VariableStatement): TableCall[] {
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    if (!initializer || !ts.isCallExpression(initializer)) return [];
    const [argument] = initializer.arguments;
    const row = initializer.typeArguments?.[0]?.getText();
    const callee = initializer.expression.getText();
    if (!argument || row === undefined || !["defineTable", "widen"].includes(callee)) return [];
    return [{ variable: name.getText(), table: nameIn(argument), extended: argument.getText(), row }];
  });
}

function nameIn(definition: ts.Expression): string | null {
  if (!ts.isObjectLiteralExpression(definition)) return null;
  const name = definition.properties.find((one) => one.name?.getText() === "name");
  return name && ts.isPropertyAssignment(name) && ts.isStringLiteral(name.initializer) ? name.initializer.text : null;
}
