/** What the calls take, and the schemas that check it. */

import * as z from "zod";
import type { CustomFieldData } from "./entities/wire.ts";

/** On whose behalf a call is. */
export interface ReferenceInput {
  /** The caller's own id, or an organization's, with or without `org_`. Default: as `billing.reference` says. */
  readonly referenceId?: string | undefined;
}

/** A page of a list. */
export interface PageInput extends ReferenceInput {
  /** From 1. */
  readonly page?: number | undefined;
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
}

/** What `/billing/subscriptions` takes. */
export interface ListSubscriptionsInput extends PageInput {
  /** Only those that give access, or only the others. */
  readonly active?: boolean | undefined;
}

/** What `/billing/has-benefit` takes. */
export interface HasBenefitInput extends ReferenceInput {
  /** A name of `billing.benefits`, or a benefit's id. */
  readonly benefit: string;
}

/** What `/billing/meter-balance` takes. */
export interface MeterBalanceInput extends ReferenceInput {
  /** A meter's id or name. */
  readonly meter: string;
}

/** Whose state the app itself asks for. */
export interface ReadCustomerStateInput {
  /** A user's id, or `org_` and an organization's id. */
  readonly referenceId: string;
}

/** What `/billing/checkout` takes. */
export interface CheckoutInput extends ReferenceInput {
  /** Names of `billing.checkout.products`, or ids; the first one is preselected. At most 20. */
  readonly productIds: readonly string[];
  /** Where the buyer goes afterwards: relative, or on a trusted origin. May hold `{CHECKOUT_ID}`. */
  readonly successUrl?: string | undefined;
  readonly discountCode?: string | undefined;
  /** Answers to the first product's questions, by slug. */
  readonly answers?: CustomFieldData | undefined;
}

/** What `/billing/resume-subscription` takes. */
export interface SubscriptionInput extends ReferenceInput {
  readonly subscriptionId: string;
}

/** What `/billing/cancel-subscription` takes. */
export interface CancelInput extends SubscriptionInput {
  readonly reason?:
    | "customer_service"
    | "low_quality"
    | "missing_features"
    | "switched_service"
    | "too_complex"
    | "too_expensive"
    | "unused"
    | "other"
    | undefined;
  /** The seller reads it. */
  readonly comment?: string | undefined;
}

/** What somebody used. */
export interface UsageInput {
  /** A user's id, or `org_` and an organization's id. */
  readonly referenceId: string;
  /** As the meter's filter knows it: `render.done`. */
  readonly name: string;
  /** What the meter counts by. */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** When it was used. Default: now. */
  readonly timestamp?: Date | undefined;
}

/** A whole number within bounds; in a query its digits. */
export const number = (least: number, most: number): z.ZodType<number> =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(least).max(most));

/** Yes or no; in a query as a word. */
export const flag: z.ZodType<boolean> = z.union([
  z.boolean(),
  z.enum(["true", "false"]).transform((word) => word === "true"),
]);

/** An id, or a name: whatever could be a key. */
export const key: z.ZodType<string> = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u);

const reference = { referenceId: key.optional() };
const page = { ...reference, page: number(1, 100_000).optional(), limit: number(1, 100).optional() };

export const referenceInput: z.ZodType<ReferenceInput> = z.object(reference);
export const pageInput: z.ZodType<PageInput> = z.object(page);
export const listSubscriptionsInput: z.ZodType<ListSubscriptionsInput> = z.object({ ...page, active: flag.optional() });
export const hasBenefitInput: z.ZodType<HasBenefitInput> = z.object({ ...reference, benefit: key });
export const meterBalanceInput: z.ZodType<MeterBalanceInput> = z.object({ ...reference, meter: key });
export const readCustomerStateInput: z.ZodType<ReadCustomerStateInput> = z.object({ referenceId: key });

const value = z.union([z.string().max(500), z.number(), z.boolean()]);
const answers: z.ZodType<CustomFieldData> = z.record(key, z.union([value, z.null()]));

export const checkoutInput: z.ZodType<CheckoutInput> = z.object({
  ...reference,
  productIds: z.array(key).min(1).max(20),
  // Left to the redirect check, which has a refusal of its own.
  successUrl: z.string().max(2048).optional(),
  discountCode: key.optional(),
  answers: answers.optional(),
});

export const subscriptionInput: z.ZodType<SubscriptionInput> = z.object({ ...reference, subscriptionId: key });

export const cancelInput: z.ZodType<CancelInput> = z.object({
  ...reference,
  subscriptionId: key,
  reason: z
    .enum([
      "customer_service",
      "low_quality",
      "missing_features",
      "switched_service",
      "too_complex",
      "too_expensive",
      "unused",
      "other",
    ])
    .optional(),
  comment: z.string().max(1000).optional(),
});

export const usageInput: z.ZodType<UsageInput> = z.object({
  referenceId: key,
  name: key,
  metadata: z.record(key, value).optional(),
  timestamp: z.date().optional(),
});

/** The part of a list that a page is. */
export function partOf({ page = 1, limit = 20 }: PageInput): { readonly limit: number; readonly offset: number } {
  return { limit, offset: (page - 1) * limit };
}
