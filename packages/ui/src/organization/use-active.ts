/** The organization that somebody is in at the moment, and what they may do there. */

import type { ClientError } from "@latchkey/react";
import { useLoaded } from "../primitives/use-loaded.ts";
import { roleNamesOf, type ShownMember, type ShownOrganization, useOrganizationClient } from "./client.ts";
import { useOrganizationUi } from "./ui.ts";

/** What is known of it. */
export interface Active {
  /** `null`: none is active, or it is not known yet. */
  readonly organization: ShownOrganization | null;
  /** The person's own membership there. */
  readonly member: ShownMember | null;
  readonly isPending: boolean;
  readonly error: ClientError | null;
  /** Reads both again. */
  refetch(): Promise<void>;
}

/** The active organization with the own membership: both, or neither. */
export function useActive(): Active {
  const client = useOrganizationClient();
  const active = client.useActiveOrganization();
  const own = client.useActiveMember();
  // A store keeps what it knew when a read is refused; who was removed has nothing to keep.
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
 * Whether the person may do something in the active organization. For what is offered: the server decides. Roles made at
 * run time are known there alone, so that who has one is asked about.
 */
export function useMay(resource: string, action: string): boolean {
  const client = useOrganizationClient();
  const { roles, runTimeRoles } = useOrganizationUi();
  const { member } = useActive();
  const permissions = { [resource]: [action] };
  const role = member?.role ?? "";
  const isKnown = member !== null && client.organization.checkRolePermission({ role, permissions });
  const asks = !isKnown && runTimeRoles && roleNamesOf(role).some((name) => !roles.includes(name));
  const organizationId = member?.organizationId;
  const { data } = useLoaded(asks ? `${organizationId} ${role} ${resource} ${action}` : null, () =>
    client.organization.hasPermission({ organizationId, permissions }),
  );
  return isKnown || data?.success === true;
}
