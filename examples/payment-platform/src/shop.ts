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
    support: { type: "custom", description: "Support within one day", note: "Write to **help@northlight.example**." },
    pro: { type: "custom", description: "Pro tools", note: "Find them under *Tools*." },
    license: { type: "license_keys", description: "Desktop app license key", prefix: "NORTH", machines: 3 },
    frames: { type: "meter_credit", description: "1,000 frames per month", meter: "renders", units: 1000 },
    guide: { type: "downloadables", description: "Lighting guide (PDF)", files: ["lighting-guide.pdf"] },
  },
  products: {
    solo: {
      name: "Solo",
      description: "For individuals.",
      every: "month",
      price: 900,
      benefits: ["support"],
    },
    studio: {
      name: "Studio",
      description: "Pro tools on up to three machines.",
      every: "month",
      price: 2900,
      benefits: ["support", "pro", "license"],
    },
    farm: {
      name: "Render farm",
      description: "1,000 frames per month included, then half a cent per frame.",
      every: "month",
      price: 1900,
      metered: { meter: "renders", unitAmount: "0.5", cap: 50_000 },
      benefits: ["pro", "frames"],
    },
    guide: {
      name: "The Lighting Guide",
      description: "240 pages. One-time purchase.",
      every: null,
      price: 4900,
      benefits: ["guide"],
    },
  },
  discounts: {
    WELCOME: { name: "50% off your first month", percent: 50, duration: "once" },
  },
};
