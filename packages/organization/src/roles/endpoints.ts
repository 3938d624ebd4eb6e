/** Calls about roles that organizations make for themselves. */

import { randomId } from "@latchkey/core/crypto";
import {
  defineEndpoint,
  type EndpointOf,
  type InputField,
  input,
  presentUser,
  requireInPerson,
} from "@latchkey/core/plugin";
import { list, successAnswer } from "@latchkey/core/shapes";
import type { OrganizationAuditAction } from "../audit-actions.ts";
import { type OrganizationErrorCode, refuse, someErrors } from "../errors.ts";
import { type InOrganization, type OrganizationGuard, requireMember } from "../guards.ts";
import { organizationIdQuery, permissions } from "../inputs.ts";
import type { OrganizationSettings } from "../options.ts";
import { type OrganizationRoleRow, organizationRoleTable } from "../tables.ts";
import { changing, checkKnown, checkName, checkOwn, checkUnused, findRole, namesOf } from "./change.ts";
import type { OrganizationRole, RoleCalls, RoleQuery, UpdateRoleInput } from "./contract.ts";
import { createdRoleOutput, roleOutput, updatedRoleOutput } from "./outputs.ts";

/** A name that fits into a list of names, without invisible characters. */
const roleName: InputField<string> = input.check(
  input.check(
    input.convert(input.text({ min: 1, max: 64 }), (value) => value.trim()),
    (value) => /^[^,\s](?:[^,]*[^,\s])?$/.test(value),
    "must have no comma",
  ),
  // Fillers, joiners, variation selectors, and the empty Braille pattern are letters, marks, or symbols to Unicode.
  (value) => !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value),
  "must have no control or format characters",
);

/** Makes a role, of permissions that its maker has. */
export function createRole(settings: OrganizationSettings): EndpointOf<RoleCalls["createOrgRole"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/create-role",
    summary: "Make a role",
    input: input.object({ role: roleName, permission: permissions, organizationId: input.optional(input.id) }),
    output: createdRoleOutput,
    guards: [
      guard(
        settings,
        "create",
        "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE",
        "YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE",
      ),
      requireInPerson,
    ],
    errors: someErrors(["ROLE_NAME_IS_ALREADY_TAKEN", "INVALID_RESOURCE", "TOO_MANY_ROLES", "MISSING_AC_INSTANCE"]),
    statements: 7,
    async handle({ role, permission }, context) {
      checkKnown(settings, permission);
      const { user, membership } = context;
      const { organization } = membership;
      const organizationId = organization.id;
      const most = await settings.roleLimit({ user: presentUser(context, user), organization });
      const row: OrganizationRoleRow = {
        id: randomId(context.random),
        organizationId,
        role,
        permission,
        createdAt: context.now(),
        updatedAt: null,
      };
      const action: OrganizationAuditAction = "role.create";
      await changing(context, settings, { action, data: { role, permission } }, async (tx, caller) => {
        checkOwn(caller, permission);
        const names = await namesOf(tx, organizationId);
        checkName(settings, names, role);
        if (names.length >= most) refuse("TOO_MANY_ROLES");
        await tx.insert(organizationRoleTable, row);
      });
      return { success: true, roleData: shown(row), statements: permission };
    },
  });
}

const which = {
  roleName: input.optional(input.text({ min: 1, max: 64 })),
  roleId: input.optional(input.id),
  organizationId: input.optional(input.id),
};

const roleQuery: InputField<RoleQuery> = input.object(which);

/** Changes a role's name or permissions. Members who have it have what it is then, under its new name. */
export function updateRole(settings: OrganizationSettings): EndpointOf<RoleCalls["updateOrgRole"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/update-role",
    summary: "Change a role",
    input: input.object({
      ...which,
      data: input.object<UpdateRoleInput["data"]>({
        roleName: input.optional(roleName),
        permission: input.optional(permissions),
      }),
    }),
    output: updatedRoleOutput,
    guards: [
      guard(settings, "update", "YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE", "NO_ACTIVE_ORGANIZATION"),
      requireInPerson,
    ],
    errors: someErrors([
      "ROLE_NOT_FOUND",
      "ROLE_NAME_IS_ALREADY_TAKEN",
      "ROLE_IS_ASSIGNED_TO_MEMBERS",
      "INVALID_RESOURCE",
      "MISSING_AC_INSTANCE",
    ]),
    statements: 9,
    async handle({ data, ...named }, context) {
      const { permission, roleName: name } = data;
      if (permission) checkKnown(settings, permission);
      const set = {
        ...(permission ? { permission } : {}),
        ...(name === undefined ? {} : { role: name }),
        updatedAt: context.now(),
      };
      const facts: Record<string, unknown> = {};
      const action: OrganizationAuditAction = "role.update";
      const roleData = await changing(context, settings, { action, data: facts }, async (tx, caller) => {
        if (permission) checkOwn(caller, permission);
        const found = await findRole(tx, context, named);
        // What it grants must be theirs before, too: or a role above them could be cut down, or renamed.
        checkOwn(caller, found.permission);
        if (name !== undefined && name !== found.role) {
          const names = await namesOf(tx, found.organizationId);
          const others = names.filter((one) => one !== found.role);
          checkName(settings, others, name);
          // Members name their roles: a name in use stays.
          await checkUnused(tx, found);
        }
        await tx.update(organizationRoleTable, { where: { id: found.id }, set });
        const changed = { ...found, ...set };
        facts.from = { role: found.role, permission: found.permission };
        facts.to = { role: changed.role, permission: changed.permission };
        return changed;
      });
      return { success: true, roleData: shown(roleData) };
    },
  });
}

/** Deletes a role that nobody has. */
export function deleteRole(settings: OrganizationSettings): EndpointOf<RoleCalls["deleteOrgRole"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/delete-role",
    summary: "Delete a role",
    input: roleQuery,
    output: successAnswer,
    guards: [
      guard(settings, "delete", "YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE", "NO_ACTIVE_ORGANIZATION"),
      requireInPerson,
    ],
    errors: someErrors(["ROLE_NOT_FOUND", "ROLE_IS_ASSIGNED_TO_MEMBERS", "CANNOT_DELETE_A_PRE_DEFINED_ROLE"]),
    statements: 7,
    async handle(named, context) {
      if (named.roleName !== undefined && Object.hasOwn(settings.roles, named.roleName)) {
        refuse("CANNOT_DELETE_A_PRE_DEFINED_ROLE");
      }
      const action: OrganizationAuditAction = "role.delete";
      await changing(context, settings, { action, data: { ...named } }, async (tx, caller) => {
        const found = await findRole(tx, context, named);
        // Deleting a role and creating another one under its name would be a way to change a role above one's own.
        checkOwn(caller, found.permission);
        await checkUnused(tx, found);
        await tx.remove(organizationRoleTable, { where: { id: found.id } });
      });
      return { success: true };
    },
  });
}

/** The roles that the organization made, by name. */
export function listRoles(settings: OrganizationSettings): EndpointOf<RoleCalls["listOrgRoles"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-roles",
    summary: "Roles made at run time",
    input: organizationIdQuery,
    output: list(roleOutput),
    guards: [guard(settings, "read", "YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE", "NO_ACTIVE_ORGANIZATION")],
    statements: 2,
    async handle(_, { db, membership }) {
      const rows = await db.findMany(organizationRoleTable, {
        where: { organizationId: membership.organization.id },
        orderBy: [{ column: "role" }],
        limit: 1000,
      });
      return rows.map(shown);
    },
  });
}

/** One role that the organization made. */
export function getRole(settings: OrganizationSettings): EndpointOf<RoleCalls["getOrgRole"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-role",
    summary: "A role made at run time",
    input: roleQuery,
    output: roleOutput,
    guards: [guard(settings, "read", "YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE", "NO_ACTIVE_ORGANIZATION")],
    errors: someErrors(["ROLE_NOT_FOUND"]),
    statements: 2,
    handle: async (named, context) => shown(await findRole(context.db, context, named)),
  });
}

/** Declared columns alone, whatever the table has been given besides. */
function shown({
  id: rowId,
  organizationId,
  role,
  permission,
  createdAt,
  updatedAt,
}: OrganizationRoleRow): OrganizationRole {
  return { id: rowId, organizationId, role, permission, createdAt, updatedAt };
}

function guard<Code extends OrganizationErrorCode>(
  settings: OrganizationSettings,
  action: "create" | "read" | "update" | "delete",
  denied: Code,
  none: Code,
): OrganizationGuard<InOrganization, Code | "UNAUTHORIZED"> {
  return requireMember(settings, { none, stranger: denied, permission: ["ac", action] });
}
