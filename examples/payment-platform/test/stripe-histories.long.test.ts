import { expect, test } from "vitest";
import { runHistory } from "./stripe-histories.ts";

test("50 histories end in the same state, whatever the order of arrival", { timeout: 900_000 }, async () => {
  let rows = 0;
  const sent = new Set<string>();
  for (let seed = 100; seed < 150; seed++) {
    const { messy, orderly, types } = await runHistory(seed);
    expect([seed, messy]).toEqual([seed, orderly]);
    for (const type of types) sent.add(type);
    rows += Object.values(orderly).flat().length;
  }
  // The histories aren't empty.
  expect(rows).toBeGreaterThan(1000);
  const subscriptions = ["created", "updated", "deleted", "paused", "resumed", "trial_will_end"];
  const named = [
    ...subscriptions.map((name) => `customer.subscription.${name}`),
    ...["checkout.session.completed", "invoice.paid", "invoice.payment_failed", "charge.refunded", "refund.failed"],
    ...["charge.dispute.created", "charge.dispute.closed", "entitlements.active_entitlement_summary.updated"],
  ];
  expect([...sent]).toEqual(expect.arrayContaining(named));
});
