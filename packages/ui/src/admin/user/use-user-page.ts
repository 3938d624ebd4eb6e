/** Loads everything on a user's page. */

import type { ClientError } from "@latchkey/react";
import { useState } from "react";
import { type QueryState, useQuery } from "../../primitives/use-query.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { useAdminAccess } from "../access.tsx";
import { type ManagedOrganization, type ManagedSession, type ManagedUser, useAdminClient } from "../client.ts";

/** A sign-in method. */
export interface ManagedAccount {
  readonly id: string;
  readonly providerId: string;
  readonly createdAt: Date;
}

/** The data on a user's page. */
export interface UserPageState {
  /** `null` while loading. */
  readonly user: ManagedUser | null;
  readonly error: ClientError | null;
  readonly sessions: QueryState<{ readonly sessions: readonly ManagedSession[] } | null>;
  readonly accounts: QueryState<{ readonly accounts: readonly ManagedAccount[] } | null>;
  /** Without the organization plugin, nothing is loaded. */
  readonly organizations: QueryState<{ readonly organizations: readonly ManagedOrganization[] } | null>;
  readonly hasReloaded: boolean;
  /** Changes after each change to the user. */
  readonly revision: number;
  /** Reads everything again after a change, because most changes end sessions. */
  reload(): Promise<void>;
}

/** Loads the user, and what the admin and the server can list about them. */
export function useUserPage(userId: string): UserPageState {
  const client = useAdminClient();
  const access = useAdminAccess();
  const hasOrganizations = Boolean(useCapabilities()?.plugins.organization);
  const [revision, setRevision] = useState(0);
  const user = useQuery("/admin/get-user", userId, () => client.admin.getUser({ query: { id: userId } }));
  const sessions = useQuery("/admin/list-user-sessions", access.can("session", "list") ? userId : null, () =>
    client.admin.listUserSessions({ userId }),
  );
  const accounts = useQuery("/admin/list-user-accounts", userId, () =>
    client.admin.listUserAccounts({ query: { userId } }),
  );
  const organizations = useQuery("/admin/list-user-organizations", hasOrganizations ? userId : null, () =>
    client.admin.listUserOrganizations({ query: { userId } }),
  );
  return {
    user: user.data,
    error: user.error,
    sessions,
    accounts,
    organizations,
    hasReloaded: revision > 0,
    revision,
    async reload() {
      await Promise.all([user, sessions, accounts, organizations].map((query) => query.reload()));
      setRevision((before) => before + 1);
    },
  };
}
