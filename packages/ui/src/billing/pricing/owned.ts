/** What somebody has of what is sold. */

import type { BillingSubscription } from "@latchkey/billing";
import type { ClientError } from "@latchkey/react";
import type { BillingClient } from "../client.ts";

/** What somebody has. */
export interface Owned {
  /** Those that give access. */
  readonly plans: readonly BillingSubscription[];
  /** Ids of products that were bought once. */
  readonly bought: ReadonlySet<string>;
}

export const nothing: Owned = { plans: [], bought: new Set() };

type Outcome = { readonly data: Owned; readonly error: null } | { readonly data: null; readonly error: ClientError };

/** @param once whether things are sold that are bought once: these stand among the newest hundred orders */
export async function readOwned(
  { billing }: Pick<BillingClient, "billing">,
  reference: { readonly referenceId?: string },
  once: boolean,
): Promise<Outcome> {
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
  return { data: { plans: state.data.subscriptions, bought }, error: null };
}
