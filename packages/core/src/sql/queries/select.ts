/** SELECT statements: columns by name, joins, order, pages. */

import {
  type AnyRow,
  columnOf,
  type FindMany,
  fullOrder,
  type Join,
  type Joins,
  type OrderTerm,
  type ResolvedTable,
  type Schema,
  tableOf,
} from "../../database/index.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { columnRef, tableRef } from "../layout.ts";
import { plainSlot, slot } from "../slot.ts";
import { type Sql, sql } from "../text.ts";
import { afterShape, buildAfter, referenceOf } from "./after.ts";
import { joinAlias, type Reading, readingOf, selected } from "./reading.ts";
import { type Alternatives, buildWhere, whereShape } from "./where.ts";

/** A query with its `where` checked and spelled out. */
export interface Find {
  readonly where: Alternatives;
  readonly query: Omit<FindMany<AnyRow, Joins>, "where" | "limit"> & {
    /** `null`: one row, whichever comes first. */
    readonly limit: number | null;
  };
}

export interface Built {
  readonly sql: Sql;
  readonly reading: Reading;
}

/** The alias of the base table. */
export const base = "b";

export function findShape(dialect: Dialect, { where, query }: Find): string {
  const { columns, join, orderBy, limit, offset } = query;
  const shape = `${columns ? columns.join() : "*"}${joinShape(join)}${whereShape(where)}`;
  if (limit === null) return shape;
  const order = orderBy?.map(({ column, direction = "asc", of = "" }) => `${of}.${column} ${direction}`).join() ?? "";
  const page = dialect.inlinesLimits ? `${limit} ${offset}` : offset === undefined ? "n" : "no";
  return `${shape}|${order}|${page}${afterShape(query)}`;
}

/** Joins are mostly declared once and passed around, so that their shape is computed once too. */
const joinShapes: WeakMap<Joins, string> = new WeakMap();

export function joinShape(joins: Joins | undefined): string {
  if (!joins) return "";
  let shape = joinShapes.get(joins);
  if (shape === undefined) {
    shape = Object.entries(joins).map(oneJoinShape).join("");
    joinShapes.set(joins, shape);
  }
  return shape;
}

function oneJoinShape([name, { table, on, required, where, columns }]: [string, Join]): string {
  const terms = Object.entries(on).map(([own, term]) => `${own}=${typeof term === "string" ? term : "?"}`);
  const narrowed = where ? whereShape(narrowing({ where })) : "";
  return `+${name}:${table.name}${required ? "!" : ""}(${terms})${columns ? columns.join() : "*"}${narrowed}`;
}

export function buildFind(dialect: Dialect, schema: Schema, table: ResolvedTable, find: Find): Built {
  const { query } = find;
  const reading = readingOf(schema, table, base, query.columns, query.join);
  const from = sql`select ${selected(dialect, reading)} from ${tableRef(table)} as ${sql.ref(base)}${joined(dialect, schema, table, query.join)}`;
  if (query.limit === null) return { sql: sql`${from}${filtered(dialect, table, find, null)} limit 1`, reading };
  const order = fullOrder(schema, table, query as never);
  const behind = query.after ? buildAfter(dialect, query, order) : null;
  return {
    sql: sql`${from}${filtered(dialect, table, find, behind)}${ordered(dialect, query.join, order)}${paged(dialect, query)}`,
    reading,
  };
}

export function buildCount(dialect: Dialect, schema: Schema, table: ResolvedTable, find: Find): Sql {
  return sql`select ${dialect.count} as ${sql.ref("total")} from ${tableRef(table)} as ${sql.ref(base)}${joined(dialect, schema, table, find.query.join)}${filtered(dialect, table, find, null)}`;
}

/** Holds the row with an id until the transaction ends. */
export function buildLock(dialect: Dialect, table: ResolvedTable, reading: Reading): Sql {
  const id = plainSlot(({ id: wanted }: { id: string }) => wanted);
  const from = sql`from ${tableRef(table)} where ${columnRef(table, "id")} = ${id}`;
  return sql`select ${selected(dialect, reading)} ${from}${forUpdate(dialect)}`;
}

/** The id of one row that fits, which is held until the transaction ends. */
export function buildHold(dialect: Dialect, table: ResolvedTable, where: Sql): Sql {
  return sql`select ${columnRef(table, "id")} from ${tableRef(table)}${where} limit 1${forUpdate(dialect)}`;
}

function forUpdate({ forUpdate }: Dialect): Sql {
  return forUpdate ? sql` for update` : sql``;
}

function joined(dialect: Dialect, schema: Schema, own: ResolvedTable, joins: Joins = {}): Sql {
  const parts = Object.entries(joins).map(([name, join], at) => {
    const table = tableOf(schema, join.table);
    const alias = joinAlias(at);
    const current = ({ query }: Find): Join => query.join?.[name] as Join;
    const on = Object.entries(join.on).map(([column, term]) => {
      const reference = columnRef(table, column, alias);
      if (typeof term === "string") return sql`${reference} = ${columnRef(own, term, base)}`;
      return sql`${reference} = ${slot(dialect, columnOf(table, column), (find: Find) => (current(find).on[column] as { value: unknown }).value)}`;
    });
    const narrowed = join.where
      ? buildWhere(dialect, table, alias, narrowing(join), (find: Find) => narrowing(current(find)))
      : null;
    const kind = join.required ? sql`inner join` : sql`left join`;
    return sql` ${kind} ${tableRef(table)} as ${sql.ref(alias)} on ${sql.join(narrowed ? [...on, narrowed] : on, sql` and `)}`;
  });
  return parts.length === 0 ? sql`` : sql.join(parts, sql``);
}

function filtered(dialect: Dialect, table: ResolvedTable, { where }: Find, behind: Sql | null): Sql {
  const condition = buildWhere(dialect, table, base, where, (find: Find) => find.where);
  const parts = [condition, behind].filter((part) => part !== null);
  return parts.length === 0 ? sql`` : sql` where ${sql.join(parts, sql` and `)}`;
}

/** What else a joined row must be, spelled out. */
function narrowing({ where = {} }: Pick<Join, "where">): Alternatives {
  return [where].flat() as Alternatives;
}

function ordered(dialect: Dialect, joins: Joins | undefined, order: readonly OrderTerm[]): Sql {
  const terms = order.map((term) => {
    const reference = dialect.ordered(columnOf(term.table, term.column), referenceOf(joins, term));
    return dialect.orderBy(reference, term);
  });
  return sql` order by ${sql.join(terms)}`;
}

function paged(dialect: Dialect, { limit, offset }: Find["query"]): Sql {
  const number = (value: number, read: (query: Find["query"]) => unknown): Sql =>
    dialect.inlinesLimits ? sql.raw(String(value)) : plainSlot(({ query }: Find) => read(query));
  const most = sql` limit ${number(limit ?? 1, (query) => query.limit)}`;
  return offset === undefined ? most : sql`${most} offset ${number(offset, (query) => query.offset)}`;
}
