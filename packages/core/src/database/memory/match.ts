/** Matches rows against a `where`, and orders them. */

import type { AnyRow, WhereAll } from "../adapter.ts";
import { cursorValue, type OrderTerm } from "../query-checks.ts";
import { isCondition } from "../where.ts";

/** Whether a row matches any of the alternatives. */
export function matches(row: AnyRow, alternatives: readonly WhereAll<AnyRow>[]): boolean {
  return alternatives.some((all) =>
    Object.entries(all).every(([name, wanted]) => matchesValue(row[name] ?? null, wanted)),
  );
}

/** Compares rows by an order, nulls first. Columns of a join are read from the joined row. */
export function compareRows(a: object, b: object, order: readonly OrderTerm[]): number {
  for (const term of order) {
    const result = compare(cursorValue(a, term), cursorValue(b, term));
    if (result !== 0) return term.descending ? -result : result;
  }
  return 0;
}

function matchesValue(value: unknown, wanted: unknown): boolean {
  if (!isCondition(wanted)) return compare(value, wanted) === 0;
  return Object.entries(wanted).every(([operator, operand]) => comparisons[operator]?.(value, operand) === true);
}

const comparisons: Readonly<Record<string, (value: unknown, operand: unknown) => boolean>> = {
  ne: (value, operand) => compare(value, operand) !== 0,
  gt: (value, operand) => value !== null && compare(value, operand) > 0,
  gte: (value, operand) => value !== null && compare(value, operand) >= 0,
  lt: (value, operand) => value !== null && compare(value, operand) < 0,
  lte: (value, operand) => value !== null && compare(value, operand) <= 0,
  in: (value, operand) => (operand as readonly unknown[]).some((one) => compare(value, one) === 0),
  notIn: (value, operand) => !(operand as readonly unknown[]).some((one) => compare(value, one) === 0),
  startsWith: (value, operand) => typeof value === "string" && value.startsWith(String(operand)),
  endsWith: (value, operand) => typeof value === "string" && value.endsWith(String(operand)),
  contains: (value, operand) =>
    typeof value === "string" && toAsciiLowerCase(value).includes(toAsciiLowerCase(String(operand))),
};

function toAsciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Compares text by bytes, as every supported database does, and dates by time. */
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

/** Compares by code point, which is the order of UTF-8 bytes. `<` would order surrogate pairs before U+E000. */
function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return codeUnitRank(left) - codeUnitRank(right);
  }
  return a.length - b.length;
}

function codeUnitRank(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
  return isSurrogate ? unit + 0x10000 : unit;
}
