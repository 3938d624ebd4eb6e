/** Calculates what paying by the year saves. */

import type { BillingProduct } from "@latchkey/billing";
import { fill } from "../../texts/texts.ts";
import { baseAmountOf } from "./prices.ts";
import type { PricingTexts } from "./texts.ts";

/**
 * Returns what a year saves compared to twelve months, such as "Save 17%". `null` if nothing is saved, or no product
 * has both prices.
 */
export function savingText(
  products: readonly BillingProduct[],
  texts: PricingTexts,
  language: string | undefined,
): string | null {
  const savings = products.map(savingOf).filter((share) => share !== null);
  const highest = Math.max(0, ...savings);
  // Rounded down, so that it never promises too much.
  const percent = Math.floor(highest * 100 + 1e-9) / 100;
  if (percent === 0) return null;
  const isSame = savings.every((share) => Math.abs(share - highest) < 1e-9);
  const text = isSame ? texts.save : texts.saveUpTo;
  return fill(text, { percent: percent.toLocaleString(language, { style: "percent" }) });
}

/** The share that a year of a product saves. `null` without comparable prices. */
function savingOf(product: BillingProduct): number | null {
  const [month, year] = [baseAmountOf(product, "month"), baseAmountOf(product, "year")];
  if (!month || !year || month.currency !== year.currency || month.amount <= 0) return null;
  return 1 - year.amount / (month.amount * 12);
}
