/** `/Groups`. RFC 7644, section 3. */

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
import { groupResource, groupSchema, isObject, type Json } from "../schema/attributes.ts";
import { normalizeResource } from "../schema/normalize.ts";
import {
  type ScimConnectionRow,
  type ScimGroupRow,
  scimGroupMemberTable,
  scimGroupTable,
  scimUserTable,
} from "../tables.ts";
import { readMemberChange, readMemberIds } from "./members.ts";
import { attributesOf, changeGroup, createGroup, deleteGroup } from "./store.ts";

/** Members in one response. Use `excludedAttributes=members` for more. */
const maxMembersShown = 50_000;
const batchSize = 1000;

function storeOf(
  context: RequestContext,
  { id: connectionId }: ScimConnectionRow,
  withMembers: boolean,
): ResourceStore<ScimGroupRow> {
  return {
    table: scimGroupTable,
    connectionId,
    columns: {
      id: { column: "id" },
      displayname: { column: "displayNameKey", isLowercase: true },
      externalid: { column: "externalId" },
      "meta.created": { column: "createdAt", isUnique: false },
      "meta.lastmodified": { column: "updatedAt", isUnique: false },
    },
    async present(rows) {
      const members = withMembers ? await membersOf(context, rows) : new Map<string, Json[]>();
      return rows.map((row) => presentGroup(context, row, members.get(row.id) ?? []));
    },
  };
}

/** @throws {AuthError} `SCIM_TOO_MANY` */
async function membersOf(context: RequestContext, rows: readonly ScimGroupRow[]): Promise<Map<string, Json[]>> {
  const members = new Map<string, Json[]>();
  if (rows.length === 0) return members;
  const where = { groupId: { in: rows.map(({ id }) => id) } };
  if ((await context.db.count(scimGroupMemberTable, { where })) > maxMembersShown) refuse("SCIM_TOO_MANY");
  for (let last = ""; ; ) {
    const found = await context.db.findMany(scimGroupMemberTable, {
      where: last === "" ? where : { ...where, id: { gt: last } },
      join: { user: { table: scimUserTable, on: { id: "scimUserId" }, required: true, columns: ["id", "userName"] } },
      orderBy: [{ column: "id" }],
      limit: batchSize,
    });
    for (const { groupId, user } of found) {
      const list = members.get(groupId) ?? [];
      list.push({
        value: user.id,
        $ref: resourceLocation(context, "Users", user.id),
        display: user.userName,
        type: "User",
      });
      members.set(groupId, list);
    }
    if (found.length < batchSize) return members;
    last = found.at(-1)?.id ?? "";
  }
}

function presentGroup(context: RequestContext, row: ScimGroupRow, members: readonly Json[]): Json {
  const location = resourceLocation(context, "Groups", row.id);
  return {
    schemas: [groupSchema],
    id: row.id,
    ...attributesOf(row),
    ...(members.length === 0 ? {} : { members }),
    meta: {
      resourceType: "Group",
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location,
      version: versionOf(row),
    },
  };
}

async function reply(
  context: RequestContext,
  connection: ScimConnectionRow,
  row: ScimGroupRow,
  projection: Projection,
  status: 200 | 201,
): Promise<ScimReply> {
  const [resource = {}] = await storeOf(context, connection, includes(projection, "members")).present([row]);
  const location = resourceLocation(context, "Groups", row.id);
  return { status, body: project(resource, projection), version: versionOf(row), location };
}

/** Whether a filter or an order looks at members, so that they have to be read for each group. */
function looksAtMembers({ filter, sortBy }: Json): boolean {
  return /members/i.test(`${String(filter ?? "")} ${String(sortBy ?? "")}`);
}

async function listGroups(context: RequestContext, connection: ScimConnectionRow, given: Json): Promise<ScimReply> {
  const request = readListRequest(groupResource, given);
  const { rows, total } = await findPage(context.db, storeOf(context, connection, looksAtMembers(given)), request);
  const shown = await storeOf(context, connection, includes(request.projection, "members")).present(rows);
  return {
    status: 200,
    body: listBody(
      shown.map((one) => project(one, request.projection)),
      total,
      request,
    ),
  };
}

/** Reads a group that was sent whole. */
async function readGroup(
  context: RequestContext,
): Promise<{ readonly attributes: Json; readonly members: readonly string[] }> {
  const body = await readJson(context);
  const attributes = normalizeResource(groupResource, body);
  const key = isObject(body) ? Object.keys(body).find((name) => name.toLowerCase() === "members") : undefined;
  return { attributes, members: readMemberIds(key === undefined ? undefined : (body as Json)[key]) };
}

/** A filter without an index reads the directory in parts of 500 groups, each with their members. */
const listBudget = 180;

const everything: Projection = { only: null, except: [] };

/** The endpoints of groups. */
export function groupEndpoints(settings: ScimSettings): {
  readonly scimListGroups: EndpointOf<ProtocolCall<ListResourcesQuery>>;
  readonly scimSearchGroups: EndpointOf<ProtocolCall<object>>;
  readonly scimCreateGroup: EndpointOf<ProtocolCall<object>>;
  readonly scimGetGroup: EndpointOf<ProtocolCall<ResourceInput>>;
  readonly scimReplaceGroup: EndpointOf<ProtocolCall<ResourceRef>>;
  readonly scimPatchGroup: EndpointOf<ProtocolCall<ResourceRef>>;
  readonly scimDeleteGroup: EndpointOf<ProtocolCall<ResourceRef>>;
} {
  return {
    scimListGroups: defineProtocolEndpoint<ListResourcesQuery>({
      method: "GET",
      path: "/Groups",
      summary: "List the groups of a directory",
      input: listInput,
      queryBudget: listBudget,
      handle: (query, context, connection) => listGroups(context, connection, { ...query }),
    }),
    scimSearchGroups: defineProtocolEndpoint<object>({
      method: "POST",
      path: "/Groups/.search",
      summary: "Search the groups of a directory",
      input: noInput,
      isWrite: false,
      queryBudget: listBudget,
      async handle(_, context, connection) {
        const body = await readJson(context);
        return listGroups(context, connection, isObject(body) ? body : refuse("SCIM_INVALID_SYNTAX"));
      },
    }),
    scimCreateGroup: defineProtocolEndpoint<object>({
      method: "POST",
      path: "/Groups",
      summary: "Add a group to a directory",
      input: noInput,
      queryBudget: 15,
      async handle(_, context, connection) {
        const { attributes, members } = await readGroup(context);
        const row = await createGroup(context, settings, connection, attributes, members);
        return reply(context, connection, row, everything, 201);
      },
    }),
    scimGetGroup: defineProtocolEndpoint<ResourceInput>({
      method: "GET",
      path: "/Groups/:id",
      summary: "Get a group of a directory",
      input: projectionInput,
      queryBudget: 4,
      async handle({ id, attributes, excludedAttributes }, context, connection) {
        const where = { id, connectionId: connection.id };
        const row = (await context.db.findOne(scimGroupTable, { where })) ?? refuse("SCIM_NOT_FOUND");
        if (isKnownVersion(context, row)) return { status: 304, version: versionOf(row) };
        const projection = readProjection(groupResource, attributes, excludedAttributes);
        return reply(context, connection, row, projection, 200);
      },
    }),
    scimReplaceGroup: defineProtocolEndpoint<ResourceRef>({
      method: "PUT",
      path: "/Groups/:id",
      summary: "Replace a group of a directory",
      input: resourceInput,
      queryBudget: 30,
      async handle({ id }, context, connection) {
        const { attributes, members } = await readGroup(context);
        const change = { isReplaced: true, add: new Set(members), remove: new Set<string>() };
        const row = await changeGroup(context, connection, id, () => attributes, change);
        return reply(context, connection, row, everything, 200);
      },
    }),
    scimPatchGroup: defineProtocolEndpoint<ResourceRef>({
      method: "PATCH",
      path: "/Groups/:id",
      summary: "Change a group of a directory",
      input: resourceInput,
      queryBudget: 30,
      async handle({ id }, context, connection) {
        const operations = readOperations(groupResource, await readJson(context));
        const ofMembers = operations.filter(({ path }) => path.name === "members");
        const others = operations.filter(({ path }) => path.name !== "members");
        const change = (before: Json): Json => applyOperations(before, others, id);
        const row = await changeGroup(context, connection, id, change, readMemberChange(ofMembers));
        return reply(context, connection, row, everything, 200);
      },
    }),
    scimDeleteGroup: defineProtocolEndpoint<ResourceRef>({
      method: "DELETE",
      path: "/Groups/:id",
      summary: "Delete a group from a directory",
      input: resourceInput,
      queryBudget: 40,
      async handle({ id }, context, connection) {
        await deleteGroup(context, connection, id);
        return { status: 204 };
      },
    }),
  };
}
