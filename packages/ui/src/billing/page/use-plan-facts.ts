/** Loads what the plan section shows in addition to the plans: the products to change to, and the seats. */

import type { BillingProduct, SeatUsage } from "@latchkey/billing";
import { useAuthClient } from "@latchkey/react";
import { useQuery } from "../../primitives/use-query.ts";
import { useBillingCapabilities } from "../access.ts";
import { useBillingClient } from "../client.ts";
import { useBilling } from "./data.ts";

const none: readonly BillingProduct[] = [];

/** The products on sale, if a plan can be changed to one of them. Empty while loading. */
export function usePlanProducts(): readonly BillingProduct[] {
  const { billing } = useBillingClient();
  const { plans, timings } = useBilling();
  const isWanted = plans.length > 0 && (timings.length > 0 || plans.some((plan) => plan.scheduledChange !== null));
  return useQuery("/billing/products", isWanted ? "products" : null, () => billing.products()).data ?? none;
}

/**
 * The seats of the organization. `undefined` while loading, and `null` for users and if the app doesn't count seats.
 */
export function useSeatUsage(): SeatUsage | null | undefined {
  const { billing } = useBillingClient();
  const { reference, version } = useBilling();
  const session = useAuthClient().useSession().data?.session as
    | { readonly activeOrganizationId?: string | null }
    | undefined;
  const seats = useBillingCapabilities()?.seats ?? null;
  // Without one, the server may choose the active organization.
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
