/** What the calls about organizations take and answer. */

import type { InPersonErrorCode } from "@latchkey/core";
import type { Invitation } from "../invitations/inputs.ts";
import type { Member, MemberWithUser } from "../members/inputs.ts";
import type { Team } from "../teams/inputs.ts";

/** An organization, as answers show it. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  /** Unique. Lower case, unless it was moved here from another library. */
  readonly slug: string;
  readonly logo: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly createdAt: Date;
}

/** What `/organization/create` takes. */
export interface CreateOrganizationInput {
  readonly name: string;
  /** 1 to 64 letters, digits, `-` and `_`; lowered. */
  readonly slug: string;
  readonly logo?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Do not make it the active one. */
  readonly keepCurrentActiveOrganization?: boolean | undefined;
}

/** What the same call takes on the server. */
export interface CreateOrganizationOnServer extends CreateOrganizationInput {
  /** Who is to own it, where no session's headers are given. */
  readonly userId?: string | undefined;
}

/** What it answers. */
export type CreatedOrganization<O = Organization, M = Member> = O & { readonly members: readonly M[] };

/** What `/organization/check-slug` takes. */
export interface CheckSlugInput {
  readonly slug: string;
}

/** What of an organization can be changed. */
export interface OrganizationChange {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly logo?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
}

/** What `/organization/update` takes. */
export interface UpdateOrganizationInput<C = OrganizationChange> {
  readonly data: C;
  /** Default: the active one. */
  readonly organizationId?: string | undefined;
}

/** What `/organization/delete` and `/organization/leave` take. */
export interface OrganizationInput {
  readonly organizationId: string;
}

/** What calls take that concern the active organization unless another is named. */
export interface OrganizationQuery {
  readonly organizationId?: string | undefined;
  readonly organizationSlug?: string | undefined;
}

/** What calls take that know organizations by id alone. */
export interface OrganizationIdQuery {
  readonly organizationId?: string | undefined;
}

/** What `/organization/set-active` takes. `null` leaves none active. */
export interface SetActiveInput {
  readonly organizationId?: string | null | undefined;
  readonly organizationSlug?: string | undefined;
}

/** What `/organization/get-full-organization` takes. */
export interface FullOrganizationQuery extends OrganizationQuery {
  /** Members shown; further ones are pages of `listMembers`. Default: the membership limit. */
  readonly membersLimit?: number | undefined;
}

/** What it answers. */
export type FullOrganization<O = Organization, M = MemberWithUser, I = Invitation, T = Team> = O & {
  /** The first page, oldest first. */
  readonly members: readonly M[];
  /** How many there are. */
  readonly membersTotal: number;
  /** Where the next page of `listMembers` begins; `null`: there is none. */
  readonly membersNextCursor: string | null;
  /** The newest hundred, oldest first. */
  readonly invitations: readonly I[];
  /** Where teams are on. */
  readonly teams?: readonly T[];
};

/** What `/organization/has-permission` takes. */
export interface HasPermissionInput {
  /** Resource → actions; all of them are asked for. */
  readonly permissions: Readonly<Record<string, readonly string[]>>;
  readonly organizationId?: string | undefined;
}

/** What it answers. */
export interface PermissionAnswer {
  readonly error: null;
  readonly success: boolean;
}

/** What making an organization can be refused for. */
export type CreateOrganizationErrorCode =
  | "ORGANIZATION_ALREADY_EXISTS"
  | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION"
  | "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"
  | "FIELD_NOT_ALLOWED";

/** What changing one can be refused for. */
export type UpdateOrganizationErrorCode =
  | "ORGANIZATION_NOT_FOUND"
  | "ORGANIZATION_SLUG_ALREADY_TAKEN"
  | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION"
  | "FIELD_NOT_ALLOWED";

/** What deleting one can be refused for. */
export type DeleteOrganizationErrorCode =
  | InPersonErrorCode
  | "ORGANIZATION_NOT_FOUND"
  | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION";

/** What choosing or reading one can be refused for. */
export type ReadOrganizationErrorCode = "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION";
