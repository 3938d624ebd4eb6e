/** `/Users`. RFC 7644, section 3. */

import type { RequestContext } from "@latchkey/core/plugin";
import type { ScimSettings } from "../options.ts";
import { applyOperations } from "../patch/apply.ts";
import type { ResourceStore } from "../protocol/list.ts";
import { defineResource, type ResourceEndpoints } from "../protocol/resource.ts";
import { userResource } from "../schema/attributes.ts";
import { normalizeResource } from "../schema/normalize.ts";
import {
  type ScimConnectionRow,
  type ScimUserRow,
  scimGroupMemberTable,
  scimGroupTable,
  scimUserTable,
} from "../tables.ts";
import { findByEmail } from "./emails.ts";
import { type GroupRef, presentUser } from "./resource.ts";
import { changeUser, createUser, deleteUser } from "./store.ts";

/** Maximum groups that a user's resource contains. */
const maxGroupsShown = 1000;

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
    lookUps: { "emails.value": (value) => findByEmail(context.db, connectionId, value) },
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

/** The user endpoints. */
export function userEndpoints(settings: ScimSettings): {
  readonly scimListUsers: ResourceEndpoints["list"];
  readonly scimSearchUsers: ResourceEndpoints["search"];
  readonly scimCreateUser: ResourceEndpoints["create"];
  readonly scimGetUser: ResourceEndpoints["get"];
  readonly scimReplaceUser: ResourceEndpoints["replace"];
  readonly scimPatchUser: ResourceEndpoints["patch"];
  readonly scimDeleteUser: ResourceEndpoints["remove"];
} {
  const users = defineResource<ScimUserRow>({
    plural: "Users",
    singular: "a user",
    schema: userResource,
    related: "groups",
    // A filter that can't use an index reads the directory in batches of 500 users with their groups.
    budgets: { list: 90, create: 34, get: 3, change: 40, delete: 30 },
    store: storeOf,
    create: (context, connection, body) =>
      createUser(context, settings, connection, normalizeResource(userResource, body)),
    replace(context, connection, id, body) {
      const attributes = normalizeResource(userResource, body);
      // A replacement without `active` must not turn the user on again.
      return changeUser(context, connection, id, ({ active }) => ({ active, ...attributes }));
    },
    patch: (context, connection, id, operations) =>
      changeUser(context, connection, id, (before) => applyOperations(before, operations, id)),
    remove: deleteUser,
  });
  return {
    scimListUsers: users.list,
    scimSearchUsers: users.search,
    scimCreateUser: users.create,
    scimGetUser: users.get,
    scimReplaceUser: users.replace,
    scimPatchUser: users.patch,
    scimDeleteUser: users.remove,
  };
}
