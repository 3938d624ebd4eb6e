/** Checks conditions for every adapter and normalizes them to a list of alternatives. */

import type { Where, WhereAll } from "./adapter.ts";
import { UnstorableValue } from "./errors.ts";
import type { ResolvedTable } from "./schema.ts";
import type { Column } from "./tables.ts";
import { checkValue, columnOf } from "./values.ts";

/**
 * Returns the alternatives of a `where`. At least one must match. Without a `where`, there's one alternative without
 * conditions. An empty list has no alternatives, so nothing matches.
 *
 * @throws {Error} if a column or comparison is unknown, or if a value is `undefined`, which would silently match
 * everything
 * @throws {UnstorableValue} if no row can have a value, because of a NUL byte or the wrong type. Databases might reject
 * it or, worse, convert it. MySQL considers the number 0 equal to most text.
 */
export function checkWhere<R>(table: ResolvedTable, where: Where<R> | undefined): readonly WhereAll<R>[] {
  if (where === undefined) return [{}];
  const alternatives = (Array.isArray(where) ? where : [where]) as readonly WhereAll<R>[];
  for (const all of alternatives) for (const name in all) checkColumn(table, name, all[name]);
  return alternatives;
}

/** Whether a `where` value is a comparison instead of a value. */
export function isCondition(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}

/** Whether a `where` matches at most one row, because it contains a whole unique key. */
export function matchesAtMostOneRow<R>(table: ResolvedTable, alternatives: readonly WhereAll<R>[]): boolean {
  const [only, ...more] = alternatives as readonly Readonly<Record<string, unknown>>[];
  if (!only || more.length > 0) return false;
  return coversUniqueKey(table, (name) => only[name] !== undefined && only[name] !== null && !isCondition(only[name]));
}

/** Whether the columns that `has` accepts include a unique key. */
export function coversUniqueKey(table: ResolvedTable, has: (column: string) => boolean): boolean {
  return has("id") || table.uniques.some((columns) => columns.every(has));
}

function checkColumn(table: ResolvedTable, name: string, wanted: unknown): void {
  const column = columnOf(table, name);
  if (wanted === undefined) throw new Error(`where: "${table.name}.${name}" is undefined. Use null, or leave it out.`);
  if (wanted === null) return;
  if (!isCondition(wanted)) {
    checkOperand(table, name, column, wanted);
    return;
  }
  const comparisons = Object.entries(wanted);
  if (comparisons.length === 0) throw new Error(`where: the comparison on "${table.name}.${name}" is empty.`);
  for (const [operator, operand] of comparisons) {
    if (operand === undefined) throw new Error(`where: "${operator}" on "${table.name}.${name}" is undefined.`);
    const check = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
    // Comparisons are written in code. An unknown one comes from user input where a value was expected.
    if (!check) throw new UnstorableValue(table.name, name, `"${operator}" isn't a comparison`);
    check(table, name, column, operand);
  }
}

type Check = (table: ResolvedTable, name: string, column: Column, operand: unknown) => void;

/** Databases don't agree on the order or equality of `json`. */
const checkOperand: Check = (table, name, column, operand) => {
  if (column.type === "json") throw new Error(`where: "${table.name}.${name}" can only be compared with null.`);
  checkValue(table, name, column, operand);
};

const checkNullableOperand: Check = (table, name, column, operand) => {
  if (operand !== null) checkOperand(table, name, column, operand);
};

const checkListOperand: Check = (table, name, column, operand) => {
  if (!Array.isArray(operand)) throw new UnstorableValue(table.name, name, "must be compared with a list");
  for (const one of operand) checkNullableOperand(table, name, column, one);
};

const checkTextOperand: Check = (table, name, column, operand) => {
  if (column.type !== "string" && column.type !== "text")
    throw new Error(`where: "${table.name}.${name}" isn't a text column.`);
  checkValue(table, name, column, operand);
};

const operators: Readonly<Record<string, Check>> = {
  ne: checkNullableOperand,
  gt: checkOperand,
  gte: checkOperand,
  lt: checkOperand,
  lte: checkOperand,
  in: checkListOperand,
  notIn: checkListOperand,
  startsWith: checkTextOperand,
  endsWith: checkTextOperand,
  contains: checkTextOperand,
};
