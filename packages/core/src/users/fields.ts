/** Reads and validates the additional fields that callers set. */

import type { UniqueViolation } from "../database/errors.ts";
import { AuthError, fail, httpErrors } from "../http/errors.ts";
import { isNestedWithin, maxJsonDepth } from "../http/json.ts";
import type { FieldValues, RequestContext } from "../kernel/context.ts";
import type { Field } from "../kernel/settings.ts";

/** Errors from reading additional fields. */
export const fieldErrors = {
  FIELD_NOT_ALLOWED: { status: 400, message: "This field is not allowed to be set" },
} as const;

type Fields = Readonly<Record<string, Field>>;

/**
 * Picks and validates the additional fields of a body. Ignores unknown keys and core's own columns.
 *
 * @param operation `create` fills in defaults and checks required fields; `update` leaves missing fields unchanged
 * @param alsoAllowed fields that this caller can set even though clients in general can't
 * @throws {AuthError} `FIELD_NOT_ALLOWED` if clients can't set a field; `VALIDATION_ERROR` if a value is invalid or
 *   missing
 */
export async function readFields(
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
  operation: "create" | "update",
  alsoAllowed: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!field.additional) continue;
    if (!Object.hasOwn(body, name) || body[name] === undefined) {
      if (operation === "create") values[name] = defaultOf(name, field);
      continue;
    }
    if (field.input !== true && !alsoAllowed.includes(name)) {
      throw new AuthError("FIELD_NOT_ALLOWED", fieldErrors.FIELD_NOT_ALLOWED, {
        message: `${name} is not allowed to be set`,
      });
    }
    values[name] = await readValue(name, field, body[name]);
  }
  return values;
}

/** Options for `readUserInput`. */
export interface UserInputOptions {
  /** Values of core's own columns, which plugins also see. */
  readonly core?: Readonly<Record<string, unknown>>;
  /** Fields that this caller can set even though clients in general can't. */
  readonly alsoAllowed?: readonly string[];
  /** The user's row before an update. */
  readonly user?: object | null;
}

/**
 * Returns what sign-up or an update writes to a user: the fields that the caller can set, after plugins checked and
 * changed them.
 * @throws {AuthError} the errors of `readFields`, or a plugin's error
 */
export async function readUserInput(
  context: RequestContext,
  body: Readonly<Record<string, unknown>>,
  operation: "create" | "update",
  { core = {}, alsoAllowed = [], user = null }: UserInputOptions = {},
): Promise<Record<string, unknown>> {
  const fields = await readFields(context.settings.fields.user, body, operation, alsoAllowed);
  return runUserInputHooks(context, { ...core, ...fields }, operation, user);
}

/**
 * Runs the plugins' `userInput` on values from any source, such as a body or a provider's profile.
 * @throws {AuthError} if a plugin rejects them
 */
export async function runUserInputHooks(
  context: RequestContext,
  values: FieldValues,
  operation: "create" | "update",
  user: object | null = null,
): Promise<Record<string, unknown>> {
  let accepted = values;
  const before = user as FieldValues | null;
  for (const hook of context.extensions.userInput) accepted = await hook(accepted, operation, context, before);
  return { ...accepted };
}

/** Whether a plugin has its own error for this taken value. */
export function hasConflictError({ extensions }: RequestContext, { table, columns }: UniqueViolation): boolean {
  return Object.hasOwn(extensions.conflictErrors, `${table}.${columns.join()}`);
}

function defaultOf(name: string, field: Field): unknown {
  if (field.defaultValue !== undefined) {
    return typeof field.defaultValue === "function" ? field.defaultValue() : field.defaultValue;
  }
  if (field.required && field.input) failInvalidField(name, "is required");
  return field.default ?? null;
}

async function readValue(name: string, field: Field, value: unknown): Promise<unknown> {
  if (value === null) {
    if (field.required || !field.nullable) failInvalidField(name, "must not be null");
    return null;
  }
  const typed = parseType(field, value);
  if (typed === undefined) failInvalidField(name, `must be ${typeDescriptions[field.type]}`);
  if (!field.validator) return typed;
  const result = await field.validator["~standard"].validate(typed);
  if (result.issues) failInvalidField(name, result.issues[0]?.message ?? "is not valid");
  return result.value;
}

const maxTextLength = 10_000;

/** Describes valid values in error messages. */
const typeDescriptions: Readonly<Record<Field["type"], string>> = {
  string: "a string of at most 255 characters",
  text: `a string of at most ${maxTextLength} characters`,
  number: "a number",
  boolean: "a boolean",
  date: "a date",
  json: `JSON of at most ${maxTextLength} characters, nested at most ${maxJsonDepth} levels deep`,
};

function parseType({ type }: Field, value: unknown): unknown {
  switch (type) {
    case "string":
      return typeof value === "string" && value.length <= 255 ? value : undefined;
    case "text":
      return typeof value === "string" && value.length <= maxTextLength ? value : undefined;
    case "number":
      return Number.isSafeInteger(value) ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "date":
      return parseDate(value);
    case "json":
      return isNestedWithin(value, maxJsonDepth) && jsonLength(value) <= maxTextLength ? value : undefined;
  }
}

/**
 * Returns infinity for values that JSON can't represent (a function, `undefined`, a bigint). Only server calls can pass
 * these.
 */
function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function parseDate(value: unknown): Date | undefined {
  const date = value instanceof Date ? value : typeof value === "string" ? new Date(value) : undefined;
  return date && Math.abs(date.getTime()) < 253_402_300_800_000 ? date : undefined;
}

function failInvalidField(name: string, reason: string): never {
  fail(httpErrors, "VALIDATION_ERROR", { details: { issues: [{ path: name, message: `${name} ${reason}` }] } });
}
