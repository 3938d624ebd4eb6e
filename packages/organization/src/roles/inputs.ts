/** What the calls about roles made at run time take and answer. */

import type { InPersonErrorCode } from "@latchkey/core";

/** A role that an organization made for itself. */
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
  /** Resource → actions. Nobody gives what they do not have. */
  readonly permission: Readonly<Record<string, readonly string[]>>;
  readonly organizationId?: string | undefined;
}

/** What it answers. */
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

/** What it answers. */
export interface UpdatedRole {
  readonly success: true;
  readonly roleData: OrganizationRole;
}

/** What making a role can be refused for. */
export type CreateRoleErrorCode =
  | InPersonErrorCode
  | "YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE"
  | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE"
  | "ROLE_NAME_IS_ALREADY_TAKEN"
  | "INVALID_RESOURCE"
  | "TOO_MANY_ROLES"
  | "MISSING_AC_INSTANCE";

/** What changing a role can be refused for. */
export type UpdateRoleErrorCode =
  | InPersonErrorCode
  | "NO_ACTIVE_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE"
  | "ROLE_NOT_FOUND"
  | "ROLE_NAME_IS_ALREADY_TAKEN"
  | "INVALID_RESOURCE"
  | "MISSING_AC_INSTANCE";

/** What deleting a role can be refused for. */
export type DeleteRoleErrorCode =
  | InPersonErrorCode
  | "NO_ACTIVE_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE"
  | "ROLE_NOT_FOUND"
  | "ROLE_IS_ASSIGNED_TO_MEMBERS"
  | "CANNOT_DELETE_A_PRE_DEFINED_ROLE";

/** What listing roles can be refused for. */
export type ListRolesErrorCode = "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE";

/** What reading a role can be refused for. */
export type GetRoleErrorCode = "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE" | "ROLE_NOT_FOUND";
