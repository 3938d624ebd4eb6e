/**
 * Checks verified domains every day. An organization that no longer owns a domain must not sign in the new owner's
 * users.
 */

import type { AuthContext } from "@latchkey/core/plugin";
import type { SsoSettings } from "../options.ts";
import { type SsoDomainRow, ssoDomainTable } from "../tables.ts";
import { lapseDomain } from "./lapse.ts";
import { isProven, readProofs } from "./proof.ts";

const hour = 3_600_000;

/**
 * Minimum time between checks, in milliseconds. It's less than a day, so that a daily job checks every domain each
 * time.
 */
const checkInterval = 20 * hour;

/** How long the TXT record of a verified domain can be missing or unreachable, in milliseconds. */
export const missingLimit: number = 7 * 24 * hour;

/** Number of domains to look up concurrently. */
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
  // Claim the domain first, so that only one of several instances looks it up.
  const claim = { id: row.id, verified: row.domain, lastCheckedAt: row.lastCheckedAt };
  if ((await context.db.update(ssoDomainTable, { where: claim, set: { lastCheckedAt: now } })) === 0) return false;
  const found = await findRecord(context, settings, row);
  const where = { lastCheckedAt: now };
  const failingSince = found === "there" ? null : (row.failingSince ?? now);
  if (found !== "there" && failingSince !== null && now.getTime() - failingSince.getTime() >= missingLimit)
    return context.db.transaction((tx) => lapseDomain(tx, context, row, where, found));
  if (failingSince?.getTime() !== row.failingSince?.getTime()) {
    await context.db.update(ssoDomainTable, { where: { ...claim, ...where }, set: { failingSince } });
  }
  return false;
}

/** A failed lookup counts, too. Otherwise, an organization that lost a domain could keep it by breaking its DNS. */
async function findRecord(
  context: AuthContext,
  settings: SsoSettings,
  row: SsoDomainRow,
): Promise<"there" | "missing" | "unreachable"> {
  try {
    return isProven(settings, row, await readProofs(context, settings, row)) ? "there" : "missing";
  } catch (error) {
    context.log.warn("Couldn't read a TXT record", { domain: row.domain, error });
    return "unreachable";
  }
}
