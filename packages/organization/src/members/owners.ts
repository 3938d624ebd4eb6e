/** An organization keeps its last owner also where the account itself goes, whoever deletes it. */

import { type TableHook, userTable } from "@latchkey/core";
import type { Transaction } from "@latchkey/core/database";
import { refuse } from "../errors.ts";
import { isOwner } from "../guards.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, organizationTable } from "../tables.ts";
import { amongRoles, hasOtherOwner } from "./store.ts";

/** Refuses to delete users without whom an organization would have no owner. */
export function keepOwners(settings: OrganizationSettings): TableHook {
  return {
    table: "user",
    operation: "delete",
    async beforeWrite({ rows }, tx) {
      // In one order here and below, so that two such deletions wait for each other and not both.
      const userIds = rows.map(({ id }) => id).sort();
      for (const userId of userIds) {
        // From here on they join no organization, found none, and are made owner of none. Writing what is there already
        // locks all memberships in one statement.
        await tx.lock(userTable, userId);
        await tx.update(memberTable, { where: { userId }, set: { userId } });
      }
      for (const organizationId of await ownedBy(tx, settings, userIds)) {
        await tx.lock(organizationTable, organizationId);
        const stays = await hasOtherOwner(tx, settings, organizationId, userIds);
        if (!stays) refuse("YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
      }
    },
  };
}

/** Most memberships that are read at a time. */
const mostRead = 1000;

/** Ids of the organizations that any of these users owns, in order. */
async function ownedBy(tx: Transaction, settings: OrganizationSettings, userIds: readonly string[]): Promise<string[]> {
  const owned = new Set<string>();
  let last = "";
  for (;;) {
    const further = { userId: { in: userIds }, id: { gt: last } };
    const where = amongRoles(settings.creatorRole).map((role) => ({ ...further, role }));
    const found = await tx.findMany(memberTable, { where, orderBy: [{ column: "id" }], limit: mostRead });
    for (const { organizationId, role } of found) if (isOwner(settings, role)) owned.add(organizationId);
    if (found.length < mostRead) return [...owned].sort();
    last = found.at(-1)?.id ?? "";
  }
}
