/** What `/admin/list-users` asks of the database: checked, bounded, by columns that answers show. */

import type { FindMany, Where } from "@latchkey/core/database";
import {
  type AuthContext,
  asksForPart,
  columnValue,
  filterCondition,
  filterOperators,
  type InputField,
  input,
  invalidQuery,
  longestCursor,
  readCursor,
  writeCursor,
} from "@latchkey/core/plugin";
import type { AdminSettings } from "../options.ts";
import type { UserWithRole } from "../tables.ts";
import type { ListUsersQuery } from "./contract.ts";

const usualLimit = 100;
const mostAtOnce = 500;

/** The query of `/admin/list-users`. */
export const listUsersQuery: InputField<ListUsersQuery> = input.object({
  searchValue: input.optional(input.text({ max: 100 })),
  searchField: input.optional(input.oneOf("email", "name")),
  searchOperator: input.optional(input.oneOf("contains", "starts_with", "ends_with")),
  // 0 means no limit given, as in better-auth.
  limit: input.optional(input.integer({ max: mostAtOnce })),
  offset: input.optional(input.integer({ max: 1_000_000_000 })),
  cursor: input.optional(input.text({ min: 1, max: longestCursor })),
  sortBy: input.optional(input.text({ min: 1, max: 64 })),
  sortDirection: input.optional(input.oneOf("asc", "desc")),
  filterField: input.optional(input.text({ min: 1, max: 64 })),
  filterValue: input.optional(
    input.either(input.text({ max: 1000 }), input.number(), input.boolean, input.list(input.text())),
  ),
  filterOperator: input.optional(input.oneOf(...filterOperators)),
});

/** A page to be read. */
export interface UserPage {
  readonly where: Where<UserWithRole>;
  readonly find: FindMany<UserWithRole>;
  /** Most users of the page; one more is read, to know whether it is the last. */
  readonly limit: number;
  /** The cursor behind this row. */
  cursorBehind(row: UserWithRole): string;
}

/** @throws {AuthError} `VALIDATION_ERROR`: a column that answers do not show, a value of another type */
export function userPage(context: AuthContext, settings: AdminSettings, asked: ListUsersQuery): UserPage {
  if (asked.cursor !== undefined && asked.offset !== undefined) invalidQuery("offset", "cannot go with a cursor");
  const where = merged(search(settings, asked), filter(context, settings, asked));
  const { column, direction } = orderOf(context, asked);
  const order = `${column} ${direction}`;
  const limit = Number(asked.limit ?? 0) || usualLimit;
  const place = asked.cursor === undefined ? null : readCursor(asked.cursor, order);
  const after = place && { [column]: valueBehind(context, column, place.value), id: place.id };
  return {
    where,
    limit,
    find: {
      where,
      orderBy: [{ column: column as keyof UserWithRole & string, direction }],
      limit: limit + 1,
      ...(asked.offset === undefined ? {} : { offset: Number(asked.offset) }),
      ...(after ? { after } : {}),
    },
    cursorBehind: (row) => writeCursor({ order, value: row[column as keyof UserWithRole], id: row.id }),
  };
}

type Conditions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function search(settings: AdminSettings, asked: ListUsersQuery): Conditions {
  const { searchValue, searchField = "email", searchOperator = "contains" } = asked;
  if (searchValue === undefined || searchValue === "") return {};
  if (searchOperator !== "starts_with" || searchField === "name") checkPart(settings, "searchOperator");
  // Addresses are stored in lower case.
  const value = searchField === "email" ? searchValue.toLowerCase() : searchValue;
  return { [searchField]: filterCondition({ type: "string" }, searchOperator, value) };
}

function filter(context: AuthContext, settings: AdminSettings, asked: ListUsersQuery): Conditions {
  const { filterField = "email", filterValue, filterOperator = "eq" } = asked;
  if (filterValue === undefined) {
    if (asked.filterField !== undefined) invalidQuery("filterValue", "is missing");
    return {};
  }
  const column = shown(context, "filterField", filterField);
  if (asksForPart(filterOperator)) checkPart(settings, "filterOperator");
  return { [filterField]: filterCondition(column, filterOperator, filterValue) };
}

function checkPart({ searchByPart }: AdminSettings, name: string): void {
  if (!searchByPart) invalidQuery(name, "would read every row, which this app does not allow");
}

/** Both must hold; on one column they become one condition. */
function merged(a: Conditions, b: Conditions): Where<UserWithRole> {
  const all: Record<string, Readonly<Record<string, unknown>>> = { ...a };
  for (const [column, condition] of Object.entries(b)) {
    const [operator = ""] = Object.keys(condition);
    if (all[column] && Object.hasOwn(all[column], operator)) invalidQuery("filterOperator", "is that of the search");
    all[column] = { ...all[column], ...condition };
  }
  return all as Where<UserWithRole>;
}

interface UserOrder {
  readonly column: string;
  readonly direction: "asc" | "desc";
}

function orderOf(context: AuthContext, { sortBy, sortDirection, ...asked }: ListUsersQuery): UserOrder {
  if (sortBy !== undefined) {
    if (shown(context, "sortBy", sortBy).type === "json") invalidQuery("sortBy", "has no order");
    return { column: sortBy, direction: sortDirection ?? "asc" };
  }
  const { searchValue, searchField = "email", searchOperator } = asked;
  // In the order of the very index that finds them.
  const byPrefix = searchValue && searchOperator === "starts_with" && searchField === "email";
  return byPrefix
    ? { column: "email", direction: sortDirection ?? "asc" }
    : { column: "createdAt", direction: sortDirection ?? "desc" };
}

type ColumnType = AuthContext["settings"]["fields"]["user"][string]["type"];

/** A column that answers show; of any other nobody learns even that it is there. */
function shown({ settings }: AuthContext, name: string, field: string): { readonly type: ColumnType } {
  const column = Object.hasOwn(settings.fields.user, field) ? settings.fields.user[field] : undefined;
  if (!column || column.returned === false) invalidQuery(name, "is no field of users");
  return column;
}

function valueBehind({ settings }: AuthContext, column: string, value: unknown): unknown {
  const type = settings.fields.user[column]?.type ?? "string";
  return value === null ? null : columnValue({ type }, value, "cursor");
}
