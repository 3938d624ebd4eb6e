/** What the server offers for organizations. */

import type { OrganizationCapabilities } from "@latchkey/organization";
import { useCapabilities } from "../provider/use-capabilities.ts";

/** Of a server without `GET /capabilities`: what every version of it can do. */
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

/** While loading, the components offer nothing that the server could lack. */
const unknown: OrganizationCapabilities = { ...basic, create: "none", delete: false };

/** Returns what the server offers. */
export function useOrganizationServer(): OrganizationCapabilities {
  const capabilities = useCapabilities();
  if (capabilities === undefined) return unknown;
  return capabilities?.plugins.organization ?? basic;
}
