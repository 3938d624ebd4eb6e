/** Calculates amounts, as whole numbers of the currency's smallest unit. */

import type { Discount } from "@latchkey/billing/schemas";
import type { Platform } from "../state.ts";

export interface Amounts {
  readonly subtotal: number;
  readonly discount: number;
  /** Subtotal minus discount. */
  readonly net: number;
  readonly tax: number;
  /** Net plus tax. */
  readonly total: number;
}

export function amountsOf(platform: Platform, subtotal: number, discount: Discount | null): Amounts {
  const basisPoints = discount?.type === "percentage" ? discount.basis_points : 0;
  const off = Math.floor((subtotal * basisPoints) / 10_000);
  const net = subtotal - off;
  const tax = taxOf(platform, net);
  return { subtotal, discount: off, net, tax, total: net + tax };
}

export function taxOf({ catalog }: Platform, net: number): number {
  return Math.round((net * catalog.taxPercent) / 100);
}
