import { describe, expect, test } from "vitest";
import { convertEntity, type EntityKind } from "../convert.ts";

const time = { eventAt: "2026-11-01T12:00:00.000Z", arrival: "2026-11-01T12:00:00.000000Z", deletedAt: null };

/** The rows that an object becomes, by table. */
function rowsOf(kind: EntityKind, value: object): Record<string, Record<string, unknown>[]> {
  const converted = convertEntity({ kind, value }, time);
  if ("issues" in converted) throw new Error(JSON.stringify(converted.issues));
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const { snapshot } of converted.entities) {
    const name = snapshot.table.name.replace("billing", "").toLowerCase();
    rows[name] = [...(rows[name] ?? []), snapshot.row as object as Record<string, unknown>];
  }
  return rows;
}

const [start, end] = [1_793_534_400, 1_796_126_400];
const monthly = { interval: "month", interval_count: 1, usage_type: "licensed" };
const price = { id: "price_1", currency: "eur", unit_amount: 1500, recurring: monthly, product: "prod_1" };
const usage = { ...price, id: "price_2", unit_amount: null, unit_amount_decimal: "0.5" };
const metered = { ...usage, recurring: { ...monthly, usage_type: "metered", meter: "mtr_1" } };
const subscription = { id: "sub_1", created: start, status: "active", customer: "cus_1", currency: "eur" };

describe("subscriptions", () => {
  test("have the item's period in new API versions, and the subscription's own in old ones", () => {
    const item = { id: "si_1", price, quantity: 2 };
    const periods = { current_period_start: start, current_period_end: end };
    const now = { ...subscription, items: { data: [{ ...item, ...periods }] } };
    const before = { ...subscription, ...periods, items: { data: [item] } };
    for (const value of [now, before]) {
      expect(rowsOf("subscription", value).subscription).toMatchObject([
        { currentPeriodStart: new Date(start * 1000), currentPeriodEnd: new Date(end * 1000), amount: 3000, seats: 2 },
      ]);
    }
  });

  test("with several items, have the first one that isn't charged by usage as the plan, and add the others to the amount", () => {
    const addOn = { ...price, id: "price_3", unit_amount: 300, product: "prod_2" };
    const items = [
      { id: "si_1", price: metered },
      { id: "si_2", price, quantity: 1 },
      { id: "si_3", price: addOn, quantity: 3 },
    ];
    const [row] = rowsOf("subscription", { ...subscription, items: { data: items } }).subscription ?? [];
    expect(row).toMatchObject({ productId: "prod_1", amount: 2400, recurringInterval: "month" });
    expect(row?.prices).toMatchObject([
      { amountType: "metered_unit", unitAmount: "0.5", meterId: "mtr_1" },
      { amountType: "fixed", amount: 1500 },
      { amountType: "fixed", amount: 300 },
    ]);
  });

  test("have the quantity as seats if the product's unit has a label, or if the quantity is more than one", () => {
    const sold = (product: unknown, quantity: number) => {
      const items = { data: [{ id: "si_1", price: { ...price, product }, quantity }] };
      const [row] = rowsOf("subscription", { ...subscription, items }).subscription ?? [];
      return row;
    };
    const team = { id: "prod_1", name: "Team", unit_label: "seat" };
    const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 1500 }];
    expect(sold(team, 1)).toMatchObject({ seats: 1, prices: [{ amountType: "seat_based", seatTiers: tiers }] });
    expect(sold({ ...team, unit_label: null }, 1)).toMatchObject({ seats: null, prices: [{ amountType: "fixed" }] });
    expect(sold("prod_1", 1)).toMatchObject({ seats: null });
    expect(sold("prod_1", 2)).toMatchObject({ seats: 2 });
  });

  test("end at the period's end, or at another time that was set", () => {
    const items = { data: [{ id: "si_1", price, current_period_end: end }] };
    const atEnd = { ...subscription, items, cancel_at_period_end: true };
    const later = { ...subscription, items, cancel_at: end + 60 };
    for (const [value, ends] of [
      [atEnd, end],
      [later, end + 60],
    ] as const) {
      expect(rowsOf("subscription", value).subscription).toMatchObject([
        { cancelAtPeriodEnd: true, endsAt: new Date(ends * 1000) },
      ]);
    }
  });

  test("keep unknown statuses and intervals", () => {
    const quarterly = { ...price, recurring: { ...monthly, interval_count: 3 } };
    const value = { ...subscription, status: "hibernating", items: { data: [{ id: "si_1", price: quarterly }] } };
    expect(rowsOf("subscription", value).subscription).toMatchObject([
      { status: "hibernating", recurringInterval: "3 month" },
    ]);
  });
});

describe("orders", () => {
  const base = { id: "in_1", created: start, status: "paid", customer: "cus_1", currency: "eur", subtotal: 3000 };
  const amounts = { netAmount: 2500, taxAmount: 500, totalAmount: 3000, discountAmount: 500, subtotalAmount: 3000 };
  const common = { ...base, total: 3000, total_discount_amounts: [{ amount: 500 }] };

  test("are read from new and old API versions", () => {
    const newLine = {
      id: "il_1",
      amount: 3000,
      pricing: { price_details: { price: "price_1", product: "prod_1" } },
      parent: { subscription_item_details: { proration: true } },
      taxes: [{ amount: 500 }],
    };
    const now = {
      ...common,
      total_taxes: [{ amount: 300 }, { amount: 200 }],
      parent: { subscription_details: { subscription: "sub_1", metadata: { plan: "x" } } },
      lines: { data: [newLine] },
    };
    const oldLine = { id: "il_1", amount: 3000, proration: true, price, tax_amounts: [{ amount: 500 }] };
    const before = { ...common, tax: 500, subscription: "sub_1", lines: { data: [oldLine] } };
    for (const invoice of [now, before]) {
      const [row] = rowsOf("order", { invoice, refunds: [], disputes: [] }).order ?? [];
      expect(row).toMatchObject({ ...amounts, status: "paid", subscriptionId: "sub_1", productId: "prod_1" });
      expect(row?.items).toMatchObject([{ amount: 3000, taxAmount: 500, isProration: true, priceId: "price_1" }]);
    }
  });

  test("keep the amounts of currencies without decimals as they are", () => {
    const invoice = { ...base, currency: "jpy", subtotal: 500, total: 500, lines: { data: [] } };
    expect(rowsOf("order", { invoice, refunds: [], disputes: [] }).order).toMatchObject([
      { currency: "jpy", totalAmount: 500, netAmount: 500, taxAmount: 0 },
    ]);
  });

  test("refunds and lost disputes add up, and never to more than the total", () => {
    const invoice = { ...base, total: 3000, total_taxes: [{ amount: 500 }] };
    const refund = { id: "re_1", created: start, amount: 1200, currency: "eur" };
    const dispute = { id: "du_1", created: start, amount: 3000, currency: "eur" };
    const statusOf = (refunds: object[], disputes: object[]) => {
      const { order, refund: rows = [] } = rowsOf("order", { invoice, refunds, disputes });
      return [order?.[0]?.status, order?.[0]?.refundedAmount, ...rows.map(({ status }) => status)];
    };
    expect(statusOf([{ ...refund, status: "requires_action" }], [])).toEqual(["paid", 0, "pending"]);
    expect(statusOf([{ ...refund, status: "succeeded" }], [])).toEqual(["partially_refunded", 1000, "succeeded"]);
    expect(statusOf([{ ...refund, status: "failed" }], [])).toEqual(["paid", 0, "failed"]);
    expect(statusOf([], [{ ...dispute, status: "under_review" }])).toEqual(["paid", 0, "pending"]);
    expect(statusOf([], [{ ...dispute, status: "won" }])).toEqual(["paid", 0, "canceled"]);
    const both = statusOf([{ ...refund, status: "succeeded" }], [{ ...dispute, status: "lost" }]);
    expect(both).toEqual(["refunded", 2500, "succeeded", "succeeded"]);
  });

  test("drafts aren't orders, and void invoices are no longer due", () => {
    const of = (status: string) =>
      rowsOf("order", { invoice: { ...base, status, total: 0 }, refunds: [], disputes: [] });
    expect(of("draft")).toEqual({});
    expect([of("open"), of("void")]).toMatchObject([
      { order: [{ status: "pending" }] },
      { order: [{ status: "void" }] },
    ]);
  });
});

test("products have their default price first, and no interval if their prices' intervals differ", () => {
  const yearly = { ...price, id: "price_y", recurring: { ...monthly, interval: "year" } };
  const product = {
    id: "prod_1",
    created: start,
    name: "Pro",
    default_price: "price_1",
    images: ["https://x.test/a.png"],
  };
  const [row] = rowsOf("product", { product, prices: [yearly, price] }).product ?? [];
  expect(row).toMatchObject({ recurringInterval: null, isRecurring: true, isArchived: false, images: product.images });
  expect(row?.prices).toMatchObject([{ id: "price_1", recurringInterval: "month" }, { id: "price_y" }]);
  const archived = rowsOf("product", { product: { ...product, active: false }, prices: [price] }).product;
  expect(archived).toMatchObject([{ recurringInterval: "month", isArchived: true }]);
});

test("discounts are read from new and old API versions, with the code's own limits", () => {
  const coupon = { id: "c1", object: "coupon", duration: "repeating", duration_in_months: 3, percent_off: 12.5 };
  const code = { id: "promo_1", object: "promotion_code", code: "HELLO", coupon: "c1", times_redeemed: 4 };
  const items = { data: [{ id: "si_1", price }] };
  const now = { id: "di_1", object: "discount", source: { coupon }, promotion_code: code };
  const before = { id: "di_1", object: "discount", coupon, promotion_code: code };
  for (const value of [
    { ...subscription, items, discounts: [now] },
    { ...subscription, items, discount: before },
  ]) {
    const rows = rowsOf("subscription", value);
    expect(rows.subscription).toMatchObject([{ discountId: "promo_1" }]);
    expect(rows.discount).toMatchObject([
      {
        id: "promo_1",
        code: "HELLO",
        basisPoints: 1250,
        duration: "repeating",
        durationInMonths: 3,
        redemptionsCount: 4,
      },
    ]);
  }
});

test("missing keys are accepted, but values with another type are not", () => {
  expect(() => rowsOf("subscription", { id: "sub_1", status: "active", customer: "cus_1" })).not.toThrow();
  expect(() => rowsOf("order", { invoice: { id: "in_1" } })).not.toThrow();
  expect(() =>
    rowsOf("subscription", { ...subscription, items: { data: [{ id: "si_1", price, quantity: "2" }] } }),
  ).toThrow("quantity");
});
