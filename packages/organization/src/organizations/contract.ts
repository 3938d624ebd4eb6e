/** The calls about organizations, with their inputs, responses, and errors. */

import type { Call } from "@latchkey/core";
import type {
  ClientCall,
  CoreModels,
  GuestErrorCode,
  ImpersonationErrorCode,
  ServerCall,
  SessionCall,
  SessionQuery,
  StageCodes,
  StatusResponse,
  WithBody,
} from "@latchkey/core/plugin";
import type { MemberWithUser } from "../members/contract.ts";
import type { Invitation, Member, Organization, OrganizationModels, Team } from "../models.ts";

/** Input for `/organization/create`. */
export interface CreateOrganizationInput {
  readonly name: string;
  /** 1 to 64 letters and digits, with single `-` and `_` between them. Converted to lowercase. */
  readonly slug: string;
  readonly logo?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Whether to keep the session's active organization. Default: false. */
  readonly keepCurrentActiveOrganization?: boolean | undefined;
}

/** Input of the same call on the server. */
export interface CreateOrganizationServerInput extends CreateOrganizationInput {
  /** The owner, if the call has no headers with a session. */
  readonly userId?: string | undefined;
}

/** Response from `/organization/create`. */
export type CreatedOrganization<O = Organization, M = Member> = O & { readonly members: readonly M[] };

/** Input for `/organization/check-slug` and `/organization/is-slug-available`. */
export interface CheckSlugInput {
  readonly slug: string;
}

/** Response from `/organization/is-slug-available`. */
export interface SlugAvailability {
  readonly available: boolean;
}

/** The fields of an organization that can be changed. */
export interface OrganizationChange {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly logo?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
}

/** Input for `/organization/update`. */
export interface UpdateOrganizationInput<C = OrganizationChange> {
  readonly data: C;
  /** Default: the active organization. */
  readonly organizationId?: string | undefined;
}

/** Input for `/organization/delete` and `/organization/leave`. */
export interface OrganizationInput {
  readonly organizationId: string;
}

/** Input of calls that use the active organization by default. */
export interface OrganizationQuery {
  readonly organizationId?: string | undefined;
  readonly organizationSlug?: string | undefined;
}

/** Input of calls that use the active organization by default and don't accept slugs. */
export interface OrganizationIdQuery {
  readonly organizationId?: string | undefined;
}

/** Input for `/organization/set-active`. `null` clears the active organization. */
export interface SetActiveInput {
  readonly organizationId?: string | null | undefined;
  readonly organizationSlug?: string | undefined;
}

/** Input for `/organization/get-full-organization`. */
export interface FullOrganizationQuery extends OrganizationQuery {
  /**
   * Maximum members in the response. Use `listMembers` for the rest. Default: the membership limit, up to 1000, or 100
   * if the limit is a function.
   */
  readonly membersLimit?: number | undefined;
}

/** Response from `/organization/get-full-organization`. */
export type FullOrganization<O = Organization, M = MemberWithUser, I = Invitation, T = Team> = O & {
  /** The first page, oldest first. */
  readonly members: readonly M[];
  /** Total number of members. */
  readonly membersTotal: number;
  /** The cursor of the next page of `listMembers`. `null` if there is none. */
  readonly membersNextCursor: string | null;
  /** The 100 newest invitations, oldest first. */
  readonly invitations: readonly I[];
  /** Missing if teams are off. */
  readonly teams?: readonly T[];
};

/** A full organization with the fields of these models. */
export type FullOrganizationOf<M extends OrganizationModels> = FullOrganization<
  M["organization"],
  MemberWithUser<M["member"]>,
  M["invitation"],
  M["team"]
>;

/** Input for `/organization/has-permission`. */
export interface HasPermissionInput {
  /** Maps each resource to actions. All of them are required. */
  readonly permissions: Readonly<Record<string, readonly string[]>>;
  readonly organizationId?: string | undefined;
}

/** Response from `/organization/has-permission`. */
export interface PermissionResponse {
  readonly error: null;
  readonly success: boolean;
}

type CreateCode =
  | "ORGANIZATION_ALREADY_EXISTS"
  | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION"
  | "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"
  | "FIELD_NOT_ALLOWED"
  | GuestErrorCode;

/** Only server calls can name an owner other than the caller. */
interface CreateOrganizationCall<M extends OrganizationModels> {
  readonly input: CreateOrganizationServerInput & M["newOrganization"];
  readonly output: CreatedOrganization<M["organization"], M["member"]>;
  readonly code: CreateCode;
  readonly server: Call<
    WithBody<CreateOrganizationServerInput & M["newOrganization"]>,
    CreatedOrganization<M["organization"], M["member"]>,
    CreateCode
  >;
  readonly client: ClientCall<
    CreateOrganizationInput & M["newOrganization"],
    CreatedOrganization<M["organization"], M["member"]>,
    CreateCode
  >;
}

/**
 * The calls about organizations.
 *
 * @typeParam C the codes that other plugins add to stages
 */
export interface OrganizationBaseCalls<
  M extends OrganizationModels = OrganizationModels,
  C extends StageCodes = CoreModels["codes"],
> {
  /** Creates an organization, and makes it the active one. The caller becomes its owner. */
  readonly createOrganization: CreateOrganizationCall<M>;
  /** Fails if a slug is taken. */
  readonly checkOrganizationSlug: SessionCall<CheckSlugInput, StatusResponse, "ORGANIZATION_SLUG_ALREADY_TAKEN">;
  /** Returns whether a slug is free. */
  readonly isOrganizationSlugAvailable: SessionCall<CheckSlugInput, SlugAvailability>;
  /** Changes an organization's name, slug, logo, metadata, and the app's custom fields. */
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
    | ImpersonationErrorCode
    | "ORGANIZATION_NOT_FOUND"
    | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION"
    | C["deleteOrganization"]
  >;
  /** Deletes an organization and everything in it. Server only, so the app decides who can do it. */
  readonly removeOrganization: ServerCall<
    OrganizationInput,
    M["organization"],
    "ORGANIZATION_NOT_FOUND" | C["deleteOrganization"]
  >;
  /** Returns the organizations that the caller is a member of. */
  readonly listOrganizations: SessionQuery<void, M["organization"][]>;
  /** Sets the active organization, which calls use by default. `null` clears it. */
  readonly setActiveOrganization: SessionCall<
    SetActiveInput,
    M["organization"] | null,
    "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  >;
  /** Returns an organization, or `null` if none is given and none is active. */
  readonly getOrganization: SessionQuery<
    OrganizationQuery | void,
    M["organization"] | null,
    "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  >;
  /**
   * Returns an organization with its first members, newest invitations, and teams, or `null` if none is given and none
   * is active.
   */
  readonly getFullOrganization: SessionQuery<
    FullOrganizationQuery | void,
    FullOrganizationOf<M> | null,
    "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  >;
  /** Returns whether the caller's roles grant all of these permissions. */
  readonly hasPermission: SessionCall<
    HasPermissionInput,
    PermissionResponse,
    "NO_ACTIVE_ORGANIZATION" | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  >;
}
