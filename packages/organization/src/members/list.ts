/** Reads pages of members, with search, filters, order, total, and cursor. */

import { type Column, cursorValue, type Joined, type Order, type WhereAll } from "@latchkey/core/database";
import {
  columnValue,
  failInvalidQuery,
  filterCondition,
  filterOperators,
  type InputField,
  input,
  maxCursorLength,
  type RequestContext,
  readCursor,
  type UserRow,
  userTable,
  writeCursor,
} from "@latchkey/core/plugin";
import { slugQuery } from "../inputs.ts";
import { maxPageSize } from "../options.ts";
import { type MemberRow, memberTable, teamMemberTable } from "../tables.ts";
import type { ListMembersQuery } from "./contract.ts";

/** A member's row with the user's columns that responses include. */
export interface MemberWithUserRow extends MemberRow {
  readonly user: Pick<UserRow, "id" | "name" | "email" | "image">;
}

/** A page of member rows. */
export interface MemberRowPage {
  readonly rows: readonly MemberWithUserRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Input for `list-members`. Column names are checked against those that responses include. */
export const listMembersInput: InputField<ListMembersQuery> = input.object({
  organizationId: input.optional(input.id),
  organizationSlug: input.optional(slugQuery),
  limit: input.optional(input.integer({ min: 1, max: maxPageSize })),
  offset: input.optional(input.integer({ max: 1_000_000 })),
  cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
  teamId: input.optional(input.id),
  search: input.optional(input.text()),
  sortBy: input.optional(input.text({ min: 1, max: 64 })),
  sortDirection: input.optional(input.oneOf("asc", "desc")),
  filterField: input.optional(input.text({ min: 1, max: 64 })),
  filterValue: input.optional(
    input.either(input.text({ max: 2000 }), input.number(), input.flag, input.list(input.text())),
  ),
  filterOperator: input.optional(input.oneOf(...filterOperators)),
});

/** The user's columns that are returned with a member. */
const userColumns = ["id", "name", "email", "image"] as const;

/** The user's columns that members can be sorted by, by the names that callers use. */
const sortableUserColumns: Readonly<Record<string, string>> = {
  name: "name",
  email: "email",
  "user.name": "name",
  "user.email": "email",
};

/** The options for reading a page. */
export interface MemberPageOptions {
  readonly organizationId: string;
  /** Members per page if the query doesn't set a limit. */
  readonly pageSize: number;
  /** Whether emails are hidden, so that they can't be searched or sorted by either. */
  readonly namesOnly: boolean;
}

/**
 * Returns one page. Sends one query, and another one to count if there are more pages.
 * @throws {AuthError} `VALIDATION_ERROR` if a column is unknown or hidden, a value has the wrong type, or the cursor
 * belongs to a different order
 */
export async function findMemberPage(
  context: RequestContext,
  query: ListMembersQuery,
  options: MemberPageOptions,
): Promise<MemberRowPage> {
  const { limit = options.pageSize, offset = 0, cursor } = query;
  const where = [filterConditions(context, query, options)].flat();
  const orderBy = resolveOrder(context, query, options);
  const join = {
    user: {
      table: userTable,
      on: { id: "userId" },
      required: true,
      columns: userColumns,
      ...searchCondition(query, options),
    },
    ...teamJoin(query),
  } as const;
  const after = cursor === undefined ? null : decodeCursor(context, cursor, orderBy);
  const found = await context.db.findMany(memberTable, {
    where,
    join,
    orderBy: [orderBy],
    limit: limit + 1,
    ...(after ? { after } : { offset }),
  });
  const rows = found.slice(0, limit) as readonly (MemberRow & Joined<typeof join>)[];
  const hasMore = found.length > limit;
  const isComplete = !hasMore && !after && (offset === 0 || rows.length > 0);
  // Every member has a user, so counting needs the joins only if they filter.
  const countQuery = query.search || query.teamId !== undefined ? { where, join } : { where };
  const total = isComplete ? offset + rows.length : await context.db.count(memberTable, countQuery);
  return { rows, total, nextCursor: hasMore ? encodeCursor(rows.at(-1) as MemberWithUserRow, orderBy) : null };
}

/** Limits the page to a team. The caller must have checked that the team belongs to the organization. */
function teamJoin({ teamId }: ListMembersQuery) {
  if (teamId === undefined) return {};
  const on = { teamId: { value: teamId }, userId: "userId" } as const;
  return { team: { table: teamMemberTable, on, required: true, columns: ["id"] } } as const;
}

function searchCondition(
  { search }: ListMembersQuery,
  { namesOnly }: MemberPageOptions,
): { where?: WhereAll<UserRow>[] } {
  if (search === undefined || search === "") return {};
  const contains = { contains: search };
  return { where: namesOnly ? [{ name: contains }] : [{ name: contains }, { email: contains }] };
}

/** Returns a column of members that responses include. */
function filterableColumn({ settings }: RequestContext, path: string, name: string): Column {
  const fields = settings.fields.member ?? {};
  const column = Object.hasOwn(fields, name) ? fields[name] : undefined;
  // The list is already limited to one organization, and a filter on this column must not widen it.
  if (
    !column ||
    name === "organizationId" ||
    column.returned === false ||
    column.type === "json" ||
    column.type === "text"
  ) {
    return failInvalidQuery(path, "isn't a member field");
  }
  return column;
}

function resolveOrder(
  context: RequestContext,
  query: ListMembersQuery,
  { namesOnly }: MemberPageOptions,
): Order<MemberRow> {
  const { sortBy = "createdAt", sortDirection: direction = "asc" } = query;
  const userColumn = Object.hasOwn(sortableUserColumns, sortBy) ? (sortableUserColumns[sortBy] as string) : null;
  if (userColumn === null) filterableColumn(context, "sortBy", sortBy);
  if (userColumn === "email" && namesOnly) failInvalidQuery("sortBy", "isn't visible to you");
  return userColumn === null
    ? { column: sortBy as keyof MemberRow & string, direction }
    : { column: userColumn, direction, joinName: "user" };
}

function filterConditions(
  context: RequestContext,
  query: ListMembersQuery,
  { organizationId }: MemberPageOptions,
): WhereAll<MemberRow>[] {
  const { filterField, filterValue, filterOperator = "eq" } = query;
  if (filterField === undefined) return [{ organizationId }];
  if (filterValue === undefined) return failInvalidQuery("filterValue", "is required");
  const column = filterableColumn(context, "filterField", filterField);
  return [{ organizationId, [filterField]: filterCondition(column, filterOperator, filterValue) }];
}

function orderKey(order: Order<MemberRow>): string {
  return `${order.joinName ?? ""}.${order.column} ${order.direction}`;
}

function encodeCursor(last: MemberWithUserRow, order: Order<MemberRow>): string {
  const value = cursorValue(last, { column: order.column, joinName: order.joinName ?? null });
  return writeCursor({ order: orderKey(order), value: value ?? null, id: last.id });
}

function decodeCursor(
  { settings }: RequestContext,
  cursor: string,
  order: Order<MemberRow>,
): Partial<MemberRow & { readonly user: UserRow }> {
  const { value, id } = readCursor(cursor, orderKey(order));
  if (order.joinName !== undefined) return { [order.joinName]: { [order.column]: value }, id };
  const type = settings.fields.member?.[order.column]?.type ?? "string";
  return { [order.column]: value === null ? null : columnValue({ type }, value, "cursor"), id };
}
