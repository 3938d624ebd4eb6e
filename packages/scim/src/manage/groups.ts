/** The call that maps a group of a directory to a role. */

import { defineEndpoint, type EndpointOf, input, recordAudit } from "@latchkey/core/plugin";
import type { MapScimGroupInput, ScimCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import { memberIds } from "../groups/members.ts";
import { syncRoles } from "../groups/store.ts";
import { groupOutput, presentManagedGroup } from "../outputs.ts";
import { connectionTable, scimGroupTable } from "../tables.ts";
import { checkRank, checkRole, requireScimManager, scopeOf } from "./access.ts";
import { changeLimit, scimStores } from "./shared.ts";

/** Sets the role of a group. Its members get it in the same transaction. */
export const mapGroup: EndpointOf<ScimCalls["mapScimGroup"]> = defineEndpoint({
  method: "POST",
  path: "/scim/map-group",
  summary: "Map a group of a directory to a role",
  changes: scimStores,
  input: input.object<MapScimGroupInput>({ groupId: input.id, role: input.nullable(input.text({ min: 1 })) }),
  output: groupOutput,
  guards: [requireScimManager],
  errors: pickErrors("SCIM_GROUP_NOT_FOUND", "SCIM_ROLE_NOT_ALLOWED", "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM"),
  rateLimit: changeLimit,
  queryBudget: 40,
  async handle({ groupId, role }, context) {
    const found = await context.db.findOne(scimGroupTable, {
      where: { id: groupId },
      join: { connection: { table: connectionTable, on: { id: "connectionId" }, required: true } },
    });
    if (!found) return failWith("SCIM_GROUP_NOT_FOUND");
    const { connection } = found;
    const scope = await scopeOf(context, connection, "update", "SCIM_GROUP_NOT_FOUND");
    if (role !== null) await checkRank(scope, role);
    const changed = await context.db.transaction(async (tx) => {
      await scope.lock(tx);
      const row = (await tx.lock(scimGroupTable, groupId)) ?? failWith("SCIM_GROUP_NOT_FOUND");
      // Replacing a role takes it from members, so it needs the same as giving it.
      if (row.role !== null) await checkRank(scope, row.role);
      if (role !== null) await checkRole(tx, context, scope, role);
      await tx.update(scimGroupTable, { where: { id: groupId }, set: { role } });
      await syncRoles(tx, context, connection, await memberIds(tx, groupId), true);
      const { displayName } = row;
      await recordAudit(tx, context, {
        action: "scim.group.map",
        actorId: context.caller?.user.id ?? null,
        organizationId: scope.organizationId,
        data: { scimConnectionId: connection.id, groupId, displayName, from: row.role, to: role },
      });
      return { ...row, role };
    });
    return presentManagedGroup(changed);
  },
});
