/** Loads the plans and products that the user already has. */

import type { BillingSubscription } from "@latchkey/billing";
import type { ClientError } from "@latchkey/react";
import type { BillingClient } from "../client.ts";

/** The plans and one-time products that the user has. */
export interface Purchases {
  /** Plans that give access. */
  readonly plans: readonly BillingSubscription[];
  /** Ids of one-time products that were bought. */
  readonly bought: ReadonlySet<string>;
  /** Whether the user can buy for this owner. */
  readonly manages: boolean;
}

export const noPurchases: Purchases = { plans: [], bought: new Set(), manages: false };

type PurchasesResult =
  | { readonly data: Purchases; readonly error: null }
  | { readonly data: null; readonly error: ClientError };

/**
 * Loads what the user has. One-time products come from the newest 100 orders.
 * @param once whether to load one-time products
 */
export async function readPurchases(
  { billing }: Pick<BillingClient, "billing">,
  reference: { readonly referenceId?: string },
  once: boolean,
): Promise<PurchasesResult> {
  // Checked first, so that no call is sent that the server would reject.
  const access = await billing.access({ query: reference });
  if (access.error) return access;
  const manages = access.data.manage;
  if (!access.data.read) return { data: { ...noPurchases, manages }, error: null };
  const [state, orders] = await Promise.all([
    billing.customerState({ query: reference }),
    once ? billing.orders({ query: { ...reference, limit: 100 } }) : null,
  ]);
  if (state.error) return state;
  if (orders?.error) return orders;
  const paid = (orders?.data.orders ?? []).filter(
    ({ status, billingReason }) =>
      billingReason === "purchase" && (status === "paid" || status === "partially_refunded"),
  );
  const bought = new Set(paid.map(({ product }) => product.id));
  return { data: { plans: state.data.subscriptions, bought, manages }, error: null };
}

/** The calls that `readPurchases` sends. */
export function purchasePaths(once: boolean): readonly string[] {
  return ["/billing/access", "/billing/customer-state", ...(once ? ["/billing/orders"] : [])];
}
