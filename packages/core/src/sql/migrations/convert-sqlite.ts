/** SQLite changes no column that is there: the table is made anew under its name, with every row, column and index. */

import type { ResolvedTable } from "../../database/index.ts";
import { type Connection, question } from "../driver.ts";
import { createTable, createUnique, quote } from "./ddl.ts";
import { columnProblem } from "./fit.ts";
import type { LiveColumn, LiveReference, LiveTable } from "./inspect.ts";

const dialect = "sqlite";

/** A table as it is to be, and how it gets there. Run with foreign keys off: dropping a table empties it first. */
export interface Rebuilt {
  readonly statements: readonly string[];
  readonly present: LiveTable;
}

/**
 * @see "Making Other Kinds Of Table Schema Changes" in SQLite's documentation of ALTER TABLE
 */
export async function rebuild(connection: Connection, table: ResolvedTable, present: LiveTable): Promise<Rebuilt> {
  const kept = Object.entries(table.columns).filter(([name]) => present.columns.has(name));
  const own = [...present.columns].filter(([name]) => !Object.hasOwn(table.columns, name));
  const isUnfit =
    kept.some(([name, column]) => {
      const found = present.columns.get(name);
      return (found && columnProblem(dialect, column, found) !== null) || !refersRightly(table, present, name);
    }) || own.some(([, { nullable, hasDefault }]) => !nullable && !hasDefault);
  if (!isUnfit) return { statements: [], present };

  const lost = await unkept(connection, table.name);
  if (lost !== null) {
    throw new Error(
      `The table ${table.name} has ${lost} in its text, which is lost where SQLite makes it anew. Take that out, migrate, and add it again.`,
    );
  }
  const interim = `${table.name}_new`;
  const names = [...present.columns.keys()].map((name) => quote(dialect, name)).join(", ");
  const extras = await extraColumns(connection, table, present);
  const made = createTable(dialect, { ...table, name: interim, columns: Object.fromEntries(kept) }, () => true);
  const [name, newName] = [quote(dialect, table.name), quote(dialect, interim)];
  return {
    statements: [
      extras.length === 0 ? made : withLines(made, extras),
      `insert into ${newName} (${names}) select ${names} from ${name}`,
      `drop table ${name}`,
      `alter table ${newName} rename to ${name}`,
      ...(await definitions(connection, table.name)),
      ...(await constraintsOf(connection, table.name)).map((columns) => createUnique(dialect, table.name, columns)),
    ],
    present: {
      columns: new Map<string, LiveColumn>([
        ...kept.map(([name, column]) => {
          const found = present.columns.get(name);
          return [
            name,
            {
              type: found?.type ?? "",
              collation: "",
              nullable: column.nullable === true,
              hasDefault: column.default !== undefined,
            },
          ] as const;
        }),
        ...own.map(([name, found]) => [name, { ...found, nullable: true }] as const),
      ]),
      indexes: present.indexes,
      references: new Map([
        ...[...present.references].filter(([name]) => !Object.hasOwn(table.columns, name)),
        ...kept.flatMap(([name, { references }]): [string, LiveReference][] =>
          references ? [[name, { ...references, onDelete: references.onDelete ?? "cascade" }]] : [],
        ),
      ]),
    },
  };
}

function refersRightly(table: ResolvedTable, present: LiveTable, name: string): boolean {
  const wanted = table.columns[name]?.references;
  if (!wanted) return true;
  const found = present.references.get(name)?.onDelete;
  return found === (wanted.onDelete ?? "cascade") || (wanted.onDelete === "restrict" && found === "no action");
}

/** Columns that the schema does not know, as they were, but that none of them must be filled. */
async function extraColumns(connection: Connection, table: ResolvedTable, present: LiveTable): Promise<string[]> {
  const text = `select name, type, dflt_value from pragma_table_info(${literal(table.name)})`;
  const { rows } = await connection.run(question(text), []);
  return rows
    .filter(([name]) => !Object.hasOwn(table.columns, String(name)))
    .map(([name, type, value]) => {
      const reference = present.references.get(String(name));
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

/** Before the table's own constraints, which come last. */
function withLines(statement: string, lines: readonly string[]): string {
  const added = lines.map((line) => `  ${line},\n`).join("");
  return statement.replace("\n", `\n${added}`);
}

/** Indexes and triggers that go with the old table. */
async function definitions(connection: Connection, table: string): Promise<string[]> {
  const text = `select sql from sqlite_master where tbl_name = ${literal(table)} and type in ('index', 'trigger') and sql is not null`;
  const { rows } = await connection.run(question(text), []);
  return rows.map(([sql]) => String(sql));
}

/** The columns of each UNIQUE that stands in the table's own text. */
async function constraintsOf(connection: Connection, table: string): Promise<string[][]> {
  const text = `select i.name, c.name from pragma_index_list(${literal(table)}) i join pragma_index_info(i.name) c
    where i.origin = 'u' order by i.seq, c.seqno`;
  const { rows } = await connection.run(question(text), []);
  const found = new Map<string, string[]>();
  for (const [index, column] of rows) found.set(String(index), [...(found.get(String(index)) ?? []), String(column)]);
  return [...found.values()];
}

/** What only the table's own text says: checks, collations, computed columns. `null`: nothing of the kind. */
async function unkept(connection: Connection, table: string): Promise<string | null> {
  const text = `select sql from sqlite_master where type = 'table' and name = ${literal(table)}`;
  const { rows } = await connection.run(question(text), []);
  const words = String(rows[0]?.[0] ?? "").replace(quotedOrComment, " ");
  return /\b(?:check|collate|generated|as\s*\(|on\s+update|without\s+rowid)/i.exec(words)?.[0] ?? null;
}

/** What is not closed goes on to the end: looking for an end from each beginning would take the square of the text. */
const quotedOrComment =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--.*|\/\*[\s\S]*?(?:\*\/|$)/g;

function literal(text: string): string {
  return `'${text.replace(/'/g, "''")}'`;
}
