/** The calls that the organization components use. */

import type {
  ActiveMember,
  FullOrganization,
  MemberWithUser,
  OrganizationClient as OrganizationCallsOfClient,
  OrganizationStores,
} from "@latchkey/organization";
import { type AnyReactClient, type AuthStore, type StoreHooks, useAuthClient } from "@latchkey/react";
import { MissingSetup } from "../provider/setup-boundary.tsx";

/** A client of an app with organizations, created with `organizationClient()` in its plugins. */
export type OrganizationClient = AnyReactClient &
  OrganizationCallsOfClient &
  StoreHooks<OrganizationStores> & {
    readonly $stores: {
      readonly activeOrganization: AuthStore<OrganizationDetails>;
      readonly listOrganizations: AuthStore<OrganizationStores["listOrganizations"]>;
      readonly activeMember: AuthStore<OwnMember>;
    };
  };

/** An organization with its first members, newest invitations, and teams. */
export type OrganizationDetails = FullOrganization;

/** A member with their user. */
export type MemberDetails = MemberWithUser;

/** The signed-in user's membership, with its permissions. */
export type OwnMember = ActiveMember;

/**
 * Returns the app's client.
 * @throws {MissingSetup} if the client lacks `organizationClient()`
 */
export function useOrganizationClient(): OrganizationClient {
  const client = useAuthClient<OrganizationClient>();
  if (!Object.hasOwn(client.$stores, "activeOrganization")) {
    throw new MissingSetup(
      "Organization components need organizationClient() in createAuthClient({ plugins: […] }).",
      'import { organizationClient } from "@latchkey/organization/client";',
    );
  }
  return client;
}

/** Splits a comma-separated list of roles. */
export function roleNamesOf(role: string | null | undefined): readonly string[] {
  return (role ?? "").split(",").filter((name) => name !== "");
}
