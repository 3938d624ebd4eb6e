/** Reads a PATCH request's operations, in the forms that RFC 7644 defines and that Entra and Okta send. */

import { refuse } from "../errors.ts";
import { isObject, type ResourceSchema } from "../schema/attributes.ts";
import { resolvePath } from "../schema/path.ts";
import { type PatchPath, parsePath } from "./path.ts";

/** Maximum number of operations in a request. */
const maxOperations = 1000;

/** A single change. */
export interface Operation {
  readonly op: "add" | "replace" | "remove";
  readonly path: PatchPath;
  readonly value: unknown;
  /**
   * Whether the request named the path. If it sent an object of attributes instead, this is `true` only for keys with a
   * filter.
   */
  readonly isExplicit: boolean;
}

/**
 * Returns the operations, each with a path. An operation without a path becomes one operation per attribute.
 * @throws {AuthError} `SCIM_INVALID_SYNTAX`, `SCIM_INVALID_PATH`, `SCIM_NO_TARGET`, `SCIM_INVALID_VALUE`
 */
export function readOperations(schema: ResourceSchema, body: unknown): readonly Operation[] {
  const list = isObject(body) ? (body.Operations ?? body.operations) : undefined;
  if (!Array.isArray(list) || list.length === 0) return refuse("SCIM_INVALID_SYNTAX", "Operations is missing");
  if (list.length > maxOperations)
    refuse("SCIM_INVALID_SYNTAX", `A request can have at most ${maxOperations} operations`);
  return list.flatMap((one) => readOperation(schema, one));
}

function readOperation(schema: ResourceSchema, given: unknown): readonly Operation[] {
  if (!isObject(given)) return refuse("SCIM_INVALID_SYNTAX");
  const { op: sent, path, value } = given;
  const op = typeof sent === "string" ? sent.toLowerCase() : "";
  if (op !== "add" && op !== "replace" && op !== "remove")
    return refuse("SCIM_INVALID_SYNTAX", "op must be add, remove, or replace");
  if (typeof path === "string" && path !== "") {
    if (op !== "remove" && value === undefined) refuse("SCIM_INVALID_VALUE", "value is missing");
    return [{ op, path: parsePath(schema, path), value, isExplicit: true }];
  }
  if (path !== undefined && path !== null && path !== "") return refuse("SCIM_INVALID_PATH");
  if (op === "remove") return refuse("SCIM_NO_TARGET", "remove needs a path");
  if (!isObject(value)) return refuse("SCIM_INVALID_VALUE", "value must be an object");
  return Object.entries(value).flatMap(([key, one]) => expand(schema, op, key, one));
}

/** Keys can be paths. For example, Entra sends `name.givenName` and keys with a URN. Unknown keys are ignored. */
function expand(schema: ResourceSchema, op: "add" | "replace", key: string, value: unknown): readonly Operation[] {
  if (key.includes("[")) return [{ op, path: parsePath(schema, key), value, isExplicit: true }];
  const path = resolvePath(schema, key);
  if (!path) return [];
  if (path.name !== null) return [{ op, path: { ...path, filter: null }, value, isExplicit: false }];
  // The value is the whole extension, as an object.
  if (!isObject(value)) return refuse("SCIM_INVALID_VALUE", `${key} must be an object`);
  return Object.entries(value).flatMap(([name, one]) => expand(schema, op, `${path.extension}:${name}`, one));
}
