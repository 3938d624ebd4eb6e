/** Marks domains as no longer verified if their organization can't prove that it still controls them. */

import type { Transaction } from "@latchkey/core/database";
import { type AuthContext, recordSystemAudit } from "@latchkey/core/plugin";
import { type SsoDomainRow, ssoDomainTable } from "../tables.ts";
import { notifyOwners } from "./notify-owners.ts";
import { endProviderSessions } from "./sessions.ts";

/**
 * Why a domain is no longer verified: the record is gone, its lookup fails, or another organization verified the domain
 * after the record was gone.
 */
export type LapseReason = "missing" | "unreachable" | "moved";

/** The columns of a domain that's no longer verified. Single sign-on is no longer required, either. */
const unverified = {
  verified: null,
  verifiedAt: null,
  failingSince: null,
  enforcement: "optional",
  providerId: null,
} as const satisfies Partial<SsoDomainRow>;

/**
 * Marks a domain as no longer verified, and ends the sessions that the organization's providers started for its users.
 * The owners get an email.
 * @param where values that the row must still have
 * @returns `false` if the row has changed in the meantime
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
