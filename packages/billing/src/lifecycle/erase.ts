/** Erases the billing data of a person or an organization. */

import { type Adapter, type Row, widen } from "@latchkey/core/database";
import type { AuthContext, RequestContext } from "@latchkey/core/plugin";
import { findCustomer } from "../customers/store.ts";
import { customerTable } from "../customers/table.ts";
import { recordedDeliveries } from "../deliveries/store.ts";
import { deliveryTable, handlerTable } from "../deliveries/table.ts";
import { mirrorTables } from "../mirror/tables.ts";
import type { BillingSettings } from "../options.ts";
import { callProvider } from "../provider/call.ts";
import { parseReference, type Reference } from "../references/access.ts";
import { linkTable } from "../references/table.ts";
import { trialTable } from "../trials/table.ts";

/** What was erased. */
export interface EraseReport {
  /** Number of rows that were removed from the mirror. */
  readonly rows: number;
  /** Number of removed deliveries, whose bodies contained personal data. */
  readonly deliveries: number;
}

/**
 * Anonymizes the customer at the payment provider, which also ends their subscriptions and benefits, and removes their
 * rows here and the deliveries that mention them. The payment provider keeps what the law requires, such as invoices.
 */
export async function eraseReference(
  context: RequestContext,
  { provider }: BillingSettings,
  referenceId: string,
): Promise<EraseReport> {
  const reference = parseReference(referenceId);
  const customer = await findCustomer(context.db, reference);
  if (!customer) {
    await removeReference(context, reference);
    return { rows: 0, deliveries: 0 };
  }
  if (provider) await callProvider(context, provider, (call) => provider.anonymizeCustomer(customer.id, call));
  // Remove deliveries first. If this stops halfway, it can be called again, because the customer is still there.
  const deliveries = await removeDeliveries(context, customer.id);
  const rows = await removeRows(context.db, customer.id);
  await removeReference(context, reference);
  return { rows, deliveries };
}

async function removeReference({ db }: AuthContext, { externalId }: Reference): Promise<void> {
  await db.remove(linkTable, { where: { referenceId: externalId } });
  await db.remove(trialTable, { where: { referenceId: externalId } });
}

interface CustomerOwned extends Row {
  readonly customerId: string | null;
}

/** Removes the customer's rows from all tables. */
async function removeRows(db: Adapter, customerId: string): Promise<number> {
  return db.transaction(async (tx) => {
    let removed = 0;
    for (const { name, columns } of mirrorTables) {
      if ("customerId" in columns)
        removed += await tx.remove(widen<CustomerOwned>({ name }), { where: { customerId } });
    }
    return removed + (await tx.remove(customerTable, { where: { id: customerId } }));
  });
}

/** Removes the deliveries whose bodies contain the customer's id. Reads all deliveries once. */
async function removeDeliveries({ db }: AuthContext, customerId: string): Promise<number> {
  const needle = JSON.stringify(customerId);
  let removed = 0;
  for await (const rows of recordedDeliveries(db, {}, "asc")) {
    const ids = rows.filter(({ body }) => body.includes(needle)).map(({ id }) => id);
    if (ids.length === 0) continue;
    await db.transaction(async (tx) => {
      await tx.remove(handlerTable, { where: { deliveryId: { in: ids } } });
      await tx.remove(deliveryTable, { where: { id: { in: ids } } });
    });
    removed += ids.length;
  }
  return removed;
}
