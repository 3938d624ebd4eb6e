/** The `billingDiscount` table. There are no discount events, so the data comes from other events. */

import type { Table } from "@latchkey/core/database";
import { type Discount, discountShape } from "../entities/discount.ts";
import type { Metadata, OpenEnum } from "../entities/wire.ts";
import { defineMirror, type Mirror, type ToSnapshot } from "../mirror/define.ts";
import type { MirrorRow } from "../mirror/snapshot.ts";

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

const discountMirror: Mirror<DiscountRow, Discount> = defineMirror<DiscountRow, Discount>({
  name: "billingDiscount",
  wire: discountShape,
  fields: {
    name: "name",
    code: {
      type: "string",
      nullable: true,
      index: true,
      from: (discount) => (discount.code !== null && discount.code.length > 255 ? null : discount.code),
    },
    type: "type",
    duration: "duration",
    durationInMonths: {
      type: "number",
      nullable: true,
      from: (discount) => (discount.duration === "repeating" ? discount.duration_in_months : null),
    },
    amount: {
      type: "number",
      nullable: true,
      from: (discount) => (discount.type === "fixed" ? discount.amount : null),
    },
    currency: {
      type: "text",
      nullable: true,
      from: (discount) => (discount.type === "fixed" ? discount.currency : null),
    },
    basisPoints: {
      type: "number",
      nullable: true,
      from: (discount) => (discount.type === "percentage" ? discount.basis_points : null),
    },
    startsAt: "starts_at",
    endsAt: "ends_at",
    maxRedemptions: "max_redemptions",
    redemptionsCount: "redemptions_count",
    sellerId: "organization_id",
    metadata: "metadata",
  },
});

export const discountTable: Table<DiscountRow> = discountMirror.table;

export const discountSnapshot: ToSnapshot<Discount> = discountMirror.toSnapshot;
