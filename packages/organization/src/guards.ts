/** Who may: guards that resolve the organization once, with the caller's membership, and check permissions on it. */

import { authorize, type Permissions, roleNames } from "@latchkey/core/access";
import {
  type ActiveSession,
  actorOf,
  fail,
  type Guard,
  inPersonErrors,
  type RequestContext,
  requireSession,
  type SessionRow,
} from "@latchkey/core/plugin";
import { type OrganizationErrorCode, refuse, someErrors } from "./errors.ts";
import type { OrganizationSettings } from "./options.ts";
import { grantsOf } from "./roles/store.ts";
import { type MemberRow, memberTable, type OrganizationRow, organizationTable } from "./tables.ts";

/** A session's row with the plugin's columns. `activeTeamId` only where teams are on. */
export interface OrganizationSession extends SessionRow {
  readonly activeOrganizationId: string | null;
  readonly activeTeamId?: string | null;
}

/** The caller in an organization. */
export interface Membership {
  readonly organization: OrganizationRow;
  readonly member: MemberRow;
  /** Everything that the member's roles grant. */
  readonly granted: Permissions;
  /** What the guard asked. It's asked again under the organization's lock, see `holdMembership`. */
  readonly asked: Asked;
}

/** A permission, and the refusal without it. `null`: membership is enough. */
export interface Asked {
  readonly permission: Permission | null;
  readonly denied: OrganizationErrorCode;
}

/** What a membership guard adds. */
export interface InOrganization extends ActiveSession {
  readonly membership: Membership;
}

/** Resource and action. */
export type Permission = readonly [resource: string, action: string];

/** What a guard asks, for lists and for tests that are made of them. */
export interface Asks {
  /** `member`: of the organization named, else of the active one. `recipient`: of the invitation named. */
  readonly who: "member" | "recipient" | "canceler";
  /** What the member's roles must grant; `null`: membership is enough. */
  readonly permission: Permission | null;
  /** The refusal where no organization is named and none is active; `null`: that is no refusal. */
  readonly none: OrganizationErrorCode | null;
  /** The refusal of who is no member, and of an organization that there is none of. */
  readonly stranger: OrganizationErrorCode;
  readonly denied: OrganizationErrorCode | null;
}

/** A guard that says what it asks. */
export interface OrganizationGuard<A extends object, Code extends string = string> extends Guard<A, Code> {
  readonly asks: Asks;
}

/** How one endpoint asks for membership. */
export interface MemberRules<Code extends OrganizationErrorCode = OrganizationErrorCode> {
  readonly none: Code;
  readonly stranger: Code;
  /** Instead of the catalogue's status. */
  readonly strangerStatus?: number;
  readonly permission?: Permission;
  /** Default: `stranger`. */
  readonly denied?: Code;
  /** The call takes `organizationSlug`, too. In the input of others it may be anything, and is not looked at. */
  readonly bySlug?: boolean;
}

/**
 * The caller is a member of the organization that the input names (`organizationId`, or `organizationSlug` where the call
 * takes it), else of the session's active one, and has the permission there. Costs the session's statement; one more where the organization
 * named is not the active one.
 */
export function requireMember<Code extends OrganizationErrorCode>(
  settings: OrganizationSettings,
  rules: MemberRules<Code>,
): OrganizationGuard<InOrganization, Code | "UNAUTHORIZED"> {
  const { none, stranger, permission, denied = stranger } = rules;
  const statuses = rules.strangerStatus === undefined ? {} : { [stranger]: rules.strangerStatus };
  return {
    name: permission ? `requireMember(${permission.join(":")})` : "requireMember",
    summary: permission
      ? `Somebody is signed in who is a member, with the permission ${permission.join(":")}.`
      : "Somebody is signed in who is a member.",
    errors: someErrors(["UNAUTHORIZED", none, stranger, denied], statuses),
    asks: { who: "member", permission: permission ?? null, none, stranger, denied: permission ? denied : null },
    async check(context, input) {
      const active = await signedIn(context, input);
      const { organizationId, organizationSlug } = (input ?? {}) as Named;
      const named = rules.bySlug ? { organizationId, organizationSlug } : { organizationId };
      const found = await findMembership(context, active, named);
      if (found === "none") refuse(none);
      if (!found) refuse(stranger, rules.strangerStatus === undefined ? {} : { status: rules.strangerStatus });
      const granted = await grantsOf(context, settings, found.organization, found.member.role);
      if (permission && !may(granted, permission)) refuse(denied);
      return { ...active, membership: { ...found, granted, asked: { permission: permission ?? null, denied } } };
    },
  };
}

/** What an optional membership guard adds: `null` where no organization is named and none is active. */
export interface PerhapsInOrganization extends ActiveSession {
  readonly membership: Membership | null;
}

/** As `requireMember`, but no organization at all is fine. */
export function requireMemberIfAny<Code extends OrganizationErrorCode>(
  settings: OrganizationSettings,
  stranger: Code,
): OrganizationGuard<PerhapsInOrganization, Code | "UNAUTHORIZED"> {
  return {
    name: "requireMemberIfAny",
    summary: "Somebody is signed in who is a member, where an organization is named or active.",
    errors: someErrors(["UNAUTHORIZED", stranger]),
    asks: { who: "member", permission: null, none: null, stranger, denied: null },
    async check(context, input) {
      const active = await signedIn(context, input);
      const found = await findMembership(context, active, (input ?? {}) as Named);
      if (found === "none") return { ...active, membership: null };
      if (!found) refuse(stranger);
      const granted = await grantsOf(context, settings, found.organization, found.member.role);
      return { ...active, membership: { ...found, granted, asked: { permission: null, denied: stranger } } };
    },
  };
}

/** Whether grants hold one permission. */
export function may(granted: Permissions, [resource, action]: Permission): boolean {
  return authorize(granted, { [resource]: [action] }).success;
}

/**
 * Ownership is given and taken in person: who acts as an owner for an hour makes nobody an owner for good.
 * @throws {AuthError} `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export function refuseStandIn(context: RequestContext, { session }: Pick<ActiveSession, "session">): void {
  if (actorOf(context, session) !== null) fail(inPersonErrors, "NOT_ALLOWED_WHILE_IMPERSONATING");
}

/** Whether a member has the role that an organization is never without. */
export function isOwner({ creatorRole }: OrganizationSettings, role: string | null): boolean {
  return roleNames(role).includes(creatorRole);
}

/** The session's own columns. */
export function sessionOf({ session }: ActiveSession): OrganizationSession {
  return session as OrganizationSession;
}

/** The session, as `requireSession` has it. */
export async function signedIn(context: RequestContext, input: unknown): Promise<ActiveSession> {
  return (await requireSession.check(context, input)) as ActiveSession;
}

interface Named {
  readonly organizationId?: string | null | undefined;
  readonly organizationSlug?: string | undefined;
}

type Found = Omit<Membership, "granted" | "asked">;

/** `none`: no organization is named and none is active. `null`: there is no such organization, or the caller is not in it. */
async function findMembership(
  context: RequestContext,
  active: ActiveSession,
  { organizationId, organizationSlug }: Named,
): Promise<Found | "none" | null> {
  const current = sessionOf(active).activeOrganizationId ?? null;
  const userId = active.user.id;
  // `null` is said by who wants none.
  if (organizationId === null && organizationSlug === undefined) return "none";
  if (typeof organizationId === "string" && organizationId !== current) {
    const row = await context.db.findOne(memberTable, {
      where: { organizationId, userId },
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
  const { activeMember: member, activeOrganization: organization } = active.joined;
  return member && organization ? { member: member as MemberRow, organization: organization as OrganizationRow } : null;
}

/**
 * The organization with this very slug, else the one with its lower case form: slugs of moved organizations can have
 * capital letters.
 */
async function findBySlug(context: RequestContext, userId: string, given: string) {
  const lower = given.toLowerCase();
  const rows = await context.db.findMany(organizationTable, {
    where: given === lower ? { slug: given } : [{ slug: given }, { slug: lower }],
    join: { member: { table: memberTable, on: { organizationId: "id", userId: { value: userId } } } },
    limit: 2,
  });
  return rows.find(({ slug }) => slug === given) ?? rows[0];
}
