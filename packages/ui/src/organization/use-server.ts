/** What the server offers for organizations. */

import type { OrganizationCapabilities } from "@latchkey/organization";
import { useCapabilities } from "../provider/use-capabilities.ts";

/** What every server supports. Used if the server doesn't have `GET /capabilities`. */
const basic: OrganizationCapabilities = {
  create: "all",
  teams: false,
  dynamicRoles: false,
  delete: true,
  invitations: "email",
  invitationExpiresIn: 172_800,
  membershipLimit: null,
  roles: ["owner", "admin", "member"],
  creatorRole: "owner",
  statements: {},
  permissions: {},
};

/** While the capabilities load, the components hide what the server might not support. */
const unknown: OrganizationCapabilities = { ...basic, create: "none", delete: false };

/** Returns what the server offers. */
export function useOrganizationServer(): OrganizationCapabilities {
  const capabilities = useCapabilities();
  if (capabilities === undefined) return unknown;
  return capabilities?.plugins.organization ?? basic;
}
