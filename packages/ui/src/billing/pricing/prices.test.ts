import type { BillingProduct, ProductPrice } from "@latchkey/billing";
import { describe, expect, test } from "vitest";
import { intervalsOf, isOffered, priceTextOf } from "./prices.ts";
import { pricing } from "./texts.ts";

const price = (changes: Partial<ProductPrice>): ProductPrice => ({
  id: "a-price",
  amountType: "fixed",
  type: "recurring",
  recurringInterval: "month",
  isArchived: false,
  isLegacy: false,
  currency: "usd",
  amount: null,
  minimumAmount: null,
  maximumAmount: null,
  presetAmount: null,
  unitAmount: null,
  capAmount: null,
  meterId: null,
  meterName: null,
  ...changes,
});

const product = (prices: readonly ProductPrice[], changes: Partial<BillingProduct> = {}): BillingProduct => ({
  id: "a-product",
  name: "Solo",
  description: null,
  isRecurring: true,
  recurringInterval: "month",
  prices,
  benefits: [],
  questions: [],
  images: [],
  ...changes,
});

const said = (prices: readonly ProductPrice[], interval: string | null = "month") => {
  const { amount, perInterval, notes } = priceTextOf(product(prices), interval, pricing, "en");
  return [amount, perInterval, ...notes];
};

describe("a price in words", () => {
  test.each([
    ["fixed", { amount: 2900 }, ["$29", "a month"]],
    ["free", { currency: null }, ["Free", ""]],
    ["custom", {}, ["What you choose", "a month"]],
    [
      "custom",
      { minimumAmount: 500, maximumAmount: 10_000, presetAmount: 1000 },
      ["From $5", "a month", "Suggested: $10.", "At most $100."],
    ],
    ["seat_based", {}, ["Per seat", "a month", pricing.perSeatNote]],
    ["of_next_year", {}, ["See at checkout", ""]],
  ] as const)("%s", (amountType, changes, words) => {
    expect(said([price({ amountType, ...changes } as Partial<ProductPrice>)])).toEqual(words);
  });

  test("usage stands beneath what is fixed, or alone", () => {
    const metered = price({ amountType: "metered_unit", unitAmount: "12.5", capAmount: 20_000, meterName: "Renders" });
    expect(said([price({ amount: 2900 }), metered])).toEqual([
      "$29",
      "a month",
      "Renders: $0.125 each, at most $200 a month.",
    ]);
    expect(said([price({ ...metered, capAmount: null, meterName: null })])).toEqual([
      "By usage",
      "",
      "Usage: $0.125 each.",
    ]);
  });

  test("what is bought once says so, in every interval; nothing at all is left to the checkout", () => {
    const once = price({ type: "one_time", recurringInterval: null, amount: 4900 });
    expect(said([once], "year")).toEqual(["$49", "once"]);
    expect(said([])).toEqual(["See at checkout", ""]);
  });
});

test("prices of the older form say their interval themselves, and each is shown in its own", () => {
  const [monthly, yearly] = [price({ amount: 900 }), price({ amount: 9900, recurringInterval: "year" })];
  const old = product([monthly, yearly], { recurringInterval: null });
  const weekly = product([price({ recurringInterval: null })], { recurringInterval: "week" });
  expect(intervalsOf([old, weekly])).toEqual(["week", "month", "year"]);
  expect(priceTextOf(old, "year", pricing, "en")).toMatchObject({ amount: "$99", perInterval: "a year" });
  expect([isOffered(old, "year"), isOffered(weekly, "year"), isOffered(weekly, "week")]).toEqual([true, false, true]);
  expect(isOffered(product([], { isRecurring: false }), "year")).toBe(true);
});
