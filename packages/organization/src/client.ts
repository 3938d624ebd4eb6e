/** The client plugin, `@latchkey/organization/client`. Adds stores, and a permission check that sends no request. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { OrganizationTypes } from "./contract.ts";
import type { OrganizationSchema } from "./options.ts";
import { checkRolePermission, declareRoles, type RoleOptions } from "./roles/access.ts";

/** Options of `organizationClient`: the plugin's roles, and its `schema` for types. */
export interface OrganizationClientOptions<S extends OrganizationSchema = {}> extends RoleOptions {
  /** The plugin's `schema`, for clients that don't take their types from `typeof auth`. */
  readonly schema?: S;
}

/** Core calls after which the user, or their organizations, can be different. */
const userChanges = ["/sign-in/*", "/sign-up/*", "/sign-out", "/update-user", "/delete-user", "/verify-email"] as const;

/** Calls that change an organization or the user. */
const changes = [
  "/organization/create*",
  "/organization/update*",
  "/organization/delete*",
  "/organization/set-active*",
  "/organization/leave",
  "/organization/add-team-member",
  "/organization/remove-*",
  "/organization/invite-member",
  "/organization/accept-invitation",
  "/organization/reject-invitation",
  "/organization/cancel-invitation",
  ...userChanges,
] as const;

/**
 * Adds the stores `activeOrganization`, `listOrganizations`, `activeMember`, and `activeMemberRole`, and
 * `organization.checkRolePermission`.
 */
export function organizationClient<const S extends OrganizationSchema = {}>(
  options: OrganizationClientOptions<S> = {},
): ClientPlugin<OrganizationTypes<S>> {
  const { roles } = declareRoles(options);
  return {
    id: "organization",
    methods: { "/organization/set-active*": "POST", "/organization/delete-role": "POST" },
    stores: {
      activeOrganization: { path: "/organization/get-full-organization" },
      listOrganizations: { path: "/organization/list" },
      activeMember: { path: "/organization/get-active-member" },
      activeMemberRole: { path: "/organization/get-active-member-role" },
    },
    signals: {
      session: [
        "/organization/set-active*",
        "/organization/create",
        "/organization/delete",
        "/organization/remove-member",
        "/organization/leave",
        "/organization/accept-invitation",
      ],
      activeOrganization: changes,
      listOrganizations: [
        "/organization/create",
        "/organization/delete",
        "/organization/update",
        "/organization/leave",
        "/organization/accept-invitation",
        ...userChanges,
      ],
      activeMember: changes,
      activeMemberRole: changes,
    },
    actions: () => ({
      organization: {
        checkRolePermission: (asked: Parameters<typeof checkRolePermission>[1]) => checkRolePermission(roles, asked),
      },
    }),
  };
}
