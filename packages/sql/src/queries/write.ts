/** INSERT, UPDATE and DELETE statements. */

import {
  type CheckedClaim,
  type CheckedCondition,
  columnOf,
  isIncrement,
  type Join,
  matchesAtMostOneRow,
  type ResolvedTable,
  type Schema,
} from "@latchkey/core/database";
import type { Dialect } from "../dialects/dialect.ts";
import { columnRef, tableRef } from "../layout.ts";
import { parameter, rawParameter } from "../parameter.ts";
import { type Sql, sql } from "../sql.ts";
import { type Projection, selectList } from "./projection.ts";
import { baseAlias, buildExists, buildSelectForUpdate, forUpdate } from "./select.ts";
import { type Alternatives, buildWhere } from "./where.ts";

type Values = Readonly<Record<string, unknown>>;

/** Rows to insert. Every row has all the columns. */
export interface InsertQuery {
  readonly columns: readonly string[];
  readonly rows: readonly Values[];
}

/** A row to insert, and the `where` of its condition. */
export interface InsertIfQuery extends InsertQuery {
  readonly where: Alternatives;
}

export interface UpdateQuery {
  readonly where: Alternatives;
  readonly set: Values;
}

export interface IncrementQuery {
  readonly where: Alternatives;
  readonly column: string;
  readonly by: number;
  readonly atMost: number;
}

export function buildInsert(dialect: Dialect, table: ResolvedTable, { columns, rows }: InsertQuery): Sql {
  const tuples = rows.map((_, at) => sql`(${rowValues(dialect, table, columns, at)})`);
  return sql`${insertInto(table, columns)} values ${sql.join(tuples)}`;
}

/** Inserts one row if its condition holds. The number of changes shows whether it did. */
export function buildInsertIf(
  dialect: Dialect,
  table: ResolvedTable,
  { columns }: InsertQuery,
  { exists, table: other, where }: CheckedCondition,
): Sql {
  const select = sql`${insertInto(table, columns)} select ${rowValues(dialect, table, columns, 0)}`;
  const matching = sql`${tableRef(other)}${whereClause(dialect, other, where)}`;
  if (exists) return sql`${select} from ${matching}${forUpdate(dialect)}`;
  return sql`${select}${dialect.fromNoTable} where not exists (select 1 from ${matching})`;
}

function insertInto(table: ResolvedTable, columns: readonly string[]): Sql {
  return sql`insert into ${tableRef(table)} (${sql.join(columns.map((name) => columnRef(table, name)))})`;
}

/** The values of one of the rows. */
function rowValues(dialect: Dialect, table: ResolvedTable, columns: readonly string[], at: number): Sql {
  const values = columns.map((name) =>
    parameter(dialect, columnOf(table, name), ({ rows }: InsertQuery) => rows[at]?.[name]),
  );
  return sql.join(values);
}

export function buildUpdate(dialect: Dialect, table: ResolvedTable, { where, set }: UpdateQuery): Sql {
  return sql`update ${tableRef(table)} set ${assignments(dialect, table, set)}${whereClause(dialect, table, where)}`;
}

/** Updates one row that matches, and returns it. */
export function buildClaim(
  dialect: Dialect,
  schema: Schema,
  table: ResolvedTable,
  claim: CheckedClaim,
  projection: Projection,
): Sql {
  const clause = claimClause(dialect, schema, table, claim);
  const where = matchesAtMostOneRow(table, claim.where)
    ? clause
    : sql` where ${columnRef(table, "id")} = (${buildSelectForUpdate(dialect, table, clause)})`;
  const update = sql`update ${tableRef(table)} as ${sql.ref(baseAlias)} set ${assignments(dialect, table, claim.set)}`;
  return sql`${update}${where} returning ${selectList(dialect, projection)}`;
}

/** The conditions of a claim, for a statement whose table has the alias {@link baseAlias}. */
export function claimClause(dialect: Dialect, schema: Schema, table: ResolvedTable, claim: CheckedClaim): Sql {
  const { where, exists } = claim;
  const current = (query: CheckedClaim): Join => query.exists as Join;
  return whereClause(dialect, table, where, exists ? [buildExists(dialect, schema, table, exists, current)] : []);
}

function assignments(dialect: Dialect, table: ResolvedTable, set: Values): Sql {
  const columns = Object.entries(set).map(([name, value]) => {
    const column = columnOf(table, name);
    if (!isIncrement(column, value))
      return sql`${columnRef(table, name)} = ${parameter(dialect, column, (query: UpdateQuery) => query.set[name])}`;
    const by = rawParameter((query: UpdateQuery) => (query.set[name] as { increment: number }).increment);
    return sql`${columnRef(table, name)} = ${numberOf(table, name)} + ${by}`;
  });
  return sql.join(columns);
}

export function buildRemove(dialect: Dialect, table: ResolvedTable, where: Alternatives): Sql {
  return sql`delete from ${tableRef(table)}${whereClause(dialect, table, where)}`;
}

/** Deletes one row and returns it. */
export function buildTake(dialect: Dialect, table: ResolvedTable, where: Alternatives, projection: Projection): Sql {
  return sql`delete from ${tableRef(table)}${oneRow(dialect, table, where)} returning ${selectList(dialect, projection)}`;
}

/** Adds to a number. MySQL returns the new value as the last insert id. Other databases return a row. */
export function buildIncrement(dialect: Dialect, table: ResolvedTable, query: IncrementQuery): Sql {
  const reference = columnRef(table, query.column);
  const number = numberOf(table, query.column);
  const next = sql`${number} + ${rawParameter(({ by }: IncrementQuery) => by)}`;
  const bounds = [
    sql`${number} <= ${rawParameter(highest)}`,
    ...(query.by < 0 ? [sql`${number} >= ${rawParameter(lowest)}`] : []),
  ];
  const where = oneRow(dialect, table, query.where, bounds);
  // The last insert id is unsigned, so a negative number needs the cast.
  if (!dialect.supportsReturning)
    return sql`update ${tableRef(table)} set ${reference} = cast(last_insert_id(${next}) as signed)${where}`;
  return sql`update ${tableRef(table)} set ${reference} = ${next}${where} returning ${reference} as ${sql.ref("value")}`;
}

function highest({ by, atMost }: IncrementQuery): number {
  return Math.min(atMost, Number.MAX_SAFE_INTEGER) - by;
}

function lowest({ by }: IncrementQuery): number {
  return Number.MIN_SAFE_INTEGER - by;
}

/** Null counts as zero. */
function numberOf(table: ResolvedTable, name: string): Sql {
  return columnOf(table, name).nullable ? sql`coalesce(${columnRef(table, name)}, 0)` : columnRef(table, name);
}

/** Doesn't give the table an alias, because not every database allows one in DELETE. */
export function whereClause(
  dialect: Dialect,
  table: ResolvedTable,
  where: Alternatives,
  more: readonly Sql[] = [],
): Sql {
  const condition = buildWhere(dialect, table, "", where, (query: { where: Alternatives }) => query.where);
  const parts = condition ? [condition, ...more] : more;
  return parts.length === 0 ? sql`` : sql` where ${sql.join(parts, sql` and `)}`;
}

/** Like `whereClause`, for one of the matching rows. */
function oneRow(dialect: Dialect, table: ResolvedTable, where: Alternatives, more: readonly Sql[] = []): Sql {
  const clause = whereClause(dialect, table, where, more);
  if (matchesAtMostOneRow(table, where)) return clause;
  if (dialect.supportsWriteLimit) return sql`${clause} limit 1`;
  return sql` where ${columnRef(table, "id")} = (${buildSelectForUpdate(dialect, table, clause)})`;
}
