/** Checks verified domains every day. An organization that no longer has a domain must not sign in its new owner's people. */

import { type AuthContext, recordSystemAudit } from "@latchkey/core/plugin";
import type { SsoSettings } from "../options.ts";
import { type SsoDomainRow, ssoDomainTable } from "../tables.ts";
import { hasProof } from "./proof.ts";

const hour = 3_600_000;

/** A little less than a day, so that a daily job checks every domain each time. */
const checkInterval = 20 * hour;

/** How long the TXT record of a verified domain can be missing, in milliseconds. */
export const missingLimit: number = 7 * 24 * hour;

/** How many domains are looked up at once. */
const batchSize = 20;

/** Checks the domains that are due. Returns how many are no longer verified. */
export async function recheckDomains(context: AuthContext, settings: SsoSettings): Promise<number> {
  let lapsed = 0;
  for (;;) {
    const due = await context.db.findMany(ssoDomainTable, {
      where: { verified: { ne: null }, lastCheckedAt: { lte: new Date(context.now().getTime() - checkInterval) } },
      orderBy: [{ column: "lastCheckedAt" }],
      limit: batchSize,
    });
    if (due.length === 0) return lapsed;
    const results = await Promise.all(due.map((row) => recheck(context, settings, row)));
    lapsed += results.filter((hasLapsed) => hasLapsed).length;
  }
}

async function recheck(context: AuthContext, settings: SsoSettings, row: SsoDomainRow): Promise<boolean> {
  const now = context.now();
  // Claimed first, so that of several instances only one looks it up.
  const claim = { id: row.id, verified: row.domain, lastCheckedAt: row.lastCheckedAt };
  if ((await context.db.update(ssoDomainTable, { where: claim, set: { lastCheckedAt: now } })) === 0) return false;
  const isProven = await hasProof(context, settings, row).catch((error) => {
    context.log.warn("A TXT record couldn't be read", { domain: row.domain, error });
    return null;
  });
  // A look-up that fails says nothing about the record, and can be this server's own fault.
  if (isProven === null) return false;
  const where = { id: row.id, verified: row.domain, lastCheckedAt: now };
  const failingSince = isProven ? null : (row.failingSince ?? now);
  if (failingSince !== null && now.getTime() - failingSince.getTime() >= missingLimit)
    return lapse(context, row, where);
  if (failingSince?.getTime() !== row.failingSince?.getTime()) {
    await context.db.update(ssoDomainTable, { where, set: { failingSince } });
  }
  return false;
}

function lapse(
  context: AuthContext,
  { organizationId, domain }: SsoDomainRow,
  where: Pick<SsoDomainRow, "id" | "verified" | "lastCheckedAt">,
): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const set = { verified: null, verifiedAt: null };
    if ((await tx.update(ssoDomainTable, { where, set })) === 0) return false;
    const action = "sso-domain.lapse";
    await recordSystemAudit(tx, context, { action, actorId: null, organizationId, data: { domain } });
    return true;
  });
}
