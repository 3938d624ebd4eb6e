/** `/Users`. RFC 7644, section 3. */

import type { EndpointOf, RequestContext } from "@latchkey/core/plugin";
import type { ListResourcesQuery, ProtocolCall, ResourceInput, ResourceRef } from "../contract.ts";
import { refuse } from "../errors.ts";
import type { ScimSettings } from "../options.ts";
import { applyOperations } from "../patch/apply.ts";
import { readOperations } from "../patch/operations.ts";
import { readJson } from "../protocol/body.ts";
import { defineProtocolEndpoint, type ScimReply } from "../protocol/endpoint.ts";
import { findPage, type ResourceStore } from "../protocol/list.ts";
import { resourceLocation } from "../protocol/location.ts";
import { includes, type Projection, project, readProjection } from "../protocol/project.ts";
import { listInput, readListRequest } from "../protocol/query.ts";
import { listBody, noInput, projectionInput, resourceInput } from "../protocol/shared.ts";
import { isKnownVersion, versionOf } from "../protocol/version.ts";
import { isObject, type Json, userResource } from "../schema/attributes.ts";
import { normalizeResource } from "../schema/normalize.ts";
import {
  type ScimConnectionRow,
  type ScimUserRow,
  scimGroupMemberTable,
  scimGroupTable,
  scimUserTable,
} from "../tables.ts";
import { type GroupRef, presentUser } from "./resource.ts";
import { changeUser, createUser, deleteUser } from "./store.ts";

/** Groups that a user shows. */
const maxGroupsShown = 1000;

/** A filter without an index reads the directory in parts of 500 users, each with their groups. */
const listBudget = 90;

const everything: Projection = { only: null, except: [] };

function storeOf(
  context: RequestContext,
  { id: connectionId }: ScimConnectionRow,
  withGroups: boolean,
): ResourceStore<ScimUserRow> {
  return {
    table: scimUserTable,
    connectionId,
    columns: {
      id: { column: "id" },
      username: { column: "userNameKey", isLowercase: true },
      externalid: { column: "externalId" },
      "meta.created": { column: "createdAt", isUnique: false },
      "meta.lastmodified": { column: "updatedAt", isUnique: false },
    },
    async present(rows) {
      const groups = withGroups ? await groupsOf(context, rows) : new Map<string, GroupRef[]>();
      return rows.map((row) => presentUser(context, row, groups.get(row.id) ?? []));
    },
  };
}

async function groupsOf(context: RequestContext, rows: readonly ScimUserRow[]): Promise<Map<string, GroupRef[]>> {
  const groups = new Map<string, GroupRef[]>();
  if (rows.length === 0) return groups;
  const found = await context.db.findMany(scimGroupMemberTable, {
    where: { scimUserId: { in: rows.map(({ id }) => id) } },
    join: { group: { table: scimGroupTable, on: { id: "groupId" }, required: true, columns: ["id", "displayName"] } },
    limit: rows.length * maxGroupsShown,
  });
  for (const { scimUserId, group } of found) groups.set(scimUserId, [...(groups.get(scimUserId) ?? []), group]);
  return groups;
}

async function reply(
  context: RequestContext,
  connection: ScimConnectionRow,
  row: ScimUserRow,
  projection: Projection,
  status: 200 | 201,
): Promise<ScimReply> {
  const [resource = {}] = await storeOf(context, connection, includes(projection, "groups")).present([row]);
  const location = resourceLocation(context, "Users", row.id);
  return { status, body: project(resource, projection), version: versionOf(row), location };
}

async function listUsers(context: RequestContext, connection: ScimConnectionRow, given: Json): Promise<ScimReply> {
  const request = readListRequest(userResource, given);
  const { rows, total } = await findPage(context.db, storeOf(context, connection, true), request);
  const shown = await storeOf(context, connection, includes(request.projection, "groups")).present(rows);
  return {
    status: 200,
    body: listBody(
      shown.map((one) => project(one, request.projection)),
      total,
      request,
    ),
  };
}

/** The endpoints of users. */
export function userEndpoints(settings: ScimSettings): {
  readonly scimListUsers: EndpointOf<ProtocolCall<ListResourcesQuery>>;
  readonly scimSearchUsers: EndpointOf<ProtocolCall<object>>;
  readonly scimCreateUser: EndpointOf<ProtocolCall<object>>;
  readonly scimGetUser: EndpointOf<ProtocolCall<ResourceInput>>;
  readonly scimReplaceUser: EndpointOf<ProtocolCall<ResourceRef>>;
  readonly scimPatchUser: EndpointOf<ProtocolCall<ResourceRef>>;
  readonly scimDeleteUser: EndpointOf<ProtocolCall<ResourceRef>>;
} {
  return {
    scimListUsers: defineProtocolEndpoint<ListResourcesQuery>({
      method: "GET",
      path: "/Users",
      summary: "List the users of a directory",
      input: listInput,
      queryBudget: listBudget,
      handle: (query, context, connection) => listUsers(context, connection, { ...query }),
    }),
    scimSearchUsers: defineProtocolEndpoint<object>({
      method: "POST",
      path: "/Users/.search",
      summary: "Search the users of a directory",
      input: noInput,
      isWrite: false,
      queryBudget: listBudget,
      async handle(_, context, connection) {
        const body = await readJson(context);
        return listUsers(context, connection, isObject(body) ? body : refuse("SCIM_INVALID_SYNTAX"));
      },
    }),
    scimCreateUser: defineProtocolEndpoint<object>({
      method: "POST",
      path: "/Users",
      summary: "Add a user to a directory",
      input: noInput,
      queryBudget: 30,
      async handle(_, context, connection) {
        const attributes = normalizeResource(userResource, await readJson(context));
        const row = await createUser(context, settings, connection, attributes);
        return reply(context, connection, row, everything, 201);
      },
    }),
    scimGetUser: defineProtocolEndpoint<ResourceInput>({
      method: "GET",
      path: "/Users/:id",
      summary: "Get a user of a directory",
      input: projectionInput,
      queryBudget: 3,
      async handle({ id, attributes, excludedAttributes }, context, connection) {
        const where = { id, connectionId: connection.id };
        const row = (await context.db.findOne(scimUserTable, { where })) ?? refuse("SCIM_NOT_FOUND");
        if (isKnownVersion(context, row)) return { status: 304, version: versionOf(row) };
        const projection = readProjection(userResource, attributes, excludedAttributes);
        return reply(context, connection, row, projection, 200);
      },
    }),
    scimReplaceUser: defineProtocolEndpoint<ResourceRef>({
      method: "PUT",
      path: "/Users/:id",
      summary: "Replace a user of a directory",
      input: resourceInput,
      queryBudget: 40,
      async handle({ id }, context, connection) {
        const attributes = normalizeResource(userResource, await readJson(context));
        // A replacement that leaves `active` out must not turn the user on again.
        const row = await changeUser(context, connection, id, ({ active }) => ({ active, ...attributes }));
        return reply(context, connection, row, everything, 200);
      },
    }),
    scimPatchUser: defineProtocolEndpoint<ResourceRef>({
      method: "PATCH",
      path: "/Users/:id",
      summary: "Change a user of a directory",
      input: resourceInput,
      queryBudget: 40,
      async handle({ id }, context, connection) {
        const operations = readOperations(userResource, await readJson(context));
        const row = await changeUser(context, connection, id, (before) => applyOperations(before, operations, id));
        return reply(context, connection, row, everything, 200);
      },
    }),
    scimDeleteUser: defineProtocolEndpoint<ResourceRef>({
      method: "DELETE",
      path: "/Users/:id",
      summary: "Delete a user from a directory",
      input: resourceInput,
      queryBudget: 30,
      async handle({ id }, context, connection) {
        await deleteUser(context, connection, id);
        return { status: 204 };
      },
    }),
  };
}
