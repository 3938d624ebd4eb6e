/** The calls about organizations: what they take, return, and fail with. */

import type { Call } from "@latchkey/core";
import type {
  ClientCall,
  InPersonErrorCode,
  ServerCall,
  SessionCall,
  SessionQuery,
  StatusAnswer,
  WithBody,
} from "@latchkey/core/plugin";
import type { MemberWithUser } from "../members/contract.ts";
import type { Invitation, Member, Organization, OrganizationModels, Team } from "../models.ts";

/** What `/organization/create` takes. */
export interface CreateOrganizationInput {
  readonly name: string;
  /** 1 to 64 letters, digits, `-` and `_`. Changed to lower case. */
  readonly slug: string;
  readonly logo?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Whether the session keeps its active organization. Default: false. */
  readonly keepCurrentActiveOrganization?: boolean | undefined;
}

/** What the same call takes on the server. */
export interface CreateOrganizationOnServer extends CreateOrganizationInput {
  /** The owner, if no session's headers are given. */
  readonly userId?: string | undefined;
}

/** What it returns. */
export type CreatedOrganization<O = Organization, M = Member> = O & { readonly members: readonly M[] };

/** What `/organization/check-slug` takes. */
export interface CheckSlugInput {
  readonly slug: string;
}

/** The fields of an organization that can be changed. */
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

/** What calls take that concern the active organization unless another one is named. */
export interface OrganizationQuery {
  readonly organizationId?: string | undefined;
  readonly organizationSlug?: string | undefined;
}

/** The same for calls that know organizations by id only. */
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
  /** Number of members in the answer. `listMembers` has the others. Default: the membership limit. */
  readonly membersLimit?: number | undefined;
}

/** What it returns. */
export type FullOrganization<O = Organization, M = MemberWithUser, I = Invitation, T = Team> = O & {
  /** The first page, oldest first. */
  readonly members: readonly M[];
  /** Number of members. */
  readonly membersTotal: number;
  /** Where the next page of `listMembers` begins; `null` if there is none. */
  readonly membersNextCursor: string | null;
  /** The newest hundred, oldest first. */
  readonly invitations: readonly I[];
  /** Missing if teams are off. */
  readonly teams?: readonly T[];
};

/** A full organization with the fields of these models. */
export type FullOf<M extends OrganizationModels> = FullOrganization<
  M["organization"],
  MemberWithUser<M["member"]>,
  M["invitation"],
  M["team"]
>;

/** What `/organization/has-permission` takes. */
export interface HasPermissionInput {
  /** Resource → actions. All of them are required. */
  readonly permissions: Readonly<Record<string, readonly string[]>>;
  readonly organizationId?: string | undefined;
}

/** What it returns. */
export interface PermissionAnswer {
  readonly error: null;
  readonly success: boolean;
}

type CreateCode =
  | "ORGANIZATION_ALREADY_EXISTS"
  | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION"
  | "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"
  | "FIELD_NOT_ALLOWED";

/** Only the server can name an owner other than the caller. */
interface CreateOrganizationCall<M extends OrganizationModels> {
  readonly input: CreateOrganizationOnServer & M["newOrganization"];
  readonly output: CreatedOrganization<M["organization"], M["member"]>;
  readonly code: CreateCode;
  readonly server: Call<
    WithBody<CreateOrganizationOnServer & M["newOrganization"]>,
    CreatedOrganization<M["organization"], M["member"]>,
    CreateCode
  >;
  readonly client: ClientCall<
    CreateOrganizationInput & M["newOrganization"],
    CreatedOrganization<M["organization"], M["member"]>,
    CreateCode
  >;
}

/** The calls about organizations. */
export interface OrganizationBaseCalls<M extends OrganizationModels = OrganizationModels> {
  /** Creates an organization and makes it the active one. The caller becomes its owner. */
  readonly createOrganization: CreateOrganizationCall<M>;
  /** Fails if a slug is taken. */
  readonly checkOrganizationSlug: SessionCall<CheckSlugInput, StatusAnswer, "ORGANIZATION_SLUG_ALREADY_TAKEN">;
  /** Changes an organization's name, slug, logo, metadata, and the app's own fields. */
  readonly updateOrganization: SessionCall<
    UpdateOrganizationInput<OrganizationChange & Partial<M["newOrganization"]>>,
    M["organization"],
    | "ORGANIZATION_NOT_FOUND"
    | "ORGANIZATION_SLUG_ALREADY_TAKEN"
    | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION"
    | "FIELD_NOT_ALLOWED"
  >;
  /** Deletes an organization and everything in it. */
  readonly deleteOrganization: SessionCall<
    OrganizationInput,
    M["organization"],
    | InPersonErrorCode
    | "ORGANIZATION_NOT_FOUND"
    | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION"
  >;
  /** Deletes an organization and everything in it. The app decides who can. */
  readonly removeOrganization: ServerCall<OrganizationInput, M["organization"], "ORGANIZATION_NOT_FOUND">;
  /** Returns the organizations that the caller is a member of. */
  readonly listOrganizations: SessionQuery<void, M["organization"][]>;
  /** Sets the organization that calls concern unless they name one. `null` leaves none active. */
  readonly setActiveOrganization: SessionCall<
    SetActiveInput,
    M["organization"] | null,
    "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  >;
  /** Returns an organization; `null` if none is named and none is active. */
  readonly getOrganization: SessionQuery<
    OrganizationQuery | void,
    M["organization"] | null,
    "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  >;
  /** Returns an organization with its first members, newest invitations, and teams; `null` as `getOrganization`. */
  readonly getFullOrganization: SessionQuery<
    FullOrganizationQuery | void,
    FullOf<M> | null,
    "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  >;
  /** Returns whether the caller's roles grant all of these permissions. */
  readonly hasPermission: SessionCall<
    HasPermissionInput,
    PermissionAnswer,
    "NO_ACTIVE_ORGANIZATION" | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  >;
}
