/** Loads what the plan section shows in addition to the plans: the products to change to, and the seats. */

import type { BillingProduct, SeatUsage } from "@latchkey/billing";
import { useAuthClient } from "@latchkey/react";
import { useQuery } from "../../primitives/use-query.ts";
import { useBillingCapabilities } from "../access.ts";
import { useBillingClient } from "../client.ts";
import { useBilling } from "./data.ts";

const none: readonly BillingProduct[] = [];

/** The products for sale, if plans can be changed or a change is scheduled. Empty while loading. */
export function usePlanProducts(): readonly BillingProduct[] {
  const { billing } = useBillingClient();
  const { plans, timings } = useBilling();
  const isWanted = plans.length > 0 && (timings.length > 0 || plans.some((plan) => plan.scheduledChange !== null));
  return useQuery("/billing/products", isWanted ? "products" : null, () => billing.products()).data ?? none;
}

/**
 * The organization's seats. `undefined` while they load. `null` for users, if the app doesn't count seats, until the
 * capabilities are known, and after an error.
 */
export function useSeatUsage(): SeatUsage | null | undefined {
  const { billing } = useBillingClient();
  const { reference, version } = useBilling();
  const session = useAuthClient().useSession().data?.session as
    | { readonly activeOrganizationId?: string | null }
    | undefined;
  const seats = useBillingCapabilities()?.seats ?? null;
  // Without a `referenceId`, the server may use the active organization.
  const canBeOrganization = reference.referenceId !== undefined || Boolean(session?.activeOrganizationId);
  const key = seats !== null && canBeOrganization ? `${reference.referenceId} ${version}` : null;
  const { data, isPending } = useQuery(
    "/billing/seats",
    key,
    () => billing.seats({ query: reference }),
    () => true,
  );
  return data === null && isPending ? undefined : data;
}
