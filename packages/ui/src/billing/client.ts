/** The calls that the billing components use. */

import type {
  BillingCalls,
  BillingClient as BillingClientCalls,
  BillingState,
  SubscriptionPage,
} from "@latchkey/billing";
import { type AnyReactClient, type StoreHooks, useAuthClient } from "@latchkey/react";
import { MissingSetup } from "../provider/setup-boundary.tsx";

/** The stores that the client plugin adds. */
interface BillingStores {
  readonly customerState: BillingState;
  readonly subscriptions: SubscriptionPage;
}

/** A client of an app with billing, created with `billingClient()` in its plugins. */
export type BillingClient = AnyReactClient & BillingClientCalls<BillingCalls> & StoreHooks<BillingStores>;

/**
 * Returns the app's client.
 * @throws {MissingSetup} if the client lacks `billingClient()`. Some of its calls would use the wrong HTTP method.
 */
export function useBillingClient(): BillingClient {
  const client = useAuthClient<BillingClient>();
  if (!Object.hasOwn(client.$stores, "customerState")) {
    throw new MissingSetup(
      "Billing components need billingClient() in createAuthClient({ plugins: […] }).",
      'import { billingClient } from "@latchkey/billing/client";',
    );
  }
  return client;
}

/** The billing owner that a component shows. */
export interface OwnerProps {
  /** An organization's id. Default: the owner that the server's `billing.reference` returns, usually the user. */
  readonly referenceId?: string | undefined;
}

/** The owner in the form that the calls expect. */
export function referenceOf({ referenceId }: OwnerProps): { readonly referenceId?: string } {
  return referenceId === undefined ? {} : { referenceId };
}

/**
 * A key for the owner, from the user, the `referenceId`, and the active organization, which the server may use by
 * default. `null` if no one is signed in or the session is still loading.
 */
export function useOwnerKey({ referenceId }: OwnerProps): string | null {
  const { data } = useAuthClient().useSession();
  if (!data) return null;
  const { activeOrganizationId } = data.session as { readonly activeOrganizationId?: string | null };
  return JSON.stringify([data.user.id, referenceId ?? null, activeOrganizationId ?? null]);
}
