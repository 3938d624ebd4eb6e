/**
 * Waits for a purchase after a checkout. It's complete once the payment provider's webhook has created its order, or
 * the plan for a trial.
 */

import type { BillingOrder, BillingSubscription } from "@latchkey/billing";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "../../primitives/use-search-params.ts";
import { useBillingClient } from "../client.ts";

/** Status of a purchase. `null` if the user didn't come from a checkout. */
export type PurchaseStatus = "waiting" | "arrived" | "late" | null;

/** A purchase that a checkout started. */
export interface Purchase {
  readonly status: PurchaseStatus;
  /** Waits again after a timeout. */
  checkAgain(): void;
}

/** Seconds between polls. The last value repeats. */
const pollDelays = [1, 1, 2, 2, 3, 3, 4];
/** Seconds until the purchase is late. */
const lateAfter = 60;

/**
 * Returns the status of the purchase in the page's URL, and a function to check again.
 * @param search query string. Default: the current page's query.
 */
export function usePurchaseStatus(
  reference: { readonly referenceId?: string },
  reload: () => Promise<void>,
  search: string | undefined,
): Purchase {
  const { billing } = useBillingClient();
  const checkoutId = useSearchParams(search)?.get("checkout") ?? null;
  const [status, setStatus] = useState<PurchaseStatus>(null);
  const [attempt, setAttempt] = useState(0);
  const { referenceId } = reference;
  const latest = useRef({ billing, reload });
  latest.current = { billing, reload };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts over
  useEffect(() => {
    if (checkoutId === null) return;
    const stop = new AbortController();
    setStatus("waiting");
    const query = { ...(referenceId === undefined ? {} : { referenceId }), limit: 20 };
    const hasArrived = async (): Promise<boolean> => {
      const { data } = await latest.current.billing.orders({ query });
      if (data?.orders.some((order) => order.status !== "pending" && isFromCheckout(order, checkoutId))) return true;
      // A trial has no order until it's paid.
      const { data: plans } = await latest.current.billing.subscriptions({ query });
      return plans?.subscriptions.some(isNewTrial) ?? false;
    };
    const watch = async (): Promise<void> => {
      for (let poll = 0, waited = 0; !(await hasArrived()); poll++) {
        if (stop.signal.aborted) return;
        if (waited >= lateAfter) return setStatus("late");
        const delay = pollDelays[poll] ?? (pollDelays.at(-1) as number);
        waited += delay;
        await sleep(delay, stop.signal);
      }
      if (stop.signal.aborted) return;
      await latest.current.reload();
      if (!stop.signal.aborted) setStatus("arrived");
    };
    void watch();
    return () => stop.abort();
  }, [checkoutId, referenceId, attempt]);
  return { status: checkoutId === null ? null : status, checkAgain: () => setAttempt(attempt + 1) };
}

/** How long a trial or an order counts as just started, in seconds. */
const recent = 15 * 60;

const firstReasons: ReadonlySet<string> = new Set(["purchase", "subscription_create"]);

/** Some payment providers don't say which checkout an order is from. In that case, any recent new order counts. */
function isFromCheckout({ checkoutId, billingReason, createdAt }: BillingOrder, expectedId: string): boolean {
  if (checkoutId !== null) return checkoutId === expectedId;
  return firstReasons.has(billingReason) && isRecent(createdAt);
}

function isNewTrial({ status, startedAt }: BillingSubscription): boolean {
  return status === "trialing" && isRecent(startedAt);
}

function isRecent(time: Date | null): boolean {
  return time !== null && time.getTime() > Date.now() - recent * 1000;
}

/** Resolves early if the signal aborts. */
function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
