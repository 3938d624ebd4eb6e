/** The roles of an organization: those of the app, and those that it made for itself. */

import type { Choice } from "../primitives/select-field.tsx";
import { useLoaded } from "../primitives/use-loaded.ts";
import { roleNamesOf, useOrganizationClient } from "./client.ts";
import { useOrganizationUi } from "./ui.ts";
import { useActive } from "./use-active.ts";

/** What a role is called. */
export function useRoleNames(): (name: string) => string {
  const { roleNames } = useOrganizationUi().texts.general;
  return (name) => (Object.hasOwn(roleNames, name) ? (roleNames[name] as string) : name);
}

/** The roles that the person can give: the owners' is for owners. Which others are above them, the server knows. */
export function useRoles(): readonly Choice[] {
  const client = useOrganizationClient();
  const { roles, creatorRole, runTimeRoles } = useOrganizationUi();
  const { member } = useActive();
  const nameOf = useRoleNames();
  const organizationId = member?.organizationId;
  // Who may not read them has none of them to give.
  const { data: made } = useLoaded(runTimeRoles && organizationId ? organizationId : null, () =>
    client.organization.listRoles({ query: { organizationId } }),
  );
  const isOwner = roleNamesOf(member?.role).includes(creatorRole);
  const names = [...new Set([...roles, ...(made ?? []).map(({ role }) => role)])];
  return names.filter((name) => isOwner || name !== creatorRole).map((value) => ({ value, label: nameOf(value) }));
}
