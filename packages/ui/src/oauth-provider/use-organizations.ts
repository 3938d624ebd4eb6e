/** The user's organizations, for apps that have them. */

import type { Organization } from "@latchkey/organization";
import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import { type OrganizationClient, useOrganizationClient } from "../organization/client.ts";
import { type QueryState, useQuery } from "../primitives/use-query.ts";

/** The parts of an organization that pages show. */
export type OwnOrganization = Pick<Organization, "id" | "name" | "slug" | "logo">;

/** Loads the user's organizations. @throws {MissingSetup} if the client lacks `organizationClient()` */
export function useOwnOrganizations(): QueryState<readonly OwnOrganization[]> {
  const client = useOrganizationClient();
  const user = client.useSession().data?.user;
  return useQuery<readonly OwnOrganization[]>("/organization/list", user?.id ?? null, () => client.organization.list());
}

/**
 * Returns a function that names an organization, or `null` while it's loading and for a client without
 * `organizationClient()`.
 * @param isWanted whether there's anything to name
 */
export function useOrganizationNames(isWanted: boolean): (id: string) => string | null {
  const { organization } = useAuthClient<AnyReactClient & Partial<Pick<OrganizationClient, "organization">>>();
  const { data } = useQuery<readonly OwnOrganization[]>(
    "/organization/list",
    isWanted && organization ? "names" : null,
    async () => (organization ? organization.list() : { data: [], error: null }),
  );
  return (id) => data?.find((one) => one.id === id)?.name ?? null;
}
