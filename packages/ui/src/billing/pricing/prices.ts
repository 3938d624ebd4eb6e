/** Formats prices for the pricing table. */

import type { BillingProduct, ProductPrice } from "@latchkey/billing";
import { fill } from "../../texts/texts.ts";
import { money, unitMoney } from "../money.ts";
import type { PricingTexts } from "./texts.ts";

/** The price on a product card. */
export interface PriceText {
  /** The amount, such as "$29" or "Free". */
  readonly amount: string;
  /** The interval, such as "per month" or "one-time". Empty if there is none to show. */
  readonly perInterval: string;
  /** Notes below the price. */
  readonly notes: readonly string[];
}

const order = ["day", "week", "month", "year"];

/** The billing intervals of the products, shortest first. Empty if there are no recurring prices. */
export function intervalsOf(products: readonly BillingProduct[]): readonly string[] {
  const all = products.flatMap((product) => product.prices.map((price) => intervalOf(product, price)));
  const found = new Set(all.filter((interval) => interval !== null));
  const rank = (interval: string): number => (order.includes(interval) ? order.indexOf(interval) : order.length);
  return [...found].sort((a, b) => rank(a) - rank(b));
}

/** The billing interval of a price, or `null` for a one-time price. Legacy prices have their own interval. */
function intervalOf({ recurringInterval }: BillingProduct, price: ProductPrice): string | null {
  return price.type === "one_time" ? null : (price.recurringInterval ?? recurringInterval);
}

/** Whether a price of a product is charged in this interval. */
export function isPriceOf(product: BillingProduct, price: ProductPrice, interval: string): boolean {
  return intervalOf(product, price) === interval;
}

/** Whether a product can be bought in this interval. One-time products always can. */
export function isOffered(product: BillingProduct, interval: string | null): boolean {
  if (interval === null || !product.isRecurring || product.prices.length === 0) return true;
  return product.prices.some((price) => isPriceOf(product, price, interval));
}

/** A product's fixed price for an interval, in the currency's smallest unit. `null` if there is none. */
export function baseAmountOf(
  product: BillingProduct,
  interval: string,
): { readonly amount: number; readonly currency: string } | null {
  const price = product.prices.find((one) => one.amountType === "fixed" && intervalOf(product, one) === interval);
  return price && price.amount !== null && price.currency !== null
    ? { amount: price.amount, currency: price.currency }
    : null;
}

/** Returns the price of a product as text. */
export function priceTextOf(
  product: BillingProduct,
  interval: string | null,
  texts: PricingTexts,
  language: string | undefined,
): PriceText {
  const prices = product.prices.filter((price) => {
    const priceInterval = intervalOf(product, price);
    return priceInterval === null || interval === null || priceInterval === interval;
  });
  const metered = prices.filter(({ amountType }) => amountType === "metered_unit");
  const base = prices.find(({ amountType }) => amountType !== "metered_unit");
  const every = base ? intervalOf(product, base) : interval;
  const notes = metered.map((price) => meteredText(price, every, texts, language));
  if (!base) return { amount: notes.length > 0 ? texts.usageOnly : texts.atCheckout, perInterval: "", notes };
  const each = every === null ? texts.once : perIntervalText(every, texts);
  const baseParts = baseText(base, texts, language);
  const perInterval = baseParts.isPerSeat ? fill(texts.perSeatEach, { each }) : each;
  return {
    amount: baseParts.amount,
    perInterval: baseParts.hasInterval ? perInterval : "",
    notes: [...baseParts.notes, ...notes],
  };
}

/** The text for an interval, such as "per month". */
export function perIntervalText(interval: string, { each, eachOther }: PricingTexts): string {
  return Object.hasOwn(each, interval) ? (each[interval] as string) : eachOther;
}

interface BaseText {
  readonly amount: string;
  readonly hasInterval: boolean;
  readonly isPerSeat?: boolean;
  readonly notes: readonly string[];
}

function baseText(price: ProductPrice, texts: PricingTexts, language: string | undefined): BaseText {
  const { currency, amount } = price;
  const format = (value: number): string => money(value, currency ?? "", language, true);
  switch (price.amountType) {
    case "free":
      return { amount: texts.free, hasInterval: false, notes: [] };
    case "fixed":
      return { amount: format(amount ?? 0), hasInterval: true, notes: [] };
    case "custom": {
      const { minimumAmount: min, maximumAmount: max, presetAmount: preset } = price;
      const notes = [
        ...(preset === null ? [] : [fill(texts.suggested, { amount: format(preset) })]),
        ...(max === null ? [] : [fill(texts.upTo, { amount: format(max) })]),
      ];
      const from = min === null || min === 0 ? texts.custom : fill(texts.from, { amount: format(min) });
      return { amount: from, hasInterval: true, notes };
    }
    case "seat_based": {
      const amounts = price.seatTiers?.map(({ pricePerSeat }) => pricePerSeat) ?? [];
      if (amounts.length === 0) return { amount: texts.perSeat, hasInterval: true, notes: [texts.perSeatNote] };
      const lowest = format(Math.min(...amounts));
      const isSame = amounts.every((one) => one === amounts[0]);
      if (isSame) return { amount: lowest, hasInterval: true, isPerSeat: true, notes: [] };
      return {
        amount: fill(texts.from, { amount: lowest }),
        hasInterval: true,
        isPerSeat: true,
        notes: [texts.perSeatNote],
      };
    }
    default:
      // A price type added to the provider later. The checkout shows the amount.
      return { amount: texts.atCheckout, hasInterval: false, notes: [] };
  }
}

function meteredText(
  { currency, unitAmount, capAmount, meterName }: ProductPrice,
  interval: string | null,
  texts: PricingTexts,
  language: string | undefined,
): string {
  const meter = meterName ?? texts.unit;
  const amount = unitMoney(unitAmount ?? "0", currency ?? "", language);
  if (capAmount === null) return fill(texts.metered, { meter, amount });
  const each = interval === null ? "" : perIntervalText(interval, texts);
  return fill(texts.meteredUpTo, { meter, amount, cap: money(capAmount, currency ?? "", language, true), each });
}
