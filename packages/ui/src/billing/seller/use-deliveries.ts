/** Loads the latest webhook deliveries. */

import type { DeliverySummary } from "@latchkey/billing";
import type { ClientError } from "@latchkey/react";
import { type QueryState, useQuery } from "../../primitives/use-query.ts";
import { useBillingClient } from "../client.ts";
import type { SellerTexts } from "./texts.ts";

/** The latest deliveries, newest first. */
export interface Deliveries {
  readonly deliveries: readonly DeliverySummary[];
  /** Whether there are older ones. */
  readonly hasMore: boolean;
}

type DeliveriesResult =
  | { readonly data: Deliveries; readonly error: null }
  | { readonly data: null; readonly error: ClientError };

/** The server's maximum for one response. */
const batchSize = 100;

/**
 * Loads the latest deliveries. The server can neither filter nor sort deliveries, so this loads many of them.
 * @param batches number of requests, of 100 deliveries each
 */
export function useDeliveries(batches: number): QueryState<Deliveries> {
  const { billing } = useBillingClient();
  const read = async (): Promise<DeliveriesResult> => {
    const deliveries: DeliverySummary[] = [];
    let cursor: string | null = null;
    for (let batch = 0; batch < batches; batch++) {
      const query: { limit: number; cursor?: string } = { limit: batchSize, ...(cursor === null ? {} : { cursor }) };
      const { data, error } = await billing.seller.deliveries({ query });
      if (error) return { data: null, error };
      deliveries.push(...data.deliveries);
      cursor = data.nextCursor;
      if (cursor === null) break;
    }
    return { data: { deliveries, hasMore: cursor !== null }, error: null };
  };
  return useQuery("/billing/seller/deliveries", `deliveries ${batches}`, read, () => true);
}

/** The states of deliveries, from worst to best. */
export const deliveryStates = ["failed", "unexpected", "processed"] as const;

/** The state of a delivery. */
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * `failed` if a handler failed or the event couldn't be applied, `unexpected` if it's from another seller, or contains
 * something that this version doesn't know or expect.
 */
export function stateOf({ handlers, outcome, unknown, illegal }: DeliverySummary): DeliveryState {
  if (outcome === "unreadable" || handlers.some(({ state, attempts }) => state === "open" && attempts > 0))
    return "failed";
  const isOdd = outcome === "unknown" || outcome === "foreign" || unknown.length > 0 || illegal.length > 0;
  return isOdd ? "unexpected" : "processed";
}

/** Describes what happened to a delivery. Once a handler has to run again, the earlier outcome no longer matters. */
export function outcomeText(delivery: DeliverySummary, { outcomes, handlerFailed }: SellerTexts["deliveries"]): string {
  const { outcome } = delivery;
  if (stateOf(delivery) === "failed" && outcome !== "unreadable") return handlerFailed;
  return outcomes[outcome] ?? outcome;
}

/** Returns failed deliveries first, then unexpected ones. Deliveries with the same state keep their order. */
export function failedFirst(deliveries: readonly DeliverySummary[]): readonly DeliverySummary[] {
  const rank = (delivery: DeliverySummary): number => deliveryStates.indexOf(stateOf(delivery));
  return [...deliveries].sort((a, b) => rank(a) - rank(b));
}
