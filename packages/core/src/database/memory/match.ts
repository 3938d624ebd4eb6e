/** Which rows fit a `where`, and in which order they come. */

import type { AnyRow, WhereAll } from "../adapter.ts";
import { afterValue, type OrderTerm } from "../lists.ts";
import { isCondition } from "../where.ts";

/** Whether a row fits any of the alternatives. */
export function matches(row: AnyRow, alternatives: readonly WhereAll<AnyRow>[]): boolean {
  return alternatives.some((all) => Object.entries(all).every(([name, wanted]) => fits(row[name] ?? null, wanted)));
}

/** Compares rows by an order, nulls before everything else. What belongs to a join is read off the joined row. */
export function compareRows(a: object, b: object, order: readonly OrderTerm[]): number {
  for (const term of order) {
    const way = compare(afterValue(a, term), afterValue(b, term));
    if (way !== 0) return term.descending ? -way : way;
  }
  return 0;
}

function fits(value: unknown, wanted: unknown): boolean {
  if (!isCondition(wanted)) return compare(value, wanted) === 0;
  return Object.entries(wanted).every(
    ([operator, operand]) => comparisons[operator]?.(value, operand as never) === true,
  );
}

const comparisons: Readonly<Record<string, (value: unknown, operand: never) => boolean>> = {
  ne: (value, operand) => compare(value, operand) !== 0,
  gt: (value, operand) => value !== null && compare(value, operand) > 0,
  gte: (value, operand) => value !== null && compare(value, operand) >= 0,
  lt: (value, operand) => value !== null && compare(value, operand) < 0,
  lte: (value, operand) => value !== null && compare(value, operand) <= 0,
  in: (value, operand: readonly unknown[]) => operand.some((one) => compare(value, one) === 0),
  notIn: (value, operand: readonly unknown[]) => !operand.some((one) => compare(value, one) === 0),
  startsWith: (value, operand: string) => typeof value === "string" && value.startsWith(operand),
  endsWith: (value, operand: string) => typeof value === "string" && value.endsWith(operand),
  contains: (value, operand: string) => typeof value === "string" && lowered(value).includes(lowered(operand)),
};

function lowered(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Bytes for text, as every database compares it here; time for dates. */
function compare(a: unknown, b: unknown): number {
  const [left, right] = [comparable(a), comparable(b)];
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  if (typeof left === "string" && typeof right === "string") return compareText(left, right);
  return left < right ? -1 : 1;
}

function comparable(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.getTime();
  return typeof value === "boolean" ? Number(value) : (value as string | number);
}

/** By code point, which is the order of UTF-8 bytes; `<` would put surrogate pairs before U+E000. */
function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
  return isSurrogate ? unit + 0x10000 : unit;
}
