/** The `billingRefund` table. */

import type { Table } from "@latchkey/core/database";
import { type Refund, type RefundReason, type RefundStatus, refundShape } from "../entities/refund.ts";
import type { Metadata, OpenEnum } from "../entities/wire.ts";
import { defineMirror, type Mirror, type ToSnapshot } from "../mirror/define.ts";
import type { MirrorRow } from "../mirror/snapshot.ts";
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

const refundMirror: Mirror<RefundRow, Refund> = defineMirror<RefundRow, Refund>({
  name: "billingRefund",
  wire: refundShape,
  fields: {
    orderId: { index: true, from: "order_id" },
    customerId: { index: true, from: "customer_id" },
    subscriptionId: "subscription_id",
    status: "status",
    reason: "reason",
    amount: "amount",
    taxAmount: "tax_amount",
    currency: "currency",
    sellerId: "organization_id",
    revokesBenefits: "revoke_benefits",
    metadata: "metadata",
  },
  indexes: [["createdAt"]],
  stateMachine: stateMachines.refund,
});

export const refundTable: Table<RefundRow> = refundMirror.table;

export const refundSnapshot: ToSnapshot<Refund> = refundMirror.toSnapshot;
