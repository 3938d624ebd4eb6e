/** Decides who can sign in with an organization's identity provider, and how they become members. */

import type { Transaction } from "@latchkey/core/database";
import {
  type AccountRow,
  AuthError,
  findService,
  getService,
  hasSitePermissions,
  type MemberPlan,
  type MemberRef,
  type ProviderIdentity,
  type RequestContext,
  type SignInPolicy,
  type SignInTrial,
  SocialError,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import { findDomainOfEmail } from "../domains/service.ts";
import type { SsoSettings } from "../options.ts";
import { defaultRoleOf, mappedRole, syncsRoles } from "../providers/roles.ts";
import { domainsOf } from "../providers/store.ts";
import { hasSamlMfa } from "../saml-sign-in/multi-factor.ts";
import { type SsoProviderRow, ssoProviderTable } from "../tables.ts";
import { createTrial } from "../trials/trial.ts";

/** How a sign-in changes the user's membership. */
interface MembershipPlan {
  readonly member: MemberPlan;
  /** The role that the user gets if they aren't a member yet. */
  readonly role: string;
}

/** An organization's sign-in policy. Test sign-ins use it, too. */
interface SsoPolicy extends SignInPolicy<MembershipPlan> {
  readonly trial: SignInTrial;
}

/** Creates the policy for the sign-ins of one request. */
export function createPolicy(settings: SsoSettings, provider: SsoProviderRow): SsoPolicy {
  const { id, issuer, revision } = provider;
  const organizationId = provider.organizationId ?? "";
  return {
    revision: `${id}.${revision}`,
    accountFields: { issuer },
    sessionFields: { ssoProviderId: id },
    checkIdentity: (context, identity) => checkIdentity(context, provider, identity),
    trial: createTrial(provider, (context, identity) => checkIdentity(context, provider, identity)),
    checkAccount: (context, account, user) => checkAccount(context, provider, account, user),
    provenFactors: ({ profile }) => (settings.trustProviderMfa && hasMfa(provider, profile.raw) ? ["two-factor"] : []),
    // A user who hasn't verified the email could be anyone.
    canLink: ({ emailVerified }) => emailVerified,
    async prepare(context, user, identity) {
      requireNoSiteAdmin(context, user);
      const { provisioning } = getService(context, "organizationAccess");
      const member = await provisioning.prepare(context, organizationId, user);
      if (!member) throw new SocialError("oauth_provider_not_found");
      const role = mappedRole(provider, identity.profile.raw);
      if (syncsRoles(settings, provider)) await syncRole(context, provider, user, role);
      return { member, role };
    },
    async complete(tx, context, user, plan) {
      await addMember(tx, context, settings, user, plan);
      // The provider's row might have changed during the token request.
      const where = { id, revision, enabled: true };
      const used = await tx.update(ssoProviderTable, { where, set: { lastUsedAt: context.now() } });
      if (used === 0) throw new SocialError("please_restart_the_process");
    },
  };
}

/** Whether the provider says that it verified multiple factors. RFC 8176. */
function hasMfa({ samlConfig }: SsoProviderRow, claims: Readonly<Record<string, unknown>>): boolean {
  if (samlConfig !== null) return hasSamlMfa(claims);
  const { amr } = claims;
  return Array.isArray(amr) && amr.includes("mfa");
}

/**
 * Assigns the mapped role to a member, unless a directory manages their role, or the provider can't assign their
 * current one. Changing the role makes sign-ins in progress start over, so it has its own transaction.
 */
async function syncRole(context: RequestContext, provider: SsoProviderRow, user: UserRow, role: string): Promise<void> {
  const access = getService(context, "organizationAccess");
  const where = { organizationId: provider.organizationId ?? "", userId: user.id };
  const mapped = [defaultRoleOf(provider), ...(provider.roleMapping ?? []).map((rule) => rule.role)];
  const isDue = (member: MemberRef | null): boolean =>
    member !== null &&
    mapped.includes(member.role) &&
    !access.isOwner(member.role) &&
    member.suspendedAt === null &&
    member.role !== role;
  if (!isDue(await context.db.findOne(access.members, { where }))) return;
  await context.db.transaction(async (tx) => {
    await tx.lock(userTable, user.id);
    await tx.lock(access.table, where.organizationId);
    // The provider's rules or the member might have changed during the token request, which the provider can delay.
    const current = await tx.lock(ssoProviderTable, provider.id);
    const isUnchanged = current?.enabled === true && current.revision === provider.revision;
    if (!isUnchanged || !isDue(await tx.findOne(access.members, { where }))) {
      throw new SocialError("please_restart_the_process");
    }
    if (await findService(context, "directoryRoles")?.managesRoleOf(tx, where.organizationId, user.id)) return;
    const changed = { ...where, actorId: user.id, data: { by: "sso" } };
    await access.provisioning.changeRole(tx, context, changed, { role });
  });
}

/**
 * Accepts an identity whose email is in one of the organization's verified domains. Someone who controls the domain
 * also controls its mailboxes, so the email counts as verified. The provider's tokens aren't stored, because nothing
 * reads them.
 */
async function checkIdentity(
  context: RequestContext,
  provider: SsoProviderRow,
  identity: ProviderIdentity,
): Promise<ProviderIdentity> {
  const { mappedUser, tokens, profile } = identity;
  if (mappedUser.email === null) throw new SocialError("email_not_found");
  // Some providers let users enter any email, and report that it isn't verified.
  const { email_verified: claimed } = profile.raw;
  if (claimed === false || claimed === "false") throw new SocialError("email_not_verified");
  requireManagedAccount(provider, profile.raw);
  await requireOwnDomain(context, provider, mappedUser.email);
  return {
    ...identity,
    mappedUser: { ...mappedUser, emailVerified: true },
    tokens: { ...tokens, accessToken: "", refreshToken: null, idToken: null },
  };
}

/**
 * Anyone can create a personal Google account with any email that they can read, and keep it after they leave the
 * organization. Google sends the `hd` claim only for accounts that an organization manages.
 * @throws {SocialError} `domain_not_allowed`
 */
function requireManagedAccount({ issuer }: SsoProviderRow, claims: Readonly<Record<string, unknown>>): void {
  const { hd } = claims;
  const isManaged = typeof hd === "string" && hd !== "";
  if (issuer === "https://accounts.google.com" && !isManaged) throw new SocialError("domain_not_allowed");
}

/**
 * The organization must have verified the domain, and the provider must serve it. Otherwise, a contractor's provider
 * could sign in as anyone in the organization.
 * @throws {SocialError} `domain_not_allowed`
 */
async function requireOwnDomain(context: RequestContext, provider: SsoProviderRow, email: string): Promise<void> {
  const domain = await findDomainOfEmail(context.db, email);
  const isOwn = domain !== null && domain.organizationId === provider.organizationId;
  if (!isOwn || !domainsOf(provider).includes(domain.domain)) throw new SocialError("domain_not_allowed");
}

/**
 * An organization must not be able to sign in as someone with site-wide permissions.
 * @throws {SocialError} `account_not_linked`
 */
function requireNoSiteAdmin(context: RequestContext, user: UserRow): void {
  if (hasSitePermissions(context, user)) throw new SocialError("account_not_linked");
}

/**
 * The account must have the same issuer, and its user must still be in one of the organization's domains. Otherwise,
 * the organization could sign in as someone who has left and changed their email.
 */
async function checkAccount(
  context: RequestContext,
  provider: SsoProviderRow,
  account: AccountRow,
  user: UserRow,
): Promise<void> {
  if ((account as AccountRow & { readonly issuer: string | null }).issuer !== provider.issuer) {
    throw new SocialError("account_not_linked");
  }
  await requireOwnDomain(context, provider, user.email);
}

/**
 * Adds the user to the organization. Rejects members that a directory suspended, because the organization controls the
 * account.
 * @throws {SocialError} `member_suspended`, `membership_limit_reached`
 */
async function addMember(
  tx: Transaction,
  context: RequestContext,
  { allowOwnerMapping }: SsoSettings,
  user: UserRow,
  { member: plan, role }: MembershipPlan,
): Promise<void> {
  const { members, provisioning } = getService(context, "organizationAccess");
  const { organizationId } = plan;
  const member = await tx.findOne(members, { where: { organizationId, userId: user.id } });
  if (member && member.suspendedAt !== null) throw new SocialError("member_suspended");
  if (member) return;
  try {
    const assigned = { role, allowControl: allowOwnerMapping, actorId: user.id, data: { by: "sso" } };
    // A guest who signs in keeps their id, so the user can differ from the planned one.
    await provisioning.insert(tx, context, { ...plan, user }, assigned);
  } catch (error) {
    if (error instanceof AuthError && error.code === "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED") {
      throw new SocialError("membership_limit_reached", error);
    }
    throw error;
  }
}
