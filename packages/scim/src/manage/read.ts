/** The calls that list connections, groups, and what directories did. */

import {
  defineEndpoint,
  type EndpointOf,
  failInvalidQuery,
  type InputField,
  input,
  maxCursorLength,
  parseStoredDate,
  readCursor,
  writeCursor,
} from "@latchkey/core/plugin";
import type { ScimCalls, ScimConnectionQuery, ScimOrganizationQuery } from "../contract.ts";
import { pickErrors } from "../errors.ts";
import {
  connectionsOutput,
  eventPageOutput,
  groupPageOutput,
  presentConnection,
  presentEvent,
  presentManagedGroup,
  presentToken,
} from "../outputs.ts";
import { connectionTable, scimEventTable, scimGroupTable, tokenTable } from "../tables.ts";
import { findConnection, requireScimReader, requireScope, scopeErrors } from "./access.ts";

/** More than an organization can have. */
const maxListed = 1000;

/** Lists the connections of an organization with their tokens, oldest first. */
export const listConnections: EndpointOf<ScimCalls["listScimConnections"]> = defineEndpoint({
  method: "GET",
  path: "/scim/list-connections",
  summary: "List SCIM connections",
  input: input.object<ScimOrganizationQuery>({ organizationId: input.optional(input.id) }),
  output: connectionsOutput,
  guards: [requireScimReader],
  errors: scopeErrors,
  queryBudget: 4,
  async handle({ organizationId }, context) {
    const scope = await requireScope(context, organizationId, "read");
    const orderBy = [{ column: "createdAt" }] as const;
    const where = { organizationId: scope.organizationId };
    const rows = await context.db.findMany(connectionTable, { where, orderBy, limit: maxListed });
    const ofThese = { connectionId: { in: rows.map(({ id }) => id) } };
    const tokens =
      rows.length === 0 ? [] : await context.db.findMany(tokenTable, { where: ofThese, orderBy, limit: maxListed });
    const now = context.now();
    return rows.map((row) => ({
      ...presentConnection(context, row),
      tokens: tokens
        .filter(({ connectionId, graceUntil }) => connectionId === row.id && (graceUntil === null || graceUntil > now))
        .map(presentToken),
    }));
  },
});

const pageInput: InputField<ScimConnectionQuery> = input.object<ScimConnectionQuery>({
  id: input.id,
  limit: input.optional(input.integer({ min: 1, max: 100 })),
  cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
});

const foundErrors = pickErrors("SCIM_CONNECTION_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM");

/** Lists the groups of a connection, oldest first. */
export const listGroups: EndpointOf<ScimCalls["listScimGroups"]> = defineEndpoint({
  method: "GET",
  path: "/scim/list-groups",
  summary: "List the groups of a SCIM connection",
  input: pageInput,
  output: groupPageOutput,
  guards: [requireScimReader],
  errors: foundErrors,
  queryBudget: 4,
  async handle({ id, limit = 50, cursor }, context) {
    await findConnection(context, id, "read");
    const found = await context.db.findMany(scimGroupTable, {
      where: { connectionId: id },
      orderBy: [{ column: "createdAt" }],
      limit: limit + 1,
      ...(cursor === undefined ? {} : { after: { ...positionOf(cursor, groupOrder, "createdAt") } }),
    });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return {
      groups: rows.map(presentManagedGroup),
      nextCursor: last ? writeCursor({ order: groupOrder, value: last.createdAt, id: last.id }) : null,
    };
  },
});

/** Lists the changes and failures of a connection, newest first. */
export const listEvents: EndpointOf<ScimCalls["listScimEvents"]> = defineEndpoint({
  method: "GET",
  path: "/scim/list-events",
  summary: "List what a directory changed",
  input: pageInput,
  output: eventPageOutput,
  guards: [requireScimReader],
  errors: foundErrors,
  queryBudget: 4,
  async handle({ id, limit = 50, cursor }, context) {
    await findConnection(context, id, "read");
    const found = await context.db.findMany(scimEventTable, {
      where: { connectionId: id },
      orderBy: [{ column: "at", direction: "desc" }],
      limit: limit + 1,
      ...(cursor === undefined ? {} : { after: { ...positionOf(cursor, eventOrder, "at") } }),
    });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return {
      events: rows.map(presentEvent),
      nextCursor: last ? writeCursor({ order: eventOrder, value: last.at, id: last.id }) : null,
    };
  },
});

const groupOrder = "createdAt asc";
const eventOrder = "at desc";

function positionOf<Column extends string>(
  cursor: string,
  order: string,
  column: Column,
): Readonly<Record<Column, Date> & { readonly id: string }> {
  const { value, id } = readCursor(cursor, order);
  const time = parseStoredDate(value) ?? failInvalidQuery("cursor", "isn't a cursor of this list");
  return { [column]: time, id } as Record<Column, Date> & { readonly id: string };
}
