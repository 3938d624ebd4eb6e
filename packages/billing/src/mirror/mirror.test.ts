import { describe, expect, test } from "vitest";
import { startBilling } from "../../test/app.ts";
import { fixture } from "../../test/platform.ts";
import { purchase } from "../../test/purchase.ts";
import { customerTable } from "../customers/table.ts";
import { discountTable } from "../discounts/table.ts";
import { withRefunds } from "../orders/store.ts";
import { type OrderRow, orderTable } from "../orders/table.ts";
import { productTable } from "../products/table.ts";
import { type RefundRow, refundTable } from "../refunds/table.ts";
import { subscriptionTable } from "../subscriptions/table.ts";
import {
  canTransition,
  checkoutTransitions,
  orderTransitions,
  refundTransitions,
  stateMachines,
  subscriptionTransitions,
} from "./transitions.ts";

describe("transitions", () => {
  test.each([
    ["checkout", "open", "succeeded", true],
    ["checkout", "confirmed", "open", true],
    ["checkout", "succeeded", "open", false],
    ["checkout", "expired", "confirmed", false],
    ["order", "pending", "refunded", true],
    ["order", "refunded", "paid", true],
    ["order", "paid", "pending", false],
    ["subscription", "past_due", "active", true],
    ["subscription", "incomplete", "canceled", true],
    ["subscription", "canceled", "active", false],
    ["subscription", "active", "trialing", false],
    ["subscription", "active", "paused", true],
    ["refund", "succeeded", "failed", true],
    ["refund", "failed", "succeeded", false],
  ] as const)("a %s can change from %s to %s: %s", (of, from, to, expected) => {
    expect(canTransition(stateMachines[of], from, to)).toBe(expected);
  });

  test("every transition is to a state that exists", () => {
    for (const moves of [checkoutTransitions, orderTransitions, subscriptionTransitions, refundTransitions]) {
      const states = Object.keys(moves);
      expect(
        Object.values(moves)
          .flat()
          .filter((state) => !states.includes(state)),
      ).toEqual([]);
    }
  });
});

test("an embedded copy creates a missing row, and never replaces data from the entity's own event", async () => {
  const { send, db } = await startBilling();
  const [customer, subscription] = purchase("ann").events;
  const copied = {
    ...subscription?.data,
    customer: { ...customer?.data, name: "From a copy", modified_at: "2029-01-01T00:00:00Z" },
  };
  copied.product = { ...copied.product, name: "From a copy", modified_at: "2029-01-01T00:00:00Z" };
  await send({ type: "subscription.updated", data: copied });
  const name = async () => (await db.findMany(customerTable, { limit: 9 })).map((row) => row.name);
  expect(await name()).toEqual(["From a copy"]);
  await send({ type: "customer.updated", data: { ...customer?.data, name: "Own" } });
  expect(await name()).toEqual(["Own"]);
  await send({ type: "subscription.updated", data: { ...copied, modified_at: "2029-01-02T00:00:00Z" } });
  expect(await name()).toEqual(["Own"]);
  expect(await db.findMany(productTable, { limit: 9 })).toMatchObject([{ name: "From a copy" }]);
  // The short form in an order ranks below the full one in the subscription.
  await send(fixture("order.paid-subscription-create"));
  const [product] = await db.findMany(productTable, { where: { id: copied.product.id }, limit: 9 });
  expect(product?.prices.length).toBe(2);
  expect(await db.findMany(discountTable, { limit: 9 })).toMatchObject([{ basisPoints: 1250, durationInMonths: 12 }]);
});

test("tax ids in either form are stored as a list of pairs", async () => {
  const { send, db } = await startBilling();
  const { type, data } = fixture("customer.updated");
  const pair = ["FR61954506077", "eu_vat"];
  const forms = [null, pair, [pair, ["9", "ch_uid"]], []];
  const kept: unknown[] = [];
  for (const [at, tax_id] of forms.entries()) {
    await send({ type, data: { ...data, tax_id, modified_at: `2029-01-0${at + 1}T00:00:00Z` } });
    kept.push((await db.findMany(customerTable, { limit: 9 }))[0]?.taxIds);
  }
  expect(kept).toEqual([[], [pair], [pair, ["9", "ch_uid"]], []]);
});

test("WEBH-07: changes within a millisecond are ordered, and changes with the same time are ordered by their events' times", async () => {
  const { send, db } = await startBilling();
  const template = fixture("subscription.updated-renewed");
  const at = (modified_at: string, amount: number, timestamp?: string) => ({
    ...template,
    ...(timestamp ? { timestamp } : {}),
    data: { ...template.data, modified_at, amount },
  });
  const amount = async () => (await db.findMany(subscriptionTable, { limit: 9 }))[0]?.amount;
  await send(at("2025-07-01T00:00:00.000002Z", 2));
  await send(at("2025-07-01T00:00:00.000001Z", 1));
  expect(await amount()).toBe(2);
  await send(at("2025-07-01T00:00:01Z", 4, "2025-07-01T00:00:02Z"));
  await send(at("2025-07-01T02:00:01+02:00", 3, "2025-07-01T00:00:01Z"));
  expect(await amount()).toBe(4);
});

test("a refund that's rejected by a bank reverts the order, even if only the refund has an event", async () => {
  const { send, db } = await startBilling();
  const order = fixture("order.refunded-full");
  await send(order);
  const refund = { ...fixture("refund.created-succeeded").data, order_id: order.data.id };
  Object.assign(refund, { amount: order.data.net_amount, tax_amount: order.data.tax_amount });
  await send({ type: "refund.created", data: refund });
  const settled = async () => {
    const [row] = await db.findMany(orderTable, { where: { id: order.data.id }, limit: 1 });
    return withRefunds(row as OrderRow, (await db.findMany(refundTable, { limit: 9 })) as RefundRow[]);
  };
  expect(await settled()).toMatchObject({ status: "refunded", refundedAmount: order.data.refunded_amount });
  await send({ type: "refund.updated", data: { ...refund, status: "failed", modified_at: "2029-01-01T00:00:00Z" } });
  expect(await settled()).toEqual({ status: "paid", refundedAmount: 0, refundedTaxAmount: 0 });
  await send({ type: "refund.created", data: { ...refund, id: "part", amount: 100, tax_amount: 20 } });
  expect(await settled()).toEqual({ status: "partially_refunded", refundedAmount: 100, refundedTaxAmount: 20 });
});
