/** The calls about members: what they take, return, and fail with. */

import type { FilterOperator, InPersonErrorCode, ServerCall, SessionCall, SessionQuery } from "@latchkey/core/plugin";
import type { Member, OrganizationModels } from "../models.ts";

/** The user behind a membership. */
export interface MemberUser {
  readonly id: string;
  readonly name: string;
  /** `null` if the caller sees names only. */
  readonly email: string | null;
  readonly image: string | null;
}

/** A member with their user. */
export type MemberWithUser<M = Member> = M & { readonly user: MemberUser };

/** What `/organization/list-members` takes. */
export interface ListMembersQuery {
  readonly organizationId?: string | undefined;
  readonly organizationSlug?: string | undefined;
  /** Maximum number of rows, 1 to 1000. Default: the membership limit. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** `nextCursor` of the previous page, with the same order and filters. Faster than `offset`. */
  readonly cursor?: string | undefined;
  /** Part of a name or an email, in any case. */
  readonly search?: string | undefined;
  /** Default: `createdAt`. */
  readonly sortBy?: string | undefined;
  readonly sortDirection?: "asc" | "desc" | undefined;
  readonly filterField?: string | undefined;
  readonly filterValue?: string | number | boolean | readonly string[] | undefined;
  /** Default: `eq`. Values of `in` and `not_in` are separated by commas. */
  readonly filterOperator?: FilterOperator | undefined;
}

/** What it returns. */
export interface MemberPage<M = MemberWithUser> {
  readonly members: readonly M[];
  /** Number of members on all pages. */
  readonly total: number;
  /** Where the next page begins; `null` on the last page. */
  readonly nextCursor: string | null;
}

/** What `/organization/get-active-member-role` takes. */
export interface MemberRoleQuery {
  /** Default: the caller. */
  readonly userId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly organizationSlug?: string | undefined;
}

/** What it returns. */
export interface MemberRole {
  readonly role: string;
}

/** What `addMember` takes. */
export interface AddMemberInput {
  readonly userId: string;
  readonly role: string | readonly string[];
  /** Default: the active one of the session, if headers are given. */
  readonly organizationId?: string | undefined;
  readonly teamId?: string | undefined;
}

/** What `transferOwnership` takes. */
export interface TransferOwnershipInput {
  readonly organizationId: string;
  /** The user who becomes an owner. */
  readonly userId: string;
}

/** What `/organization/remove-member` takes. */
export interface RemoveMemberInput {
  readonly memberIdOrEmail: string;
  readonly organizationId?: string | undefined;
}

/** What it returns. */
export interface RemovedMember<M = MemberWithUser> {
  readonly member: M;
}

/** What `/organization/update-member-role` takes. */
export interface UpdateMemberRoleInput {
  readonly memberId: string;
  readonly role: string | readonly string[];
  readonly organizationId?: string | undefined;
}

type ReadCode = "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION";

/** The calls about members. */
export interface MemberCalls<M extends OrganizationModels = OrganizationModels> {
  /** Returns the caller's membership in the active organization. */
  readonly getActiveMember: SessionQuery<
    void,
    MemberWithUser<M["member"]>,
    "NO_ACTIVE_ORGANIZATION" | "MEMBER_NOT_FOUND"
  >;
  /** Returns the role of the caller or of another member. */
  readonly getActiveMemberRole: SessionQuery<MemberRoleQuery | void, MemberRole, ReadCode>;
  /** Returns a page of members, searched, filtered, and sorted. */
  readonly listMembers: SessionQuery<ListMembersQuery | void, MemberPage<MemberWithUser<M["member"]>>, ReadCode>;
  /** Adds a user to an organization. The app decides who can. */
  readonly addMember: ServerCall<
    AddMemberInput & M["newMember"],
    M["member"],
    | InPersonErrorCode
    | "ORGANIZATION_NOT_FOUND"
    | "USER_NOT_FOUND"
    | "ROLE_NOT_FOUND"
    | "TEAM_NOT_FOUND"
    | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
    | "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"
    | "TEAM_MEMBER_LIMIT_REACHED"
    | "FIELD_NOT_ALLOWED"
  >;
  /** Makes a user an owner. Other owners stay. The app decides who can. */
  readonly transferOwnership: ServerCall<
    TransferOwnershipInput,
    M["member"],
    InPersonErrorCode | "ORGANIZATION_NOT_FOUND" | "USER_NOT_FOUND"
  >;
  /** Removes a member, by id or by email. */
  readonly removeMember: SessionCall<
    RemoveMemberInput,
    RemovedMember<MemberWithUser<M["member"]>>,
    | InPersonErrorCode
    | "NO_ACTIVE_ORGANIZATION"
    | "MEMBER_NOT_FOUND"
    | "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER"
    | "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"
  >;
  /** Replaces a member's roles. */
  readonly updateMemberRole: SessionCall<
    UpdateMemberRoleInput,
    M["member"],
    | InPersonErrorCode
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
    InPersonErrorCode | "MEMBER_NOT_FOUND" | "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"
  >;
}
