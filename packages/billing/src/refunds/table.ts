/** The table `billingRefund`. */

import type { Table } from "@latchkey/core/database";
import type { Refund, RefundReason, RefundStatus } from "../entities/refund.ts";
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
  fields: {
    orderId: { type: "string", index: true, from: "order_id" },
    customerId: { type: "string", index: true, from: "customer_id" },
    subscriptionId: { type: "string", nullable: true, from: "subscription_id" },
    status: { type: "string", from: "status" },
    reason: { type: "string", from: "reason" },
    amount: { type: "number", from: "amount" },
    taxAmount: { type: "number", from: "tax_amount" },
    currency: { type: "text", from: "currency" },
    sellerId: { type: "string", from: "organization_id" },
    revokesBenefits: { type: "boolean", from: "revoke_benefits" },
    metadata: { type: "json", from: "metadata" },
  },
  indexes: [["createdAt"]],
  stateMachine: stateMachines.refund,
});

export const refundTable: Table<RefundRow> = refundMirror.table;

export const refundSnapshot: ToSnapshot<Refund> = refundMirror.toSnapshot;
