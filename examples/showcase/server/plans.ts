/** What the showcase sells: the demo's shop, with a yearly plan, and a plan with seats and a trial for organizations. */

import { type Shop, shop } from "payment-platform";

/** The payment provider's products. */
export const showcaseShop: Shop = {
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
    studioYearly: {
      name: "Studio",
      description: "Pro tools on up to three machines.",
      every: "year",
      price: 29_000,
      benefits: ["support", "pro", "license"],
    },
  },
};
