/** Waits for a purchase after a checkout. It's complete when a webhook of the payment provider creates its order. */

import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "../../primitives/use-search-params.ts";
import { useBillingClient } from "../client.ts";

/** Status of a purchase. `null` if the user doesn't come from a checkout. */
export type PurchaseStatus = "waiting" | "arrived" | "late" | null;

/** Seconds between polls. The last value repeats. */
const pollDelays = [1, 1, 2, 2, 3, 3, 5];
/** Number of polls before the status becomes `late`. */
const maxPolls = 30;
/**
 * @param search query string. Default: the current page's query.
 */
export function usePurchaseStatus(
  reference: { readonly referenceId?: string },
  reload: () => Promise<void>,
  search: string | undefined,
): PurchaseStatus {
  const { billing } = useBillingClient();
  const checkoutId = useSearchParams(search)?.get("checkout") ?? null;
  const [arrival, setArrival] = useState<PurchaseStatus>(null);
  const { referenceId } = reference;
  const latest = useRef({ billing, reload });
  latest.current = { billing, reload };
  useEffect(() => {
    if (checkoutId === null) return;
    const stop = new AbortController();
    setArrival("waiting");
    const query = { ...(referenceId === undefined ? {} : { referenceId }), limit: 20 };
    const isThere = async (): Promise<boolean> => {
      const { data } = await latest.current.billing.orders({ query });
      return data?.orders.some((order) => order.checkoutId === checkoutId && order.status !== "pending") ?? false;
    };
    const watch = async (): Promise<void> => {
      for (let look = 0; !(await isThere()); look++) {
        if (stop.signal.aborted) return;
        if (look === maxPolls) return setArrival("late");
        await sleep(pollDelays[look] ?? (pollDelays.at(-1) as number), stop.signal);
      }
      if (stop.signal.aborted) return;
      await latest.current.reload();
      if (!stop.signal.aborted) setArrival("arrived");
    };
    void watch();
    return () => stop.abort();
  }, [checkoutId, referenceId]);
  return checkoutId === null ? null : arrival;
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
