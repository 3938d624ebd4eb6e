/** A platform to act on that does what it is asked, and remembers it. */

import { vi } from "vitest";
import type { BillingProvider, NewCustomer, UsageEvent } from "../src/provider/provider.ts";
import type { ProviderCall } from "../src/provider/webhooks.ts";

export function fakeProvider(changes: Partial<BillingProvider> = {}) {
  const customers = new Map<string, string>();
  const provider = {
    name: "test",
    ensureCustomer: vi.fn(async ({ externalId }: NewCustomer, _: ProviderCall) => {
      const id = customers.get(externalId) ?? `customer-of-${externalId}`;
      customers.set(externalId, id);
      return { id };
    }),
    createCheckout: vi.fn(async () => ({ url: "https://buy.test/checkout" })),
    openPortal: vi.fn(async () => ({ url: "https://buy.test/portal" })),
    ingestUsage: vi.fn(async (_: readonly UsageEvent[]) => {}),
    cancelSubscription: vi.fn(async () => {}),
    resumeSubscription: vi.fn(async () => {}),
  };
  return { ...provider, ...changes, customers } as typeof provider & { readonly customers: Map<string, string> };
}
