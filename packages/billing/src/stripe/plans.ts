/** Finds a plan's prices. */

import type { PlanChoice } from "../provider/checkout.ts";
import { ProviderError } from "../provider/error.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import type { StripeClient } from "./client.ts";
import { fetchProduct } from "./fetch.ts";
import { idIn } from "./objects/common.ts";
import { catalogEntry, intervalOf, isMetered, isPerSeat, type StripePrice } from "./objects/products.ts";

/** A plan's price, and the metered prices that are charged in addition. */
export interface StripePlan {
  readonly price: StripePrice;
  readonly metered: readonly StripePrice[];
  /** Whether the product is sold per seat. */
  readonly hasSeats: boolean;
}

/**
 * Finds a plan's price: the chosen one, or else the product's default price. The product's metered prices with the same
 * interval belong to the plan.
 * @throws {ProviderError} `rejected` if the product doesn't exist, doesn't have the price, or has several prices and no
 * default
 */
export async function findPlan(
  client: StripeClient,
  { productId, priceId }: PlanChoice,
  call: ProviderCall,
): Promise<StripePlan> {
  const [fetched] = await fetchProduct(client, productId, call);
  const read = catalogEntry.safeParse(fetched?.value);
  if (!read.success) throw rejection(`The product ${productId} doesn't exist.`);
  const { product, prices } = read.data;
  const chosenId = priceId ?? idIn(product.default_price) ?? onlyPrice(prices);
  if (chosenId === null)
    throw rejection(`The product ${productId} has several prices. Choose one, or set a default price.`);
  const price = prices.find(({ id }) => id === chosenId);
  if (!price) throw rejection(`The product ${productId} isn't sold at the price ${chosenId}.`);
  const interval = intervalOf(price);
  const metered = interval === "" ? [] : prices.filter((one) => isMetered(one) && intervalOf(one) === interval);
  return { price, metered: metered.filter(({ id }) => id !== price.id), hasSeats: isPerSeat(product) };
}

/** Returns a product's price if it has exactly one, not counting metered prices. */
function onlyPrice(prices: readonly StripePrice[]): string | null {
  const licensed = prices.filter((price) => !isMetered(price));
  const [price, other] = licensed.length === 0 ? prices : licensed;
  return price && !other ? price.id : null;
}

function rejection(reason: string): ProviderError {
  return new ProviderError("rejected", `find plan: ${reason}`, { reason });
}
