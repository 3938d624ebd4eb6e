/** The calls about roles that organizations create: what they take, return, and fail with. They exist if such roles are on. */

import type { InPersonErrorCode, SessionCall, SessionQuery, SuccessAnswer } from "@latchkey/core/plugin";
import type { OrganizationIdQuery } from "../organizations/contract.ts";

/** A role that an organization created. */
export interface OrganizationRole {
  readonly id: string;
  readonly organizationId: string;
  readonly role: string;
  readonly permission: Readonly<Record<string, readonly string[]>>;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
}

/** What `/organization/create-role` takes. */
export interface CreateRoleInput {
  readonly role: string;
  /** Resource → actions. The caller needs all of them. */
  readonly permission: Readonly<Record<string, readonly string[]>>;
  readonly organizationId?: string | undefined;
}

/** What it returns. */
export interface CreatedRole {
  readonly success: true;
  readonly roleData: OrganizationRole;
  readonly statements: OrganizationRole["permission"];
}

/** A role by its name or by its id. */
export interface RoleQuery {
  readonly roleName?: string | undefined;
  readonly roleId?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** What `/organization/update-role` takes. */
export interface UpdateRoleInput extends RoleQuery {
  readonly data: {
    readonly roleName?: string | undefined;
    readonly permission?: Readonly<Record<string, readonly string[]>> | undefined;
  };
}

/** What it returns. */
export interface UpdatedRole {
  readonly success: true;
  readonly roleData: OrganizationRole;
}

/** The calls about roles. */
export interface RoleCalls {
  /** Creates a role from permissions that the caller has. */
  readonly createOrgRole: SessionCall<
    CreateRoleInput,
    CreatedRole,
    | InPersonErrorCode
    | "YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE"
    | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE"
    | "ROLE_NAME_IS_ALREADY_TAKEN"
    | "INVALID_RESOURCE"
    | "TOO_MANY_ROLES"
    | "MISSING_AC_INSTANCE"
  >;
  /** Changes the name or the permissions of a role. A role that members have can't be renamed. */
  readonly updateOrgRole: SessionCall<
    UpdateRoleInput,
    UpdatedRole,
    | InPersonErrorCode
    | "NO_ACTIVE_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE"
    | "ROLE_NOT_FOUND"
    | "ROLE_NAME_IS_ALREADY_TAKEN"
    | "ROLE_IS_ASSIGNED_TO_MEMBERS"
    | "INVALID_RESOURCE"
    | "MISSING_AC_INSTANCE"
  >;
  /** Deletes a role that no member has. */
  readonly deleteOrgRole: SessionCall<
    RoleQuery,
    SuccessAnswer,
    | InPersonErrorCode
    | "NO_ACTIVE_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE"
    | "ROLE_NOT_FOUND"
    | "ROLE_IS_ASSIGNED_TO_MEMBERS"
    | "CANNOT_DELETE_A_PRE_DEFINED_ROLE"
  >;
  /** Returns the roles that an organization created, by name. */
  readonly listOrgRoles: SessionQuery<
    OrganizationIdQuery | void,
    OrganizationRole[],
    "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE"
  >;
  /** Returns one of them. */
  readonly getOrgRole: SessionQuery<
    RoleQuery,
    OrganizationRole,
    "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE" | "ROLE_NOT_FOUND"
  >;
}
