/** Conditions as every adapter understands them: checked, and with the list of alternatives spelled out. */

import type { Where, WhereAll } from "./adapter.ts";
import { UnstorableValue } from "./errors.ts";
import type { ResolvedTable } from "./schema.ts";
import type { Column } from "./tables.ts";
import { checkValue, columnOf } from "./values.ts";

/**
 * The alternatives of a `where`, of which one must hold. No `where` is one alternative that asks for nothing; an empty
 * list is no alternative, so nothing matches.
 *
 * @throws {Error} an unknown column or comparison, or an `undefined` value, which would silently match everything
 * @throws {UnstorableValue} a value that no row can have: a NUL byte, another type than the column's. Sent on, a
 *   database might refuse it, or worse convert it: MySQL finds the number 0 equal to most texts
 */
export function checkWhere<R>(table: ResolvedTable, where: Where<R> | undefined): readonly WhereAll<R>[] {
  if (where === undefined) return [{}];
  const alternatives = (Array.isArray(where) ? where : [where]) as readonly WhereAll<R>[];
  for (const all of alternatives) for (const name in all) checkOne(table, name, all[name]);
  return alternatives;
}

/** Whether a `where` value is a comparison, and not a value to be equal to. */
export function isCondition(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}

/** Whether a `where` can match one row at most: it asks for a whole unique key. */
export function namesOneRow<R>(table: ResolvedTable, alternatives: readonly WhereAll<R>[]): boolean {
  const [only, ...more] = alternatives as readonly Readonly<Record<string, unknown>>[];
  if (!only || more.length > 0) return false;
  return isUnique(table, (name) => only[name] !== undefined && only[name] !== null && !isCondition(only[name]));
}

/** Whether columns for which `has` says yes make up a unique key. */
export function isUnique(table: ResolvedTable, has: (column: string) => boolean): boolean {
  return has("id") || table.uniques.some((columns) => columns.every(has));
}

function checkOne(table: ResolvedTable, name: string, wanted: unknown): void {
  const column = columnOf(table, name);
  if (wanted === undefined) throw new Error(`where: "${table.name}.${name}" is undefined.`);
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
    // Comparisons come from code; one that is unknown came from input, where a value was expected.
    if (!check) throw new UnstorableValue(table.name, name, `"${operator}" is no comparison`);
    check(table, name, column, operand);
  }
}

type Check = (table: ResolvedTable, name: string, column: Column, operand: unknown) => void;

/** `json` has no order and no equality that databases agree on. */
const checkOperand: Check = (table, name, column, operand) => {
  if (column.type === "json") throw new Error(`where: "${table.name}.${name}" can only be compared with null.`);
  checkValue(table, name, column, operand);
};

const orNull: Check = (table, name, column, operand) => {
  if (operand !== null) checkOperand(table, name, column, operand);
};

const anyOf: Check = (table, name, column, operand) => {
  if (!Array.isArray(operand)) throw new UnstorableValue(table.name, name, "is not compared with a list");
  for (const one of operand) orNull(table, name, column, one);
};

const partOfText: Check = (table, name, column, operand) => {
  if (column.type !== "string" && column.type !== "text")
    throw new Error(`where: "${table.name}.${name}" is not text.`);
  checkValue(table, name, column, operand);
};

const operators: Readonly<Record<string, Check>> = {
  ne: orNull,
  gt: checkOperand,
  gte: checkOperand,
  lt: checkOperand,
  lte: checkOperand,
  in: anyOf,
  notIn: anyOf,
  startsWith: partOfText,
  endsWith: partOfText,
  contains: partOfText,
};
