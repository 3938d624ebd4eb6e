/** Validates endpoint input. Errors name every invalid field. */

import { AuthError, httpErrors } from "../http/errors.ts";
import { issuePath, type SchemaResult } from "../http/schema.ts";
import type { Endpoint } from "../plugin/endpoint.ts";

/** Validates the raw input of a request and returns the endpoint's input. */
export type InputReader = (raw: unknown) => unknown;

/**
 * Creates the input reader of an endpoint. If an empty object validates to an empty object, that result is reused for
 * all requests with an empty object.
 */
export function createInputReader({ input: schema, method }: Endpoint): InputReader {
  if (!schema) return (raw) => raw;
  let empty: { readonly value: unknown } | null = null;
  const accept = (raw: unknown, result: SchemaResult<unknown>): unknown => {
    if (result.issues) throw toValidationError(result.issues, method === "GET" ? "query" : "body");
    if (isEmptyObject(raw) && isEmptyObject(result.value)) empty = { value: Object.freeze(result.value) };
    return result.value;
  };
  return (raw) => {
    if (empty && isEmptyObject(raw)) return empty.value;
    const result = schema["~standard"].validate(raw);
    return result instanceof Promise ? result.then((settled) => accept(raw, settled)) : accept(raw, result);
  };
}

type Issues = NonNullable<SchemaResult<unknown>["issues"]>;

function toValidationError(found: Issues, part: "query" | "body"): AuthError {
  const issues = found.slice(0, 20).map((issue) => ({ path: issuePath(issue), message: issue.message }));
  const message = `Invalid ${part} parameters`;
  return new AuthError("VALIDATION_ERROR", httpErrors.VALIDATION_ERROR, { message, details: { issues } });
}

/**
 * Whether it's an empty plain object. Lists, dates, and class instances can be empty too, but they aren't
 * interchangeable.
 */
function isEmptyObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  for (const _ in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
