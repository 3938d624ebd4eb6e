/** Guards that resolve the organization and the caller's membership once, and check permissions. */

import { authorize, type Permissions, roleNames } from "@latchkey/core/access";
import type { Join } from "@latchkey/core/database";
import {
  type ActiveSession,
  fail,
  type Guard,
  impersonationErrors,
  impersonatorOf,
  type RequestContext,
  readJoinedSession,
  requireSession,
  type SessionRow,
} from "@latchkey/core/plugin";
import { failWith, type OrganizationErrorCode, pickErrors } from "./errors.ts";
import type { OrganizationSettings } from "./options.ts";
import { grantedToCaller } from "./roles/store.ts";
import { type MemberRow, memberTable, notSuspended, type OrganizationRow, organizationTable } from "./tables.ts";

/** A session's row with the plugin's columns. `activeTeamId` exists only if teams are on. */
export interface OrganizationSession extends SessionRow {
  readonly activeOrganizationId: string | null;
  readonly activeTeamId?: string | null;
}

/** The active organization and the caller's membership in it, which the guards read with the session. */
const activeMembership: {
  readonly activeMember: Join<MemberRow>;
  readonly activeOrganization: Join<OrganizationRow>;
} = {
  activeMember: {
    table: memberTable,
    on: { organizationId: "activeOrganizationId", userId: "userId" },
    where: notSuspended,
  },
  activeOrganization: { table: organizationTable, on: { id: "activeOrganizationId" } },
};

/** The caller's membership in an organization. */
export interface Membership {
  readonly organization: OrganizationRow;
  readonly member: MemberRow;
  /** All permissions of the member's roles. */
  readonly granted: Permissions;
  /** What the guard required. `lockMembership` checks it again under the organization's lock. */
  readonly required: RequiredPermission;
}

/** A required permission, and the error if it's missing. `null` if membership is enough. */
export interface RequiredPermission {
  readonly permission: Permission | null;
  readonly denied: OrganizationErrorCode;
}

/** What a membership guard adds to the context. */
export interface WithMembership extends ActiveSession {
  readonly membership: Membership;
}

/** Resource and action. */
export type Permission = readonly [resource: string, action: string];

/** What a guard requires, for listing and for generated tests. */
export interface GuardSpec {
  /**
   * `member` of the organization, `recipient` of the invitation, or `canceler`, a member who manages the invitation.
   */
  readonly role: "member" | "recipient" | "canceler";
  /** The permission that the member's roles must grant. `null` if membership is enough. */
  readonly permission: Permission | null;
  /** The error if no organization is given and none is active. `null` if that's not an error. */
  readonly noOrganization: OrganizationErrorCode | null;
  /** The error if the caller isn't a member or the organization doesn't exist. */
  readonly notMember: OrganizationErrorCode;
  readonly denied: OrganizationErrorCode | null;
}

/** A guard that exposes what it requires. */
export interface OrganizationGuard<A extends object, Code extends string = string> extends Guard<A, Code> {
  readonly spec: GuardSpec;
}

/** How an endpoint requires membership. */
export interface MembershipRules<Code extends OrganizationErrorCode = OrganizationErrorCode> {
  readonly noOrganization: Code;
  readonly notMember: Code;
  /** Overrides the status of `notMember` in the catalog. */
  readonly notMemberStatus?: number;
  readonly permission?: Permission;
  /** The error if the permission is missing. Default: `notMember`. */
  readonly denied?: Code;
  /** Whether the call accepts `organizationSlug`. Other calls ignore it. */
  readonly bySlug?: boolean;
}

/**
 * Requires membership, and optionally a permission, in the organization that the input names (`organizationId`, or
 * `organizationSlug` if the call accepts it), or else in the active one. Sends the session query, and one more if the
 * organization isn't the active one.
 */
export function requireMember<Code extends OrganizationErrorCode>(
  settings: OrganizationSettings,
  rules: MembershipRules<Code>,
): OrganizationGuard<WithMembership, Code | "UNAUTHORIZED"> {
  const { noOrganization, notMember, permission, denied = notMember } = rules;
  const statuses = rules.notMemberStatus === undefined ? {} : { [notMember]: rules.notMemberStatus };
  return {
    name: permission ? `requireMember(${permission.join(":")})` : "requireMember",
    summary: permission
      ? `The signed-in user is a member with the permission ${permission.join(":")}.`
      : "The signed-in user is a member.",
    errors: pickErrors(["UNAUTHORIZED", noOrganization, notMember, denied], statuses),
    sessionJoins: activeMembership,
    spec: {
      role: "member",
      permission: permission ?? null,
      noOrganization,
      notMember,
      denied: permission ? denied : null,
    },
    async check(context, input) {
      const active = await requireActiveSession(context, input);
      const { organizationId, organizationSlug } = (input ?? {}) as OrganizationSelector;
      const named = rules.bySlug ? { organizationId, organizationSlug } : { organizationId };
      const found = await findMembership(context, active, named);
      if (found === "none") failWith(noOrganization);
      if (!found) failWith(notMember, rules.notMemberStatus === undefined ? {} : { status: rules.notMemberStatus });
      const granted = await grantedToCaller(context, settings, found.organization, found.member.role);
      if (permission && !isGranted(granted, permission)) failWith(denied);
      return { ...active, membership: { ...found, granted, required: { permission: permission ?? null, denied } } };
    },
  };
}

/** What the optional membership guard adds. `null` if no organization is given and none is active. */
export interface OptionalMembership extends ActiveSession {
  readonly membership: Membership | null;
}

/** Does the same as `requireMember`, but also passes if no organization is given and none is active. */
export function requireMemberIfAny<Code extends OrganizationErrorCode>(
  settings: OrganizationSettings,
  notMember: Code,
): OrganizationGuard<OptionalMembership, Code | "UNAUTHORIZED"> {
  return {
    name: "requireMemberIfAny",
    summary: "If an organization is named or active, the signed-in user is a member of it.",
    errors: pickErrors(["UNAUTHORIZED", notMember]),
    sessionJoins: activeMembership,
    spec: { role: "member", permission: null, noOrganization: null, notMember, denied: null },
    async check(context, input) {
      const active = await requireActiveSession(context, input);
      const found = await findMembership(context, active, (input ?? {}) as OrganizationSelector);
      if (found === "none") return { ...active, membership: null };
      if (!found) failWith(notMember);
      const granted = await grantedToCaller(context, settings, found.organization, found.member.role);
      return { ...active, membership: { ...found, granted, required: { permission: null, denied: notMember } } };
    },
  };
}

/** Whether these permissions include one permission. */
export function isGranted(granted: Permissions, [resource, action]: Permission): boolean {
  return authorize(granted, { [resource]: [action] }).success;
}

/**
 * Ownership can't change during an impersonation, because a temporary session must not create permanent owners.
 * @throws {AuthError} `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export function denyImpersonator(context: RequestContext, { session }: Pick<ActiveSession, "session">): void {
  if (impersonatorOf(context, session) !== null) fail(impersonationErrors, "NOT_ALLOWED_WHILE_IMPERSONATING");
}

/** Whether a role makes its member an owner. Every organization keeps at least one owner. */
export function isOwner({ creatorRole }: OrganizationSettings, role: string | null): boolean {
  return roleNames(role).includes(creatorRole);
}

/** Returns the session with the plugin's columns. */
export function organizationSession({ session }: ActiveSession): OrganizationSession {
  return session as OrganizationSession;
}

/** Returns the session, or throws as `requireSession` does. */
export async function requireActiveSession(context: RequestContext, input: unknown): Promise<ActiveSession> {
  return (await requireSession.check(context, input)) as ActiveSession;
}

/** Which organization a call is about. */
export interface OrganizationSelector {
  readonly organizationId?: string | null | undefined;
  readonly organizationSlug?: string | undefined;
}

/** A membership before its permissions are known. */
export type FoundMembership = Omit<Membership, "granted" | "required">;

/**
 * Returns `none` if no organization is given and none is active, or `null` if the organization doesn't exist or the
 * caller isn't a member.
 */
export async function findMembership(
  context: RequestContext,
  active: ActiveSession,
  { organizationId, organizationSlug }: OrganizationSelector,
): Promise<FoundMembership | "none" | null> {
  const current = organizationSession(active).activeOrganizationId ?? null;
  const userId = active.user.id;
  // An explicit `null` means no organization.
  if (organizationId === null && organizationSlug === undefined) return "none";
  if (typeof organizationId === "string" && organizationId !== current) {
    const row = await context.db.findOne(memberTable, {
      where: { organizationId, userId, ...notSuspended },
      join: { organization: { table: organizationTable, on: { id: "organizationId" }, required: true } },
    });
    if (!row) return null;
    const { organization, ...member } = row;
    return { organization, member };
  }
  if (organizationSlug !== undefined && typeof organizationId !== "string") {
    const row = await findBySlug(context, userId, organizationSlug);
    if (!row?.member) return null;
    const { member, ...organization } = row;
    return { organization, member };
  }
  if (current === null) return "none";
  const joined = (await readJoinedSession(context, activeMembership))?.joined;
  if (!joined?.activeMember || !joined.activeOrganization) return null;
  return { member: joined.activeMember, organization: joined.activeOrganization };
}

/**
 * Finds the organization with exactly this slug, or else with its lowercase form. Imported organizations can have slugs
 * with capital letters.
 */
async function findBySlug(context: RequestContext, userId: string, slug: string) {
  const lower = slug.toLowerCase();
  const rows = await context.db.findMany(organizationTable, {
    where: slug === lower ? { slug } : [{ slug }, { slug: lower }],
    join: {
      member: { table: memberTable, on: { organizationId: "id", userId: { value: userId } }, where: notSuspended },
    },
    limit: 2,
  });
  return rows.find((row) => row.slug === slug) ?? rows[0];
}
