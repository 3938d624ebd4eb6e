/**
 * Builders for the inputs of calls. They know the limits that every database has, so plugins don't need their own
 * validator. `object` must have exactly the keys of the contract's input. Messages and JSON Schemas are those of zod 4,
 * which a test compares them with.
 */

import { isWellFormed } from "../crypto/encoding.ts";
import {
  anyOf,
  anyOfSchemas,
  Field,
  type FieldSchema,
  fieldOf,
  type InputField,
  Invalid,
  mistyped,
  type Rule,
  type Run,
  withConversion,
  withRules,
} from "./field.ts";
import { runObject, runRecord } from "./object.ts";
import {
  type Limits,
  matches,
  maxLength,
  minLength,
  numberBounds,
  numberRules,
  runInteger,
  runNumber,
  runString,
} from "./rules.ts";

export type { InputField } from "./field.ts";
export type { Limits } from "./rules.ts";

/** A key that can be missing. */
export interface OptionalInputField<T = unknown> {
  readonly ifPresent: InputField<T>;
}

/** The fields of an object. A missing key, or one that the type doesn't have, doesn't compile. */
export type InputFields<T> = {
  readonly [K in keyof T]-?: {} extends Pick<T, K> ? OptionalInputField<Exclude<T[K], undefined>> : InputField<T[K]>;
};

/** Bounds for the length of a string, in characters (Unicode code points), as databases count them. */
export interface TextLimits {
  /** Default: 0. */
  readonly min?: number;
  /** Default: 255. */
  readonly max?: number;
  readonly pattern?: RegExp;
  /** What the error says if `pattern` doesn't match. */
  readonly message?: string;
}

/** Text that every database can store unchanged: bounded, without NUL or lone surrogates. */
export function text({ min = 0, max = 255, pattern, message }: TextLimits = {}): InputField<string> {
  const rules = [
    minLength(min),
    maxLength(max),
    (value: string) => (!value.includes("\0") && isWellFormed(value) ? null : "must be plain text"),
    ...(pattern ? [matches(pattern, message)] : []),
  ];
  const schema = { type: "string", minLength: min, maxLength: max, ...(pattern && { pattern: pattern.source }) };
  return new Field(withRules(runString, rules), schema);
}

/** Text as it was sent, for values that are checked elsewhere or never stored as text. Default: any length. */
export function rawText({ min, max }: Pick<TextLimits, "min" | "max"> = {}): InputField<string> {
  const rules = [...(min === undefined ? [] : [minLength(min)]), ...(max === undefined ? [] : [maxLength(max)])];
  const limits = { ...(min !== undefined && { minLength: min }), ...(max !== undefined && { maxLength: max }) };
  return new Field(withRules(runString, rules), { type: "string", ...limits });
}

/** A row's id: 1 to 255 characters. */
export const id: InputField<string> = /* @__PURE__ */ text({ min: 1 });

/** An email as the user typed it, up to 1000 characters. `normalizeEmail` checks it. */
export const email: InputField<string> = /* @__PURE__ */ rawText({ max: 1000 });

/** A password as the user typed it, up to 4096 characters. The password policy checks it. */
export const password: InputField<string> = /* @__PURE__ */ rawText({ max: 4096 });

/** A redirect target. An empty one is treated as missing; `checkRedirect` decides which ones are allowed. */
export const target: OptionalInputField<string> = {
  ifPresent: /* @__PURE__ */ new Field((value) => (value === "" ? undefined : value), {
    type: "string",
    description: "Relative, or on a trusted origin.",
  }),
};

/** A boolean in a JSON body. {@link flag} also accepts words. */
export const boolean: InputField<boolean> = /* @__PURE__ */ new Field(
  (value) => (typeof value === "boolean" ? value : mistyped("boolean", value)),
  { type: "boolean" },
);

/** A boolean. In queries and forms, the words `true` and `false`. */
export const flag: InputField<boolean> = /* @__PURE__ */ either(
  boolean,
  /* @__PURE__ */ convert(/* @__PURE__ */ oneOf("true", "false"), (word) => word === "true"),
);

/** A number. */
export function number(limits: Limits = {}): InputField<number> {
  return new Field(withRules(runNumber, numberRules(limits)), { type: "number", ...numberBounds(limits) });
}

/** A whole number. In queries, up to 9 digits. `min` defaults to 0. */
export function integer(limits: Limits = {}): InputField<number> {
  const integerField = jsonInteger(limits) as Field<number>;
  const runDigits = withConversion(withRules(runString, [matches(/^\d{1,9}$/)]), Number);
  const fromDigits: Run = (value) => {
    const result = runDigits(value);
    return result instanceof Invalid ? result : integerField.run(result);
  };
  const schema = { anyOf: [integerField.schema, { type: "string", pattern: "^\\d{1,9}$" }] };
  return new Field(anyOf([integerField.run, fromDigits]), schema);
}

/** A whole number in a JSON body. `min` defaults to 0. {@link integer} also accepts digits in a string. */
export function jsonInteger({ min = 0, max = Number.MAX_SAFE_INTEGER }: Limits = {}): InputField<number> {
  const bounds = { min: Math.max(min, Number.MIN_SAFE_INTEGER), max: Math.min(max, Number.MAX_SAFE_INTEGER) };
  return new Field(withRules(runInteger, numberRules(bounds)), { type: "integer", ...numberBounds(bounds) });
}

/** RFC 3339. Days that don't exist don't match. */
const datePattern =
  /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|([+-](?:[01]\d|2[0-3]):[0-5]\d)))$/;

/** A date: a `Date` in `auth.api`, RFC 3339 text over HTTP. */
export const date: InputField<Date> = /* @__PURE__ */ new Field(
  (value) => {
    if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
    return typeof value === "string" && datePattern.test(value) ? new Date(value) : new Invalid(value, "Invalid input");
  },
  { anyOf: [{}, { type: "string", format: "date-time", pattern: datePattern.source }] },
);

/** Any JSON. */
export const anything: InputField<unknown> = /* @__PURE__ */ new Field((value) => value, {});

/** One of these words. */
export function oneOf<const T extends string>(...words: readonly T[]): InputField<T> {
  const listed = words.map((word) => `"${word}"`).join("|");
  const message =
    words.length === 1 ? `Invalid input: expected ${listed}` : `Invalid option: expected one of ${listed}`;
  const run: Run = (value) => (words.includes(value as T) ? value : new Invalid(value, message));
  return new Field(run, { type: "string", enum: words });
}

/** Exactly this value. */
export function literal<const T extends string | number | boolean | null>(value: T): InputField<T> {
  const message = `Invalid input: expected ${typeof value === "string" ? `"${value}"` : value}`;
  const run: Run = (given) => (given === value ? given : new Invalid(given, message));
  return new Field(run, { type: value === null ? "null" : typeof value, const: value });
}

/** A list. `max` defaults to 100. */
export function list<T>(of: InputField<T>, { min = 0, max = 100 }: Limits = {}): InputField<T[]> {
  const { run, schema } = fieldOf(of);
  const items: Run = (value) => {
    if (!Array.isArray(value)) return mistyped("array", value);
    // Items of a list that's too long aren't read, because an attacker could send any number of them.
    if (value.length > max) return new Invalid(value, `Too big: expected array to have <=${max} items`);
    const read: unknown[] = [];
    const invalid = new Invalid(read);
    for (const [index, item] of value.entries()) {
      const result = run(item);
      if (result instanceof Invalid) invalid.addPart(index, result);
      read.push(result instanceof Invalid ? result.value : result);
    }
    if (value.length < min) invalid.addViolation(`Too small: expected array to have >=${min} items`);
    return invalid.issues.length > 0 ? invalid : read;
  };
  return new Field(items, { minItems: min, maxItems: max, type: "array", items: schema });
}

/** Values under arbitrary keys. `max` is the number of keys and defaults to 50. */
export function record<T>(
  key: InputField<string>,
  of: InputField<T>,
  { max = 50 }: Pick<Limits, "max"> = {},
): InputField<Record<string, T>> {
  const [name, value] = [fieldOf(key), fieldOf(of)];
  const rule: Rule<object> = (all) =>
    Object.keys(all).length <= max ? null : `must not have more than ${max} entries`;
  const schema = { type: "object", propertyNames: name.schema, additionalProperties: value.schema };
  return new Field(withRules(runRecord(name.run, value.run), [rule]), schema);
}

/** One of several fields; the first that fits is used. */
export function either<const F extends readonly InputField[]>(
  ...of: F
): InputField<F[number] extends InputField<infer T> ? T : never>;
export function either(...of: readonly InputField[]): InputField {
  const fields = of.map(fieldOf);
  const run = anyOf(fields.map((field) => field.run));
  const canBeMissing = fields.some((field) => field.canBeMissing);
  return new Field(run, anyOfSchemas(fields.map(({ schema }) => schema)), canBeMissing);
}

/** The field, or `null`. */
export function nullable<T>(of: InputField<T>): InputField<T | null> {
  const { run, schema, canBeMissing } = fieldOf(of);
  const runNullable: Run = (value) => (value === null ? null : run(value));
  return new Field(runNullable, anyOfSchemas([schema, { type: "null" }]), canBeMissing);
}

/** A key that can be missing. */
export function optional<T>(of: InputField<T>): OptionalInputField<T> {
  return { ifPresent: of };
}

/** A key that has this value if it's missing. */
export function withDefault<T>(of: InputField<T>, value: T): InputField<T> {
  const { run, schema } = fieldOf(of);
  const ifPresent: Run = (given) => (given === undefined ? given : run(given));
  return new Field(
    withConversion(ifPresent, (given) => (given === undefined ? value : given)),
    schema,
    true,
  );
}

/** A condition on a value. @param key the key of an object that the error is about; by default the value itself */
export function check<T>(
  of: InputField<T>,
  test: (value: T) => boolean,
  message: string,
  key?: keyof T & string,
): InputField<T> {
  const { run, schema, canBeMissing } = fieldOf(of);
  const rule: Rule<T> = (value) => (test(value) ? null : message);
  return new Field(withRules(run, [rule], key === undefined ? [] : [key]), schema, canBeMissing);
}

/** Turns the sent value into the one that the handler gets. */
export function convert<T, To>(of: InputField<T>, to: (value: T) => To): InputField<To> {
  const { run, schema, canBeMissing } = fieldOf(of);
  return new Field(withConversion(run, to), schema, canBeMissing);
}

/** An object with these keys. Others are dropped. */
export function object<T extends object>(fields: InputFields<NoInfer<T>>): InputField<T> {
  return objectOf(fields, false);
}

/** An object with these keys. Others are kept, for `readFields` to validate. */
export function openObject<T extends object>(fields: InputFields<NoInfer<T>>): InputField<T> {
  return objectOf(fields, true);
}

function objectOf<T>(given: object, isOpen: boolean): InputField<T> {
  const fields = Object.entries(given as Readonly<Record<string, InputField | OptionalInputField>>).map(
    ([name, field]) => {
      const isOptional = "ifPresent" in field;
      return { name, isOptional, ...fieldOf(isOptional ? field.ifPresent : field) };
    },
  );
  const required = fields.filter(({ isOptional, canBeMissing }) => !isOptional && !canBeMissing);
  const schema: FieldSchema = {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    ...(isOpen && { additionalProperties: {} }),
  };
  return new Field(runObject(fields, isOpen), schema);
}
