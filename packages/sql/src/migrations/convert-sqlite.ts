/**
 * Conversion on SQLite. SQLite can't change existing columns, so the table is rebuilt with all rows, columns, and
 * indexes.
 */

import type { Column, ResolvedTable } from "@latchkey/core/database";
import { type Connection, oneTimeQuery } from "../drivers/driver.ts";
import { columnProblem } from "./column-problem.ts";
import { createTable, createUnique, quote } from "./ddl.ts";
import type { LiveColumn, LiveReference, LiveTable } from "./inspect.ts";

const dialect = "sqlite";

/**
 * Statements that rebuild a table, and the result. Must run with foreign keys off, because DROP TABLE deletes all rows
 * first.
 */
export interface Rebuild {
  readonly statements: readonly string[];
  readonly table: LiveTable;
}

/**
 * @see "Making Other Kinds Of Table Schema Changes" in SQLite's documentation of ALTER TABLE
 */
export async function rebuild(connection: Connection, table: ResolvedTable, existing: LiveTable): Promise<Rebuild> {
  if (!mustRebuild(table, existing)) return { statements: [], table: existing };
  const lost = await unsupportedClause(connection, table.name);
  if (lost !== null) {
    throw new Error(
      `The table ${table.name} uses "${lost}", which would be lost when SQLite rebuilds the table. Remove it, migrate, and add it again.`,
    );
  }
  const temporary = `${table.name}_new`;
  const names = [...existing.columns.keys()].map((name) => quote(dialect, name)).join(", ");
  const extras = await extraColumns(connection, table, existing);
  const columns = Object.fromEntries(declaredColumns(table, existing));
  const create = createTable(dialect, { ...table, name: temporary, columns }, () => true);
  const [name, newName] = [quote(dialect, table.name), quote(dialect, temporary)];
  return {
    statements: [
      extras.length === 0 ? create : withLines(create, extras),
      `insert into ${newName} (${names}) select ${names} from ${name}`,
      `drop table ${name}`,
      `alter table ${newName} rename to ${name}`,
      ...(await indexesAndTriggers(connection, table.name)),
      ...(await uniqueConstraints(connection, table.name)).map((unique) => createUnique(dialect, table.name, unique)),
    ],
    table: rebuiltTable(table, existing),
  };
}

/** The table's declared columns that already exist. */
function declaredColumns(table: ResolvedTable, existing: LiveTable): [string, Column][] {
  return Object.entries(table.columns).filter(([name]) => existing.columns.has(name));
}

/** The table's columns that the schema doesn't declare. */
function undeclaredColumns(table: ResolvedTable, existing: LiveTable): [string, LiveColumn][] {
  return [...existing.columns].filter(([name]) => !Object.hasOwn(table.columns, name));
}

function mustRebuild(table: ResolvedTable, existing: LiveTable): boolean {
  return (
    declaredColumns(table, existing).some(([name, column]) => {
      const found = existing.columns.get(name);
      return (found && columnProblem(dialect, column, found) !== null) || !hasDeclaredReference(table, existing, name);
    }) || undeclaredColumns(table, existing).some(([, { nullable, hasDefault }]) => !nullable && !hasDefault)
  );
}

function rebuiltTable(table: ResolvedTable, existing: LiveTable): LiveTable {
  const declared = declaredColumns(table, existing);
  const columns = declared.map(([name, column]): [string, LiveColumn] => {
    const type = existing.columns.get(name)?.type ?? "";
    const hasDefault = column.default !== undefined;
    return [name, { type, collation: "", nullable: column.nullable === true, hasDefault }];
  });
  const undeclared = undeclaredColumns(table, existing).map(([name, found]): [string, LiveColumn] => [
    name,
    { ...found, nullable: true },
  ]);
  const references = declared.flatMap(([name, { references: wanted }]): [string, LiveReference][] =>
    wanted ? [[name, { ...wanted, onDelete: wanted.onDelete ?? "cascade" }]] : [],
  );
  const otherReferences = [...existing.references].filter(([name]) => !Object.hasOwn(table.columns, name));
  return {
    columns: new Map([...columns, ...undeclared]),
    indexes: existing.indexes,
    references: new Map([...otherReferences, ...references]),
  };
}

function hasDeclaredReference(table: ResolvedTable, existing: LiveTable, name: string): boolean {
  const wanted = table.columns[name]?.references;
  if (!wanted) return true;
  const found = existing.references.get(name)?.onDelete;
  return found === (wanted.onDelete ?? "cascade") || (wanted.onDelete === "restrict" && found === "no action");
}

/** Definitions of the columns that the schema doesn't declare, without NOT NULL. */
async function extraColumns(connection: Connection, table: ResolvedTable, existing: LiveTable): Promise<string[]> {
  const text = `select name, type, dflt_value from pragma_table_info(${literal(table.name)})`;
  const { rows } = await connection.run(oneTimeQuery(text), []);
  return rows
    .filter(([name]) => !Object.hasOwn(table.columns, String(name)))
    .map(([name, type, value]) => {
      const reference = existing.references.get(String(name));
      const parts = [quote(dialect, String(name)), String(type)];
      if (value !== null) parts.push(`default ${value}`);
      if (reference) {
        parts.push(
          `references ${quote(dialect, reference.table)} (${quote(dialect, reference.column)}) on delete ${reference.onDelete}`,
        );
      }
      return parts.join(" ");
    });
}

/** Adds lines before the table's constraints, which must come last. */
function withLines(statement: string, lines: readonly string[]): string {
  const added = lines.map((line) => `  ${line},\n`).join("");
  return statement.replace("\n", `\n${added}`);
}

/** Statements that create the table's indexes and triggers, which are dropped with the old table. */
async function indexesAndTriggers(connection: Connection, table: string): Promise<string[]> {
  const text = `select sql from sqlite_master where tbl_name = ${literal(table)} and type in ('index', 'trigger') and sql is not null`;
  const { rows } = await connection.run(oneTimeQuery(text), []);
  return rows.map(([sql]) => String(sql));
}

/** The columns of each UNIQUE constraint in the CREATE TABLE statement. */
async function uniqueConstraints(connection: Connection, table: string): Promise<string[][]> {
  const text = `select i.name, c.name from pragma_index_list(${literal(table)}) i join pragma_index_info(i.name) c
    where i.origin = 'u' order by i.seq, c.seqno`;
  const { rows } = await connection.run(oneTimeQuery(text), []);
  const found = new Map<string, string[]>();
  for (const [index, column] of rows) found.set(String(index), [...(found.get(String(index)) ?? []), String(column)]);
  return [...found.values()];
}

/**
 * Returns a clause that exists only in the CREATE TABLE statement, such as a check, a collation, or a generated column.
 * `null` if there is none.
 */
async function unsupportedClause(connection: Connection, table: string): Promise<string | null> {
  const text = `select sql from sqlite_master where type = 'table' and name = ${literal(table)}`;
  const { rows } = await connection.run(oneTimeQuery(text), []);
  const words = String(rows[0]?.[0] ?? "").replace(quotedOrComment, " ");
  return /\b(?:check|collate|generated|as\s*\(|on\s+update|without\s+rowid)/i.exec(words)?.[0] ?? null;
}

/** An unclosed quote or comment extends to the end of the text, so that matching takes linear time. */
const quotedOrComment =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--.*|\/\*[\s\S]*?(?:\*\/|$)/g;

function literal(text: string): string {
  return `'${text.replace(/'/g, "''")}'`;
}
