/** What the organization plugin provides to other plugins: organizations, permissions, members, and teams. */

import type { Permissions } from "../access/access-control.ts";
import type { Transaction } from "../database/adapter.ts";
import type { Row, Table } from "../database/tables.ts";
import type { AuditRow } from "../tables/audit.ts";
import type { ActiveSession } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import type { AuthContext, RequestContext } from "./context.ts";

/** The part of an organization's row that other plugins need. */
export interface OrganizationRef extends Row {
  readonly name: string;
  readonly slug: string;
  /** Changes when the organization's roles change. */
  readonly epoch: number;
}

/** The part of a member's row that other plugins need. A user is a member of an organization at most once. */
export interface MemberRef extends Row {
  readonly organizationId: string;
  readonly userId: string;
  /** One role, or several separated by commas. */
  readonly role: string;
  /** When the member was suspended. A suspended member has no access to the organization. `null`: not suspended. */
  readonly suspendedAt: Date | null;
}

/** A member's permissions in an organization. */
export interface OrganizationGrant {
  readonly organizationId: string;
  readonly granted: Permissions;
  /**
   * Locks the user and the organization, and checks the permission again, so that a member who just lost it or was
   * banned can't complete the change. Returns the permissions that the member has at that point, or `null` if they lost
   * this one. Three queries, and one more if the roles have to be read again.
   */
  lock(tx: Transaction): Promise<Permissions | null>;
  /** Whether the roles exist and have no permission that the member lacks. */
  canAssign(role: string): Promise<boolean>;
  /**
   * Whether the member can remove these roles from other members: they include no permission that the member lacks.
   * Roles that don't exist have none. After `lock`, it decides by the permissions that the member has at that point.
   */
  canTake(role: string, tx: Transaction): Promise<boolean>;
}

/** The organization that a call is about, for which the caller can act. */
export interface OrganizationScope<Id extends string | null = string> {
  /** `null`: the whole site. */
  readonly organizationId: Id;
  /**
   * Locks the organization and checks again that the caller can act for it. Call it before you lock anything in it.
   * @throws {AuthError} the plugin's error if they no longer can
   */
  lock(tx: Transaction): Promise<void>;
  /**
   * Whether the caller also has another permission of the organization. The app and site admins have all. After `lock`,
   * it decides by the permissions that the caller has at that point.
   */
  has(permission: readonly [resource: string, action: string]): boolean;
  /** Whether the roles exist and have no permission that the caller lacks. The app and site admins lack none. */
  canAssign(role: string): Promise<boolean>;
  /**
   * Whether the caller can remove these roles from members: they include no permission that the caller lacks. Use it
   * after `lock`.
   */
  canTake(role: string, tx: Transaction): Promise<boolean>;
}

/** Memberships and roles of organizations. Provided by the organization plugin. */
export interface OrganizationAccess {
  /** The table of organizations, for references and joins. */
  readonly table: Table<OrganizationRef>;
  /** The table of members, for joins, and for inserting rows only for members. */
  readonly members: Table<MemberRef>;
  /**
   * Returns the caller's permissions in this organization, or in the active one. One query, or none if it's the active
   * one. Reading custom roles can take one more. `none`: no organization is named or active. `stranger`: the caller
   * isn't a member, or the organization doesn't exist.
   */
  find(
    context: RequestContext,
    active: ActiveSession,
    organizationId: string | undefined,
    permission: readonly [resource: string, action: string],
  ): Promise<OrganizationGrant | "none" | "stranger">;
  /** Returns the permissions of roles. No query, unless the organization has custom roles. */
  permissionsOf(context: AuthContext, organization: OrganizationRef, role: string): Promise<Permissions>;
  /**
   * Whether roles exist and have no permission that isn't among these. No query, unless the organization has custom
   * roles.
   */
  isWithin(context: AuthContext, organization: OrganizationRef, granted: Permissions, role: string): Promise<boolean>;
  /** Whether members with this role are owners. */
  isOwner(role: string): boolean;
  /** Adds and removes members on behalf of a directory or an identity provider. */
  readonly provisioning: MemberProvisioning;
  /** Adds members to teams, and removes them, on behalf of a directory. `null`: teams are off. */
  readonly teams: TeamProvisioning | null;
}

/** A user whom an identity provider or a directory is about to add. */
export interface MemberPlan {
  readonly organizationId: string;
  readonly user: UserRow;
  /** Maximum members of the organization. */
  readonly limit: number;
  /** The teams of the user's pending invitation, each with its maximum number of members. */
  readonly teams: ReadonlyMap<string, number>;
}

/** The member that a provisioning call changes, and details for the audit log. */
export interface ProvisionedMember {
  readonly organizationId: string;
  readonly userId: string;
  /** Who did it. Default: `null`, the app. */
  readonly actorId?: string | null;
  /** Added to the audit log entry, such as the connection's id. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A role that a directory or an identity provider assigns. */
export interface RoleAssignment {
  readonly role: string;
  /**
   * Whether the role can make the member an owner or give control over the organization's roles. Default: false.
   */
  readonly allowControl?: boolean;
}

/** A change of a member's roles by a directory. */
export interface RoleChange {
  readonly userId: string;
  /** The roles that the member had when the change was decided. */
  readonly from: string;
  readonly to: string;
}

/** An invitation on behalf of a directory. */
export interface ProvisionedInvitation {
  readonly organizationId: string;
  /** Lowercase. */
  readonly email: string;
  readonly inviterId: string | null;
  /** Added to the audit log entry. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * Adds, suspends, and removes members. Each call, except `prepare`, runs in the caller's transaction. Calls that change
 * a member lock the user and then the organization. If you lock them yourself, use the same order. Hooks of the
 * `member` table run as usual, and the last owner is protected: suspended owners don't count.
 */
export interface MemberProvisioning {
  /**
   * Reads what `insert` needs and what must not run in a transaction, such as the app's limits. Call it before the
   * transaction. Two queries.
   * @param user the user's row. It doesn't need to be stored yet.
   * @returns `null` if the organization doesn't exist
   */
  prepare(context: RequestContext, organizationId: string, user: UserRow): Promise<MemberPlan | null>;
  /**
   * Adds a member. A pending invitation to the user's email is accepted: the member joins those of its teams that have
   * room, but gets the role given here.
   * @throws {AuthError} `ORGANIZATION_NOT_FOUND`, `ROLE_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE`
   * for a role with control, `ORGANIZATION_MEMBERSHIP_LIMIT_REACHED`, `USER_NOT_FOUND`
   * @throws {UniqueViolation} if the user is already a member
   */
  insert(
    tx: Transaction,
    context: RequestContext,
    plan: MemberPlan,
    assigned: RoleAssignment & Pick<ProvisionedMember, "actorId" | "data">,
  ): Promise<MemberRef>;
  /**
   * Replaces a member's roles, and returns the member. Keeps a suspension.
   * @throws {AuthError} as `insert`, and `MEMBER_NOT_FOUND`, `YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER`
   */
  changeRole(
    tx: Transaction,
    context: RequestContext,
    member: ProvisionedMember,
    assigned: RoleAssignment,
  ): Promise<MemberRef>;
  /**
   * Replaces the roles of a member who was added in this transaction. For hooks of the `member` table.
   * @throws {AuthError} as `insert`
   */
  assignOnJoin(
    tx: Transaction,
    context: AuthContext,
    member: MemberRef,
    assigned: RoleAssignment & Pick<ProvisionedMember, "data">,
  ): Promise<void>;
  /**
   * Replaces the roles of many members, without giving any of them control or removing it from them. One query per
   * member, and a few per 500. The caller must not hold locks on these users.
   * @throws {StaleUserError} if a member's roles have changed meanwhile, or the member is gone. A retry reads the
   *   current ones.
   * @throws {AuthError} as `insert`
   */
  changeRoles(
    tx: Transaction,
    context: RequestContext,
    organization: Omit<ProvisionedMember, "userId">,
    changes: readonly RoleChange[],
  ): Promise<void>;
  /**
   * Suspends a member. They keep their row, roles, teams, and place in the member limit, but have no access until
   * they're reinstated. Revokes the invitations that they sent or that were sent to them, and ends their grants in the
   * organization.
   * @returns whether the member exists and wasn't suspended
   * @throws {AuthError} `YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER`
   */
  suspend(tx: Transaction, context: RequestContext, member: ProvisionedMember): Promise<boolean>;
  /** Ends a suspension. Doesn't sign the member in. Returns whether the member was suspended. */
  reinstate(tx: Transaction, context: RequestContext, member: ProvisionedMember): Promise<boolean>;
  /**
   * Removes a member with their team memberships, like a removal by an owner.
   * @returns whether the user was a member
   * @throws {AuthError} `YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER`
   */
  remove(tx: Transaction, context: RequestContext, member: ProvisionedMember): Promise<boolean>;
  /**
   * Invites someone whom the caller can't add, because the organization hasn't verified the email's domain. Does
   * nothing if they're already a member or have a pending invitation.
   * @param invitation the email names the user with `inviterId` if they can still invite users with this role.
   * Otherwise, it names an owner.
   * @returns the invitation's id, or `null`
   * @throws {AuthError} as `insert`
   * @throws {StaleUserError} if the inviter's account was just deleted. A retry names someone else.
   */
  invite(
    tx: Transaction,
    context: RequestContext,
    invitation: ProvisionedInvitation & RoleAssignment,
  ): Promise<string | null>;
  /** Revokes the pending invitations to an email. Returns how many. */
  revokeInvitations(
    tx: Transaction,
    context: RequestContext,
    invitation: Pick<ProvisionedInvitation, "organizationId" | "email" | "data">,
  ): Promise<number>;
  /** Whether a role exists, doesn't make a member an owner, and gives no control over the organization's roles. */
  isAssignable(tx: Transaction, context: AuthContext, organizationId: string, role: string): Promise<boolean>;
}

/** A team that a directory is about to add members to. */
export interface TeamPlan {
  readonly organizationId: string;
  readonly teamId: string;
  /** Maximum members of the team. */
  readonly limit: number;
}

/** The members who join or leave a team, and details for the audit log. */
export interface TeamChange {
  readonly userIds: readonly string[];
  /** Who did it. Default: `null`, the app. */
  readonly actorId?: string | null;
  /** Added to the audit log entries, such as the connection's id. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Writes an entry to the audit log. */
  record(tx: Transaction, entry: TeamAuditEntry): Promise<void>;
}

/** An audit log entry about a team member. */
export interface TeamAuditEntry extends Pick<AuditRow, "action" | "actorId" | "organizationId" | "userId"> {
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Adds members to teams, and removes them. Each call, except `prepare`, runs in the caller's transaction. `join` and
 * `leave` lock the organization, skip users who aren't its members, and take a few queries per 500 users. `leave` takes
 * one more per user.
 */
export interface TeamProvisioning {
  /**
   * Reads what `join` needs and what must not run in a transaction, such as the app's limit. Call it before the
   * transaction. At most four queries.
   * @param actorId the user to get the limit for. If it's `null`, the limit for an owner is used.
   * @returns `null` if the organization has no such team
   */
  prepare(
    context: AuthContext,
    organizationId: string,
    teamId: string,
    actorId: string | null,
  ): Promise<TeamPlan | null>;
  /** Whether the organization, which must be locked, has this team. One query. */
  exists(tx: Transaction, organizationId: string, teamId: string): Promise<boolean>;
  /**
   * Adds members to a team. Does nothing if the team is gone. Skips members who are already in it.
   * @param refuseFull throws the plugin's error if there isn't room for everyone. Default: adds as many as there's room
   *   for.
   * @throws {StaleUserError} if an account was just deleted. A retry skips it.
   */
  join(
    tx: Transaction,
    context: AuthContext,
    plan: TeamPlan,
    change: TeamChange & { readonly refuseFull?: (() => never) | undefined },
  ): Promise<void>;
  /** Removes members from a team, and the team from their sessions. They remain in the organization. */
  leave(tx: Transaction, team: Omit<TeamPlan, "limit">, change: TeamChange): Promise<void>;
}
