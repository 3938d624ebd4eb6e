import { describe, expect, test } from "vitest";
import { money, quantity, unitMoney } from "./money.ts";

describe("money", () => {
  test.each([
    [2900, "usd", "$29.00"],
    [-950, "usd", "-$9.50"],
    [2900, "jpy", "¥2,900"],
    [2900, "kwd", "KWD 2.900"],
    [1, "eur", "€0.01"],
  ])("%i of %s is %s: the smallest unit depends on the currency", (amount, currency, shown) => {
    expect(money(amount, currency, "en").replaceAll("\u00a0", " ")).toBe(shown);
  });

  test("in right-to-left text, a currency symbol with Latin letters keeps its letters' order", () => {
    const mark = "\u200e";
    expect(money(4900, "usd", "ar").endsWith(`US$${mark}`)).toBe(true);
    expect(money(4900, "usd", "ar", true).endsWith(`US$${mark}`)).toBe(true);
    expect(unitMoney("0.5", "usd", "ar").endsWith(`US$${mark}`)).toBe(true);
    expect(money(4900, "usd", "en")).not.toContain(mark);
  });

  test("in right-to-left text, a negative amount ends its own direction before the currency", () => {
    // Otherwise, the currency would follow the number on the right.
    expect(money(-4800, "jpy", "ar")).toBe("\u200f\u200e-4,800\u200f\u00a0JP¥\u200e");
  });

  test("a price has no decimals if they're zero", () => {
    expect(money(2900, "usd", "en", true)).toBe("$29");
    expect(money(2950, "usd", "en", true)).toBe("$29.50");
    expect(money(2900, "eur", "de", true).replaceAll("\u00a0", " ")).toBe("29 €");
  });

  test.each([
    ["0.5", "usd", "$0.005"],
    ["12.5", "usd", "$0.125"],
    ["100", "usd", "$1.00"],
    ["0.000000000001", "usd", "$0.00000000000001"],
    ["0.25", "jpy", "¥0.25"],
  ])("%s of %s a unit is %s, however small", (amount, currency, shown) => {
    expect(unitMoney(amount, currency, "en")).toBe(shown);
  });

  test("an unknown currency is shown unchanged", () => {
    expect(money(2900, "", "en")).toBe("2900 ");
    expect(unitMoney("0.5", "x", "en")).toBe("0.5 X");
  });
});

test("units have at most two decimals", () => {
  expect([quantity(12_450, "en"), quantity(0.126, "en"), quantity(-3, "en")]).toEqual(["12,450", "0.13", "-3"]);
});
