/** Endpoints about custom roles. */

import { randomId } from "@latchkey/core/crypto";
import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  type InputField,
  input,
  presentUser,
} from "@latchkey/core/plugin";
import { list, successResponse } from "@latchkey/core/shapes";
import { activeStores } from "../active.ts";
import type { OrganizationAuditAction } from "../audit-actions.ts";
import { failWith, type OrganizationErrorCode, pickErrors } from "../errors.ts";
import { type OrganizationGuard, requireMember, type WithMembership } from "../guards.ts";
import { organizationIdQuery, permissions } from "../inputs.ts";
import type { OrganizationSettings } from "../options.ts";
import { type OrganizationRoleRow, organizationRoleTable } from "../tables.ts";
import {
  findRole,
  findRoleNames,
  requireKnownPermissions,
  requireOwnPermissions,
  requireUnassigned,
  requireUniqueName,
  withRoleChange,
} from "./change.ts";
import type { OrganizationRole, RoleCalls, RoleQuery, UpdateRoleInput } from "./contract.ts";
import { createdRoleOutput, roleOutput, updatedRoleOutput } from "./outputs.ts";

/**
 * A role name. Commas are rejected because they separate names in lists, and invisible characters to prevent
 * look-alikes.
 */
const roleName: InputField<string> = input.check(
  input.check(
    input.convert(input.text({ min: 1, max: 64 }), (value) => value.trim()),
    (value) => /^[^,\s](?:[^,]*[^,\s])?$/.test(value),
    "must have no comma",
  ),
  // Unicode classifies fillers, joiners, variation selectors, and the blank Braille pattern as letters, marks, or
  // symbols.
  (value) => !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value),
  "must have no control or format characters",
);

/** Creates a role. The caller can only grant permissions that they have. */
export function createRole(settings: OrganizationSettings): EndpointOf<RoleCalls["createOrgRole"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/create-role",
    summary: "Create a role",
    changes: activeStores,
    input: input.object({ role: roleName, permission: permissions, organizationId: input.optional(input.id) }),
    output: createdRoleOutput,
    guards: [
      requireRolePermission(
        settings,
        "create",
        "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE",
        "YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE",
      ),
      denyImpersonation,
    ],
    errors: pickErrors(["ROLE_NAME_IS_ALREADY_TAKEN", "INVALID_RESOURCE", "TOO_MANY_ROLES", "MISSING_AC_INSTANCE"]),
    queryBudget: 7,
    async handle({ role, permission }, context) {
      requireKnownPermissions(settings, permission);
      const { user, membership } = context;
      const { organization } = membership;
      const organizationId = organization.id;
      const maxRoles = await settings.roleLimit({ user: presentUser(context, user), organization });
      const row: OrganizationRoleRow = {
        id: randomId(context.random),
        organizationId,
        role,
        permission,
        createdAt: context.now(),
        updatedAt: null,
      };
      const action: OrganizationAuditAction = "role.create";
      await withRoleChange(context, settings, { action, data: { role, permission } }, async (tx, caller) => {
        requireOwnPermissions(caller, permission);
        const names = await findRoleNames(tx, organizationId);
        requireUniqueName(settings, names, role);
        if (names.length >= maxRoles) failWith("TOO_MANY_ROLES");
        await tx.insert(organizationRoleTable, row);
      });
      return { success: true, roleData: presentRole(row), statements: permission };
    },
  });
}

const roleSelectorFields = {
  roleName: input.optional(input.text({ min: 1, max: 64 })),
  roleId: input.optional(input.id),
  organizationId: input.optional(input.id),
};

const roleQuery: InputField<RoleQuery> = input.object(roleSelectorFields);

/** Changes a role's name or permissions. New permissions apply to all members with the role. */
export function updateRole(settings: OrganizationSettings): EndpointOf<RoleCalls["updateOrgRole"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/update-role",
    summary: "Update a role",
    changes: activeStores,
    input: input.object({
      ...roleSelectorFields,
      data: input.object<UpdateRoleInput["data"]>({
        roleName: input.optional(roleName),
        permission: input.optional(permissions),
      }),
    }),
    output: updatedRoleOutput,
    guards: [
      requireRolePermission(settings, "update", "YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE", "NO_ACTIVE_ORGANIZATION"),
      denyImpersonation,
    ],
    errors: pickErrors([
      "ROLE_NOT_FOUND",
      "ROLE_NAME_IS_ALREADY_TAKEN",
      "ROLE_IS_ASSIGNED_TO_MEMBERS",
      "INVALID_RESOURCE",
      "MISSING_AC_INSTANCE",
    ]),
    queryBudget: 9,
    async handle({ data, ...named }, context) {
      const { permission, roleName: name } = data;
      if (permission) requireKnownPermissions(settings, permission);
      const set = {
        ...(permission ? { permission } : {}),
        ...(name === undefined ? {} : { role: name }),
        updatedAt: context.now(),
      };
      const auditData: Record<string, unknown> = {};
      const action: OrganizationAuditAction = "role.update";
      const roleData = await withRoleChange(context, settings, { action, data: auditData }, async (tx, caller) => {
        if (permission) requireOwnPermissions(caller, permission);
        const found = await findRole(tx, context, named);
        // The caller also needs all current permissions. Otherwise, they could weaken or rename a role above their own.
        requireOwnPermissions(caller, found.permission);
        if (name !== undefined && name !== found.role) {
          const names = await findRoleNames(tx, found.organizationId);
          const others = names.filter((one) => one !== found.role);
          requireUniqueName(settings, others, name);
          // Members store role names, so a name in use can't change.
          await requireUnassigned(tx, found);
        }
        await tx.update(organizationRoleTable, { where: { id: found.id }, set });
        const changed = { ...found, ...set };
        auditData.from = { role: found.role, permission: found.permission };
        auditData.to = { role: changed.role, permission: changed.permission };
        return changed;
      });
      return { success: true, roleData: presentRole(roleData) };
    },
  });
}

/** Deletes a role that isn't assigned to any member. */
export function deleteRole(settings: OrganizationSettings): EndpointOf<RoleCalls["deleteOrgRole"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/delete-role",
    summary: "Delete a role",
    changes: activeStores,
    input: roleQuery,
    output: successResponse,
    guards: [
      requireRolePermission(settings, "delete", "YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE", "NO_ACTIVE_ORGANIZATION"),
      denyImpersonation,
    ],
    errors: pickErrors(["ROLE_NOT_FOUND", "ROLE_IS_ASSIGNED_TO_MEMBERS", "CANNOT_DELETE_A_PRE_DEFINED_ROLE"]),
    queryBudget: 7,
    async handle(named, context) {
      if (named.roleName !== undefined && Object.hasOwn(settings.roles, named.roleName)) {
        failWith("CANNOT_DELETE_A_PRE_DEFINED_ROLE");
      }
      const action: OrganizationAuditAction = "role.delete";
      await withRoleChange(context, settings, { action, data: { ...named } }, async (tx, caller) => {
        const found = await findRole(tx, context, named);
        // Otherwise, the caller could change a role above their own by deleting it and creating another one with its
        // name.
        requireOwnPermissions(caller, found.permission);
        await requireUnassigned(tx, found);
        await tx.remove(organizationRoleTable, { where: { id: found.id } });
      });
      return { success: true };
    },
  });
}

/** Lists the organization's custom roles, sorted by name. */
export function listRoles(settings: OrganizationSettings): EndpointOf<RoleCalls["listOrgRoles"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-roles",
    summary: "List roles",
    input: organizationIdQuery,
    output: list(roleOutput),
    guards: [requireRolePermission(settings, "read", "YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE", "NO_ACTIVE_ORGANIZATION")],
    queryBudget: 2,
    async handle(_, { db, membership }) {
      const rows = await db.findMany(organizationRoleTable, {
        where: { organizationId: membership.organization.id },
        orderBy: [{ column: "role" }],
        limit: 1000,
      });
      return rows.map(presentRole);
    },
  });
}

/** Returns a custom role. */
export function getRole(settings: OrganizationSettings): EndpointOf<RoleCalls["getOrgRole"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-role",
    summary: "Get a role",
    input: roleQuery,
    output: roleOutput,
    guards: [requireRolePermission(settings, "read", "YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE", "NO_ACTIVE_ORGANIZATION")],
    errors: pickErrors(["ROLE_NOT_FOUND"]),
    queryBudget: 2,
    handle: async (named, context) => presentRole(await findRole(context.db, context, named)),
  });
}

/** Returns only the declared columns, in case the table has others. */
function presentRole({
  id: rowId,
  organizationId,
  role,
  permission,
  createdAt,
  updatedAt,
}: OrganizationRoleRow): OrganizationRole {
  return { id: rowId, organizationId, role, permission, createdAt, updatedAt };
}

function requireRolePermission<Code extends OrganizationErrorCode>(
  settings: OrganizationSettings,
  action: "create" | "read" | "update" | "delete",
  denied: Code,
  none: Code,
): OrganizationGuard<WithMembership, Code | "UNAUTHORIZED"> {
  return requireMember(settings, { noOrganization: none, notMember: denied, permission: ["ac", action] });
}
