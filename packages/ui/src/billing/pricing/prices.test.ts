import type { BillingProduct, ProductPrice } from "@latchkey/billing";
import { describe, expect, test } from "vitest";
import { fill } from "../../texts/texts.ts";
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
  seatTiers: null,
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
  trialDays: 0,
  questions: [],
  images: [],
  ...changes,
});

const { month, year } = pricing.each as Readonly<Record<"month" | "year", string>>;
const text = (prices: readonly ProductPrice[], interval: string | null = "month") => {
  const { amount, perInterval, notes } = priceTextOf(product(prices), interval, pricing, "en");
  return [amount, perInterval, ...notes];
};

describe("a price as text", () => {
  test.each([
    ["fixed", { amount: 2900 }, ["$29", month]],
    ["free", { currency: null }, [pricing.free, ""]],
    ["custom", {}, [pricing.custom, month]],
    [
      "custom",
      { minimumAmount: 500, maximumAmount: 10_000, presetAmount: 1000 },
      [
        fill(pricing.from, { amount: "$5" }),
        month,
        fill(pricing.suggested, { amount: "$10" }),
        fill(pricing.upTo, { amount: "$100" }),
      ],
    ],
    ["seat_based", {}, [pricing.perSeat, month, pricing.perSeatNote]],
    [
      "seat_based",
      { seatTiers: [{ minSeats: 1, maxSeats: null, pricePerSeat: 500 }] },
      ["$5", fill(pricing.perSeatEach, { each: month })],
    ],
    [
      "seat_based",
      {
        seatTiers: [
          { minSeats: 1, maxSeats: 9, pricePerSeat: 500 },
          { minSeats: 10, maxSeats: null, pricePerSeat: 400 },
        ],
      },
      [fill(pricing.from, { amount: "$4" }), fill(pricing.perSeatEach, { each: month }), pricing.perSeatNote],
    ],
    ["of_next_year", {}, [pricing.atCheckout, ""]],
  ] as const)("%s", (amountType, changes, words) => {
    expect(text([price({ amountType, ...changes } as Partial<ProductPrice>)])).toEqual(words);
  });

  test("metered prices are shown below a fixed price, or alone if there's no fixed price", () => {
    const metered = price({ amountType: "metered_unit", unitAmount: "12.5", capAmount: 20_000, meterName: "Renders" });
    expect(text([price({ amount: 2900 }), metered])).toEqual([
      "$29",
      month,
      fill(pricing.meteredUpTo, { meter: "Renders", amount: "$0.125", cap: "$200", each: month }),
    ]);
    expect(text([price({ ...metered, capAmount: null, meterName: null })])).toEqual([
      pricing.usageOnly,
      "",
      fill(pricing.metered, { meter: pricing.unit, amount: "$0.125" }),
    ]);
  });

  test("one-time prices are the same in every interval, and a product without prices points to the checkout", () => {
    const once = price({ type: "one_time", recurringInterval: null, amount: 4900 });
    expect(text([once], "year")).toEqual(["$49", pricing.once]);
    expect(text([])).toEqual([pricing.atCheckout, ""]);
  });
});

test("an interval without a text isn't shown under the provider's name", () => {
  const quarterly = price({ amount: 2500, recurringInterval: "quarter" });
  expect(text([quarterly], "quarter")).toEqual(["$25", "per billing period"]);
});

test("legacy prices have their own interval", () => {
  const [monthly, yearly] = [price({ amount: 900 }), price({ amount: 9900, recurringInterval: "year" })];
  const old = product([monthly, yearly], { recurringInterval: null });
  const weekly = product([price({ recurringInterval: null })], { recurringInterval: "week" });
  expect(intervalsOf([old, weekly])).toEqual(["week", "month", "year"]);
  expect(priceTextOf(old, "year", pricing, "en")).toMatchObject({ amount: "$99", perInterval: year });
  expect([isOffered(old, "year"), isOffered(weekly, "year"), isOffered(weekly, "week")]).toEqual([true, false, true]);
  expect(isOffered(product([], { isRecurring: false }), "year")).toBe(true);
});
