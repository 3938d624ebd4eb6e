/** Pages of members: searched, filtered, ordered, always with how many there are and where the next page begins. */

import type { Column, Joined, Order, WhereAll } from "@latchkey/core/database";
import {
  columnValue,
  filterCondition,
  filterOperators,
  type InputField,
  input,
  invalidQuery,
  longestCursor,
  type RequestContext,
  readCursor,
  type UserRow,
  userTable,
  writeCursor,
} from "@latchkey/core/plugin";
import { anySlug } from "../inputs.ts";
import { longestPage } from "../options.ts";
import { type MemberRow, memberTable } from "../tables.ts";
import type { ListMembersQuery } from "./contract.ts";

/** A member with their user's row, as far as answers show it. */
export interface MemberWithUserRow extends MemberRow {
  readonly user: Pick<UserRow, "id" | "name" | "email" | "image">;
}

/** Some members of an organization. */
export interface Page {
  readonly rows: readonly MemberWithUserRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** What `list-members` takes. Names of columns are checked against those that answers show. */
export const listMembersInput: InputField<ListMembersQuery> = input.object({
  organizationId: input.optional(input.id),
  organizationSlug: input.optional(anySlug),
  limit: input.optional(input.integer({ min: 1, max: longestPage })),
  offset: input.optional(input.integer({ max: 1_000_000 })),
  cursor: input.optional(input.text({ min: 1, max: longestCursor })),
  search: input.optional(input.text()),
  sortBy: input.optional(input.text({ min: 1, max: 64 })),
  sortDirection: input.optional(input.oneOf("asc", "desc")),
  filterField: input.optional(input.text({ min: 1, max: 64 })),
  filterValue: input.optional(
    input.either(input.text({ max: 2000 }), input.number(), input.flag, input.list(input.text())),
  ),
  filterOperator: input.optional(input.oneOf(...filterOperators)),
});

/** The user's columns that come with a member, and no others. */
const userColumns = ["id", "name", "email", "image"] as const;

/** Names of a user's columns that members can be ordered by, as callers write them. */
const userOrders: Readonly<Record<string, string>> = {
  name: "name",
  email: "email",
  "user.name": "name",
  "user.email": "email",
};

/** How pages are read. */
export interface PageRules {
  readonly organizationId: string;
  /** Rows, where the query names none. */
  readonly pageSize: number;
  /** Addresses are neither shown, nor searched, nor ordered by. */
  readonly namesOnly: boolean;
}

/**
 * One page: one statement, and one that counts where there are further pages.
 * @throws {AuthError} `VALIDATION_ERROR`: an unknown or hidden column, a value that is none of the column's, a cursor of
 *   another order
 */
export async function memberPage(context: RequestContext, query: ListMembersQuery, rules: PageRules): Promise<Page> {
  const { limit = rules.pageSize, offset = 0, cursor } = query;
  const where = [whereOf(context, query, rules)].flat();
  const orderBy = orderOf(context, query, rules);
  const join = {
    user: { table: userTable, on: { id: "userId" }, required: true, columns: userColumns, ...searchOf(query, rules) },
  } as const;
  const after = cursor === undefined ? null : openCursor(context, cursor, orderBy);
  const found = await context.db.findMany(memberTable, {
    where,
    join,
    orderBy: [orderBy],
    limit: limit + 1,
    ...(after ? { after: after as never } : { offset }),
  });
  const rows = found.slice(0, limit) as readonly (MemberRow & Joined<typeof join>)[];
  const hasMore = found.length > limit;
  const isWhole = !hasMore && !after && (offset === 0 || rows.length > 0);
  // Every member has a user: where nobody is searched for, their rows need not be looked at to be counted.
  const counted = query.search ? { where, join } : { where };
  const total = isWhole ? offset + rows.length : await context.db.count(memberTable, counted);
  return { rows, total, nextCursor: hasMore ? sealCursor(rows.at(-1) as MemberWithUserRow, orderBy) : null };
}

function searchOf({ search }: ListMembersQuery, { namesOnly }: PageRules): { where?: WhereAll<UserRow>[] } {
  if (search === undefined || search === "") return {};
  const contains = { contains: search };
  return { where: namesOnly ? [{ name: contains }] : [{ name: contains }, { email: contains }] };
}

/** A column of a member that answers show. */
function columnOf({ settings }: RequestContext, path: string, name: string): Column {
  const fields = settings.fields.member ?? {};
  const column = Object.hasOwn(fields, name) ? fields[name] : undefined;
  // By the organization's id the list is narrowed already, and nobody widens it.
  if (
    !column ||
    name === "organizationId" ||
    column.returned === false ||
    column.type === "json" ||
    column.type === "text"
  ) {
    return invalidQuery(path, "is no field of a member");
  }
  return column;
}

function orderOf(context: RequestContext, query: ListMembersQuery, { namesOnly }: PageRules): Order<MemberRow> {
  const { sortBy = "createdAt", sortDirection: direction = "asc" } = query;
  const ofUser = Object.hasOwn(userOrders, sortBy) ? (userOrders[sortBy] as string) : null;
  if (ofUser === null) columnOf(context, "sortBy", sortBy);
  if (ofUser === "email" && namesOnly) invalidQuery("sortBy", "is not shown to you");
  return ofUser === null
    ? { column: sortBy as keyof MemberRow & string, direction }
    : { column: ofUser, direction, of: "user" };
}

function whereOf(
  context: RequestContext,
  query: ListMembersQuery,
  { organizationId }: PageRules,
): WhereAll<MemberRow>[] {
  const { filterField, filterValue, filterOperator = "eq" } = query;
  if (filterField === undefined) return [{ organizationId }];
  if (filterValue === undefined) return invalidQuery("filterValue", "is required");
  const column = columnOf(context, "filterField", filterField);
  return [{ organizationId, [filterField]: filterCondition(column, filterOperator, filterValue) }];
}

function nameOf(order: Order<MemberRow>): string {
  return `${order.of ?? ""}.${order.column} ${order.direction}`;
}

function sealCursor(last: MemberWithUserRow, order: Order<MemberRow>): string {
  const row = (order.of === undefined ? last : last.user) as unknown as Readonly<Record<string, unknown>>;
  return writeCursor({ order: nameOf(order), value: row[order.column] ?? null, id: last.id });
}

function openCursor({ settings }: RequestContext, cursor: string, order: Order<MemberRow>): object {
  const { value, id } = readCursor(cursor, nameOf(order));
  if (order.of !== undefined) return { [order.of]: { [order.column]: value }, id };
  const type = settings.fields.member?.[order.column]?.type ?? "string";
  return { [order.column]: value === null ? null : columnValue({ type }, value, "cursor"), id };
}
