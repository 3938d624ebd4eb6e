/** Finds the organizations that would have no owner without a user. For the account page, so it locks nothing. */

import type { Adapter } from "@latchkey/core/database";
import { isOwner } from "../guards.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, notSuspended, organizationTable } from "../tables.ts";
import { roleConditions } from "./store.ts";

/** Rows per query. */
const batchSize = 1000;

/** An organization, as the account page names it. */
export interface NamedOrganization {
  readonly id: string;
  readonly name: string;
}

/** Returns the organizations that only this user owns, by name. Considers at most 1000 of the user's organizations. */
export async function findSolelyOwned(
  db: Adapter,
  settings: OrganizationSettings,
  userId: string,
): Promise<NamedOrganization[]> {
  const rows = await db.findMany(memberTable, {
    where: roleConditions(settings.creatorRole).map((role) => ({ userId, role })),
    join: { organization: { table: organizationTable, on: { id: "organizationId" }, required: true } },
    limit: batchSize,
  });
  const owned = new Map<string, string>();
  for (const { role, organization } of rows) {
    if (isOwner(settings, role)) owned.set(organization.id, organization.name);
  }
  await removeWithOtherOwners(db, settings, userId, owned);
  const named = [...owned].map(([id, name]) => ({ id, name }));
  return named.sort((one, other) => one.name.localeCompare(other.name));
}

/** Removes the organizations that have another owner. Reads in batches, because there can be any number of owners. */
async function removeWithOtherOwners(
  db: Adapter,
  settings: OrganizationSettings,
  userId: string,
  owned: Map<string, string>,
): Promise<void> {
  let last = "";
  while (owned.size > 0) {
    const others = {
      organizationId: { in: [...owned.keys()] },
      userId: { ne: userId },
      id: { gt: last },
      ...notSuspended,
    };
    const found = await db.findMany(memberTable, {
      where: roleConditions(settings.creatorRole).map((role) => ({ ...others, role })),
      columns: ["id", "organizationId", "role"],
      orderBy: [{ column: "id" }],
      limit: batchSize,
    });
    for (const { organizationId, role } of found) if (isOwner(settings, role)) owned.delete(organizationId);
    if (found.length < batchSize) return;
    last = found.at(-1)?.id ?? "";
  }
}
