/** Types and rules of texts and numbers, with zod's messages. */

import { type FieldSchema, mistyped, type Rule, type Run } from "./field.ts";

/** Bounds of a number or of a list's length. */
export interface Limits {
  readonly min?: number;
  readonly max?: number;
}

export const runString: Run = (value) => (typeof value === "string" ? value : mistyped("string", value));

export const runNumber: Run = (value) => (Number.isFinite(value) ? value : mistyped("number", value));

export const runInteger: Run = (value) => {
  if (!Number.isFinite(value)) return mistyped("number", value);
  return Number.isInteger(value) ? value : mistyped("int", value);
};

export function matches(pattern: RegExp, message = `Invalid string: must match pattern ${pattern}`): Rule<string> {
  return (value) => {
    pattern.lastIndex = 0;
    return pattern.test(value) ? null : message;
  };
}

// A character has one or two units, so most texts needn't be counted.
export function minLength(min: number): Rule<string> {
  return (value) =>
    value.length < min * 2 && lengthOf(value) < min ? `Too small: expected string to have >=${min} characters` : null;
}

export function maxLength(max: number): Rule<string> {
  return (value) =>
    value.length > max && lengthOf(value) > max ? `Too big: expected string to have <=${max} characters` : null;
}

function lengthOf(value: string): number {
  let length = 0;
  for (const _ of value) length++;
  return length;
}

export function numberRules({
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
}: Limits): Rule<number>[] {
  return [
    (value) => (value < min ? `Too small: expected number to be >=${min}` : null),
    (value) => (value > max ? `Too big: expected number to be <=${max}` : null),
  ];
}

export function numberBounds({ min, max }: Limits): FieldSchema {
  return { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
}
