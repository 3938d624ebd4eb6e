/** Names a plan that a subscription changes to. */

import type { BillingProduct, BillingSubscription } from "@latchkey/billing";
import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { day } from "../money.ts";
import { priceTextOf } from "../pricing/prices.ts";
import { useBillingUi } from "../ui.ts";
import { type PlanOption, planOptionsOf } from "./options.ts";

/** Returns a function that names an option, such as "Studio ($490 per year)". */
export function useOptionName(): (option: Pick<PlanOption, "product" | "interval">) => string {
  const { language } = useAuthUi().texts;
  const { page, pricing } = useBillingUi().texts;
  return ({ product, interval }) => {
    const { amount, perInterval } = priceTextOf(product, interval, pricing, language);
    return fill(page.change.planWithPrice, { plan: product.name, price: `${amount} ${perInterval}`.trim() });
  };
}

/** Returns a function that describes a plan's scheduled change. `null` if there is none. */
export function useScheduledText(products: readonly BillingProduct[]): (plan: BillingSubscription) => string | null {
  const { texts } = useAuthUi();
  const { change } = useBillingUi().texts.page;
  const optionName = useOptionName();
  return (plan) => {
    const { scheduledChange: scheduled } = plan;
    if (scheduled === null) return null;
    const { product, priceId, seats } = scheduled;
    const date = day(scheduled.appliesAt, texts.language);
    const isOtherPlan = product !== null || priceId !== null;
    if (!isOtherPlan) {
      return seats === null
        ? fill(change.scheduledPrice, { date })
        : fillCount(texts, change.scheduledSeats, seats, { date });
    }
    const productId = product?.id ?? plan.product.id;
    const productOptions = planOptionsOf(products, plan).filter((option) => option.product.id === productId);
    const option =
      priceId === null
        ? productOptions.length === 1 && productOptions[0]
        : productOptions.find((one) => one.priceId === priceId);
    // Without its price, a different interval of the same product would have the same name.
    if (!option && product === null) return fill(change.scheduledPrice, { date });
    const name = option ? optionName(option) : (product?.name ?? productId);
    return seats === null
      ? fill(change.scheduled, { plan: name, date })
      : fillCount(texts, change.scheduledWithSeats, seats, { plan: name, date });
  };
}
