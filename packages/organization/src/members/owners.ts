/** An organization keeps its last owner also where the account itself goes, whoever deletes it. */

import type { TableHook } from "@latchkey/core";
import { refuse } from "../errors.ts";
import { isOwner } from "../guards.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, organizationTable } from "../tables.ts";
import { hasOtherOwner } from "./store.ts";

/** Refuses to delete users without whom an organization would have no owner. */
export function keepOwners(settings: OrganizationSettings): TableHook {
  return {
    table: "user",
    operation: "delete",
    async beforeWrite({ rows }, tx) {
      const userIds = rows.map(({ id }) => id);
      const memberships = await tx.findMany(memberTable, { where: { userId: { in: userIds } }, limit: 10_000 });
      const owned = memberships.filter(({ role }) => isOwner(settings, role)).map((member) => member.organizationId);
      // In one order, so that two such deletions wait for each other and not both.
      for (const organizationId of [...new Set(owned)].sort()) {
        await tx.lock(organizationTable, organizationId);
        const stays = await hasOtherOwner(tx, settings, organizationId, userIds);
        if (!stays) refuse("YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
      }
    },
  };
}
