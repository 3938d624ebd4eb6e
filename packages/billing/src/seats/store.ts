/** Counts an organization's paid and taken seats. */

import { type Adapter, type Row, widen } from "@latchkey/core/database";
import { findCustomer } from "../customers/store.ts";
import { parseReference } from "../references/access.ts";
import { type SubscriptionRow, subscriptionTable } from "../subscriptions/table.ts";

interface MemberRow extends Row {
  readonly organizationId: string;
}

interface InvitationRow extends Row {
  readonly organizationId: string;
  readonly status: string;
  readonly expiresAt: Date;
}

/** The organization plugin's tables. Billing doesn't import the plugin. */
const memberTable = widen<MemberRow>({ name: "member" });
const invitationTable = widen<InvitationRow>({ name: "invitation" });

/** Returns the number of members. */
export function countMembers(db: Adapter, organizationId: string): Promise<number> {
  return db.count(memberTable, { where: { organizationId } });
}

/** Returns the number of invitations that can still be accepted. */
export function countInvitations(db: Adapter, organizationId: string, now: Date): Promise<number> {
  return db.count(invitationTable, { where: { organizationId, status: "pending", expiresAt: { gt: now } } });
}

/** Maximum subscriptions that are considered. */
const maxSubscriptions = 20;

/** Returns an organization's newest subscription with seats that is active, trialing, or past due. */
export async function findSeatSubscription(db: Adapter, organizationId: string): Promise<SubscriptionRow | null> {
  const customer = await findCustomer(db, parseReference(`org_${organizationId}`));
  if (!customer) return null;
  const rows: readonly SubscriptionRow[] = await db.findMany<SubscriptionRow, {}>(subscriptionTable, {
    where: { customerId: customer.id, status: { in: ["active", "trialing", "past_due"] }, endedAt: null },
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: maxSubscriptions,
  });
  return rows.find(({ seats }) => seats !== null) ?? null;
}
