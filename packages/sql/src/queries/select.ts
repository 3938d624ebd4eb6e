/** SELECT statements: columns, joins, order, pages, locks. */

import {
  columnOf,
  type Join,
  type Joins,
  type OrderTerm,
  type ResolvedTable,
  resolveOrder,
  type Schema,
  tableOf,
} from "@latchkey/core/database";
import type { Dialect } from "../dialects/dialect.ts";
import { columnRef, tableRef } from "../layout.ts";
import { parameter, rawParameter } from "../parameter.ts";
import { type Sql, sql } from "../sql.ts";
import { buildCursorCondition, cursorShape, type PageQuery, referenceOf } from "./cursor.ts";
import {
  compilePackedProjection,
  compileProjection,
  isPacked,
  joinAlias,
  type Projection,
  packedSelectList,
  projectionOf,
  type ReadRow,
  selectList,
} from "./projection.ts";
import { type Alternatives, buildWhere, whereShape } from "./where.ts";

/** A query whose `where` is checked and normalized. */
export interface FindQuery {
  readonly where: Alternatives;
  readonly query: PageQuery;
}

export interface BuiltFind<R extends object> {
  readonly sql: Sql;
  readonly readRow: ReadRow<R>;
}

/** The alias of the base table. */
export const baseAlias = "b";

export function findShape(dialect: Dialect, { where, query }: FindQuery, joinShape: JoinShape): string {
  const { columns, join, orderBy, limit, offset } = query;
  const shape = `${columns ? columns.join() : "*"}${joinShape(join)}${whereShape(where)}`;
  if (limit === null) return shape;
  const order =
    orderBy?.map(({ column, direction = "asc", joinName = "" }) => `${joinName}.${column} ${direction}`).join() ?? "";
  const page = dialect.inlinesLimits ? `${limit} ${offset}` : offset === undefined ? "n" : "no";
  return `${shape}|${order}|${page}${cursorShape(query)}`;
}

/** The part of a statement's shape that its joins determine. */
export type JoinShape = (joins: Joins | undefined) => string;

/** Most joins are constants that are passed around, so their shape is computed once. */
export function createJoinShape(): JoinShape {
  const shapes: WeakMap<Joins, string> = new WeakMap();
  return (joins) => {
    if (!joins) return "";
    let shape = shapes.get(joins);
    if (shape === undefined) {
      shape = Object.entries(joins).map(oneJoinShape).join("");
      shapes.set(joins, shape);
    }
    return shape;
  };
}

function oneJoinShape([name, { table, on, required, where, columns }]: [string, Join]): string {
  const terms = Object.entries(on).map(([own, term]) => `${own}=${typeof term === "string" ? term : "?"}`);
  const filter = where ? whereShape(joinFilter({ where })) : "";
  return `+${name}:${table.name}${required ? "!" : ""}(${terms})${columns ? columns.join() : "*"}${filter}`;
}

/** The part of a statement's shape that its EXISTS condition determines. */
export function existsShape(join: Join): string {
  return oneJoinShape(["exists", join]);
}

export function buildFind<R extends object>(
  dialect: Dialect,
  schema: Schema,
  table: ResolvedTable,
  find: FindQuery,
): BuiltFind<R> {
  const { query } = find;
  const projection = projectionOf(schema, table, baseAlias, query.columns, query.join);
  const source = sql`from ${tableRef(table)} as ${sql.ref(baseAlias)}${joinClauses(dialect, schema, table, query.join)}`;
  if (query.limit === null)
    return buildFindOne(dialect, projection, sql`${source}${filterClause(dialect, table, find, null)} limit 1`);
  const order = resolveOrder(schema, table, query);
  const after = query.after ? buildCursorCondition(dialect, query, order) : null;
  const rest = sql`${filterClause(dialect, table, find, after)}${orderClause(dialect, query.join, order)}${limitClause(dialect, query)}`;
  return {
    sql: sql`select ${selectList(dialect, projection)} ${source}${rest}`,
    readRow: compileProjection(dialect, projection),
  };
}

function buildFindOne<R extends object>(dialect: Dialect, projection: Projection, rest: Sql): BuiltFind<R> {
  if (isPacked(dialect, projection)) {
    return {
      sql: sql`select ${packedSelectList(dialect, projection)} ${rest}`,
      readRow: compilePackedProjection(dialect, projection),
    };
  }
  return {
    sql: sql`select ${selectList(dialect, projection)} ${rest}`,
    readRow: compileProjection(dialect, projection),
  };
}

export function buildCount(dialect: Dialect, schema: Schema, table: ResolvedTable, find: FindQuery): Sql {
  return sql`select ${dialect.count} as ${sql.ref("total")} from ${tableRef(table)} as ${sql.ref(baseAlias)}${joinClauses(dialect, schema, table, find.query.join)}${filterClause(dialect, table, find, null)}`;
}

/** The column to add up, and the column to group by. */
export interface SumQuery {
  readonly where: Alternatives;
  readonly column: string;
  readonly groupBy: string;
}

/** Selects each group with its sum as text, because drivers lose precision on large numbers. */
export function buildSum(dialect: Dialect, table: ResolvedTable, { where, column, groupBy }: SumQuery): Sql {
  const [group, added] = [columnRef(table, groupBy, baseAlias), columnRef(table, column, baseAlias)];
  const filter = filterClause(dialect, table, { where, query: { limit: null } }, null);
  const { groupKey, first, sum } = dialect;
  return sql`select ${first(group)} as ${sql.ref("group")}, ${sum(added)} as ${sql.ref("total")} from ${tableRef(table)} as ${sql.ref(baseAlias)}${filter} group by ${groupKey(group)}`;
}

/** Selects the row with an id, and locks it until the transaction ends. */
export function buildLock(dialect: Dialect, table: ResolvedTable, projection: Projection): Sql {
  const id = rawParameter(({ id: wanted }: { id: string }) => wanted);
  const from = sql`from ${tableRef(table)} where ${columnRef(table, "id")} = ${id}`;
  return sql`select ${selectList(dialect, projection)} ${from}${forUpdate(dialect)}`;
}

/** Selects the id of one matching row, and locks the row until the transaction ends. */
export function buildSelectForUpdate(dialect: Dialect, table: ResolvedTable, where: Sql): Sql {
  return sql`select ${columnRef(table, "id")} from ${tableRef(table)} as ${sql.ref(baseAlias)}${where} limit 1${forUpdate(dialect)}`;
}

/** Locks the selected rows until the transaction ends. */
export function forUpdate({ supportsForUpdate }: Dialect): Sql {
  return supportsForUpdate ? sql` for update` : sql``;
}

function joinClauses(dialect: Dialect, schema: Schema, baseTable: ResolvedTable, joins: Joins = {}): Sql {
  const clauses = Object.entries(joins).map(([name, join], at) => {
    const table = tableOf(schema, join.table);
    const alias = joinAlias(at);
    const current = ({ query }: FindQuery): Join => query.join?.[name] as Join;
    const kind = join.required ? sql`inner join` : sql`left join`;
    const on = joinCondition({ dialect, table, alias, baseTable }, join, current);
    return sql` ${kind} ${tableRef(table)} as ${sql.ref(alias)} on ${on}`;
  });
  return clauses.length === 0 ? sql`` : sql.join(clauses, sql``);
}

/** A joined table. The base table has the alias {@link baseAlias}. */
interface JoinedTable {
  readonly dialect: Dialect;
  readonly table: ResolvedTable;
  readonly alias: string;
  readonly baseTable: ResolvedTable;
}

/** The ON condition for a joined table. @param current reads the join of the query that is run */
function joinCondition<Q>(
  { dialect, table, alias, baseTable }: JoinedTable,
  join: Join,
  current: (query: Q) => Join,
): Sql {
  const on = Object.entries(join.on).map(([column, term]) => {
    const reference = columnRef(table, column, alias);
    if (typeof term === "string") return sql`${reference} = ${columnRef(baseTable, term, baseAlias)}`;
    return sql`${reference} = ${parameter(dialect, columnOf(table, column), (query: Q) => (current(query).on[column] as { value: unknown }).value)}`;
  });
  const filter = join.where
    ? buildWhere(dialect, table, alias, joinFilter(join), (query: Q) => joinFilter(current(query)))
    : null;
  return sql.join(filter ? [...on, filter] : on, sql` and `);
}

/** Builds an EXISTS condition on another table, for a statement whose table has the alias {@link baseAlias}. */
export function buildExists<Q>(
  dialect: Dialect,
  schema: Schema,
  baseTable: ResolvedTable,
  join: Join,
  current: (query: Q) => Join,
): Sql {
  const table = tableOf(schema, join.table);
  const alias = joinAlias(0);
  const on = joinCondition({ dialect, table, alias, baseTable }, join, current);
  return sql`exists (select 1 from ${tableRef(table)} as ${sql.ref(alias)} where ${on})`;
}

function filterClause(dialect: Dialect, table: ResolvedTable, { where }: FindQuery, after: Sql | null): Sql {
  const condition = buildWhere(dialect, table, baseAlias, where, (find: FindQuery) => find.where);
  const parts = [condition, after].filter((part) => part !== null);
  return parts.length === 0 ? sql`` : sql` where ${sql.join(parts, sql` and `)}`;
}

/** A join's own condition, normalized. */
function joinFilter({ where = {} }: Pick<Join, "where">): Alternatives {
  return [where].flat() as Alternatives;
}

function orderClause(dialect: Dialect, joins: Joins | undefined, order: readonly OrderTerm[]): Sql {
  const terms = order.map((term) => {
    const reference = dialect.ordered(columnOf(term.table, term.column), referenceOf(joins, term));
    return dialect.orderBy(reference, term);
  });
  return sql` order by ${sql.join(terms)}`;
}

function limitClause(dialect: Dialect, { limit, offset }: PageQuery): Sql {
  const number = (value: number, read: (query: PageQuery) => unknown): Sql =>
    dialect.inlinesLimits ? sql.raw(String(value)) : rawParameter(({ query }: FindQuery) => read(query));
  const clause = sql` limit ${number(limit ?? 1, (query) => query.limit)}`;
  return offset === undefined ? clause : sql`${clause} offset ${number(offset, (query) => query.offset)}`;
}
