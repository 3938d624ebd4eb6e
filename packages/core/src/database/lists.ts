/** Joins, orders and pages, checked the same for every adapter. */

import type { AnyRow, FindMany, Join, Joins, Order } from "./adapter.ts";
import type { ResolvedTable, Schema } from "./schema.ts";
import { checkValue, columnOf } from "./values.ts";
import { checkWhere, isUnique } from "./where.ts";

/** A table of the schema by its handle. @throws {Error} it is not declared */
export function tableOf(schema: Schema, { name }: { readonly name: string }): ResolvedTable {
  const table = schema.get(name);
  if (!table) throw new Error(`The table "${name}" is not declared.`);
  return table;
}

/**
 * Checks joins: tables and columns that exist, at most one row that fits, names that hide no column.
 * @throws {Error} one of them does not hold: a mistake in the code
 */
export function checkJoins(schema: Schema, table: ResolvedTable, joins: Joins | undefined): void {
  if (!joins) return;
  const isKnown = checked.get(joins) === table;
  for (const name in joins) {
    const join = joins[name] as Join;
    if (!isKnown) checkJoin(schema, table, name, join);
    if (join.where) checkWhere(tableOf(schema, join.table), join.where as never);
  }
  if (!isKnown) checked.set(joins, table);
}

/** Joins are mostly declared once and passed around. */
const checked: WeakMap<Joins, ResolvedTable> = new WeakMap();

function checkJoin(schema: Schema, table: ResolvedTable, name: string, join: Join): void {
  const other = tableOf(schema, join.table);
  if (Object.hasOwn(table.columns, name)) throw new Error(`join: "${name}" is a column of "${table.name}".`);
  for (const [own, term] of Object.entries(join.on)) {
    const column = columnOf(other, own);
    if (typeof term === "string") columnOf(table, term);
    else checkValue(other, own, column, term.value);
  }
  for (const column of join.columns ?? []) columnOf(other, column);
  if (isUnique(other, (column) => Object.hasOwn(join.on, column))) return;
  throw new Error(
    `join: several rows of "${other.name}" may fit "${name}". Join by all columns of a unique constraint.`,
  );
}

/** One column of an order, with everything about it known. */
export interface OrderTerm {
  readonly column: string;
  readonly descending: boolean;
  readonly nullable: boolean;
  /** Name of the join that the column belongs to; `null`: the base row. */
  readonly of: string | null;
  readonly table: ResolvedTable;
}

/**
 * The whole order: as asked for, ties by id in the direction of the last column, so that one index can serve both.
 * @throws {Error} an unknown column, join or direction
 */
export function fullOrder(
  schema: Schema,
  table: ResolvedTable,
  { orderBy = [], join = {} }: { readonly orderBy?: readonly Order<never>[]; readonly join?: Joins },
): readonly OrderTerm[] {
  const terms = (orderBy as readonly Order<AnyRow>[]).map((order) => termOf(schema, table, join, order));
  if (terms.some(({ column, of }) => column === "id" && of === null)) return terms;
  return [...terms, { column: "id", descending: terms.at(-1)?.descending ?? false, nullable: false, of: null, table }];
}

function termOf(
  schema: Schema,
  table: ResolvedTable,
  joins: Joins,
  { column, direction, of }: Order<AnyRow>,
): OrderTerm {
  if (direction !== undefined && direction !== "asc" && direction !== "desc") {
    throw new Error(`orderBy: "${direction}" is no direction.`);
  }
  const descending = direction === "desc";
  if (of === undefined)
    return { column, descending, nullable: columnOf(table, column).nullable === true, of: null, table };
  const join = Object.hasOwn(joins, of) ? joins[of] : undefined;
  if (!join) throw new Error(`orderBy: there is no join "${of}".`);
  const other = tableOf(schema, join.table);
  const nullable = columnOf(other, column).nullable === true || !join.required;
  return { column, descending, nullable, of, table: other };
}

/**
 * Checks the bounds of a page.
 * @throws {Error} a limit or offset that is no whole number from zero, an `after` without a value for the order
 */
export function checkPage(
  query: Pick<FindMany<AnyRow, Joins>, "limit" | "offset" | "after">,
  order: readonly OrderTerm[],
): void {
  const { limit, offset = 0, after } = query;
  if (!Number.isSafeInteger(limit) || limit < 0) throw new Error(`findMany: the limit is ${limit}.`);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new Error(`findMany: the offset is ${offset}.`);
  if (!after) return;
  for (const term of order) {
    const value = afterValue(after, term);
    if (value === undefined)
      throw new Error(`findMany: \`after\` lacks "${term.of === null ? "" : `${term.of}.`}${term.column}".`);
    if (value !== null) checkValue(term.table, term.column, columnOf(term.table, term.column), value);
  }
}

/** The value that a row seen last has in a column of the order. */
export function afterValue(after: object, { column, of }: OrderTerm): unknown {
  const row = after as Readonly<Record<string, unknown>>;
  if (of === null) return row[column];
  const joined = row[of] as Readonly<Record<string, unknown>> | null | undefined;
  return joined ? joined[column] : joined;
}
