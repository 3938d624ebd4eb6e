import type { BillingProduct } from "@latchkey/billing";
import { expect, test } from "vitest";
import { savingText } from "./savings.ts";
import { pricing } from "./texts.ts";

/** A product with a monthly and a yearly price. */
function product(month: number | null, year: number | null, currency = "usd"): BillingProduct {
  const price = (recurringInterval: string, amount: number | null, money: string) => ({
    amountType: "fixed",
    type: "recurring",
    recurringInterval,
    amount,
    currency: money,
  });
  const prices = [price("month", month, "usd"), price("year", year, currency)];
  return { recurringInterval: "month", prices } as unknown as BillingProduct;
}

const textOf = (...products: BillingProduct[]): string | null => savingText(products, pricing, "en");

test("returns the savings of a year compared to twelve months", () => {
  expect(textOf(product(1900, 19000))).toBe("Save 16%");
  expect(textOf(product(1000, 9600))).toBe("Save 20%");
  expect(textOf(product(1000, 9600), product(2000, 19200))).toBe("Save 20%");
});

test("returns the highest savings if plans save different amounts", () => {
  expect(textOf(product(1000, 9600), product(1000, 10800))).toBe("Save up to 20%");
});

test("returns nothing without savings or comparable prices", () => {
  expect(textOf()).toBeNull();
  expect(textOf(product(1000, 12000))).toBeNull();
  expect(textOf(product(1000, 13000))).toBeNull();
  expect(textOf(product(1000, null))).toBeNull();
  expect(textOf(product(1000, 9600, "eur"))).toBeNull();
});
