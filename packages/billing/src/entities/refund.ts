/** Refunds: money on its way back. */

import * as z from "zod";
import { amount, type Entity, entityShape, flag, id, type Metadata, metadata, type Open, open, text } from "./wire.ts";

/** Where a refund stands. A bank may refuse one that had succeeded. */
export type RefundStatus = "pending" | "succeeded" | "failed" | "canceled";

/** Why money goes back. */
export type RefundReason =
  | "duplicate"
  | "fraudulent"
  | "customer_request"
  | "service_disruption"
  | "satisfaction_guarantee"
  | "other";

/** Money on its way back. Amounts are in the currency's smallest unit. */
export interface Refund extends Entity {
  readonly status: Open<RefundStatus>;
  readonly reason: Open<RefundReason>;
  /** Before tax. */
  readonly amount: number;
  readonly tax_amount: number;
  readonly currency: string;
  readonly organization_id: string;
  readonly order_id: string;
  readonly subscription_id: string | null;
  readonly customer_id: string;
  /** Only ever true for what was bought once. */
  readonly revoke_benefits: boolean;
  readonly metadata: Metadata;
}

export const refundStatus: z.ZodType<Open<RefundStatus>> = open("refund status", [
  "pending",
  "succeeded",
  "failed",
  "canceled",
]);

export const refund: z.ZodType<Refund> = z.looseObject({
  ...entityShape,
  status: refundStatus,
  reason: open("refund reason", [
    "duplicate",
    "fraudulent",
    "customer_request",
    "service_disruption",
    "satisfaction_guarantee",
    "other",
  ]),
  amount,
  tax_amount: amount,
  currency: text,
  organization_id: id,
  order_id: id,
  subscription_id: id.nullable(),
  customer_id: id,
  revoke_benefits: flag,
  metadata,
});
