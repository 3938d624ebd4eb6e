/** Leaves or deletes an organization. */

import type { ClientError } from "@latchkey/react";
import { useOrganizationClient } from "./client.ts";
import { readActiveId } from "./use-membership.ts";

/** Ends the user's membership in an organization. */
export type Depart = (
  how: "leave" | "delete",
  organizationId: string,
) => Promise<{ readonly error: ClientError | null }>;

/** Returns a function that leaves or deletes an organization. */
export function useDeparture(): Depart {
  const client = useOrganizationClient();
  const session = client.useSession();
  const { listOrganizations, activeOrganization } = client.$stores;
  return async (how, organizationId) => {
    const isActive = readActiveId(session.data?.session) === organizationId;
    // With the signal, all stores would be read again, including the membership that's gone.
    const result = await client.organization[how]({ organizationId }, { disableSignal: isActive });
    if (isActive && !result.error) {
      // The list is read first, because the page shows it as soon as no organization is active.
      await listOrganizations.get().refetch();
      await Promise.all([session.refetch(), activeOrganization.get().refetch()]);
    }
    return result;
  };
}
