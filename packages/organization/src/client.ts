/** The client plugin, `@latchkey/organization/client`. Adds stores. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { OrganizationTypes } from "./contract.ts";
import type { OrganizationSchema } from "./options.ts";

/** Options for `organizationClient`. */
export interface OrganizationClientOptions<S extends OrganizationSchema = {}> {
  /** The plugin's `schema`, for clients that don't take their types from `typeof auth`. */
  readonly schema?: S;
}

/** Without an active organization, reading the active member fails. */
const emptiedBy = "/organization/set-active";

/** Adds the stores `activeOrganization`, `listOrganizations`, `activeMember`, and `activeMemberRole`. */
export function organizationClient<const S extends OrganizationSchema = {}>(
  _options: OrganizationClientOptions<S> = {},
): ClientPlugin<OrganizationTypes<S>> {
  return {
    id: "organization",
    stores: {
      activeOrganization: { path: "/organization/get-full-organization", emptiedBy },
      listOrganizations: { path: "/organization/list" },
      activeMember: { path: "/organization/get-active-member", emptiedBy },
      activeMemberRole: { path: "/organization/get-active-member-role", emptiedBy },
    },
  };
}
