/** The user's roles in all of their organizations. */

import { useQuery } from "../primitives/use-query.ts";
import { useOrganizationClient } from "./client.ts";

/**
 * Returns a function that looks up the user's roles in an organization. `null` until they're loaded, in one request.
 */
export function useOwnRoles(): (organizationId: string) => string | null {
  const client = useOrganizationClient();
  const listed = client.useListOrganizations().data ?? [];
  const key = listed.length === 0 ? null : listed.map(({ id }) => id).join();
  // While a new list loads, the roles in the previous one still apply.
  const { data } = useQuery(
    "/organization/list-memberships",
    key,
    () => client.organization.listMemberships(),
    () => true,
  );
  return (organizationId) => data?.find((one) => one.organizationId === organizationId)?.role ?? null;
}
