/** Asks the payment provider what a plan or seat change costs. */

import type { ChangePlanInput, PlanChangePreview } from "@latchkey/billing";
import { useEffect, useState } from "react";
import { type QueryState, useQuery } from "../../primitives/use-query.ts";
import { useBillingClient } from "../client.ts";

/**
 * Loads the cost of a change.
 * @param change `null` if nothing is chosen yet
 */
export function useChangePreview(change: ChangePlanInput | null): QueryState<PlanChangePreview> {
  const client = useBillingClient();
  return useQuery<PlanChangePreview>("/billing/preview-change", change === null ? null : JSON.stringify(change), () =>
    client.billing.previewChange(change as ChangePlanInput),
  );
}

/** Returns the value once it hasn't changed for a moment, so that typing sends only one request. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
