/** `/Groups`. RFC 7644, section 3. */

import type { RequestContext } from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";
import type { ScimSettings } from "../options.ts";
import { applyOperations } from "../patch/apply.ts";
import type { ResourceStore } from "../protocol/list.ts";
import { resourceLocation } from "../protocol/location.ts";
import { defineResource, type ResourceEndpoints } from "../protocol/resource.ts";
import { versionOf } from "../protocol/version.ts";
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

/** Maximum members in one response. For larger groups, use `excludedAttributes=members`. */
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

/** Reads a complete group from a request. */
function readGroup(body: unknown): { readonly attributes: Json; readonly members: readonly string[] } {
  const attributes = normalizeResource(groupResource, body);
  const key = isObject(body) ? Object.keys(body).find((name) => name.toLowerCase() === "members") : undefined;
  return { attributes, members: readMemberIds(key === undefined ? undefined : (body as Json)[key]) };
}

/** The group endpoints. */
export function groupEndpoints(settings: ScimSettings): {
  readonly scimListGroups: ResourceEndpoints["list"];
  readonly scimSearchGroups: ResourceEndpoints["search"];
  readonly scimCreateGroup: ResourceEndpoints["create"];
  readonly scimGetGroup: ResourceEndpoints["get"];
  readonly scimReplaceGroup: ResourceEndpoints["replace"];
  readonly scimPatchGroup: ResourceEndpoints["patch"];
  readonly scimDeleteGroup: ResourceEndpoints["remove"];
} {
  const groups = defineResource<ScimGroupRow>({
    plural: "Groups",
    singular: "a group",
    schema: groupResource,
    related: "members",
    // A filter that can't use an index reads the directory in batches of 500 groups with their members.
    budgets: { list: 180, create: 15, get: 4, change: 30, delete: 40 },
    store: storeOf,
    create(context, connection, body) {
      const { attributes, members } = readGroup(body);
      return createGroup(context, settings, connection, attributes, members);
    },
    replace(context, connection, id, body) {
      const { attributes, members } = readGroup(body);
      const change = { isReplaced: true, add: new Set(members), remove: new Set<string>() };
      return changeGroup(context, connection, id, () => attributes, change);
    },
    patch(context, connection, id, operations) {
      const ofMembers = operations.filter(({ path }) => path.name === "members");
      const others = operations.filter(({ path }) => path.name !== "members");
      const change = (before: Json): Json => applyOperations(before, others, id);
      return changeGroup(context, connection, id, change, readMemberChange(ofMembers));
    },
    remove: deleteGroup,
  });
  return {
    scimListGroups: groups.list,
    scimSearchGroups: groups.search,
    scimCreateGroup: groups.create,
    scimGetGroup: groups.get,
    scimReplaceGroup: groups.replace,
    scimPatchGroup: groups.patch,
    scimDeleteGroup: groups.remove,
  };
}
