/** What the screens call. */

import type { OrganizationClientCalls, OrganizationStores } from "@latchkey/organization";
import { type AnyReactClient, type StoreHooks, useAuthClient } from "@latchkey/react";

/** A client of an app with organizations, made with `organizationClient()` among its plugins. */
export type OrganizationClient = AnyReactClient & {
  readonly organization: OrganizationClientCalls;
} & StoreHooks<OrganizationStores>;

export const useOrganizationClient = (): OrganizationClient => useAuthClient<OrganizationClient>();
