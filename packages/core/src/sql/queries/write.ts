/** INSERT, UPDATE and DELETE statements. */

import { columnOf, isIncrement, namesOneRow, type ResolvedTable } from "../../database/index.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { columnRef, tableRef } from "../layout.ts";
import { plainSlot, slot } from "../slot.ts";
import { type Sql, sql } from "../text.ts";
import { type Reading, selected } from "./reading.ts";
import { buildHold } from "./select.ts";
import { type Alternatives, buildWhere } from "./where.ts";

type Values = Readonly<Record<string, unknown>>;

/** Rows to insert. Where they have different columns, absent ones were filled in. */
export interface InsertQuery {
  readonly columns: readonly string[];
  readonly rows: readonly Values[];
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
  const names = columns.map((name) => columnRef(table, name));
  const tuples = rows.map((_, at) => {
    const places = columns.map((name) =>
      slot(dialect, columnOf(table, name), ({ rows: given }: InsertQuery) => given[at]?.[name]),
    );
    return sql`(${sql.join(places)})`;
  });
  return sql`insert into ${tableRef(table)} (${sql.join(names)}) values ${sql.join(tuples)}`;
}

export function buildUpdate(dialect: Dialect, table: ResolvedTable, { where, set }: UpdateQuery): Sql {
  const assignments = Object.entries(set).map(([name, value]) => {
    const column = columnOf(table, name);
    if (!isIncrement(column, value))
      return sql`${columnRef(table, name)} = ${slot(dialect, column, (query: UpdateQuery) => query.set[name])}`;
    const by = plainSlot((query: UpdateQuery) => (query.set[name] as { increment: number }).increment);
    return sql`${columnRef(table, name)} = ${numberOf(table, name)} + ${by}`;
  });
  return sql`update ${tableRef(table)} set ${sql.join(assignments)}${whereClause(dialect, table, where)}`;
}

export function buildRemove(dialect: Dialect, table: ResolvedTable, where: Alternatives): Sql {
  return sql`delete from ${tableRef(table)}${whereClause(dialect, table, where)}`;
}

/** Deletes one row and gives it back. */
export function buildTake(dialect: Dialect, table: ResolvedTable, where: Alternatives, reading: Reading): Sql {
  return sql`delete from ${tableRef(table)}${oneRow(dialect, table, where)} returning ${selected(dialect, reading)}`;
}

/** Adds to a number; on MySQL the new value comes back as the last insert id, elsewhere as a row. */
export function buildIncrement(dialect: Dialect, table: ResolvedTable, query: IncrementQuery): Sql {
  const reference = columnRef(table, query.column);
  const number = numberOf(table, query.column);
  const next = sql`${number} + ${plainSlot(({ by }: IncrementQuery) => by)}`;
  const bounds = [
    sql`${number} <= ${plainSlot(highest)}`,
    ...(query.by < 0 ? [sql`${number} >= ${plainSlot(lowest)}`] : []),
  ];
  const where = oneRow(dialect, table, query.where, bounds);
  // Last insert ids are unsigned; read as signed they are the number again.
  if (!dialect.returning)
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

/** Here the table has no alias: not every database allows one in DELETE. */
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

/** As `whereClause`, for one row of those that fit. */
function oneRow(dialect: Dialect, table: ResolvedTable, where: Alternatives, more: readonly Sql[] = []): Sql {
  const clause = whereClause(dialect, table, where, more);
  if (namesOneRow(table, where)) return clause;
  if (dialect.limitsWrites) return sql`${clause} limit 1`;
  return sql` where ${columnRef(table, "id")} = (${buildHold(dialect, table, clause)})`;
}
