/** Emails an organization's owners about its single sign-on. */

import type { Adapter } from "@latchkey/core/database";
import { type AuthContext, getService, type MemberRef, notifyUser, type SecurityChange } from "@latchkey/core/plugin";

/** Maximum members to search for owners. */
const maxMembers = 10_000;
const maxNotified = 100;

/** The user to exclude, and the name of the provider that the email is about. */
interface NoticeDetails {
  readonly except?: string;
  readonly provider?: string;
}

/** Emails the owners who aren't suspended. */
export async function notifyOwners(
  tx: Adapter,
  context: AuthContext,
  organizationId: string,
  change: SecurityChange,
  { except, ...detail }: NoticeDetails = {},
): Promise<void> {
  const access = getService(context, "organizationAccess");
  const members: readonly MemberRef[] = await tx.findMany(access.members, {
    where: { organizationId, suspendedAt: null },
    limit: maxMembers,
  });
  const owners = members.filter(({ role, userId }) => access.isOwner(role) && userId !== except);
  for (const { userId } of owners.slice(0, maxNotified)) await notifyUser(tx, context, userId, change, detail);
}
