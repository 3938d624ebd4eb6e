/** Rebuilds the builders of `input.ts` with zod. A test compares their messages and JSON Schemas. */

import * as z from "zod";
import { isWellFormed } from "../src/crypto/encoding.ts";
import type { InputField, InputFields, Limits, OptionalInputField, TextLimits } from "../src/plugin/input.ts";

/** Text that every database can store unchanged: bounded, without NUL or lone surrogates. */
export function text({ min = 0, max = 255, pattern, message }: TextLimits = {}): InputField<string> {
  const plain = z
    .string()
    .min(min)
    .max(max)
    .refine((value) => !value.includes("\0") && isWellFormed(value), "must be plain text");
  return pattern ? plain.regex(pattern, message) : plain;
}

/** Text as it was sent, for values that are checked elsewhere or never stored as text. Default: any length. */
export function rawText({ min, max }: Pick<TextLimits, "min" | "max"> = {}): InputField<string> {
  const raw = min === undefined ? z.string() : z.string().min(min);
  return max === undefined ? raw : raw.max(max);
}

/** A row's id: 1 to 255 characters. */
export const id: InputField<string> = text({ min: 1 });

/** An email as the user typed it, up to 1000 characters. `normalizeEmail` checks it. */
export const email: InputField<string> = rawText({ max: 1000 });

/** A password as the user typed it, up to 4096 characters. The password policy checks it. */
export const password: InputField<string> = rawText({ max: 4096 });

/** A redirect target. An empty one is treated as missing; `checkRedirect` decides which ones are allowed. */
export const target: OptionalInputField<string> = {
  ifPresent: fieldOf(
    z
      .unknown()
      .transform((value) => (value === "" ? undefined : value))
      .meta({ type: "string", description: "Relative, or on a trusted origin." }),
  ),
};

/** A boolean. In queries and forms, the words `true` and `false`. */
export const flag: InputField<boolean> = z.union([
  z.boolean(),
  z.enum(["true", "false"]).transform((word) => word === "true"),
]);

/** A boolean in a JSON body. {@link flag} also accepts words. */
export const boolean: InputField<boolean> = z.boolean();

/** A number. */
export function number({
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
}: Limits = {}): InputField<number> {
  return z.number().min(min).max(max);
}

/** A whole number. In queries, up to 9 digits. */
export function integer({ min = 0, max = Number.MAX_SAFE_INTEGER }: Limits = {}): InputField<number> {
  const whole = z.number().int().min(min).max(max);
  const digits = z.string().regex(/^\d{1,9}$/);
  return z.union([whole, digits.transform(Number).pipe(whole)]);
}

/** A whole number in a JSON body. {@link integer} also accepts digits in a string. */
export function jsonInteger({ min = 0, max = Number.MAX_SAFE_INTEGER }: Limits = {}): InputField<number> {
  return z.number().int().min(min).max(max);
}

/** A date: a `Date` in `auth.api`, or RFC 3339 text over HTTP. */
export const date: InputField<Date> = z.union([
  z.date(),
  z.iso.datetime({ offset: true }).transform((value) => new Date(value)),
]);

/** Any JSON. */
export const anything: InputField<unknown> = z.unknown();

/** One of these words. */
export function oneOf<const T extends string>(...words: readonly T[]): InputField<T> {
  return z.enum(words);
}

/** Exactly this value. */
export function literal<const T extends string | number | boolean | null>(value: T): InputField<T> {
  return z.literal(value);
}

/** A list. `max` defaults to 100. */
export function list<T>(of: InputField<T>, { min = 0, max = 100 }: Limits = {}): InputField<T[]> {
  return z.array(zodOf(of)).min(min).max(max);
}

/** Values under keys that the sender chooses. `max` is the maximum number of keys and defaults to 50. */
export function record<T>(
  key: InputField<string>,
  of: InputField<T>,
  { max = 50 }: Pick<Limits, "max"> = {},
): InputField<Record<string, T>> {
  return z
    .record(zodOf(key) as z.ZodType<string, string>, zodOf(of))
    .refine((value) => Object.keys(value).length <= max, `must not have more than ${max} entries`);
}

/** One of several fields. The first one that matches is used. */
export function either<const F extends readonly InputField[]>(
  ...of: F
): InputField<F[number] extends InputField<infer T> ? T : never>;
export function either(...of: readonly InputField[]): InputField {
  return z.union(of.map(zodOf));
}

/** The field, or `null`. */
export function nullable<T>(of: InputField<T>): InputField<T | null> {
  return zodOf(of).nullable();
}

/** A key that can be missing. */
export function optional<T>(of: InputField<T>): OptionalInputField<T> {
  return { ifPresent: of };
}

/** A key that has this value if it's missing. */
export function withDefault<T>(of: InputField<T>, value: T): InputField<T> {
  return zodOf(of)
    .optional()
    .transform((given) => (given === undefined ? value : given));
}

/**
 * Adds a condition to a field.
 * @param key the key that the error is about, if the value is an object. Default: the error is about the value itself.
 */
export function check<T>(
  of: InputField<T>,
  test: (value: T) => boolean,
  message: string,
  key?: keyof T & string,
): InputField<T> {
  return zodOf(of).refine(test, key === undefined ? { message } : { message, path: [key] });
}

/** Turns the sent value into the one that the handler gets. */
export function convert<T, To>(of: InputField<T>, to: (value: T) => To): InputField<To> {
  return zodOf(of).transform(to);
}

/** An object with these keys. Others are dropped. */
export function object<T extends object>(fields: InputFields<NoInfer<T>>): InputField<T> {
  return fieldOf(z.object(shapeOf(fields)));
}

/** An object with these keys. Others are kept, for `readFields` to validate. */
export function openObject<T extends object>(fields: InputFields<NoInfer<T>>): InputField<T> {
  return fieldOf(z.looseObject(shapeOf(fields)));
}

function shapeOf(fields: object): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields as Readonly<Record<string, InputField | OptionalInputField>>).map(([name, field]) => [
      name,
      "ifPresent" in field ? zodOf(field.ifPresent).optional() : zodOf(field),
    ]),
  );
}

/** A field whose type zod doesn't infer. */
function fieldOf<T>(type: z.ZodType): InputField<T> {
  return type as z.ZodType<T>;
}

/** Safe, because every field is created in this file from a zod type. */
function zodOf<T>(field: InputField<T>): z.ZodType<T> {
  return field as z.ZodType<T>;
}
