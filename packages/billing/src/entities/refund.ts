/** Refunds. */

import * as z from "zod";
import {
  amount,
  type Entity,
  entityShape,
  flag,
  id,
  type Metadata,
  metadata,
  nullable,
  type OpenEnum,
  openEnum,
  optionalEnum,
  sellerId,
  text,
  type WireShape,
} from "./wire.ts";

/** The status of a refund. A bank can still reject one that had succeeded. */
export type RefundStatus = "pending" | "succeeded" | "failed" | "canceled";

/** The reason for a refund. */
export type RefundReason =
  | "duplicate"
  | "fraudulent"
  | "customer_request"
  | "service_disruption"
  | "satisfaction_guarantee"
  | "other";

/** A refund. Amounts are in the currency's smallest unit. */
export interface Refund extends Entity {
  readonly status: OpenEnum<RefundStatus>;
  readonly reason: OpenEnum<RefundReason>;
  /** Before tax. */
  readonly amount: number;
  readonly tax_amount: number;
  readonly currency: string;
  readonly organization_id: string;
  readonly order_id: string;
  readonly subscription_id: string | null;
  readonly customer_id: string;
  /** Can only be true for one-time purchases. */
  readonly revoke_benefits: boolean;
  readonly metadata: Metadata;
}

export const refundStatus: z.ZodType<OpenEnum<RefundStatus>> = openEnum("refund status", [
  "pending",
  "succeeded",
  "failed",
  "canceled",
]);

export const refundShape: WireShape<Refund> = {
  ...entityShape,
  status: refundStatus,
  reason: optionalEnum("refund reason", [
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
  organization_id: sellerId,
  order_id: id,
  subscription_id: nullable(id),
  customer_id: id,
  revoke_benefits: flag,
  metadata,
};

export const refund: z.ZodType<Refund> = z.looseObject(refundShape);
