/** A payment provider that accepts every call and records it. */

import { vi } from "vitest";
import type { CheckoutPage, NewCheckout, NewPortal, ProviderPage } from "../src/provider/checkout.ts";
import type { CustomerChange, NewCustomer } from "../src/provider/customers.ts";
import type { BillingProvider, ChangedEntities } from "../src/provider/provider.ts";
import type { Cancellation, ChangePreview, SubscriptionChange } from "../src/provider/subscriptions.ts";
import type { SyncPage, SyncRequest } from "../src/provider/sync.ts";
import type { UsageEvent } from "../src/provider/usage.ts";
import type { ProviderCall } from "../src/provider/webhooks.ts";

const preview: ChangePreview = {
  dueNow: 500,
  nextAmount: 2900,
  currency: "usd",
  recurringInterval: "month",
  effectiveAt: null,
  isEstimate: false,
};

export function fakeProvider(changes: Partial<BillingProvider> = {}) {
  const customers = new Map<string, string>();
  const provider = {
    name: "test",
    ensureCustomer: vi.fn(async ({ externalId }: NewCustomer, _: ProviderCall) => {
      const id = customers.get(externalId) ?? `customer-of-${externalId}`;
      customers.set(externalId, id);
      return { id };
    }),
    updateCustomer: vi.fn(async (_: CustomerChange, __: ProviderCall): Promise<ChangedEntities> => []),
    anonymizeCustomer: vi.fn(async (_: string, __: ProviderCall) => {}),
    createCheckout: vi.fn(
      async (_: NewCheckout, __: ProviderCall): Promise<CheckoutPage> => ({
        id: "checkout-1",
        url: "https://buy.test/checkout",
        clientSecret: null,
        expiresAt: null,
      }),
    ),
    openPortal: vi.fn(
      async (_: NewPortal, __: ProviderCall): Promise<ProviderPage> => ({ url: "https://buy.test/portal" }),
    ),
    previewChange: vi.fn(async (_: SubscriptionChange, __: ProviderCall) => preview),
    changeSubscription: vi.fn(async (_: SubscriptionChange, __: ProviderCall): Promise<ChangedEntities> => []),
    undoScheduledChange: vi.fn(async (_: string, __: ProviderCall): Promise<ChangedEntities> => []),
    cancelSubscription: vi.fn(async (_: Cancellation, __: ProviderCall): Promise<ChangedEntities> => []),
    resumeSubscription: vi.fn(async (_: string, __: ProviderCall): Promise<ChangedEntities> => []),
    ingestUsage: vi.fn(async (_: readonly UsageEvent[], __: ProviderCall) => {}),
    syncResources: [] as readonly string[],
    listPage: vi.fn(
      async (_: SyncRequest, __: ProviderCall): Promise<SyncPage> => ({ entities: [], next: null, total: 0 }),
    ),
    fetchEntity: vi.fn(
      async (_: "customer" | "product", __: string, ___: ProviderCall): Promise<ChangedEntities> => [],
    ),
  };
  return { ...provider, ...changes, customers } as typeof provider & { readonly customers: Map<string, string> };
}
