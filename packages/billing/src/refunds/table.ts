/** The table `billingRefund`. */

import { defineTable, type Table } from "@latchkey/core/database";
import type { Refund, RefundReason, RefundStatus } from "../entities/refund.ts";
import type { Metadata, OpenEnum } from "../entities/wire.ts";
import { type MirrorRow, mirrorColumns, type Origin, type Snapshot, snapshot } from "../mirror/snapshot.ts";
import { stateMachines } from "../mirror/transitions.ts";

/** A refund. */
export interface RefundRow extends MirrorRow {
  readonly orderId: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly status: OpenEnum<RefundStatus>;
  readonly reason: OpenEnum<RefundReason>;
  /** Before tax, in the currency's smallest unit. */
  readonly amount: number;
  readonly taxAmount: number;
  readonly currency: string;
  readonly sellerId: string;
  readonly revokesBenefits: boolean;
  readonly metadata: Metadata;
}

export const refundTable: Table<RefundRow> = defineTable<RefundRow>({
  name: "billingRefund",
  columns: {
    ...mirrorColumns,
    orderId: { type: "string", index: true },
    customerId: { type: "string", index: true },
    subscriptionId: { type: "string", nullable: true },
    status: { type: "string" },
    reason: { type: "string" },
    amount: { type: "number" },
    taxAmount: { type: "number" },
    currency: { type: "text" },
    sellerId: { type: "string" },
    revokesBenefits: { type: "boolean" },
    metadata: { type: "json" },
  },
  indexes: [["createdAt"]],
});

export function refundSnapshot(refund: Refund, origin: Origin): Snapshot<RefundRow> {
  const values = {
    orderId: refund.order_id,
    customerId: refund.customer_id,
    subscriptionId: refund.subscription_id,
    status: refund.status,
    reason: refund.reason,
    amount: refund.amount,
    taxAmount: refund.tax_amount,
    currency: refund.currency,
    sellerId: refund.organization_id,
    revokesBenefits: refund.revoke_benefits,
    metadata: refund.metadata,
  };
  return snapshot(refundTable, origin, refund, values, stateMachines.refund);
}
