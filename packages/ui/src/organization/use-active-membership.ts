/** The active organization and the user's permissions in it. */

import type { ClientError } from "@latchkey/react";
import { useQuery } from "../primitives/use-query.ts";
import { type MemberDetails, type OrganizationDetails, roleNamesOf, useOrganizationClient } from "./client.ts";
import { useOrganizationUi } from "./ui.ts";

/** The active organization and the user's membership. */
export interface ActiveMembership {
  /** `null` if none is active or it's still loading. */
  readonly organization: OrganizationDetails | null;
  /** The signed-in user's membership. */
  readonly member: MemberDetails | null;
  readonly isPending: boolean;
  readonly error: ClientError | null;
  /** Reloads both. */
  refetch(): Promise<void>;
}

/** Returns the active organization with the user's membership. Either both are set or neither. */
export function useActiveMembership(): ActiveMembership {
  const client = useOrganizationClient();
  const active = client.useActiveOrganization();
  const own = client.useActiveMember();
  // A store keeps its data when a read fails, but a removed member must no longer see it.
  const isOut = active.error?.code === "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION";
  const organization = isOut ? null : active.data;
  const member = organization && own.data?.organizationId === organization.id ? own.data : null;
  const error = isOut ? null : (active.error ?? (organization && !member ? own.error : null));
  return {
    organization: member ? organization : null,
    member,
    isPending: active.isPending || (organization !== null && member === null && error === null),
    error,
    refetch: async () => void (await Promise.all([active.refetch(), own.refetch()])),
  };
}

/**
 * Whether the user has a permission in the active organization. Use it to hide actions. The server checks permissions.
 * For custom roles, which only the server knows, it sends a request.
 */
export function useHasPermission(resource: string, action: string): boolean {
  const client = useOrganizationClient();
  const { roles, runTimeRoles, checkRolePermission } = useOrganizationUi();
  const { member } = useActiveMembership();
  const permissions = { [resource]: [action] };
  const role = member?.role ?? "";
  const isKnown = member !== null && checkRolePermission({ role, permissions });
  const asks = !isKnown && runTimeRoles && roleNamesOf(role).some((name) => !roles.includes(name));
  const organizationId = member?.organizationId;
  const { data } = useQuery(asks ? `${organizationId} ${role} ${resource} ${action}` : null, () =>
    client.organization.hasPermission({ organizationId, permissions }),
  );
  return isKnown || data?.success === true;
}
