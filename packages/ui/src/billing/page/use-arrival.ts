/** Back from the checkout: the purchase is there when its order is, which the payment platform tells by a webhook. */

import { useEffect, useRef, useState } from "react";
import { useSearch } from "../../primitives/use-search.ts";
import { useBillingClient } from "../client.ts";

/** `null`: nobody comes from a checkout. */
export type Arrival = "waiting" | "arrived" | "late" | null;

/** Seconds between looks; the last one over and over. */
const waits = [1, 1, 2, 2, 3, 3, 5];
/** Looks before it is said that it takes long. */
const patience = 30;
/** @param search the page's query; default: its own */
export function useArrival(
  reference: { readonly referenceId?: string },
  reload: () => Promise<void>,
  search: string | undefined,
): Arrival {
  const { billing } = useBillingClient();
  const checkoutId = useSearch(search)?.get("checkout") ?? null;
  const [arrival, setArrival] = useState<Arrival>(null);
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
        if (look === patience) return setArrival("late");
        await pause(waits[look] ?? (waits.at(-1) as number), stop.signal);
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

/** Over at once when it is stopped. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
