/** Calls about roles that organizations make for themselves. */

import { defineEndpoint, type Endpoint, presentUser, requireInPerson } from "@latchkey/core";
import { randomId } from "@latchkey/core/crypto";
import { list, successAnswer } from "@latchkey/core/shapes";
import * as z from "zod";
import type { OrganizationAuditAction } from "../audit-actions.ts";
import { type OrganizationErrorCode, refuse, someErrors } from "../errors.ts";
import { type InOrganization, type OrganizationGuard, requireMember } from "../guards.ts";
import { id, permissions, text } from "../inputs.ts";
import type { OrganizationSettings } from "../options.ts";
import { type OrganizationRoleRow, organizationRoleTable } from "../tables.ts";
import { changing, checkKnown, checkName, checkOwn, checkUnused, findRole, namesOf } from "./change.ts";
import type {
  CreatedRole,
  CreateRoleInput,
  OrganizationRole,
  RoleQuery,
  UpdatedRole,
  UpdateRoleInput,
} from "./inputs.ts";
import { createdRoleOutput, roleOutput, updatedRoleOutput } from "./outputs.ts";

/** A name that fits into a list of names, without invisible characters. */
const roleName: z.ZodType<string, string> = text(64, 1)
  .transform((value) => value.trim())
  .refine((value) => /^[^,\s](?:[^,]*[^,\s])?$/.test(value), "must have no comma")
  // Fillers, joiners, variation selectors, and the empty Braille pattern are letters, marks, or symbols to Unicode.
  .refine(
    (value) => !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value),
    "must have no control or format characters",
  ) as z.ZodType<string, string>;

const createInput: z.ZodType<CreateRoleInput> = z.object({
  role: roleName,
  permission: permissions,
  organizationId: id.optional(),
});

/** Makes a role, of permissions that its maker has. */
export function createRole(settings: OrganizationSettings): Endpoint<CreateRoleInput, CreatedRole> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/create-role",
    summary: "Make a role",
    input: createInput,
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

const updateInput: z.ZodType<UpdateRoleInput> = z.object({
  roleName: text(64, 1).optional(),
  roleId: id.optional(),
  organizationId: id.optional(),
  data: z.object({ roleName: roleName.optional(), permission: permissions.optional() }),
});

/** Changes a role's name or permissions. Members who have it have what it is then, under its new name. */
export function updateRole(settings: OrganizationSettings): Endpoint<UpdateRoleInput, UpdatedRole> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/update-role",
    summary: "Change a role",
    input: updateInput,
    output: updatedRoleOutput,
    guards: [guard(settings, "update", "YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE"), requireInPerson],
    errors: someErrors([
      "ROLE_NOT_FOUND",
      "ROLE_NAME_IS_ALREADY_TAKEN",
      "ROLE_IS_ASSIGNED_TO_MEMBERS",
      "INVALID_RESOURCE",
      "MISSING_AC_INSTANCE",
    ]),
    statements: 9,
    async handle({ data, ...which }, context) {
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
        const found = await findRole(tx, context, which);
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

const query: z.ZodType<RoleQuery> = z.object({
  roleName: text(64, 1).optional(),
  roleId: id.optional(),
  organizationId: id.optional(),
});

/** Deletes a role that nobody has. */
export function deleteRole(settings: OrganizationSettings): Endpoint<RoleQuery, { readonly success: true }> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/delete-role",
    summary: "Delete a role",
    input: query,
    output: successAnswer,
    guards: [guard(settings, "delete", "YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE"), requireInPerson],
    errors: someErrors(["ROLE_NOT_FOUND", "ROLE_IS_ASSIGNED_TO_MEMBERS", "CANNOT_DELETE_A_PRE_DEFINED_ROLE"]),
    statements: 7,
    async handle(which, context) {
      if (which.roleName !== undefined && Object.hasOwn(settings.roles, which.roleName)) {
        refuse("CANNOT_DELETE_A_PRE_DEFINED_ROLE");
      }
      const action: OrganizationAuditAction = "role.delete";
      await changing(context, settings, { action, data: { ...which } }, async (tx, caller) => {
        const found = await findRole(tx, context, which);
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
export function listRoles(
  settings: OrganizationSettings,
): Endpoint<{ readonly organizationId?: string | undefined }, OrganizationRole[]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-roles",
    summary: "Roles made at run time",
    input: z.object({ organizationId: id.optional() }) as z.ZodType<{ readonly organizationId?: string | undefined }>,
    output: list(roleOutput),
    guards: [guard(settings, "read", "YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE")],
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
export function getRole(settings: OrganizationSettings): Endpoint<RoleQuery, OrganizationRole> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-role",
    summary: "A role made at run time",
    input: query,
    output: roleOutput,
    guards: [guard(settings, "read", "YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE")],
    errors: someErrors(["ROLE_NOT_FOUND"]),
    statements: 2,
    handle: async (which, context) => shown(await findRole(context.db, context, which)),
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

function guard(
  settings: OrganizationSettings,
  action: "create" | "read" | "update" | "delete",
  denied: OrganizationErrorCode,
  none: OrganizationErrorCode = "NO_ACTIVE_ORGANIZATION",
): OrganizationGuard<InOrganization> {
  return requireMember(settings, { none, stranger: denied, permission: ["ac", action] });
}
