/** Reads pages of all organizations for site admins. */

import type { Adapter } from "@latchkey/core/database";
import { timePages } from "@latchkey/core/plugin";
import { memberTable, type OrganizationRow, organizationTable } from "../tables.ts";
import type { ListAllOrganizationsQuery } from "./admin-contract.ts";

/** Maximum organizations, or members, per page. */
export const maxOrganizationsPerPage = 100;

/** A page of organization rows. */
export interface OrganizationRowPage {
  readonly rows: readonly OrganizationRow[];
  /** `null` on pages after the first. */
  readonly total: number | null;
  readonly nextCursor: string | null;
}

/**
 * Returns one page. Sends one query, and another one to count if there are more pages.
 * @throws {AuthError} `VALIDATION_ERROR` if the cursor belongs to a different order
 */
export async function findOrganizationPage(
  db: Adapter,
  { search = "", sortDirection = "desc", ...query }: ListAllOrganizationsQuery,
): Promise<OrganizationRowPage> {
  const where = search === "" ? {} : [{ id: search }, { slug: { contains: search } }, { name: { contains: search } }];
  const pages = timePages("createdAt", sortDirection);
  const found = await db.findMany(organizationTable, { where, ...pages.select(query) });
  const { rows, nextCursor } = pages.toPage(found, query);
  const countAll = (): Promise<number> => db.count(organizationTable, { where });
  const total = query.cursor !== undefined ? null : nextCursor === null ? rows.length : await countAll();
  return { rows, total, nextCursor };
}

/** Rows per query. */
const batchSize = 5000;

/**
 * Returns the number of members by organization id. Organizations without members are missing. One query, unless the
 * organizations have more than 5000 members together. Organizations with very many members are then counted
 * individually.
 */
export async function countMembers(
  db: Adapter,
  organizationIds: readonly string[],
  maxRows: number = batchSize,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  let rest = organizationIds;
  while (rest.length > 0) {
    const rows = await db.findMany(memberTable, {
      where: { organizationId: { in: rest } },
      columns: ["id", "organizationId"],
      orderBy: [{ column: "organizationId" }],
      limit: maxRows,
    });
    for (const { organizationId } of rows) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    const cut = rows.at(-1)?.organizationId;
    if (cut === undefined || rows.length < maxRows) break;
    // The rows end within this organization, and the organizations after it weren't read.
    counts.set(cut, await db.count(memberTable, { where: { organizationId: cut } }));
    rest = rest.filter((id) => !counts.has(id));
  }
  return counts;
}
