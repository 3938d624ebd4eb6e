/** Loads the invitations to the user's email. */

import type { OwnInvitation } from "@latchkey/organization";
import { type QueryState, useQuery } from "../../primitives/use-query.ts";
import { useOrganizationClient } from "../client.ts";

/** The server only shows them to users who verified their email, so others send no request. */
export function useOwnInvitations(): QueryState<readonly OwnInvitation[]> {
  const client = useOrganizationClient();
  const user = client.useSession().data?.user;
  const key = user?.emailVerified ? `${user.id} ${user.email}` : null;
  return useQuery<readonly OwnInvitation[]>("/organization/list-user-invitations", key, () =>
    client.organization.listUserInvitations(),
  );
}
