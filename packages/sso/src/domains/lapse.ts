/** Takes a verified domain from an organization that no longer proves it. */

import type { Transaction } from "@latchkey/core/database";
import { type AuthContext, recordSystemAudit } from "@latchkey/core/plugin";
import { type SsoDomainRow, ssoDomainTable } from "../tables.ts";
import { notifyOwners } from "./notify-owners.ts";
import { endProviderSessions } from "./sessions.ts";

/** Why: the record is gone, its look-up fails, or another organization proved the domain after the record was gone. */
export type LapseReason = "missing" | "unreachable" | "moved";

/** What a domain's row loses. Single sign-on is no longer required either. */
const unverified = {
  verified: null,
  verifiedAt: null,
  failingSince: null,
  enforcement: "optional",
  providerId: null,
} as const satisfies Partial<SsoDomainRow>;

/**
 * Ends an organization's proof of a domain, with the sessions that its providers started for the domain's users. The owners get
 * an email.
 * @param where what the row must still be
 * @returns `false` if the row has changed meanwhile
 */
export async function lapseDomain(
  tx: Transaction,
  context: AuthContext,
  row: SsoDomainRow,
  where: Partial<SsoDomainRow>,
  reason: LapseReason,
): Promise<boolean> {
  const { id, organizationId, domain } = row;
  if ((await tx.update(ssoDomainTable, { where: { ...where, id, verified: domain }, set: unverified })) === 0)
    return false;
  const ended = await endProviderSessions(tx, row);
  const action = "sso-domain.lapse";
  await recordSystemAudit(tx, context, { action, actorId: null, organizationId, data: { domain, reason, ended } });
  await notifyOwners(tx, context, organizationId, "sso-domain-lapsed");
  return true;
}
