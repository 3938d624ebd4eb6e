/** The roles of an organization, including its custom roles. */

import type { OrganizationRole } from "@latchkey/organization";
import type { SelectOption } from "../primitives/select-field.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { joinNames } from "../texts/join-names.ts";
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
  const { language } = useAuthUi().texts;
  const nameOf = useRoleNames();
  return (role) => joinNames(language, roleNamesOf(role).map(nameOf));
}

/** The roles that the user can assign. Only owners can assign the owner role. The server checks the other roles. */
export function useRoles(membership: Membership): readonly SelectOption[] {
  return useNamedRoles(membership).map(({ option }) => option);
}

/**
 * The roles that a directory or identity provider can assign to members on the user's behalf. Excludes the creator's
 * role and roles with a permission that the user lacks.
 */
export function useGrantableRoles(membership: Membership): readonly SelectOption[] {
  const { creatorRole } = useOrganizationServer();
  const { can } = membership;
  const isCovered = (permissions: OrganizationRole["permission"]): boolean =>
    Object.entries(permissions).every(([resource, actions]) => actions.every((one) => can(`${resource}:${one}`)));
  return useNamedRoles(membership)
    .filter(({ option, permissions }) => option.value !== creatorRole && isCovered(permissions))
    .map(({ option }) => option);
}

interface NamedRole {
  readonly option: SelectOption;
  readonly permissions: OrganizationRole["permission"];
}

function useNamedRoles({ organization, member, can }: Membership): readonly NamedRole[] {
  const client = useOrganizationClient();
  const { roles, creatorRole, dynamicRoles, permissions } = useOrganizationServer();
  const nameOf = useRoleNames();
  // If the user can't list custom roles, they can't assign any either.
  const key = dynamicRoles && can("ac:read") ? organization.id : null;
  const { data: custom } = useQuery("/organization/list-roles", key, () =>
    client.organization.listRoles({ query: { organizationId: organization.id } }),
  );
  const isOwner = roleNamesOf(member.role).includes(creatorRole);
  const customPermissions = new Map((custom ?? []).map(({ role, permission }) => [role, permission]));
  const names = [...new Set([...roles, ...customPermissions.keys()])].filter((name) => isOwner || name !== creatorRole);
  return names.map((value) => ({
    option: { value, label: nameOf(value) },
    permissions:
      customPermissions.get(value) ?? (permissions[value] as OrganizationRole["permission"] | undefined) ?? {},
  }));
}
