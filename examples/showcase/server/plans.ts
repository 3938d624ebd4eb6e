/** What the showcase sells: the demo's shop, a plan with seats and a trial for organizations, and yearly plans. */

import { type Shop, shop } from "payment-platform";

/** The shop on Stripe, where every plan has a monthly and a yearly price. */
export const stripeShop: Shop = {
  ...shop,
  products: {
    ...shop.products,
    team: {
      name: "Team",
      description: "Pro tools for everyone in your organization.",
      every: "month",
      price: 1200,
      perSeat: true,
      trialDays: 14,
      benefits: ["support", "pro"],
    },
  },
};

/** The shop on Polar, where a yearly plan is a separate product. */
export const polarShop: Shop = {
  ...stripeShop,
  products: {
    ...stripeShop.products,
    studioYearly: {
      name: "Studio",
      description: "Pro tools on up to three machines.",
      every: "year",
      price: 29_000,
      benefits: ["support", "pro", "license"],
    },
  },
};
