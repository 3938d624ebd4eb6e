/** The roles of an organization, including its custom roles. */

import type { SelectOption } from "../primitives/select-field.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { roleNamesOf, useOrganizationClient } from "./client.ts";
import { useOrganizationUi } from "./ui.ts";
import { useActiveMembership } from "./use-active-membership.ts";

/** Returns a function that maps a role to its display name. */
export function useRoleNames(): (name: string) => string {
  const { roleNames } = useOrganizationUi().texts.general;
  return (name) => (Object.hasOwn(roleNames, name) ? (roleNames[name] as string) : name);
}

/** The roles that the user can assign. Only owners can assign the owner role. The server checks the other roles. */
export function useRoles(): readonly SelectOption[] {
  const client = useOrganizationClient();
  const { roles, creatorRole, runTimeRoles } = useOrganizationUi();
  const { member } = useActiveMembership();
  const nameOf = useRoleNames();
  const organizationId = member?.organizationId;
  // If the user can't list custom roles, they can't assign any either.
  const { data: made } = useQuery(runTimeRoles && organizationId ? organizationId : null, () =>
    client.organization.listRoles({ query: { organizationId } }),
  );
  const isOwner = roleNamesOf(member?.role).includes(creatorRole);
  const names = [...new Set([...roles, ...(made ?? []).map(({ role }) => role)])];
  return names.filter((name) => isOwner || name !== creatorRole).map((value) => ({ value, label: nameOf(value) }));
}
