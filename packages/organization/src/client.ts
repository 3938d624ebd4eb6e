/** The client half, as `@latchkey/organization/client`: stores, and a permission check that asks nobody. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { OrganizationTypes } from "./contract.ts";
import type { OrganizationSchema } from "./options.ts";
import { checkRolePermission, declareRoles, type RoleOptions } from "./roles/access.ts";

/** Options of `organizationClient`: the roles, as the plugin has them, and its `schema` for the types alone. */
export interface OrganizationClientOptions<S extends OrganizationSchema = {}> extends RoleOptions {
  /** As the plugin's, where the client does not take its types from `typeof auth`. */
  readonly schema?: S;
}

const sessionPaths = [
  "/sign-in/*",
  "/sign-up/*",
  "/sign-out",
  "/update-user",
  "/delete-user",
  "/verify-email",
] as const;

/** Everything under `/organization` that changes something. What only reads wakes no store. */
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
  ...sessionPaths,
] as const;

/**
 * Adds the stores `activeOrganization`, `listOrganizations`, `activeMember` and `activeMemberRole`, and
 * `organization.checkRolePermission`.
 */
export function organizationClient<const S extends OrganizationSchema = {}>(
  options: OrganizationClientOptions<S> = {},
): ClientPlugin<OrganizationTypes<S>> {
  const { roles } = declareRoles(options);
  return {
    id: "organization",
    methods: { "/organization/set-active": "POST", "/organization/set-active-team": "POST" },
    stores: {
      activeOrganization: { path: "/organization/get-full-organization" },
      listOrganizations: { path: "/organization/list" },
      activeMember: { path: "/organization/get-active-member" },
      activeMemberRole: { path: "/organization/get-active-member-role" },
    },
    signals: {
      activeOrganization: changes,
      listOrganizations: [
        "/organization/create",
        "/organization/delete",
        "/organization/update",
        "/organization/leave",
        "/organization/accept-invitation",
        ...sessionPaths,
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
