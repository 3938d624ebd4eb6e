/** The table `billingDiscount`. There are no discount events, so the data comes from other events. */

import { defineTable, type Table } from "@latchkey/core/database";
import type { Discount } from "../entities/discount.ts";
import type { Metadata, OpenEnum } from "../entities/wire.ts";
import {
  type MirrorRow,
  mirrorColumns,
  type Origin,
  parseWireDate,
  type Snapshot,
  snapshot,
} from "../mirror/snapshot.ts";

/** A discount. */
export interface DiscountRow extends MirrorRow {
  readonly name: string;
  readonly code: string | null;
  readonly type: OpenEnum<"fixed" | "percentage">;
  readonly duration: OpenEnum<"once" | "repeating" | "forever">;
  readonly durationInMonths: number | null;
  /** For `fixed`, in the currency's smallest unit. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** For `percentage`, in basis points: 10000 is 100%. */
  readonly basisPoints: number | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly maxRedemptions: number | null;
  readonly redemptionsCount: number;
  readonly sellerId: string;
  readonly metadata: Metadata;
}

export const discountTable: Table<DiscountRow> = defineTable<DiscountRow>({
  name: "billingDiscount",
  columns: {
    ...mirrorColumns,
    name: { type: "text" },
    code: { type: "string", nullable: true, index: true },
    type: { type: "string" },
    duration: { type: "string" },
    durationInMonths: { type: "number", nullable: true },
    amount: { type: "number", nullable: true },
    currency: { type: "text", nullable: true },
    basisPoints: { type: "number", nullable: true },
    startsAt: { type: "date", nullable: true },
    endsAt: { type: "date", nullable: true },
    maxRedemptions: { type: "number", nullable: true },
    redemptionsCount: { type: "number" },
    sellerId: { type: "string" },
    metadata: { type: "json" },
  },
});

export function discountSnapshot(discount: Discount, origin: Origin): Snapshot<DiscountRow> {
  return snapshot(discountTable, origin, discount, {
    name: discount.name,
    code: discount.code !== null && discount.code.length > 255 ? null : discount.code,
    type: discount.type,
    duration: discount.duration,
    durationInMonths: discount.duration === "repeating" ? discount.duration_in_months : null,
    amount: discount.type === "fixed" ? discount.amount : null,
    currency: discount.type === "fixed" ? discount.currency : null,
    basisPoints: discount.type === "percentage" ? discount.basis_points : null,
    startsAt: parseWireDate(discount.starts_at),
    endsAt: parseWireDate(discount.ends_at),
    maxRedemptions: discount.max_redemptions,
    redemptionsCount: discount.redemptions_count,
    sellerId: discount.organization_id,
    metadata: discount.metadata,
  });
}
