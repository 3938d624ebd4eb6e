/** The data that the parts of the billing page share. It's loaded once, and again after every change. */

import type { BillingCapabilities, BillingState, BillingSubscription } from "@latchkey/billing";
import type { ClientError } from "@latchkey/react";
import { type Context, createContext, useContext } from "react";
import { type QueryState, useQuery } from "../../primitives/use-query.ts";
import { noAccess } from "../access.ts";
import { type OwnerProps, referenceOf, useBillingClient } from "../client.ts";

/** Billing data of a user or an organization. */
export interface BillingSummary {
  readonly state: BillingState;
  /** Active plans and plans that wait for a payment. Ended plans aren't included. */
  readonly plans: readonly BillingSubscription[];
  /** Whether the user can buy, change, cancel, resume, and open the payment provider's portal. */
  readonly manages: boolean;
}

/** The data for parts of a `BillingPage`, including your own. */
export interface BillingData extends BillingSummary {
  readonly reference: { readonly referenceId?: string };
  /** Whether the user can buy something, and the server has a checkout. */
  readonly canBuy: boolean;
  /** Whether the user can cancel plans, and the server can tell the payment provider. */
  readonly canCancel: boolean;
  readonly canResume: boolean;
  /** When a plan change can apply. Empty if the user can't change plans here. The first one is the default. */
  readonly timings: BillingCapabilities["changeTimings"];
  /** Whether the user can open the payment provider's portal, and the server offers it. */
  readonly canOpenPortal: boolean;
  /** Goes up each time the data loads. Lists that load separately reload when it changes. */
  readonly version: number;
  /** Id of the button that is opening the payment provider's portal. */
  readonly redirectingTo: string | null;
  /** Reloads all data now and a few more times, because the provider's webhooks can arrive late. */
  reload(): Promise<void>;
  /**
   * Opens the payment provider's portal.
   * @param button id of the pressed button
   */
  openPortal(button: string): void;
}

export const BillingContext: Context<BillingData | null> = createContext<BillingData | null>(null);

/**
 * Returns the billing data, for custom parts of a `BillingPage`.
 * @throws {Error} if there is no `BillingPage` around the component
 */
export function useBilling(): BillingData {
  const data = useContext(BillingContext);
  if (!data) throw new Error("Parts of the billing page must be inside <BillingPage> or <BillingSection>.");
  return data;
}

/** The calls that load the billing page. */
export const summaryPaths: readonly string[] = ["/billing/access", "/billing/customer-state", "/billing/subscriptions"];

const endedStatuses: readonly string[] = ["canceled", "incomplete_expired"];

type SummaryResult =
  | { readonly data: BillingSummary; readonly error: null }
  | { readonly data: null; readonly error: ClientError };

/**
 * Loads the plans, benefits, and meters of the owner, if the user can see them.
 * @param key identifies the owner
 */
export function useBillingSummary(key: string, owner: OwnerProps): QueryState<BillingSummary> {
  const { billing } = useBillingClient();
  const query = referenceOf(owner);
  return useQuery(summaryPaths, key, async (): Promise<SummaryResult> => {
    // Checked first, so that no call is sent that the server would reject.
    const access = await billing.access({ query });
    if (access.error) return access;
    if (!access.data.read) return { data: null, error: noAccess };
    const [state, list] = await Promise.all([
      billing.customerState({ query }),
      billing.subscriptions({ query: { ...query, limit: 100 } }),
    ]);
    if (state.error) return state;
    if (list.error) return list;
    const plans = list.data.subscriptions.filter(
      ({ status, endedAt }) => endedAt === null && !endedStatuses.includes(status),
    );
    return { data: { state: state.data, plans, manages: access.data.manage }, error: null };
  });
}
