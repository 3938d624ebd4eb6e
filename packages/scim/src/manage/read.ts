/** The calls that list connections, groups, and directories' requests. */

import type { Where } from "@latchkey/core/database";
import {
  defineEndpoint,
  type EndpointOf,
  getService,
  type InputField,
  input,
  maxCursorLength,
  type RequestContext,
  requireCaller,
  requireSiteScope,
  timePages,
} from "@latchkey/core/plugin";
import type {
  AllScimConnections,
  AllScimConnectionsQuery,
  ScimCalls,
  ScimConnectionQuery,
  ScimConnectionWithTokens,
  ScimOrganizationQuery,
} from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import {
  allConnectionsOutput,
  connectionsOutput,
  eventPageOutput,
  groupPageOutput,
  presentConnection,
  presentEvent,
  presentManagedGroup,
  presentToken,
} from "../outputs.ts";
import { connectionTable, type ScimConnectionRow, scimEventTable, scimGroupTable, tokenTable } from "../tables.ts";
import { findConnection, requireScope, scopeErrors } from "./access.ts";

const newestFirst = timePages("createdAt", "desc");
const oldestFirst = timePages("createdAt", "asc");
const latestFirst = timePages("at", "desc");

/** Maximum connections in a list. Organizations don't have more than this. */
const maxListed = 1000;

/** Lists the connections of an organization with their tokens, oldest first. */
export const listConnections: EndpointOf<ScimCalls["listScimConnections"]> = defineEndpoint({
  method: "GET",
  path: "/scim/list-connections",
  summary: "List SCIM connections",
  input: input.object<ScimOrganizationQuery>({ organizationId: input.optional(input.id) }),
  output: connectionsOutput,
  guards: [requireCaller],
  errors: scopeErrors,
  queryBudget: 4,
  async handle({ organizationId }, context) {
    const scope = await requireScope(context, organizationId, "read");
    const where = { organizationId: scope.organizationId };
    const orderBy = [{ column: "createdAt" }] as const;
    return withTokens(context, await context.db.findMany(connectionTable, { where, orderBy, limit: maxListed }));
  },
});

/** Adds each connection's valid tokens. Sends one query, or none if there are no connections. */
async function withTokens(
  context: RequestContext,
  rows: readonly ScimConnectionRow[],
): Promise<readonly ScimConnectionWithTokens[]> {
  if (rows.length === 0) return [];
  const where = { connectionId: { in: rows.map(({ id }) => id) } };
  const orderBy = [{ column: "createdAt" }] as const;
  const tokens = await context.db.findMany(tokenTable, { where, orderBy, limit: rows.length * maxListed });
  const now = context.now();
  return rows.map((row) => ({
    ...presentConnection(context, row),
    tokens: tokens
      .filter(({ connectionId, graceUntil }) => connectionId === row.id && (graceUntil === null || graceUntil > now))
      .map(presentToken),
  }));
}

const dayMs = 86_400_000;

function stateCondition(context: RequestContext, state: AllScimConnectionsQuery["state"]): Where<ScimConnectionRow> {
  if (state === undefined) return {};
  if (state !== "idle") return { enabled: state === "on" };
  const idle = [{ lastRequestAt: null }, { lastRequestAt: { lt: new Date(context.now().getTime() - dayMs) } }];
  return idle.map((one) => ({ enabled: true, ...one }));
}

/** Lists the connections of all organizations, newest first. */
export const listAllConnections: EndpointOf<ScimCalls["listAllScimConnections"]> = defineEndpoint({
  method: "GET",
  path: "/scim/list-all-connections",
  summary: "List the SCIM connections of all organizations",
  input: input.object<AllScimConnectionsQuery>({
    state: input.optional(input.oneOf("on", "off", "idle")),
    limit: input.optional(input.integer({ min: 1, max: 100 })),
    cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
  }),
  output: allConnectionsOutput,
  guards: [requireCaller],
  errors: pickErrors("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM"),
  queryBudget: 4,
  async handle({ state, ...page }, context) {
    requireSiteScope(context, {
      permission: ["scim", "read"],
      refuse: () => failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM"),
    });
    const found = await context.db.findMany(connectionTable, {
      where: stateCondition(context, state),
      ...newestFirst.select(page),
    });
    const { rows, nextCursor } = newestFirst.toPage(found, page);
    return {
      connections: await withTokens(context, rows),
      organizations: await findNames(context, rows),
      nextCursor,
    };
  },
});

/** Returns the organizations' names. Sends one query, or none if there are no organizations. */
async function findNames(
  context: RequestContext,
  rows: readonly ScimConnectionRow[],
): Promise<AllScimConnections["organizations"]> {
  const ids = [...new Set(rows.map(({ organizationId }) => organizationId))];
  if (ids.length === 0) return {};
  const { table } = getService(context, "organizationAccess");
  const columns = ["id", "name"] as const;
  const found = await context.db.findMany(table, { where: { id: { in: ids } }, columns, limit: ids.length });
  return Object.fromEntries(found.map(({ id, name }) => [id, { name }]));
}

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
  summary: "List a SCIM connection's groups",
  input: pageInput,
  output: groupPageOutput,
  guards: [requireCaller],
  errors: foundErrors,
  queryBudget: 4,
  async handle({ id, ...page }, context) {
    await findConnection(context, id, "read");
    const where = { connectionId: id };
    const found = await context.db.findMany(scimGroupTable, { where, ...oldestFirst.select(page) });
    const { rows, nextCursor } = oldestFirst.toPage(found, page);
    return { groups: rows.map(presentManagedGroup), nextCursor };
  },
});

/** Lists a directory's changes and failed requests, newest first. */
export const listEvents: EndpointOf<ScimCalls["listScimEvents"]> = defineEndpoint({
  method: "GET",
  path: "/scim/list-events",
  summary: "List a directory's changes and failed requests",
  input: pageInput,
  output: eventPageOutput,
  guards: [requireCaller],
  errors: foundErrors,
  queryBudget: 4,
  async handle({ id, ...page }, context) {
    await findConnection(context, id, "read");
    const where = { connectionId: id };
    const found = await context.db.findMany(scimEventTable, { where, ...latestFirst.select(page) });
    const { rows, nextCursor } = latestFirst.toPage(found, page);
    return { events: rows.map(presentEvent), nextCursor };
  },
});
