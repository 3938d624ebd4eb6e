/** What the calls of the seller's view take, and the schemas that check it. */

import { longestCursor } from "@latchkey/core";
import * as z from "zod";
import { flag, key, number } from "../inputs.ts";

/** A page of a list of the seller's. */
export interface SellerListInput {
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** What `/billing/seller/customers` takes. */
export interface SellerCustomersInput extends SellerListInput {
  /** The beginning of an address. The list is in the order of the addresses then. */
  readonly search?: string | undefined;
}

/** What `/billing/seller/subscriptions` takes. */
export interface SellerSubscriptionsInput extends SellerListInput {
  /** Only those that give access, or only the others. */
  readonly active?: boolean | undefined;
}

const list = { limit: number(1, 100).optional(), cursor: z.string().min(1).max(longestCursor).optional() };

export const sellerListInput: z.ZodType<SellerListInput> = z.object(list);
export const sellerCustomersInput: z.ZodType<SellerCustomersInput> = z.object({ ...list, search: key.optional() });
export const sellerSubscriptionsInput: z.ZodType<SellerSubscriptionsInput> = z.object({
  ...list,
  active: flag.optional(),
});
