/** How `shop.ts` is written. */

/** A shop. Keys are names, by which its parts refer to each other. Money is in the currency's smallest unit. */
export interface Shop {
  readonly seller: { readonly name: string; readonly slug: string };
  /** Three letters, lower case. */
  readonly currency: string;
  /** Put on top of every price. */
  readonly taxPercent: number;
  readonly meters: Readonly<Record<string, ShopMeter>>;
  readonly benefits: Readonly<Record<string, ShopBenefit>>;
  readonly products: Readonly<Record<string, ShopProduct>>;
  /** By the code that a buyer types. */
  readonly discounts: Readonly<Record<string, ShopDiscount>>;
}

/** Counts usage events of one name, or adds up one field of theirs. */
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
      /** On how many machines a key may be used. */
      readonly machines: number;
    }
  | { readonly type: "downloadables"; readonly description: string; readonly files: readonly string[] }
  | {
      readonly type: "meter_credit";
      readonly description: string;
      readonly meter: string;
      /** Given anew with every period. */
      readonly units: number;
    };

export interface ShopProduct {
  readonly name: string;
  readonly description: string;
  /** `null`: bought once. */
  readonly every: "month" | "year" | null;
  readonly price: number;
  /** What is used beyond the credit costs this much a unit, and a period costs no more than `cap`. */
  readonly metered?: { readonly meter: string; readonly unitAmount: string; readonly cap: number | null };
  readonly benefits: readonly string[];
}

export interface ShopDiscount {
  readonly name: string;
  readonly percent: number;
  readonly duration: "once" | "forever";
}
