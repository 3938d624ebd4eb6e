/** The roles of an organization, including its custom roles. */

import type { SelectOption } from "../primitives/select-field.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { roleNamesOf, useOrganizationClient } from "./client.ts";
import { useOrganizationUi } from "./ui.ts";
import type { Membership } from "./use-membership.ts";
import { useOrganizationServer } from "./use-server.ts";

/** Returns a function that maps a role to its display name. */
export function useRoleNames(): (name: string) => string {
  const { roleNames } = useOrganizationUi().texts;
  return (name) => (Object.hasOwn(roleNames, name) ? (roleNames[name] ?? name) : name);
}

/** Returns a function that lists roles separated by commas, as the user reads them. */
export function useRoleList(): (role: string | null) => string {
  const nameOf = useRoleNames();
  return (role) => roleNamesOf(role).map(nameOf).join(", ");
}

/** The roles that the user can assign. Only owners can assign the owner role. The server checks the other roles. */
export function useRoles({ organization, member, can }: Membership): readonly SelectOption[] {
  const client = useOrganizationClient();
  const { roles, creatorRole, dynamicRoles } = useOrganizationServer();
  const nameOf = useRoleNames();
  // If the user can't list custom roles, they can't assign any either.
  const key = dynamicRoles && can("ac:read") ? organization.id : null;
  const { data: custom } = useQuery(key, () =>
    client.organization.listRoles({ query: { organizationId: organization.id } }),
  );
  const isOwner = roleNamesOf(member.role).includes(creatorRole);
  const names = [...new Set([...roles, ...(custom ?? []).map(({ role }) => role)])];
  return names.filter((name) => isOwner || name !== creatorRole).map((value) => ({ value, label: nameOf(value) }));
}
