/** Reads a list's parameters, from a query or from the body of `/.search`. See RFC 7644, section 3.4.2. */

import { type InputField, input } from "@latchkey/core/plugin";
import type { ListResourcesQuery } from "../contract.ts";
import { refuse } from "../errors.ts";
import { type Filter, parseFilter } from "../filter/parse.ts";
import { isObject, type ResourceSchema } from "../schema/attributes.ts";
import { type AttributePath, resolvePath } from "../schema/path.ts";
import { type Projection, readProjection } from "./project.ts";

/** Maximum resources per page. */
export const maxPageSize = 200;
const defaultPageSize = 100;

/** Maximum rows to scan for a filter that can't use an index. */
export const maxScanned = 20_000;

/** The parameters of a list. */
export interface ListRequest {
  readonly filter: Filter | null;
  readonly sortBy: AttributePath | null;
  readonly descending: boolean;
  /** The number of resources to skip. */
  readonly offset: number;
  readonly limit: number;
  readonly projection: Projection;
}

const value = input.optional(input.rawText({ max: 8192 }));

/** The query of a list. */
export const listInput: InputField<ListResourcesQuery> = input.object<ListResourcesQuery>({
  filter: value,
  startIndex: value,
  count: value,
  sortBy: value,
  sortOrder: value,
  attributes: value,
  excludedAttributes: value,
});

/**
 * Reads the parameters of a list.
 * @throws {AuthError} `SCIM_INVALID_SYNTAX`, `SCIM_INVALID_FILTER`, `SCIM_INVALID_VALUE`
 */
export function readListRequest(schema: ResourceSchema, given: unknown): ListRequest {
  if (!isObject(given)) return refuse("SCIM_INVALID_SYNTAX");
  const { filter, startIndex, count, sortBy, sortOrder, attributes, excludedAttributes } = given;
  if (filter !== undefined && typeof filter !== "string") refuse("SCIM_INVALID_FILTER");
  if (sortBy !== undefined && typeof sortBy !== "string") refuse("SCIM_INVALID_VALUE");
  return {
    filter: typeof filter === "string" && filter !== "" ? parseFilter(schema, filter) : null,
    sortBy: typeof sortBy === "string" && sortBy !== "" ? resolvePath(schema, sortBy) : null,
    descending: String(sortOrder ?? "").toLowerCase() === "descending",
    offset: Math.max(1, toInteger("startIndex", startIndex, 1)) - 1,
    limit: Math.min(maxPageSize, Math.max(0, toInteger("count", count, defaultPageSize))),
    projection: readProjection(schema, attributes, excludedAttributes),
  };
}

function toInteger(name: string, given: unknown, fallback: number): number {
  if (given === undefined) return fallback;
  if (!/^-?\d{1,9}$/.test(String(given))) refuse("SCIM_INVALID_VALUE", `${name} must be an integer`);
  return Number(given);
}
