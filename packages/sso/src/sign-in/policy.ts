/** Who can sign in with an organization's identity provider, and how they become members. */

import type { Transaction } from "@latchkey/core/database";
import {
  type AccountRow,
  AuthError,
  getService,
  hasAdminPermissions,
  type MemberPlan,
  type ProviderIdentity,
  type RequestContext,
  type SignInPolicy,
  SocialError,
  type UserRow,
} from "@latchkey/core/plugin";
import { findDomainOfEmail } from "../domains/service.ts";
import type { SsoSettings } from "../options.ts";
import { mappedRole } from "../providers/roles.ts";
import { domainsOf } from "../providers/store.ts";
import { type SsoProviderRow, ssoProviderTable } from "../tables.ts";

/** What a sign-in does to the user's membership. */
interface MembershipPlan {
  readonly member: MemberPlan;
  /** The role that they get if they aren't a member yet. */
  readonly role: string;
}

/** Creates the policy for the sign-ins of one request. */
export function createPolicy(settings: SsoSettings, provider: SsoProviderRow): SignInPolicy<MembershipPlan> {
  const { id, issuer, roleMapping, revision } = provider;
  const organizationId = provider.organizationId ?? "";
  return {
    revision: `${id}.${revision}`,
    accountFields: { issuer },
    sessionFields: { ssoProviderId: id },
    checkIdentity: (context, identity) => checkIdentity(context, provider, identity),
    checkAccount: (context, account, user) => checkAccount(context, provider, account, user),
    // A user who hasn't verified the email could be anyone.
    canLink: ({ emailVerified }) => emailVerified,
    async prepare(context, user, identity) {
      requireNoSiteAdmin(context, user);
      const { provisioning } = getService(context, "organizationAccess");
      const member = await provisioning.prepare(context, organizationId, user);
      if (!member) throw new SocialError("oauth_provider_not_found");
      return { member, role: mappedRole(roleMapping, identity.profile.raw) };
    },
    async complete(tx, context, user, plan) {
      await addMember(tx, context, settings, user, plan);
      // The provider can have changed while it was asked for tokens.
      const where = { id, revision, enabled: true };
      const used = await tx.update(ssoProviderTable, { where, set: { lastUsedAt: context.now() } });
      if (used === 0) throw new SocialError("please_restart_the_process");
    },
  };
}

/**
 * Accepts an identity whose email is in one of the organization's verified domains. Whoever controls the domain controls
 * its mailboxes, so the email counts as verified. The provider's tokens aren't stored, because nothing reads them.
 */
async function checkIdentity(
  context: RequestContext,
  provider: SsoProviderRow,
  identity: ProviderIdentity,
): Promise<ProviderIdentity> {
  const { mappedUser, tokens, profile } = identity;
  if (mappedUser.email === null) throw new SocialError("email_not_found");
  // Some providers let people enter any email, and say that they haven't checked it.
  const { email_verified: claimed } = profile.raw;
  if (claimed === false || claimed === "false") throw new SocialError("email_not_verified");
  await requireOwnDomain(context, provider, mappedUser.email);
  return {
    ...identity,
    mappedUser: { ...mappedUser, emailVerified: true },
    tokens: { ...tokens, accessToken: "", refreshToken: null, idToken: null },
  };
}

/**
 * The organization must have verified the domain, and the provider must be for it. Otherwise, a contractor's provider could
 * sign in as anyone in the organization.
 * @throws {SocialError} `domain_not_allowed`
 */
async function requireOwnDomain(context: RequestContext, provider: SsoProviderRow, email: string): Promise<void> {
  const domain = await findDomainOfEmail(context.db, email);
  const isOwn = domain !== null && domain.organizationId === provider.organizationId;
  if (!isOwn || !domainsOf(provider).includes(domain.domain)) throw new SocialError("domain_not_allowed");
}

/**
 * An organization must not be able to sign in as someone who manages users of the whole site.
 * @throws {SocialError} `account_not_linked`
 */
function requireNoSiteAdmin(context: RequestContext, user: UserRow): void {
  if (hasAdminPermissions(context, user, { user: ["list"] })) throw new SocialError("account_not_linked");
}

/**
 * The account must be of the same issuer, and its user must still be in one of the organization's domains. Otherwise, the
 * organization could sign in as someone who has left and changed their email.
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

/** @throws {SocialError} `membership_limit_reached` */
async function addMember(
  tx: Transaction,
  context: RequestContext,
  { allowOwnerMapping }: SsoSettings,
  user: UserRow,
  { member: plan, role }: MembershipPlan,
): Promise<void> {
  const { members, provisioning } = getService(context, "organizationAccess");
  const { organizationId } = plan;
  if (await tx.findOne(members, { where: { organizationId, userId: user.id } })) return;
  try {
    const assigned = { role, allowControl: allowOwnerMapping, actorId: user.id, data: { by: "sso" } };
    // A guest who signs in keeps their id, so the user can be another one than planned.
    await provisioning.insert(tx, context, { ...plan, user }, assigned);
  } catch (error) {
    if (error instanceof AuthError && error.code === "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED") {
      throw new SocialError("membership_limit_reached", error);
    }
    throw error;
  }
}
