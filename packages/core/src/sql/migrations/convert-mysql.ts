/** MySQL and MariaDB: types and collations are changed in place, a table's in one statement. */

import type { Column, ResolvedTable, Schema } from "../../database/index.ts";
import { type Connection, question } from "../driver.ts";
import type { Conversion, ConversionTask } from "./conversion.ts";
import { byteCollations, columnType, type DdlDialect, defaultOf, quote } from "./ddl.ts";
import { columnProblem } from "./fit.ts";
import type { Live, LiveColumn } from "./inspect.ts";

/**
 * Columns that refer to a converted one get its type too, in whosever table they are. References stand in the way of that:
 * they are dropped before and made again after, ours by the plan that follows.
 */
export async function convertMysql(
  { connection, dialect, schema, aside }: ConversionTask,
  found: Live,
): Promise<ConversionAfterDrops> {
  const live = new Map(found);
  const modifications: string[] = [];
  const changed = new Set<string>();
  for (const [name, present] of found) {
    const table = schema.get(name);
    const columns = new Map(present.columns);
    const changes: string[] = [];
    for (const [own, column] of present.columns) {
      const wanted = wantedColumn(table, own, column, refersToKey(schema, present.references.get(own)));
      if (!wanted || !isUnfit(dialect, wanted, column, table !== undefined)) continue;
      changes.push(`modify ${lineOf(dialect, own, wanted)}`);
      columns.set(own, after(dialect, wanted, column));
      changed.add(`${name}.${own}`);
    }
    if (changes.length === 0) continue;
    modifications.push(`alter table ${quote(dialect, name)} ${changes.join(", ")}`);
    live.set(name, { ...present, columns });
  }
  if (modifications.length === 0) return { drops: [], statements: [], live };
  const inTheWay = (await referencesOn(connection)).filter(
    ({ table, column, target, targetColumn }) =>
      changed.has(`${aside[table] ?? table}.${column}`) || changed.has(`${target}.${targetColumn}`),
  );
  // Looked up before anything is renamed, so they are dropped before that, too.
  const drops = inTheWay.map(
    ({ table, name }) => `alter table ${quote(dialect, table)} drop foreign key ${quote(dialect, name)}`,
  );
  const renamed = inTheWay.map((reference) => ({ ...reference, table: aside[reference.table] ?? reference.table }));
  for (const { table, column } of renamed) {
    const present = live.get(table);
    if (!present || !schema.has(table)) continue;
    const references = new Map([...present.references].filter(([own]) => own !== column));
    live.set(table, { ...present, references });
  }
  const others = renamed.filter(({ table }) => !schema.has(table)).map((reference) => addAgain(dialect, reference));
  return { drops, statements: [...inUtc, ...strictly, ...modifications, ...asBefore, ...others], live };
}

/** A conversion before which references are dropped. */
export interface ConversionAfterDrops extends Conversion {
  readonly drops: readonly string[];
}

// Times that are kept with a time zone become times without one: in UTC.
const inUtc = ["set @latchkey_zone = @@session.time_zone", "set session time_zone = '+00:00'"];
// Otherwise a server that is not strict cuts what is too long for its new type, and says nothing.
const strictly = [
  "set @latchkey_mode = @@session.sql_mode",
  "set session sql_mode = concat_ws(',', nullif(@@session.sql_mode, ''), 'STRICT_ALL_TABLES')",
];
const asBefore = ["set session time_zone = @latchkey_zone", "set session sql_mode = @latchkey_mode"];

interface NamedReference {
  readonly table: string;
  readonly column: string;
  readonly name: string;
  readonly target: string;
  readonly targetColumn: string;
  readonly onDelete: string;
}

async function referencesOn(connection: Connection): Promise<NamedReference[]> {
  const text = `select k.table_name, k.column_name, k.constraint_name, k.referenced_table_name, k.referenced_column_name, r.delete_rule
    from information_schema.key_column_usage k
    join information_schema.referential_constraints r
      on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name and r.table_name = k.table_name
    where k.table_schema = database() and k.referenced_table_name is not null order by k.table_name, k.constraint_name`;
  const { rows } = await connection.run(question(text), []);
  return rows.map((row) => {
    const [table = "", column = "", name = "", target = "", targetColumn = "", onDelete = ""] = row.map(String);
    return { table, column, name, target, targetColumn, onDelete };
  });
}

function addAgain(
  dialect: DdlDialect,
  { table, column, name, target, targetColumn, onDelete }: NamedReference,
): string {
  const [own, key] = [quote(dialect, column), `${quote(dialect, target)} (${quote(dialect, targetColumn)})`];
  const constraint = `constraint ${quote(dialect, name)} foreign key (${own}) references ${key}`;
  return `alter table ${quote(dialect, table)} add ${constraint} on delete ${onDelete.toLowerCase()}`;
}

interface Wanted extends Column {
  /** As the database writes it; absent: by its column type. */
  readonly as?: string;
}

function wantedColumn(
  table: ResolvedTable | undefined,
  name: string,
  found: LiveColumn,
  isKey: boolean,
): Wanted | null {
  const column = table && Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
  if (column)
    return { ...column, nullable: column.nullable === true || (found.nullable && column.default === undefined) };
  if (isKey) return { type: "string", nullable: found.nullable };
  const isIdle = table !== undefined && !found.nullable && !found.hasDefault;
  return isIdle ? { type: "text", as: found.type, nullable: true } : null;
}

function refersToKey(
  schema: Schema,
  reference: { readonly table: string; readonly column: string } | undefined,
): boolean {
  const column = reference && schema.get(reference.table)?.columns[reference.column];
  return column?.type === "string";
}

function isUnfit(dialect: DdlDialect, wanted: Wanted, found: LiveColumn, isOurs: boolean): boolean {
  if (wanted.as !== undefined) return true;
  // A reference of the app's own: only its collation must be that of what it refers to.
  if (!isOurs) return found.collation !== byteCollations[dialect as "mysql"];
  return columnProblem(dialect, wanted, found) !== null;
}

function lineOf(dialect: DdlDialect, name: string, wanted: Wanted): string {
  const parts = [quote(dialect, name), wanted.as ?? columnType(dialect, wanted), wanted.nullable ? "null" : "not null"];
  if (wanted.default !== undefined) parts.push(`default ${defaultOf(dialect, wanted, wanted.default)}`);
  return parts.join(" ");
}

function after(dialect: DdlDialect, wanted: Wanted, found: LiveColumn): LiveColumn {
  const [type = ""] = (wanted.as ?? columnType(dialect, wanted)).split(" ", 1);
  const isText = ["string", "text", "json"].includes(wanted.type);
  const collation = isText ? byteCollations[dialect as "mysql"] : "";
  return {
    type,
    collation: wanted.as === undefined ? collation : found.collation,
    nullable: wanted.nullable === true,
    hasDefault: wanted.default !== undefined,
  };
}
