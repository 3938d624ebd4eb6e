/** Checks joins, orders, and pages the same way for every adapter. */

import type { AnyRow, Claim, InsertCondition, Join, Joins, Order, Where, WhereAll } from "./adapter.ts";
import type { ResolvedTable, Schema } from "./schema.ts";
import { checkSet, checkValue, columnOf } from "./values.ts";
import { checkWhere, coversUniqueKey, matchesAtMostOneRow } from "./where.ts";

/** Returns the schema's table. @throws {Error} if it isn't declared */
export function tableOf(schema: Schema, { name }: { readonly name: string }): ResolvedTable {
  const table = schema.get(name);
  if (!table) throw new Error(`The table "${name}" isn't declared.`);
  return table;
}

/**
 * Checks joins: tables and columns exist, at most one row matches, and names don't hide columns.
 *
 * @throws {Error} if a check fails, which is a programming error
 */
export type JoinCheck = (table: ResolvedTable, joins: Joins | undefined) => void;

/**
 * Creates the check for one connection's tables. Most joins are declared once and reused, so it remembers checked ones.
 */
export function createJoinCheck(schema: Schema): JoinCheck {
  const checked = new WeakMap<Joins, ResolvedTable>();
  return (table, joins) => {
    if (!joins) return;
    const isKnown = checked.get(joins) === table;
    for (const name in joins) {
      const join = joins[name] as Join;
      if (!isKnown) checkJoin(schema, table, name, join);
      if (join.where) checkWhere(tableOf(schema, join.table), join.where);
    }
    if (!isKnown) checked.set(joins, table);
  };
}

function checkJoin(schema: Schema, table: ResolvedTable, name: string, join: Join): void {
  const other = tableOf(schema, join.table);
  if (Object.hasOwn(table.columns, name)) throw new Error(`join: "${name}" is a column of "${table.name}".`);
  for (const [joinColumn, term] of Object.entries(join.on)) {
    const column = columnOf(other, joinColumn);
    if (typeof term === "string") columnOf(table, term);
    else checkValue(other, joinColumn, column, term.value);
  }
  for (const column of join.columns ?? []) columnOf(other, column);
  if (coversUniqueKey(other, (column) => Object.hasOwn(join.on, column))) return;
  throw new Error(
    `join: several rows of "${other.name}" could match "${name}". Join on all columns of a unique constraint.`,
  );
}

/** One column of an order, fully resolved. */
export interface OrderTerm {
  readonly column: string;
  readonly descending: boolean;
  readonly nullable: boolean;
  /** Name of the join that the column belongs to. `null` for the base row. */
  readonly joinName: string | null;
  readonly table: ResolvedTable;
}

/**
 * Returns the complete order. Ties are ordered by id in the direction of the last column, so that one index can serve
 * both.
 *
 * @throws {Error} if a column, join, or direction is unknown
 */
export function resolveOrder(
  schema: Schema,
  table: ResolvedTable,
  { orderBy = [], join = {} }: { readonly orderBy?: readonly Order<never>[]; readonly join?: Joins | undefined },
): readonly OrderTerm[] {
  const terms = (orderBy as readonly Order<AnyRow>[]).map((order) => resolveTerm(schema, table, join, order));
  if (terms.some(({ column, joinName }) => column === "id" && joinName === null)) return terms;
  return [
    ...terms,
    { column: "id", descending: terms.at(-1)?.descending ?? false, nullable: false, joinName: null, table },
  ];
}

function resolveTerm(
  schema: Schema,
  table: ResolvedTable,
  joins: Joins,
  { column, direction, joinName }: Order<AnyRow>,
): OrderTerm {
  if (direction !== undefined && direction !== "asc" && direction !== "desc") {
    throw new Error(`orderBy: "${direction}" isn't a direction. Use "asc" or "desc".`);
  }
  const descending = direction === "desc";
  if (joinName === undefined)
    return { column, descending, nullable: columnOf(table, column).nullable === true, joinName: null, table };
  const join = Object.hasOwn(joins, joinName) ? joins[joinName] : undefined;
  if (!join) throw new Error(`orderBy: the query has no join "${joinName}".`);
  const other = tableOf(schema, join.table);
  const nullable = columnOf(other, column).nullable === true || !join.required;
  return { column, descending, nullable, joinName, table: other };
}

/**
 * Checks what `sum` adds up.
 *
 * @throws {Error} if `column` isn't a number column, or `groupBy` isn't a text column
 */
export function checkSum(
  table: ResolvedTable,
  { column, groupBy }: { readonly column: string; readonly groupBy: string },
): void {
  if (columnOf(table, column).type !== "number") throw new Error(`sum: "${column}" isn't a number column.`);
  const { type } = columnOf(table, groupBy);
  if (type !== "string" && type !== "text") throw new Error(`sum: "${groupBy}" isn't a text column.`);
}

/** Returns a sum as a number. @throws {RangeError} if it's outside the safe range */
export function toSafeSum(sum: bigint): number {
  const value = Number(sum);
  if (!Number.isSafeInteger(value)) throw new RangeError(`sum: ${sum} is outside the safe range.`);
  return value;
}

/**
 * Checks the limits of a page.
 *
 * @throws {Error} if `limit` or `offset` isn't a non-negative integer, or if `after` lacks a value for the order
 */
export function checkPage(
  query: { readonly limit: number; readonly offset?: number; readonly after?: object },
  order: readonly OrderTerm[],
): void {
  const { limit, offset = 0, after } = query;
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new Error(`findMany: the limit is ${limit}. Use a whole number of at least 0.`);
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new Error(`findMany: the offset is ${offset}. Use a whole number of at least 0.`);
  if (!after) return;
  for (const term of order) {
    const value = cursorValue(after, term);
    if (value === undefined)
      throw new Error(
        `findMany: \`after\` lacks "${term.joinName === null ? "" : `${term.joinName}.`}${term.column}".`,
      );
    if (value !== null) checkValue(term.table, term.column, columnOf(term.table, term.column), value);
  }
}

/** Returns the value of an order's column in the last row seen. */
export function cursorValue(after: object, { column, joinName }: Pick<OrderTerm, "column" | "joinName">): unknown {
  const row = after as Readonly<Record<string, unknown>>;
  if (joinName === null) return row[column];
  const joined = row[joinName] as Readonly<Record<string, unknown>> | null | undefined;
  return joined ? joined[column] : joined;
}

/** A checked condition of `insertIf`. */
export interface CheckedCondition {
  /** Whether a row must match. Otherwise, none can. */
  readonly exists: boolean;
  readonly table: ResolvedTable;
  readonly where: readonly WhereAll<AnyRow>[];
}

/**
 * Checks the condition of `insertIf`.
 *
 * @throws {Error} if several rows may match `exists`
 */
export function checkCondition<C extends object>(schema: Schema, condition: InsertCondition<C>): CheckedCondition {
  const rows = condition.exists ?? condition.absent;
  const table = tableOf(schema, rows.table);
  const where = checkWhere(table, rows.where as Where<AnyRow>);
  const exists = condition.exists !== undefined;
  if (exists && !matchesAtMostOneRow(table, where)) {
    throw new Error(`insertIf: several rows of "${table.name}" could match. Use all columns of a unique constraint.`);
  }
  return { exists, table, where };
}

/** A checked `claim`. */
export interface CheckedClaim {
  readonly where: readonly WhereAll<AnyRow>[];
  readonly set: Readonly<Record<string, unknown>>;
  /** The other row that must exist, or `null`. */
  readonly exists: Join | null;
}

/**
 * Checks what `claim` expects and changes.
 *
 * @throws {Error} if nothing is set, or if several rows may match `exists`
 */
export function checkClaim<R extends object, C extends object>(
  schema: Schema,
  table: ResolvedTable,
  { where, set, exists }: Claim<R, C>,
): CheckedClaim {
  const checked = { where: checkWhere(table, where as Where<AnyRow>), set: checkSet(table, set) };
  if (Object.keys(checked.set).length === 0)
    throw new Error(`claim: set is empty for "${table.name}". Add at least one column.`);
  if (!exists) return { ...checked, exists: null };
  const other = exists as Join;
  checkJoin(schema, table, "exists", other);
  if (other.where) checkWhere(tableOf(schema, other.table), other.where);
  return { ...checked, exists: other };
}
