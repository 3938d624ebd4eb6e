/**
 * Builds the database query of `/admin/list-users`. Limits are enforced, and only columns that responses include are
 * allowed.
 */

import type { FindMany, Where } from "@latchkey/core/database";
import {
  type AuthContext,
  columnValue,
  failInvalidQuery,
  filterCondition,
  filterOperators,
  type InputField,
  input,
  isPartialMatch,
  maxCursorLength,
  readCursor,
  writeCursor,
} from "@latchkey/core/plugin";
import type { AdminSettings } from "../options.ts";
import type { UserWithRole } from "../tables.ts";
import type { ListUsersQuery } from "./contract.ts";

const defaultLimit = 100;
const maxLimit = 500;

const filterText = input.text({ min: 1, max: 1200 });

/** The input of `/admin/list-users`. */
export const listUsersQuery: InputField<ListUsersQuery> = input.object({
  searchValue: input.optional(input.text({ max: 100 })),
  searchField: input.optional(input.oneOf("email", "name", "any")),
  searchOperator: input.optional(input.oneOf("contains", "starts_with", "ends_with")),
  // 0 means the default limit, as in better-auth.
  limit: input.optional(input.integer({ max: maxLimit })),
  offset: input.optional(input.integer({ max: 1_000_000_000 })),
  cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
  sortBy: input.optional(input.text({ min: 1, max: 64 })),
  sortDirection: input.optional(input.oneOf("asc", "desc")),
  filterField: input.optional(input.text({ min: 1, max: 64 })),
  filterValue: input.optional(
    input.either(input.text({ max: 1000 }), input.number(), input.boolean, input.list(input.text())),
  ),
  filterOperator: input.optional(input.oneOf(...filterOperators)),
  filter: input.optional(input.either(filterText, input.list(filterText, { max: 10 }))),
});

/** The query for one page. */
export interface UserPageQuery {
  readonly where: Where<UserWithRole>;
  readonly find: FindMany<UserWithRole>;
  /** Maximum users per page. One more is read, to detect the last page. */
  readonly limit: number;
  /** Returns the cursor after this row. */
  cursorAfter(row: UserWithRole): string;
}

/** @throws {AuthError} `VALIDATION_ERROR` if responses don't include the column, or the value has the wrong type */
export function buildPageQuery(context: AuthContext, settings: AdminSettings, query: ListUsersQuery): UserPageQuery {
  if (query.cursor !== undefined && query.offset !== undefined)
    failInvalidQuery("offset", "can't be combined with a cursor");
  const filters = filtersOf(query).map((filter) => filterConditions(context, settings, filter));
  const search = searchConditions(settings, query);
  const where = search.map((one) => [one, ...filters].reduce(mergeConditions, {})) as Where<UserWithRole>;
  const { column, direction } = resolveOrder(context, settings, query);
  const order = `${column} ${direction}`;
  const limit = Number(query.limit ?? 0) || defaultLimit;
  const position = query.cursor === undefined ? null : readCursor(query.cursor, order);
  const after = position && { [column]: cursorValue(context, column, position.value), id: position.id };
  return {
    where,
    limit,
    find: {
      where,
      orderBy: [{ column: column as keyof UserWithRole & string, direction }],
      limit: limit + 1,
      ...(query.offset === undefined ? {} : { offset: Number(query.offset) }),
      ...(after ? { after } : {}),
    },
    cursorAfter: (row) => writeCursor({ order, value: row[column as keyof UserWithRole], id: row.id }),
  };
}

type Conditions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns alternatives. At least one must match. */
function searchConditions(settings: AdminSettings, query: ListUsersQuery): Conditions[] {
  const { searchValue, searchField = "email" } = query;
  if (searchValue === undefined || searchValue === "") return [{}];
  if (searchField === "any") return searchAnywhere(settings, { ...query, searchValue });
  const { searchOperator = "contains" } = query;
  if (searchOperator !== "starts_with" || searchField === "name") requirePartialSearch(settings, "searchOperator");
  // Emails are stored in lowercase.
  const value = searchField === "email" ? searchValue.toLowerCase() : searchValue;
  return [{ [searchField]: filterCondition({ type: "string" }, searchOperator, value) }];
}

/** Matches an id, the beginning of an email, or part of a name or email. */
function searchAnywhere(
  settings: AdminSettings,
  { searchValue, searchOperator }: ListUsersQuery & { readonly searchValue: string },
): Conditions[] {
  const text = { type: "string" } as const;
  const email = searchValue.toLowerCase();
  if (searchValue.includes("@") && searchOperator === undefined) return [{ email: { startsWith: email } }];
  const byId = { id: { in: [searchValue] } };
  // If searches can't match parts of a value, use only conditions that an index serves.
  if (!settings.searchByPart && searchOperator === undefined) return [byId, { email: { startsWith: email } }];
  const operator = searchOperator ?? "contains";
  requirePartialSearch(settings, "searchOperator");
  return [
    byId,
    { email: filterCondition(text, operator, email) },
    { name: filterCondition(text, operator, searchValue) },
  ];
}

type UserFilter = Pick<ListUsersQuery, "filterField" | "filterValue" | "filterOperator">;

/** Returns the single filter, if there is one, followed by the additional filters. */
function filtersOf(query: ListUsersQuery): UserFilter[] {
  const { filterField, filterValue, filterOperator, filter = [] } = query;
  if (filterField !== undefined && filterValue === undefined) failInvalidQuery("filterValue", "is missing");
  const single = filterValue === undefined ? [] : [{ filterField, filterValue, filterOperator }];
  return [...single, ...[filter].flat().map(parseFilter)];
}

/** Reads `field:operator:value`. The value can have colons. */
function parseFilter(text: string): UserFilter {
  const [, filterField, name, filterValue] = /^([^:]+):([^:]+):(.*)$/s.exec(text) ?? [];
  const filterOperator = filterOperators.find((operator) => operator === name);
  if (filterOperator === undefined) return failInvalidQuery("filter", "must be field:operator:value");
  return { filterField, filterValue, filterOperator };
}

function filterConditions(context: AuthContext, settings: AdminSettings, query: UserFilter): Conditions {
  const { filterField = "email", filterValue = "", filterOperator = "eq" } = query;
  const column = visibleColumn(context, "filterField", filterField);
  if (isPartialMatch(filterOperator)) requirePartialSearch(settings, "filterOperator");
  return { [filterField]: filterCondition(column, filterOperator, filterValue) };
}

function requirePartialSearch({ searchByPart }: AdminSettings, name: string): void {
  if (!searchByPart) failInvalidQuery(name, "would scan every row, which this app doesn't allow");
}

/** Combines conditions that must all match. Those on the same column become one condition. */
function mergeConditions(a: Conditions, b: Conditions): Conditions {
  const all: Record<string, Readonly<Record<string, unknown>>> = { ...a };
  for (const [column, condition] of Object.entries(b)) {
    const [operator = ""] = Object.keys(condition);
    if (all[column] && Object.hasOwn(all[column], operator))
      failInvalidQuery("filterOperator", "is used twice for one field. Use each operator once");
    all[column] = { ...all[column], ...condition };
  }
  return all;
}

interface UserOrder {
  readonly column: string;
  readonly direction: "asc" | "desc";
}

function resolveOrder(
  context: AuthContext,
  { trackLastActive }: AdminSettings,
  { sortBy, sortDirection, ...asked }: ListUsersQuery,
): UserOrder {
  if (sortBy !== undefined) {
    const isActivity = sortBy === "lastActiveAt" && trackLastActive !== null;
    if (!isActivity && visibleColumn(context, "sortBy", sortBy).type === "json")
      failInvalidQuery("sortBy", "can't be sorted by");
    return { column: sortBy, direction: sortDirection ?? "asc" };
  }
  const { searchValue, searchField = "email", searchOperator } = asked;
  // Sort by the index that the search uses.
  const byPrefix = searchValue && searchOperator === "starts_with" && searchField === "email";
  return byPrefix
    ? { column: "email", direction: sortDirection ?? "asc" }
    : { column: "createdAt", direction: sortDirection ?? "desc" };
}

type ColumnType = AuthContext["settings"]["fields"]["user"][string]["type"];

/** Returns a column that responses include. Hidden columns get the same error as unknown ones. */
function visibleColumn({ settings }: AuthContext, name: string, field: string): { readonly type: ColumnType } {
  const column = Object.hasOwn(settings.fields.user, field) ? settings.fields.user[field] : undefined;
  if (!column || column.returned === false) failInvalidQuery(name, "isn't a user field");
  return column;
}

function cursorValue({ settings }: AuthContext, column: string, value: unknown): unknown {
  const type = settings.fields.user[column]?.type ?? "string";
  return value === null ? null : columnValue({ type }, value, "cursor");
}
