/** Stripe's refunds and disputes. Disputes are converted to refunds, because the buyer's bank takes the money back. */

import * as z from "zod";
import type { Refund, RefundReason, RefundStatus } from "../../entities/refund.ts";
import { amount, id, type Metadata, metadata, nullable, type OpenEnum, text } from "../../entities/wire.ts";
import { entityTimes, idIn, seconds } from "./common.ts";
import { type StripeInvoice, splitTax, subscriptionIdOf } from "./invoices.ts";

/** A refund of a payment. Amounts include tax. */
export interface StripeRefund {
  readonly id: string;
  readonly created: number | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: string | null;
  readonly reason: string | null;
  readonly metadata: Metadata;
}

/** A dispute of a payment. Amounts include tax. */
export interface StripeDispute {
  readonly id: string;
  readonly created: number | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly metadata: Metadata;
}

export const stripeRefund: z.ZodType<StripeRefund> = z.looseObject({
  id,
  created: seconds,
  amount,
  currency: text,
  status: nullable(z.string().max(255)),
  reason: nullable(z.string().max(255)),
  metadata,
});

export const stripeDispute: z.ZodType<StripeDispute> = z.looseObject({
  id,
  created: seconds,
  amount,
  currency: text,
  status: z.string().max(255),
  metadata,
});

/** Whether the dispute was lost, so the money won't come back. */
export function isLost({ status }: StripeDispute): boolean {
  return status === "lost";
}

const reasons: Readonly<Record<string, RefundReason>> = {
  duplicate: "duplicate",
  fraudulent: "fraudulent",
  requested_by_customer: "customer_request",
};

/** Converts a refund. */
export function toRefund(invoice: StripeInvoice, refund: StripeRefund): Refund {
  // A refund that waits for the buyer's bank account hasn't been paid out yet.
  const status = refund.status === "requires_action" || refund.status === null ? "pending" : refund.status;
  return build(invoice, refund, status, reasons[refund.reason ?? ""] ?? "other");
}

/** Converts a dispute to a refund with the reason `dispute`. */
export function disputeToRefund(invoice: StripeInvoice, dispute: StripeDispute): Refund {
  return build(invoice, dispute, disputeStatus(dispute), "dispute");
}

/** Pending while the bank decides, succeeded if the money is lost, and canceled if it stays or comes back. */
function disputeStatus(dispute: StripeDispute): RefundStatus {
  if (isLost(dispute)) return "succeeded";
  return closed.has(dispute.status) ? "canceled" : "pending";
}

const closed: ReadonlySet<string> = new Set(["won", "warning_closed", "prevented"]);

function build(
  invoice: StripeInvoice,
  one: StripeRefund | StripeDispute,
  status: OpenEnum<RefundStatus>,
  reason: OpenEnum<RefundReason>,
): Refund {
  const { net, tax } = splitTax(one.amount, invoice);
  return {
    ...entityTimes(one.created),
    id: one.id,
    status,
    reason,
    amount: net,
    tax_amount: tax,
    currency: one.currency,
    organization_id: "",
    order_id: invoice.id,
    subscription_id: subscriptionIdOf(invoice),
    customer_id: idIn(invoice.customer) ?? "",
    revoke_benefits: false,
    metadata: one.metadata,
  };
}
