import { outboxEmpty } from "@latchkey/test-kit";
import { describe, expect, test, vi } from "vitest";
import { startActing } from "../../test/acting.ts";
import { startBilling } from "../../test/app.ts";
import { secret } from "../../test/platform.ts";
import { fakeProvider } from "../../test/provider.ts";
import { billing } from "../plugin.ts";
import { linkTable } from "../references/table.ts";
import { ProviderError } from "./error.ts";
import type { BillingProvider } from "./provider.ts";

describe("a provider that fails", () => {
  test.each([
    [new ProviderError("failed", "secret detail"), 502, "BILLING_PROVIDER_FAILED"],
    [new ProviderError("conflict", "secret detail"), 409, "BILLING_CUSTOMER_CONFLICT"],
    [new ProviderError("limited", "secret detail", { retryAfter: 7 }), 429, "TOO_MANY_REQUESTS"],
    [new TypeError("secret detail"), 502, "BILLING_PROVIDER_FAILED"],
  ])("causes a response without details: %s, %i, %s", async (error, status, code) => {
    const provider = fakeProvider({ ensureCustomer: () => Promise.reject(error) });
    const { ann } = await startActing({ provider });
    const reply = await ann.post("/billing/portal");
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(JSON.stringify(reply.body)).not.toContain("secret");
    if (status === 429) expect(reply.headers.get("retry-after")).toBe("7");
  });

  test("doesn't make a sign-up fail, and the customer is created once the provider responds", async () => {
    let isDown = true;
    const working = fakeProvider();
    const provider = fakeProvider({
      ensureCustomer: vi.fn((...call: Parameters<BillingProvider["ensureCustomer"]>) =>
        isDown ? Promise.reject(new Error("down")) : working.ensureCustomer(...call),
      ),
    });
    const { user, db, clock, auth } = await startActing({ provider, createCustomerOnSignUp: true });
    const link = () => db.findOne(linkTable, { where: { referenceId: user.id } });
    await vi.waitFor(async () => expect(await link()).toMatchObject({ state: "pending", error: "down" }), {
      timeout: 3000,
    });
    isDown = false;
    clock.advance(3600);
    await auth.api.deliverOutbox();
    await outboxEmpty(auth);
    expect(await link()).toMatchObject({ state: "linked", customerId: `customer-of-${user.id}`, error: null });
  });

  test("doesn't delay a sign-up if it hangs", async () => {
    const provider = fakeProvider({ ensureCustomer: vi.fn(() => new Promise<never>(() => {})) });
    const { user, db } = await startActing({ provider, createCustomerOnSignUp: true });
    expect(await db.findOne(linkTable, { where: { referenceId: user.id } })).toMatchObject({ state: "pending" });
    await vi.waitFor(() => expect(provider.ensureCustomer).toHaveBeenCalledTimes(1), { timeout: 3000 });
  });

  test("isn't called again after a conflict at sign-up, which has to be resolved manually", async () => {
    const provider = fakeProvider({
      ensureCustomer: vi.fn(() => Promise.reject(new ProviderError("conflict", "taken"))),
    });
    const { user, db, auth } = await startActing({ provider, createCustomerOnSignUp: true });
    await outboxEmpty(auth);
    expect(await db.findOne(linkTable, { where: { referenceId: user.id } })).toMatchObject({ state: "conflict" });
    expect(provider.ensureCustomer).toHaveBeenCalledTimes(1);
  });
});

test("without a provider, nothing can be bought, and options that need one are rejected", async () => {
  const { browser } = await startBilling();
  expect((await browser().post("/billing/checkout", {})).status).toBe(404);
  expect(() => billing({ secret, createCustomerOnSignUp: true })).toThrow("createCustomerOnSignUp");
});
