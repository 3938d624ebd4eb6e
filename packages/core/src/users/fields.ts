/** Additional fields of a model: which a caller may set, what their values must be, which an answer shows. */

import type { UniqueViolation } from "../database/errors.ts";
import { AuthError, fail, httpErrors } from "../http/errors.ts";
import { deepestJson, isNestedWithin } from "../http/json.ts";
import type { RequestContext } from "../plugin/context.ts";
import type { FieldValues } from "../plugin/plugin.ts";
import type { Field } from "../plugin/settings.ts";

/** What taking in additional fields can refuse. */
export const fieldErrors = {
  FIELD_NOT_ALLOWED: { status: 400, message: "This field is not allowed to be set" },
} as const;

type Fields = Readonly<Record<string, Field>>;

/**
 * Picks the additional fields out of a body. Unknown keys and core's own columns are left aside.
 *
 * @param moment at `create` defaults are filled in and required fields asked for; at `update` absence changes nothing
 * @param further fields that this caller may set although clients in general cannot
 * @throws {AuthError} `FIELD_NOT_ALLOWED` a field that clients cannot set; `VALIDATION_ERROR` a wrong or missing value
 */
export async function readFields(
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
  moment: "create" | "update",
  further: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!field.additional) continue;
    if (!Object.hasOwn(body, name) || body[name] === undefined) {
      if (moment === "create") values[name] = defaultOf(name, field);
      continue;
    }
    if (field.input !== true && !further.includes(name)) {
      throw new AuthError("FIELD_NOT_ALLOWED", fieldErrors.FIELD_NOT_ALLOWED, {
        message: `${name} is not allowed to be set`,
      });
    }
    values[name] = await readValue(name, field, body[name]);
  }
  return values;
}

/** Where the values of a user come from. */
export interface UserInputOptions {
  /** Values of core's own columns, which plugins see too. */
  readonly core?: Readonly<Record<string, unknown>>;
  /** Fields that this caller can set although clients in general can't. */
  readonly further?: readonly string[];
  /** The user's row before an update. */
  readonly user?: object | null;
}

/**
 * What sign-up or an update writes to a user: the fields that the caller can set, as plugins agree to them.
 * @throws {AuthError} as `readFields`, or the error of a plugin
 */
export async function readUserInput(
  context: RequestContext,
  body: Readonly<Record<string, unknown>>,
  moment: "create" | "update",
  { core = {}, further = [], user = null }: UserInputOptions = {},
): Promise<Record<string, unknown>> {
  const fields = await readFields(context.settings.fields.user, body, moment, further);
  return agreedByPlugins(context, { ...core, ...fields }, moment, user);
}

/**
 * The values as plugins agree to write them, wherever they came from: a body, or a provider's profile.
 * @throws {AuthError} what a plugin refuses with
 */
export async function agreedByPlugins(
  context: RequestContext,
  values: FieldValues,
  moment: "create" | "update",
  user: object | null = null,
): Promise<Record<string, unknown>> {
  let agreed = values;
  const before = user as FieldValues | null;
  for (const agree of context.extensions.userInput) agreed = await agree(agreed, moment, context, before);
  return { ...agreed };
}

/** Whether a plugin has a refusal of its own for this taken value. */
export function isTaken({ extensions }: RequestContext, { table, columns }: UniqueViolation): boolean {
  return Object.hasOwn(extensions.taken, `${table}.${columns.join()}`);
}

/** Picks what an answer may show. Compiled once a model: returns a function over rows. */
export function compilePresenter(fields: Fields): (row: object) => Record<string, unknown> {
  const shown = Object.entries(fields).flatMap(([name, field]) => (field.returned === false ? [] : [name]));
  return (row) => {
    const answer: Record<string, unknown> = {};
    for (const name of shown) answer[name] = (row as Record<string, unknown>)[name] ?? null;
    return answer;
  };
}

function defaultOf(name: string, field: Field): unknown {
  if (field.defaultValue !== undefined) {
    return typeof field.defaultValue === "function" ? field.defaultValue() : field.defaultValue;
  }
  if (field.required && field.input) invalid(name, "is required");
  return field.default ?? null;
}

async function readValue(name: string, field: Field, value: unknown): Promise<unknown> {
  if (value === null) {
    if (field.required || !field.nullable) invalid(name, "must not be null");
    return null;
  }
  const typed = ofType(field, value);
  if (typed === undefined) invalid(name, `must be ${expected[field.type]}`);
  if (!field.validator) return typed;
  const result = await field.validator["~standard"].validate(typed);
  if (result.issues) invalid(name, result.issues[0]?.message ?? "is not valid");
  return result.value;
}

const longestText = 10_000;

/** What a refusal says of a wrong value. */
const expected: Readonly<Record<Field["type"], string>> = {
  string: "a string of at most 255 characters",
  text: `a string of at most ${longestText} characters`,
  number: "a number",
  boolean: "a boolean",
  date: "a date",
  json: `JSON of at most ${longestText} characters, nested at most ${deepestJson} levels deep`,
};

function ofType({ type }: Field, value: unknown): unknown {
  switch (type) {
    case "string":
      return typeof value === "string" && value.length <= 255 ? value : undefined;
    case "text":
      return typeof value === "string" && value.length <= longestText ? value : undefined;
    case "number":
      return Number.isSafeInteger(value) ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "date":
      return asDate(value);
    case "json":
      return isNestedWithin(value, deepestJson) && jsonLength(value) <= longestText ? value : undefined;
  }
}

/** Infinite for what JSON can't hold: a function, `undefined`, a bigint. Only a call of the app's own can bring these. */
function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function asDate(value: unknown): Date | undefined {
  const date = value instanceof Date ? value : typeof value === "string" ? new Date(value) : undefined;
  return date && Math.abs(date.getTime()) < 253_402_300_800_000 ? date : undefined;
}

function invalid(name: string, reason: string): never {
  fail(httpErrors, "VALIDATION_ERROR", { details: { issues: [{ path: name, message: `${name} ${reason}` }] } });
}
