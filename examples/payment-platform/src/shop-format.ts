/** The format of `shop.ts`. */

/** A shop. Parts of the shop refer to each other by these keys. Amounts are in the currency's smallest unit. */
export interface Shop {
  readonly seller: { readonly name: string; readonly slug: string };
  /** Three-letter code, in lowercase. */
  readonly currency: string;
  /** Added to every price. */
  readonly taxPercent: number;
  readonly meters: Readonly<Record<string, ShopMeter>>;
  readonly benefits: Readonly<Record<string, ShopBenefit>>;
  readonly products: Readonly<Record<string, ShopProduct>>;
  /** By the code that a buyer enters. */
  readonly discounts: Readonly<Record<string, ShopDiscount>>;
}

/** Counts usage events with one name, or adds up one of their fields. */
export interface ShopMeter {
  readonly name: string;
  readonly event: string;
  readonly sum?: string;
}

export type ShopBenefit =
  | { readonly type: "custom"; readonly description: string; readonly note: string }
  | {
      readonly type: "license_keys";
      readonly description: string;
      readonly prefix: string;
      /** Maximum number of machines per key. */
      readonly machines: number;
    }
  | { readonly type: "downloadables"; readonly description: string; readonly files: readonly string[] }
  | {
      readonly type: "meter_credit";
      readonly description: string;
      readonly meter: string;
      /** Granted again in every period. */
      readonly units: number;
    };

export interface ShopProduct {
  readonly name: string;
  readonly description: string;
  /** `null` for a one-time purchase. */
  readonly every: "month" | "year" | null;
  /** Per period. If `perSeat` is set, per seat and period. */
  readonly price: number;
  readonly perSeat?: boolean;
  /** Length of the free trial, in days. Default: none. */
  readonly trialDays?: number;
  /** Price per unit beyond the credit, and the maximum per period. */
  readonly metered?: { readonly meter: string; readonly unitAmount: string; readonly cap: number | null };
  readonly benefits: readonly string[];
}

export interface ShopDiscount {
  readonly name: string;
  readonly percent: number;
  readonly duration: "once" | "forever";
}
