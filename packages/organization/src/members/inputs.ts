/** What the calls about members take and answer. */

import type { FilterOperator, InPersonErrorCode } from "@latchkey/core";

/** A person in an organization, as answers show them. */
export interface Member {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** One role, or several separated by commas. */
  readonly role: string;
  /** The main team. */
  readonly teamId: string | null;
  readonly createdAt: Date;
}

/** Who a member is. */
export interface MemberUser {
  readonly id: string;
  readonly name: string;
  /** `null` where the caller sees names only. */
  readonly email: string | null;
  readonly image: string | null;
}

/** A member and who that is. */
export type MemberWithUser<M = Member> = M & { readonly user: MemberUser };

/** What `/organization/list-members` takes. */
export interface ListMembersQuery {
  readonly organizationId?: string | undefined;
  readonly organizationSlug?: string | undefined;
  /** Most rows: 1 to 1000. Default: the membership limit. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** `nextCursor` of the page before; same order and filters. Cheaper than `offset`. */
  readonly cursor?: string | undefined;
  /** Part of a name or an address, in either case. */
  readonly search?: string | undefined;
  /** Default: `createdAt`. */
  readonly sortBy?: string | undefined;
  readonly sortDirection?: "asc" | "desc" | undefined;
  readonly filterField?: string | undefined;
  readonly filterValue?: string | number | boolean | readonly string[] | undefined;
  /** Default: `eq`. Values of `in` and `not_in` are separated by commas. */
  readonly filterOperator?: FilterOperator | undefined;
}

/** What it answers. */
export interface MemberPage<M = MemberWithUser> {
  readonly members: readonly M[];
  /** How many there are on all pages. */
  readonly total: number;
  /** Where the next page begins; `null`: this was the last. */
  readonly nextCursor: string | null;
}

/** What `/organization/get-active-member-role` takes. */
export interface MemberRoleQuery {
  /** Default: the caller. */
  readonly userId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly organizationSlug?: string | undefined;
}

/** What it answers. */
export interface MemberRole {
  readonly role: string;
}

/** What `addMember` takes; on the server only. */
export interface AddMemberInput {
  readonly userId: string;
  readonly role: string | readonly string[];
  /** Default: the active one of the session, if headers are given. */
  readonly organizationId?: string | undefined;
  readonly teamId?: string | undefined;
}

/** What `/organization/remove-member` takes. */
export interface RemoveMemberInput {
  readonly memberIdOrEmail: string;
  readonly organizationId?: string | undefined;
}

/** What it answers. */
export interface RemovedMember<M = MemberWithUser> {
  readonly member: M;
}

/** What `/organization/update-member-role` takes. */
export interface UpdateMemberRoleInput {
  readonly memberId: string;
  readonly role: string | readonly string[];
  readonly organizationId?: string | undefined;
}

/** What reading members can be refused for. */
export type ListMembersErrorCode = "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION";

/** What reading the own membership can be refused for. */
export type ActiveMemberErrorCode = "NO_ACTIVE_ORGANIZATION" | "MEMBER_NOT_FOUND";

/** What adding somebody can be refused for. */
export type AddMemberErrorCode =
  | InPersonErrorCode
  | "ORGANIZATION_NOT_FOUND"
  | "USER_NOT_FOUND"
  | "ROLE_NOT_FOUND"
  | "TEAM_NOT_FOUND"
  | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
  | "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"
  | "TEAM_MEMBER_LIMIT_REACHED";

/** What `transferOwnership` takes. */
export interface TransferOwnershipInput {
  readonly organizationId: string;
  /** The user who becomes an owner. */
  readonly userId: string;
}

/** What it can be refused for. */
export type TransferOwnershipErrorCode = InPersonErrorCode | "ORGANIZATION_NOT_FOUND" | "USER_NOT_FOUND";

/** What removing somebody can be refused for. */
export type RemoveMemberErrorCode =
  | InPersonErrorCode
  | "NO_ACTIVE_ORGANIZATION"
  | "MEMBER_NOT_FOUND"
  | "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER"
  | "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER";

/** What changing a role can be refused for. */
export type UpdateMemberRoleErrorCode =
  | InPersonErrorCode
  | "NO_ACTIVE_ORGANIZATION"
  | "MEMBER_NOT_FOUND"
  | "ROLE_NOT_FOUND"
  | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER"
  | "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER";

/** What leaving can be refused for. */
export type LeaveErrorCode =
  | InPersonErrorCode
  | "MEMBER_NOT_FOUND"
  | "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER";
