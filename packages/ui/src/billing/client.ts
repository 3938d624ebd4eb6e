/** What the screens call. */

import type {
  BillingCalls,
  BillingClient as BillingClientCalls,
  BillingState,
  SubscriptionPage,
} from "@latchkey/billing";
import { type AnyReactClient, type StoreHooks, useAuthClient } from "@latchkey/react";

/** What the plugin's client half adds: `customerState` and `subscriptions`. */
interface BillingStores {
  readonly customerState: BillingState;
  readonly subscriptions: SubscriptionPage;
}

/** A client of an app with billing, made with `billingClient()` among its plugins. */
export type BillingClient = AnyReactClient & BillingClientCalls<BillingCalls> & StoreHooks<BillingStores>;

/** @throws {Error} the client was made without `billingClient()`: some of its calls would be sent the wrong way */
export function useBillingClient(): BillingClient {
  const client = useAuthClient<BillingClient>();
  if (!Object.hasOwn(client.$stores, "customerState")) {
    throw new Error("Screens of billing need billingClient() in createAuthClient({ plugins: […] }).");
  }
  return client;
}

/** Whom a screen is about. */
export interface OwnerProps {
  /** An organization's id. Default: whom the server's `billing.reference` names, mostly the person. */
  readonly referenceId?: string | undefined;
}

/** As the calls take it. */
export function referenceOf({ referenceId }: OwnerProps): { readonly referenceId?: string } {
  return referenceId === undefined ? {} : { referenceId };
}

/**
 * Tells owners apart: the person, whom the screen names, and whom the server may take by itself. `null` where nobody is
 * signed in, or that is not known yet.
 */
export function useOwnerKey({ referenceId }: OwnerProps): string | null {
  const { data } = useAuthClient().useSession();
  if (!data) return null;
  const { activeOrganizationId } = data.session as { readonly activeOrganizationId?: string | null };
  return JSON.stringify([data.user.id, referenceId ?? null, activeOrganizationId ?? null]);
}
