/** What the calls take, and the schemas that check it. */

import * as z from "zod";

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

/** What goes into a query as text. */
const number = (least: number, most: number): z.ZodType<number> =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(least).max(most));

const flag: z.ZodType<boolean> = z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")]);

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

/** The part of a list that a page is. */
export function partOf({ page = 1, limit = 20 }: PageInput): { readonly limit: number; readonly offset: number } {
  return { limit, offset: (page - 1) * limit };
}
