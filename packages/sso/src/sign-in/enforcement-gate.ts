/**
 * Requires users of some domains to sign in with their organization's identity provider, except owners and site admins.
 */

import type { Adapter } from "@latchkey/core/database";
import {
  type ActiveSession,
  type AuthContext,
  type Gate,
  getService,
  hasSitePermissions,
  notifyUser,
  type PluginFunctions,
  type RequestContext,
  recordAudit,
  type SignInAttempt,
  secondFactorsOf,
  type UserRow,
} from "@latchkey/core/plugin";
import type { SsoAuditAction } from "../audit-actions.ts";
import { domainOf } from "../domains/name.ts";
import { notifyOwners } from "../domains/notify-owners.ts";
import { findDomainOfEmail } from "../domains/service.ts";
import { failWith } from "../errors.ts";
import { type SsoDomainRow, type SsoSessionColumns, ssoDomainTable } from "../tables.ts";

/**
 * Rejects a session that no identity provider started. Runs after the user has authenticated, so that it reveals
 * nothing to strangers. Doesn't apply to an admin who impersonates the user. One query, a second one if the email's
 * domain belongs to an organization, and a few more for its owners. If no organization has verified the domain, one
 * query for each that has added it.
 */
export const enforcementGate: Gate = {
  name: "ssoRequired",
  kind: "refuse",
  async check(attempt, context) {
    const { db, fields, user } = attempt;
    if (typeof (fields as Partial<SsoSessionColumns>).ssoProviderId === "string") return undefined;
    const domain = await lockDomain(db, user.email);
    if (!domain || !isEnforced(domain)) return undefined;
    const exemption = (await findBypass(context, attempt, domain)) ?? failRequired(domain);
    context.requestCache.set(bypassKey, { attempt, domain, exemption } satisfies Bypass);
    return undefined;
  },
};

/** Maximum number of rows to lock for one domain. It's unlikely that more organizations have added it. */
const maxClaims = 20;

/**
 * Locks the email's domain, so that the session is either not created, or already stored when requiring single sign-on
 * ends sessions. If no organization has verified the domain yet, one of them could verify it and require single sign-on
 * before the session is stored, so this locks the rows of all of them.
 */
async function lockDomain(db: SignInAttempt["db"], email: string): Promise<SsoDomainRow | null> {
  const where = { domain: domainOf(email) };
  const rows = await db.findMany(ssoDomainTable, { where, orderBy: [{ column: "id" }], limit: maxClaims });
  const isComplete = rows.length < maxClaims;
  const verified =
    rows.find((row) => row.verified !== null) ?? (isComplete ? null : await findDomainOfEmail(db, email));
  let domain: SsoDomainRow | null = null;
  for (const { id } of verified ? [verified] : rows) {
    const row = await db.lock(ssoDomainTable, id);
    if (row && row.verified !== null) domain = row;
  }
  return domain;
}

/** Whether users of the domain must sign in with an identity provider. False if the domain is no longer verified. */
export function isEnforced({ verified, enforcement }: SsoDomainRow): boolean {
  return verified !== null && enforcement === "required";
}

/** @throws {AuthError} `SSO_REQUIRED` */
export function failRequired({ providerId }: SsoDomainRow): never {
  return failWith("SSO_REQUIRED", { details: { providerId } });
}

/** An owner's or a site admin's sign-in without the identity provider. */
interface Bypass {
  readonly attempt: SignInAttempt;
  readonly domain: SsoDomainRow;
  readonly exemption: Exemption;
}

type Exemption = "owner" | "site-admin";

const bypassKey: unique symbol = Symbol("sso bypass");

/**
 * Returns the exemption that applies. Owners can always sign in, because otherwise, a broken identity provider would
 * lock everyone out. Site admins never sign in with one. Both need a second factor, which they have already used or
 * will be asked for.
 */
async function findBypass(
  context: RequestContext,
  attempt: SignInAttempt,
  domain: SsoDomainRow,
): Promise<Exemption | null> {
  const { db, proofs } = attempt;
  const user = attempt.user as UserRow;
  const exemption = await exemptionOf(db, context, domain, user);
  if (exemption === null) return null;
  const isProven = hasSecondFactor(proofs) || (await secondFactorsOf(context, db, user.id, proofs)).length > 0;
  return isProven ? exemption : null;
}

/** A passkey that verifies its user counts as both factors. */
function hasSecondFactor(proofs: SignInAttempt["proofs"]): boolean {
  return "two-factor" in proofs || "passkey" in proofs;
}

/** Returns the reason why the user can sign in without the identity provider, or `null` if they can't. */
async function exemptionOf(
  db: Adapter,
  context: AuthContext,
  { organizationId }: SsoDomainRow,
  user: UserRow,
): Promise<Exemption | null> {
  if (await isOwner(db, context, organizationId, user.id)) return "owner";
  return hasSitePermissions(context, user) ? "site-admin" : null;
}

async function isOwner(db: Adapter, context: AuthContext, organizationId: string, userId: string): Promise<boolean> {
  const access = getService(context, "organizationAccess");
  const member = await db.findOne(access.members, { where: { organizationId, userId } });
  return member !== null && member.suspendedAt === null && access.isOwner(member.role);
}

/**
 * Records that someone signed in without the identity provider, and emails all owners if an owner did. Checks the
 * second factor again, because a trusted device skips it.
 */
export const recordBypass: NonNullable<PluginFunctions["onSessionCreated"]> = async (tx, { attempt }, context) => {
  const bypass = context.requestCache.get(bypassKey) as Bypass | undefined;
  if (bypass?.attempt !== attempt) return;
  const { domain, exemption } = bypass;
  if (!hasSecondFactor(attempt.proofs)) failRequired(domain);
  const { organizationId } = domain;
  const userId = attempt.user.id;
  const action: SsoAuditAction = "sso-domain.bypass";
  const data = { domain: domain.domain, method: attempt.method };
  await recordAudit(tx, context, { action, actorId: userId, userId, organizationId, data });
  if (exemption !== "owner") return;
  await notifyUser(tx, context, userId, "sso-bypassed");
  await notifyOwners(tx, context, organizationId, "sso-bypassed", { except: userId });
};

/** Rejects API keys as sessions, because they'd outlast the account at the identity provider. At most one query. */
export async function rejectCredential({ db }: RequestContext, { user }: ActiveSession): Promise<void> {
  const domain = await findDomainOfEmail(db, user.email);
  if (domain && isEnforced(domain)) failRequired(domain);
}

/**
 * Password reset emails link to the identity provider, because a new password would be useless. Owners and site admins
 * get the usual link, so that they can still sign in.
 */
export const resetWithProvider: NonNullable<PluginFunctions["passwordResetLink"]> = async (context, user, origin) => {
  const domain = await findDomainOfEmail(context.db, user.email);
  if (!domain || !isEnforced(domain) || domain.providerId === null) return null;
  if ((await exemptionOf(context.db, context, domain, user)) !== null) return null;
  const query = new URLSearchParams({ login_hint: user.email });
  return `${origin}${context.settings.basePath}/sso/initiate/${domain.providerId}?${query}`;
};
