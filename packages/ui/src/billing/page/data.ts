/** What the cards of the billing page know together: read once, and again after every change. */

import type { BillingState, BillingSubscription } from "@latchkey/billing";
import type { ClientError } from "@latchkey/react";
import { type Context, createContext, useContext } from "react";
import { type Loaded, useLoaded } from "../../primitives/use-loaded.ts";
import { type OwnerProps, referenceOf, useBillingClient } from "../client.ts";

/** What is known of a person or an organization. */
export interface Billed {
  readonly state: BillingState;
  /** Plans that run, and such as wait for a payment; not those that are over. */
  readonly plans: readonly BillingSubscription[];
}

/** What cards inside of a `BillingPage` get: those of this package, and of the app. */
export interface BillingData extends Billed {
  readonly reference: { readonly referenceId?: string };
  /** Whether the person may cancel, resume, and open the platform's pages. */
  readonly manages: boolean;
  /** Counts what was read: a list that lies elsewhere is read again with it. */
  readonly version: number;
  /** Which button leads to the platform's pages just now. */
  readonly leaving: string | null;
  /** Reads all of it again, and a few times more: what the platform tells of a change may be on its way. */
  reload(): Promise<void>;
  /** Goes to the platform's pages. @param button tells which was pressed */
  openPortal(button: string): void;
}

export const BillingContext: Context<BillingData | null> = createContext<BillingData | null>(null);

/**
 * For a card of the app's own inside of a `BillingPage`.
 * @throws {Error} there is none around
 */
export function useBilling(): BillingData {
  const data = useContext(BillingContext);
  if (!data) throw new Error("Cards of billing stand inside of <BillingPage>.");
  return data;
}

const over: readonly string[] = ["canceled", "incomplete_expired"];

type Outcome = { readonly data: Billed; readonly error: null } | { readonly data: null; readonly error: ClientError };

/** @param key of the owner */
export function useBilled(key: string, owner: OwnerProps): Loaded<Billed> {
  const { billing } = useBillingClient();
  const query = referenceOf(owner);
  return useLoaded(key, async (): Promise<Outcome> => {
    const [state, list] = await Promise.all([
      billing.customerState({ query }),
      billing.subscriptions({ query: { ...query, limit: 100 } }),
    ]);
    if (state.error) return state;
    if (list.error) return list;
    const plans = list.data.subscriptions.filter(({ status, endedAt }) => endedAt === null && !over.includes(status));
    return { data: { state: state.data, plans }, error: null };
  });
}
