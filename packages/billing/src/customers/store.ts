/** Finds a user's or organization's customer, and their subscriptions, benefits, and meter balances. */

import type { Adapter } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import { listGrants } from "../benefits/store.ts";
import { listBalances } from "../meters/store.ts";
import type { BillingState } from "../purchases.ts";
import type { Reference } from "../references/access.ts";
import { linkTable } from "../references/table.ts";
import { customerColumns } from "../response-columns.ts";
import { activeCutoff, type GraceSettings } from "../subscriptions/active.ts";
import { listActiveSubscriptions } from "../subscriptions/store.ts";
import { type CustomerRow, customerTable } from "./table.ts";

/**
 * Finds the customer of a reference by the external id at the payment provider, or else by the stored link. Never by
 * email, and never a deleted customer. Sends one or two queries.
 */
export async function findCustomer(db: Adapter, reference: Reference): Promise<CustomerRow | null> {
  return (await lookUpCustomer(db, reference)).customer;
}

/** What's known about a reference's customer. */
export interface CustomerLookup {
  /** The result of {@link findCustomer}. */
  readonly customer: CustomerRow | null;
  /** The id of a customer that was created but whose event hasn't arrived yet. */
  readonly pendingCustomerId: string | null;
  /** The customer id in the stored link, if that customer was deleted or now belongs to someone else. */
  readonly staleCustomerId: string | null;
}

/** Like {@link findCustomer}, but also explains why there's no customer. */
export async function lookUpCustomer(db: Adapter, { externalId }: Reference): Promise<CustomerLookup> {
  const [byExternalId] = await db.findMany(customerTable, {
    where: { externalId, deletedAt: null },
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: 1,
  });
  if (byExternalId) return { customer: byExternalId, pendingCustomerId: null, staleCustomerId: null };
  const link = await db.findOne(linkTable, {
    where: { referenceId: externalId, state: "linked" },
    join: { customer: { table: customerTable, on: { id: "customerId" } } },
  });
  const linked = link?.customer ?? null;
  if (linked === null) return { customer: null, pendingCustomerId: link?.customerId ?? null, staleCustomerId: null };
  // If the payment provider says that the customer belongs to someone else, ignore the stored link.
  const isOwn = linked.deletedAt === null && (linked.externalId === null || linked.externalId === externalId);
  return { customer: isOwn ? linked : null, pendingCustomerId: null, staleCustomerId: isOwn ? null : linked.id };
}

/** Returns everything that a reference has now. Sends at most five queries. */
export async function loadBillingState(
  context: AuthContext,
  settings: GraceSettings,
  reference: Reference,
): Promise<BillingState> {
  const { db } = context;
  const cutoff = activeCutoff(context, settings);
  const customer = await findCustomer(db, reference);
  if (!customer) return { customer: null, subscriptions: [], benefits: [], waitingBenefits: [], meters: [] };
  const { id } = customer;
  return {
    customer: customerColumns.pick(customer),
    subscriptions: await listActiveSubscriptions(db, id, cutoff),
    ...(await listGrants(db, id, cutoff)),
    meters: await listBalances(db, id),
  };
}
