/** The calls about custom roles, with their inputs, responses, and errors. They exist only if custom roles are on. */

import type { ImpersonationErrorCode, SessionCall, SessionQuery, SuccessResponse } from "@latchkey/core/plugin";
import type { OrganizationIdQuery } from "../organizations/contract.ts";

/** A custom role of an organization. */
export interface OrganizationRole {
  readonly id: string;
  readonly organizationId: string;
  readonly role: string;
  readonly permission: Readonly<Record<string, readonly string[]>>;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
}

/** Input for `/organization/create-role`. */
export interface CreateRoleInput {
  readonly role: string;
  /** Maps each resource to actions. The caller needs all of these permissions. */
  readonly permission: Readonly<Record<string, readonly string[]>>;
  readonly organizationId?: string | undefined;
}

/** Response from `/organization/create-role`. */
export interface CreatedRole {
  readonly success: true;
  readonly roleData: OrganizationRole;
  readonly statements: OrganizationRole["permission"];
}

/** Selects a role by name or ID. */
export interface RoleQuery {
  readonly roleName?: string | undefined;
  readonly roleId?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** Input for `/organization/update-role`. */
export interface UpdateRoleInput extends RoleQuery {
  readonly data: {
    readonly roleName?: string | undefined;
    readonly permission?: Readonly<Record<string, readonly string[]>> | undefined;
  };
}

/** Response from `/organization/update-role`. */
export interface UpdatedRole {
  readonly success: true;
  readonly roleData: OrganizationRole;
}

/** The calls about roles. */
export interface RoleCalls {
  /** Creates a role. The caller can only grant permissions that they have. */
  readonly createOrgRole: SessionCall<
    CreateRoleInput,
    CreatedRole,
    | ImpersonationErrorCode
    | "YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE"
    | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE"
    | "ROLE_NAME_IS_ALREADY_TAKEN"
    | "INVALID_RESOURCE"
    | "TOO_MANY_ROLES"
    | "MISSING_AC_INSTANCE"
  >;
  /** Changes the name or permissions of a role. A role that's assigned to members can't be renamed. */
  readonly updateOrgRole: SessionCall<
    UpdateRoleInput,
    UpdatedRole,
    | ImpersonationErrorCode
    | "NO_ACTIVE_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE"
    | "ROLE_NOT_FOUND"
    | "ROLE_NAME_IS_ALREADY_TAKEN"
    | "ROLE_IS_ASSIGNED_TO_MEMBERS"
    | "INVALID_RESOURCE"
    | "MISSING_AC_INSTANCE"
  >;
  /** Deletes a role that isn't assigned to any member. */
  readonly deleteOrgRole: SessionCall<
    RoleQuery,
    SuccessResponse,
    | ImpersonationErrorCode
    | "NO_ACTIVE_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE"
    | "ROLE_NOT_FOUND"
    | "ROLE_IS_ASSIGNED_TO_MEMBERS"
    | "CANNOT_DELETE_A_PRE_DEFINED_ROLE"
  >;
  /** Returns an organization's custom roles, sorted by name. */
  readonly listOrgRoles: SessionQuery<
    OrganizationIdQuery | void,
    OrganizationRole[],
    "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE"
  >;
  /** Returns a custom role. */
  readonly getOrgRole: SessionQuery<
    RoleQuery,
    OrganizationRole,
    "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE" | "ROLE_NOT_FOUND"
  >;
}
