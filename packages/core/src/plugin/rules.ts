/**
 * Types and rules for strings and numbers. Messages are those of zod, which better-auth uses, so clients that match
 * them keep working.
 */

import { type FieldSchema, mistyped, type Rule, type Run } from "./field.ts";

/** Bounds of a number or of a list's length, both inclusive. */
export interface Limits {
  readonly min?: number;
  readonly max?: number;
}

/** Accepts any string. */
export const runString: Run = (value) => (typeof value === "string" ? value : mistyped("string", value));

/** Accepts finite numbers. */
export const runNumber: Run = (value) => (Number.isFinite(value) ? value : mistyped("number", value));

/** Accepts whole numbers, even those too large to be exact. */
export const runInteger: Run = (value) => {
  if (!Number.isFinite(value)) return mistyped("number", value);
  return Number.isInteger(value) ? value : mistyped("int", value);
};

/**
 * Requires that the pattern matches somewhere in the string. A pattern with the `g` or `y` flag is matched from the
 * start.
 */
export function matches(pattern: RegExp, message = `Invalid string: must match pattern ${pattern}`): Rule<string> {
  return (value) => {
    pattern.lastIndex = 0;
    return pattern.test(value) ? null : message;
  };
}

/**
 * Requires at least `min` characters. A character is a Unicode code point, so an emoji outside of the BMP counts as
 * one.
 */
export function minLength(min: number): Rule<string> {
  return (value) =>
    value.length < min * 2 && lengthOf(value) < min ? `Too small: expected string to have >=${min} characters` : null;
}

/** Requires at most `max` characters, counted as in {@link minLength}. */
export function maxLength(max: number): Rule<string> {
  return (value) =>
    value.length > max && lengthOf(value) > max ? `Too big: expected string to have <=${max} characters` : null;
}

/** Only called if the number of UTF-16 units isn't conclusive. A character has one or two of them. */
function lengthOf(value: string): number {
  let length = 0;
  for (const _ of value) length++;
  return length;
}

/** The rules for the bounds of a number. Default: none. */
export function numberRules({
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
}: Limits): Rule<number>[] {
  return [
    (value) => (value < min ? `Too small: expected number to be >=${min}` : null),
    (value) => (value > max ? `Too big: expected number to be <=${max}` : null),
  ];
}

/** The same bounds in JSON Schema. */
export function numberBounds({ min, max }: Limits): FieldSchema {
  return { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
}
