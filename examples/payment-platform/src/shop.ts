/** The products of the fake payment provider. Ids are derived from the names, so they are the same at every start. */

import type { Shop } from "./shop-format.ts";

export const shop: Shop = {
  seller: { name: "Northlight Studio", slug: "northlight-studio" },
  currency: "usd",
  taxPercent: 20,
  meters: {
    renders: { name: "Rendered frames", event: "render.done", sum: "frames" },
  },
  benefits: {
    support: { type: "custom", description: "Answers within a day", note: "Write to **help@northlight.example**." },
    pro: { type: "custom", description: "The professional tools", note: "They are under *Tools*." },
    license: { type: "license_keys", description: "A license key for the desktop app", prefix: "NORTH", machines: 3 },
    frames: { type: "meter_credit", description: "1000 frames a month", meter: "renders", units: 1000 },
    guide: { type: "downloadables", description: "The guide as a file", files: ["lighting-guide.pdf"] },
  },
  products: {
    solo: {
      name: "Solo",
      description: "For one person.",
      every: "month",
      price: 900,
      benefits: ["support"],
    },
    studio: {
      name: "Studio",
      description: "The professional tools, on three machines.",
      every: "month",
      price: 2900,
      benefits: ["support", "pro", "license"],
    },
    farm: {
      name: "Render farm",
      description: "1000 frames a month; each frame more costs half a cent.",
      every: "month",
      price: 1900,
      metered: { meter: "renders", unitAmount: "0.5", cap: 50_000 },
      benefits: ["pro", "frames"],
    },
    guide: {
      name: "The lighting guide",
      description: "240 pages, bought once.",
      every: null,
      price: 4900,
      benefits: ["guide"],
    },
  },
  discounts: {
    WELCOME: { name: "The first month at half the price", percent: 50, duration: "once" },
  },
};
