/** What the screens call. */

import type {
  FullOrganization,
  MemberWithUser,
  OrganizationClient as OrganizationCallsOfClient,
  OrganizationStores,
} from "@latchkey/organization";
import { type AnyReactClient, type StoreHooks, useAuthClient } from "@latchkey/react";

/** A client of an app with organizations, made with `organizationClient()` among its plugins. */
export type OrganizationClient = AnyReactClient & OrganizationCallsOfClient & StoreHooks<OrganizationStores>;

/** An organization with its first members, newest invitations, and teams. */
export type ShownOrganization = FullOrganization;

/** A member and who that is. */
export type ShownMember = MemberWithUser;

/** @throws {Error} the client was made without `organizationClient()`: there is nothing to read from */
export function useOrganizationClient(): OrganizationClient {
  const client = useAuthClient<OrganizationClient>();
  if (!Object.hasOwn(client.$stores, "activeOrganization")) {
    throw new Error("Screens of organizations need organizationClient() in createAuthClient({ plugins: […] }).");
  }
  return client;
}

/** The names in a list of roles. */
export function roleNamesOf(role: string | null | undefined): readonly string[] {
  return (role ?? "").split(",").filter((name) => name !== "");
}
