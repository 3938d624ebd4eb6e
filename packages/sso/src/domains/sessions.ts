/** Ends sessions of a domain's users. */

import type { Transaction } from "@latchkey/core/database";
import { userTable } from "@latchkey/core/plugin";
import { maxListed } from "../providers/store.ts";
import { type SsoDomainRow, ssoProviderTable, ssoSessionTable } from "../tables.ts";

/** Rows per query. */
const batchSize = 500;

/**
 * Ends the sessions of a domain's users that weren't started with one of the organization's providers. Another
 * organization's provider might have started them while the user's email was in its domain. Returns how many. Reads
 * every user in the domain.
 * @param except the id of a session to keep
 */
export async function endOtherSessions(
  tx: Transaction,
  { organizationId, domain }: Pick<SsoDomainRow, "organizationId" | "domain">,
  except: string | undefined,
): Promise<number> {
  const own = await listProviderIds(tx, organizationId);
  let ended = 0;
  let after = "";
  for (;;) {
    const users = await tx.findMany(userTable, {
      where: { email: { endsWith: `@${domain}` }, id: { gt: after } },
      columns: ["id"],
      orderBy: [{ column: "id" }],
      limit: batchSize,
    });
    const last = users.at(-1);
    if (!last) return ended;
    after = last.id;
    const where = { userId: { in: users.map(({ id }) => id) }, ssoProviderId: { notIn: own } };
    ended += await tx.remove(ssoSessionTable, {
      where: except === undefined ? where : { ...where, id: { ne: except } },
    });
  }
}

/**
 * Ends the sessions of a domain's users that were started with one of the organization's providers, because these
 * providers no longer vouch for the users. Returns how many.
 */
export async function endProviderSessions(
  tx: Transaction,
  { organizationId, domain }: Pick<SsoDomainRow, "organizationId" | "domain">,
): Promise<number> {
  const providers = await listProviderIds(tx, organizationId);
  if (providers.length === 0) return 0;
  const where = { ssoProviderId: { in: providers } };
  const on = { id: "userId" };
  let ended = 0;
  for (;;) {
    const sessions = await tx.findMany(ssoSessionTable, {
      where,
      columns: ["id"],
      join: { user: { table: userTable, on, required: true, where: { email: { endsWith: `@${domain}` } } } },
      limit: batchSize,
    });
    if (sessions.length === 0) return ended;
    ended += await tx.remove(ssoSessionTable, { where: { id: { in: sessions.map(({ id }) => id) } } });
  }
}

/** Returns the row ids of an organization's providers, including deleted ones. One query. */
async function listProviderIds(tx: Transaction, organizationId: string): Promise<readonly string[]> {
  const rows = await tx.findMany(ssoProviderTable, { where: { organizationId }, columns: ["id"], limit: maxListed });
  return rows.map(({ id }) => id);
}
