/** Finds the customer that somebody is, and what is theirs. */

import type { Adapter } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import { listGrants } from "../benefits/store.ts";
import { listBalances } from "../meters/store.ts";
import type { BillingState } from "../purchases.ts";
import type { Reference } from "../references/access.ts";
import { linkTable } from "../references/table.ts";
import { listActive } from "../subscriptions/store.ts";
import { type CustomerRow, customerTable } from "./table.ts";

/**
 * The customer that a reference is: by the external id that the platform keeps, else by the stored link. Never by an
 * email address, and never one that was deleted. One statement, or two.
 */
export async function findCustomer(db: Adapter, reference: Reference): Promise<CustomerRow | null> {
  return (await lookUp(db, reference)).customer;
}

/** What is known of whom a reference is at the platform. */
export interface LookUp {
  /** As {@link findCustomer}. */
  readonly customer: CustomerRow | null;
  /** The id of one who was made, and whose own event is still on its way. */
  readonly expected: string | null;
  /** The id of one whom the stored link names, but who was deleted or is somebody else's by now. */
  readonly gone: string | null;
}

/** As {@link findCustomer}, and where there is none, why. */
export async function lookUp(db: Adapter, { externalId }: Reference): Promise<LookUp> {
  const [own] = await db.findMany(customerTable, {
    where: { externalId, deletedAt: null },
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: 1,
  });
  if (own) return { customer: own, expected: null, gone: null };
  const link = await db.findOne(linkTable, {
    where: { referenceId: externalId, state: "linked" },
    join: { customer: { table: customerTable, on: { id: "customerId" } } },
  });
  const linked = link?.customer ?? null;
  if (linked === null) return { customer: null, expected: link?.customerId ?? null, gone: null };
  // A customer that the platform says is somebody else's is not ours, whatever was stored.
  const isTheirs = linked.deletedAt === null && (linked.externalId === null || linked.externalId === externalId);
  return { customer: isTheirs ? linked : null, expected: null, gone: isTheirs ? null : linked.id };
}

/** Everything that a reference has now. At most five statements. */
export async function readState({ db }: AuthContext, reference: Reference): Promise<BillingState> {
  const customer = await findCustomer(db, reference);
  if (!customer) return { customer: null, subscriptions: [], benefits: [], meters: [] };
  const { id, email, name, createdAt } = customer;
  return {
    customer: { id, email, name, createdAt },
    subscriptions: await listActive(db, id),
    benefits: await listGrants(db, id),
    meters: await listBalances(db, id),
  };
}
