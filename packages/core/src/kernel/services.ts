/** Services that one plugin provides and others use. So that plugins can work together without importing each other. */

import type { Permissions } from "../access/access-control.ts";
import type { Adapter, Transaction } from "../database/adapter.ts";
import type { Row, Table } from "../database/tables.ts";
import type { ActiveSession } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import type { AuthContext, RequestContext } from "./context.ts";

/** The services that core knows. Plugins add their own with {@link LatchkeyServices}. */
export interface Services extends LatchkeyServices {
  readonly tokenSigner?: TokenSigner;
  readonly organizationAccess?: OrganizationAccess;
  readonly deviceClients?: DeviceClients;
  readonly deviceGrants?: DeviceGrants;
  readonly emailChangeProof?: EmailChangeProof;
  readonly organizationDomains?: OrganizationDomains;
}

declare global {
  /** What plugins provide to others, by name. They extend this interface with optional keys. */
  interface LatchkeyServices {}
}

/** The name of a service. */
export type ServiceName = keyof Services;

/** A JWT to sign. */
export interface TokenToSign {
  /** The header's `typ`, which keeps tokens of one kind from being used as another. RFC 8725, section 3.11. */
  readonly type: string;
  /** All claims. Times are in seconds since 1970. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The algorithm. Default: the signer's first one. */
  readonly algorithm?: string | undefined;
}

/** Signs JWTs that others can verify with public keys. */
export interface TokenSigner {
  /** Path of the public keys, relative to the base path. */
  readonly keySetPath: string;
  /** The algorithms that it signs with, the default one first. */
  readonly algorithms: readonly string[];
  /** Signs a token. The first call can create a key. */
  sign(context: AuthContext, token: TokenToSign): Promise<string>;
  /**
   * Verifies a token that it signed itself and returns its claims. `null` if the signature, the type, or a time doesn't
   * match. Compare the issuer and the audience yourself.
   * @param ignoreExpiry whether to accept an expired token, as in the hint of who signs out
   */
  verify(
    context: AuthContext,
    token: string,
    expected: { readonly type: string; readonly ignoreExpiry?: boolean },
  ): Promise<Readonly<Record<string, unknown>> | null>;
}

/** An organization's row, as far as other plugins need it. */
export interface OrganizationRef extends Row {
  readonly slug: string;
  /** Changes when the organization's roles change. */
  readonly epoch: number;
}

/** A member's row, as far as other plugins need it. A user is a member of an organization at most once. */
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
   * Locks the user and the organization, and checks the permission again, so that a member who just lost it or was banned
   * can't complete the change. Returns `false` if they did. Two queries, and up to two more to read the roles.
   */
  lock(tx: Transaction): Promise<boolean>;
  /** Whether the roles exist and have no permission that the member lacks. */
  canAssign(role: string): Promise<boolean>;
}

/** Memberships and roles of organizations. Provided by the organization plugin. */
export interface OrganizationAccess {
  /** The table of organizations, to refer to and to join. */
  readonly table: Table<OrganizationRef>;
  /** The table of members, to join, and to insert rows only for members. */
  readonly members: Table<MemberRef>;
  /**
   * Returns the caller's permissions in this organization, or in the active one. One query, or none if it's the active one.
   * `none`: no organization is named or active. `stranger`: the caller isn't a member, or it doesn't exist.
   */
  find(
    context: RequestContext,
    active: ActiveSession,
    organizationId: string | undefined,
    permission: readonly [resource: string, action: string],
  ): Promise<OrganizationGrant | "none" | "stranger">;
  /** Returns the permissions of roles. No query, unless the organization has roles of its own. */
  permissionsOf(context: AuthContext, organization: OrganizationRef, role: string): Promise<Permissions>;
  /** Adds and removes members on behalf of a directory or an identity provider. */
  readonly provisioning: MemberProvisioning;
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

/** The member that a provisioning call is about, and what the audit log says. */
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
 * Adds, suspends, and removes members. Each call, except `prepare`, runs in the caller's transaction and locks the user
 * and then the organization. Lock them in the same order before, if you lock them. Hooks of the `member` table run as
 * usual, and the last owner is protected: suspended owners don't count.
 */
export interface MemberProvisioning {
  /**
   * Reads what `insert` needs and what must not run in a transaction, such as the app's limits. Call it before. Two
   * queries.
   * @param user the user's row. It doesn't need to be stored yet.
   * @returns `null` if the organization doesn't exist
   */
  prepare(context: RequestContext, organizationId: string, user: UserRow): Promise<MemberPlan | null>;
  /**
   * Adds a member. A pending invitation to the user's email is accepted: the member joins its teams, as far as they have
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
   * Suspends a member. They keep their row, roles, teams, and place in the member limit, but have no access until they're
   * reinstated. Revokes the invitations that they sent or that were sent to them, and ends their grants in the
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
   * Invites someone whom the caller can't add, because the email isn't proven to be the organization's. Does nothing if
   * they're a member or have a pending invitation.
   * @param invitation `inviterId` is who the email names, if they can still invite users with this role. Otherwise, it's
   * an owner.
   * @returns the invitation's id, or `null`
   * @throws {AuthError} as `insert`
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
  /** Whether a role exists, doesn't make its member an owner, and gives no control over the organization's roles. */
  isAssignable(tx: Transaction, context: RequestContext, organizationId: string, role: string): Promise<boolean>;
}

/** Email domains that organizations have proven to be theirs. Provided by the SSO plugin. */
export interface OrganizationDomains {
  /** Whether the organization has proven the email's domain. Only the whole domain counts, not its subdomains. One query. */
  owns(db: Adapter, organizationId: string, email: string): Promise<boolean>;
}

/** Checks the second factor in place of a confirmation at the current email. Provided by the step-up plugin. */
export interface EmailChangeProof {
  /**
   * Each proof of the last 10 minutes confirms one change. At most two queries.
   * @throws {AuthError} `SESSION_NOT_FRESH` without such a proof
   */
  require(context: RequestContext, active: ActiveSession): Promise<void>;
}

/** The OAuth clients that can sign users in on a device. Provided by the OAuth provider. */
export interface DeviceClients {
  /**
   * Authenticates the client and checks what it asks for. One query.
   * @throws {AuthError} in the codes of OAuth
   */
  authorize(
    context: RequestContext,
    credentials: ClientCredentialsInput,
    asked: { readonly scopes: readonly string[]; readonly resources: readonly string[] },
  ): Promise<AuthorizedDeviceClient>;
}

/** The parameters with which an OAuth client authenticates, beside the header. */
export interface ClientCredentialsInput {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}

/** A client that asks for a device's sign-in. */
export interface AuthorizedDeviceClient {
  readonly clientId: string;
  /** What users see. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
}

/** Devices' requests that users approved for OAuth clients. Provided by the device authorization plugin. */
export interface DeviceGrants {
  /**
   * Returns a client's request once it's approved. Doesn't spend the code. One query, and another one while it's pending.
   * @throws {AuthError} in the codes of RFC 8628, section 3.5, until it's approved
   */
  find(context: RequestContext, deviceCode: string, clientId: string): Promise<ApprovedDevice>;
  /** Spends the code. Of any number of concurrent callers, one gets `true`. One query. */
  spend(db: Adapter, approved: ApprovedDevice): Promise<boolean>;
}

/** A device's request that a user approved. */
export interface ApprovedDevice {
  readonly id: string;
  readonly userId: string;
  /** The user's `epoch` when they approved. The approval is void if it has changed since. */
  readonly userEpoch: number;
  /** The session in which they approved. It can have ended. */
  readonly sessionId: string | null;
  /** What they had proven in it, with the times. */
  readonly proofs: Readonly<Record<string, number>> | null;
  readonly verifiedEmail: string | null;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
}

/** Returns a service, or `null` if no plugin provides it. */
export function findService<N extends ServiceName>(
  { extensions }: AuthContext,
  name: N,
): NonNullable<Services[N]> | null {
  // The context can't name the type, because services take the context.
  return (extensions.services as Services)[name] ?? null;
}

/**
 * Returns a service that the plugin lists in `uses`. `createAuth` fails if no plugin provides it.
 * @throws {Error} if the plugin doesn't list it
 */
export function getService<N extends ServiceName>(context: AuthContext, name: N): NonNullable<Services[N]> {
  const service = findService(context, name);
  if (service === null) {
    throw new Error(
      `No plugin provides the service "${name}". Add it to the plugin's "uses", so that this fails at start.`,
    );
  }
  return service;
}
