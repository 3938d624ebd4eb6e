/** The calls about members, with their inputs, responses, and errors. */

import type { Permissions } from "@latchkey/core/access";
import type {
  CoreModels,
  FilterOperator,
  GuestErrorCode,
  ImpersonationErrorCode,
  ServerCall,
  SessionCall,
  SessionQuery,
  StageCodes,
} from "@latchkey/core/plugin";
import type { Member, OrganizationModels } from "../models.ts";

/** The user behind a membership. */
export interface MemberUser {
  readonly id: string;
  readonly name: string;
  /** `null` if the caller can only see names. */
  readonly email: string | null;
  readonly image: string | null;
}

/** A member with their user. */
export type MemberWithUser<M = Member> = M & { readonly user: MemberUser };

/** Response from `/organization/get-active-member`. */
export type ActiveMember<M = Member> = MemberWithUser<M> & {
  /** The actions that the member's roles allow, by resource. */
  readonly permissions: Permissions;
};

/** Input for `/organization/list-members`. */
export interface ListMembersQuery {
  readonly organizationId?: string | undefined;
  readonly organizationSlug?: string | undefined;
  /**
   * Maximum members per page: 1 to 1000. Default: the membership limit, up to 1000, or 100 if the limit is a function.
   */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** `nextCursor` of the previous page, with the same order and filters. Faster than `offset`. */
  readonly cursor?: string | undefined;
  /** Only members of this team. Needs the `member: update` permission, even if the caller is in the team. */
  readonly teamId?: string | undefined;
  /** Part of a name or email. Case doesn't matter. */
  readonly search?: string | undefined;
  /** Default: `createdAt`. */
  readonly sortBy?: string | undefined;
  readonly sortDirection?: "asc" | "desc" | undefined;
  readonly filterField?: string | undefined;
  readonly filterValue?: string | number | boolean | readonly string[] | undefined;
  /** Default: `eq`. Values of `in` and `not_in` are separated by commas. */
  readonly filterOperator?: FilterOperator | undefined;
}

/** Response from `/organization/list-members`. */
export interface MemberPage<M = MemberWithUser> {
  readonly members: readonly M[];
  /** Number of members on all pages. */
  readonly total: number;
  /** The cursor of the next page. `null` on the last page. */
  readonly nextCursor: string | null;
}

/** Input for `/organization/get-active-member-role`. */
export interface MemberRoleQuery {
  /** Default: the caller. */
  readonly userId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly organizationSlug?: string | undefined;
}

/** Response from `/organization/get-active-member-role`. */
export interface MemberRole {
  readonly role: string;
}

/** The caller's membership in one organization. */
export interface OwnMembership {
  readonly organizationId: string;
  /** Names of roles, separated by commas. */
  readonly role: string;
}

/** Input for `addMember`. */
export interface AddMemberInput {
  readonly userId: string;
  readonly role: string | readonly string[];
  /** Default: the session's active organization, if the call has headers. */
  readonly organizationId?: string | undefined;
  readonly teamId?: string | undefined;
}

/** Input for `transferOwnership`. */
export interface TransferOwnershipInput {
  readonly organizationId: string;
  /** The user who becomes an owner. */
  readonly userId: string;
}

/** Input for `/organization/remove-member`. */
export interface RemoveMemberInput {
  readonly memberIdOrEmail: string;
  readonly organizationId?: string | undefined;
}

/** Response from `/organization/remove-member`. */
export interface RemovedMember<M = MemberWithUser> {
  readonly member: M;
}

/** Input for `/organization/update-member-role`. */
export interface UpdateMemberRoleInput {
  readonly memberId: string;
  readonly role: string | readonly string[];
  readonly organizationId?: string | undefined;
}

type ReadCode = "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION";

/**
 * The calls about members.
 *
 * @typeParam C the codes that other plugins add to stages
 */
export interface MemberCalls<
  M extends OrganizationModels = OrganizationModels,
  C extends StageCodes = CoreModels["codes"],
> {
  /** Returns the caller's membership in the active organization, and what it permits. */
  readonly getActiveMember: SessionQuery<
    void,
    ActiveMember<M["member"]>,
    "NO_ACTIVE_ORGANIZATION" | "MEMBER_NOT_FOUND"
  >;
  /** Returns the role of the caller or of another member. */
  readonly getActiveMemberRole: SessionQuery<MemberRoleQuery | void, MemberRole, ReadCode>;
  /** Returns the caller's role in each of their organizations. */
  readonly listMemberships: SessionQuery<void, OwnMembership[]>;
  /** Returns a page of members, searched, filtered, and sorted. */
  readonly listMembers: SessionQuery<
    ListMembersQuery | void,
    MemberPage<MemberWithUser<M["member"]>>,
    ReadCode | "YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM" | "TEAM_NOT_FOUND"
  >;
  /** Adds a user to an organization. Server only, so the app decides who can do it. */
  readonly addMember: ServerCall<
    AddMemberInput & M["newMember"],
    M["member"],
    | ImpersonationErrorCode
    | GuestErrorCode
    | "ORGANIZATION_NOT_FOUND"
    | "USER_NOT_FOUND"
    | "ROLE_NOT_FOUND"
    | "TEAM_NOT_FOUND"
    | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
    | "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"
    | "TEAM_MEMBER_LIMIT_REACHED"
    | "FIELD_NOT_ALLOWED"
    | C["addMember"]
  >;
  /** Makes a user an owner. Existing owners keep the role. Server only, so the app decides who can call it. */
  readonly transferOwnership: ServerCall<
    TransferOwnershipInput,
    M["member"],
    ImpersonationErrorCode | "ORGANIZATION_NOT_FOUND" | "USER_NOT_FOUND" | C["addMember"]
  >;
  /** Removes a member, by ID or by email. */
  readonly removeMember: SessionCall<
    RemoveMemberInput,
    RemovedMember<MemberWithUser<M["member"]>>,
    | ImpersonationErrorCode
    | "NO_ACTIVE_ORGANIZATION"
    | "MEMBER_NOT_FOUND"
    | "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER"
    | "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"
  >;
  /** Replaces a member's roles. */
  readonly updateMemberRole: SessionCall<
    UpdateMemberRoleInput,
    M["member"],
    | ImpersonationErrorCode
    | "NO_ACTIVE_ORGANIZATION"
    | "MEMBER_NOT_FOUND"
    | "ROLE_NOT_FOUND"
    | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER"
    | "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER"
  >;
  /** Ends the caller's membership. */
  readonly leaveOrganization: SessionCall<
    { readonly organizationId: string },
    MemberWithUser<M["member"]>,
    ImpersonationErrorCode | "MEMBER_NOT_FOUND" | "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"
  >;
}
