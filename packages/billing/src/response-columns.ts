/** The mirror columns that responses include. The types, shapes, and values of responses are derived from them. */

import { anything, boolean, list, nullable, number, object, record, type Shape, text } from "@latchkey/core/shapes";
import { type BenefitRow, benefitTable } from "./benefits/table.ts";
import { type CustomerRow, customerTable } from "./customers/table.ts";
import { type DiscountRow, discountTable } from "./discounts/table.ts";
import { type BalanceRow, balanceTable, type MeterRow, meterTable } from "./meters/table.ts";
import { defineResponseColumns, type ResponseColumns } from "./mirror/response-columns.ts";
import { type OrderLine, type OrderRow, orderTable } from "./orders/table.ts";
import {
  type ProductBenefit,
  type ProductPrice,
  type ProductQuestion,
  type ProductRow,
  productTable,
  type SeatTier,
} from "./products/table.ts";
import { type RefundRow, refundTable } from "./refunds/table.ts";
import { type MeterUsage, type SubscriptionRow, subscriptionTable } from "./subscriptions/table.ts";

const customerKeys = ["id", "email", "name", "createdAt"] as const;
export type CustomerKey = (typeof customerKeys)[number];
export const customerColumns: ResponseColumns<CustomerRow, CustomerKey> = defineResponseColumns(
  customerTable,
  customerKeys,
  {},
);

const sellerCustomerKeys = [...customerKeys, "emailVerified", "deletedAt"] as const;
export type SellerCustomerKey = CustomerKey | "emailVerified" | "deletedAt";
export const sellerCustomerColumns: ResponseColumns<CustomerRow, SellerCustomerKey> = defineResponseColumns(
  customerTable,
  sellerCustomerKeys,
  {},
);

const price: Shape<ProductPrice> = object({
  id: text,
  amountType: text,
  type: text,
  recurringInterval: nullable(text),
  isArchived: boolean,
  isLegacy: boolean,
  currency: nullable(text),
  amount: nullable(number),
  minimumAmount: nullable(number),
  maximumAmount: nullable(number),
  presetAmount: nullable(number),
  unitAmount: nullable(text),
  capAmount: nullable(number),
  meterId: nullable(text),
  meterName: nullable(text),
  seatTiers: nullable(list(object<SeatTier>({ minSeats: number, maxSeats: nullable(number), pricePerSeat: number }))),
});

const question: Shape<ProductQuestion> = object({
  slug: text,
  name: text,
  type: text,
  required: boolean,
  order: number,
  properties: record(anything),
});

const productKeys = [
  "id",
  "name",
  "description",
  "isRecurring",
  "recurringInterval",
  "prices",
  "benefits",
  "trialDays",
  "questions",
  "images",
] as const;
export type ProductKey = (typeof productKeys)[number];
export const productColumns: ResponseColumns<ProductRow, ProductKey> = defineResponseColumns(
  productTable,
  productKeys,
  {
    prices: list(price),
    benefits: list(object<ProductBenefit>({ id: text, type: text, description: text })),
    questions: list(question),
    images: list(text),
  },
);

const sellerProductKeys = ["isArchived", "createdAt"] as const;
export type SellerProductKey = (typeof sellerProductKeys)[number];
/** The columns of a product that only sellers see. */
export const sellerProductColumns: ResponseColumns<ProductRow, SellerProductKey> = defineResponseColumns(
  productTable,
  sellerProductKeys,
  {},
);

const subscriptionKeys = [
  "id",
  "status",
  "amount",
  "currency",
  "recurringInterval",
  "currentPeriodStart",
  "currentPeriodEnd",
  "cancelAtPeriodEnd",
  "canceledAt",
  "startedAt",
  "endsAt",
  "endedAt",
  "cancellationReason",
  "trialEndsAt",
  "seats",
  "meters",
] as const;
export type SubscriptionKey = (typeof subscriptionKeys)[number];
export const subscriptionColumns: ResponseColumns<SubscriptionRow, SubscriptionKey> = defineResponseColumns(
  subscriptionTable,
  subscriptionKeys,
  {
    meters: list(object<MeterUsage>({ meterId: text, consumedUnits: number, creditedUnits: number, amount: number })),
  },
);

const sellerSubscriptionKeys = ["createdAt", "cancellationComment"] as const;
export type SellerSubscriptionKey = (typeof sellerSubscriptionKeys)[number];
/** The columns of a subscription that only sellers see. */
export const sellerSubscriptionColumns: ResponseColumns<SubscriptionRow, SellerSubscriptionKey> = defineResponseColumns(
  subscriptionTable,
  sellerSubscriptionKeys,
  {},
);

const line: Shape<OrderLine> = object({
  id: text,
  label: text,
  amount: number,
  taxAmount: number,
  isProration: boolean,
  priceId: nullable(text),
});

const orderKeys = [
  "id",
  "status",
  "billingReason",
  "currency",
  "subtotalAmount",
  "discountAmount",
  "netAmount",
  "taxAmount",
  "totalAmount",
  "refundedAmount",
  "refundedTaxAmount",
  "hasInvoice",
  "subscriptionId",
  "checkoutId",
  "createdAt",
  "items",
] as const;
export type OrderKey = (typeof orderKeys)[number];
export const orderColumns: ResponseColumns<OrderRow, OrderKey> = defineResponseColumns(orderTable, orderKeys, {
  items: list(line),
});

const refundKeys = ["id", "status", "reason", "amount", "taxAmount", "createdAt"] as const;
export type RefundKey = (typeof refundKeys)[number];
export const refundColumns: ResponseColumns<RefundRow, RefundKey> = defineResponseColumns(refundTable, refundKeys, {});

const sellerRefundKeys = [...refundKeys, "orderId", "currency"] as const;
export type SellerRefundKey = RefundKey | "orderId" | "currency";
export const sellerRefundColumns: ResponseColumns<RefundRow, SellerRefundKey> = defineResponseColumns(
  refundTable,
  sellerRefundKeys,
  {},
);

const benefitKeys = ["id", "type", "description", "createdAt"] as const;
export type BenefitKey = (typeof benefitKeys)[number];
export const benefitColumns: ResponseColumns<BenefitRow, BenefitKey> = defineResponseColumns(
  benefitTable,
  benefitKeys,
  {},
);

const discountKeys = [
  "id",
  "name",
  "code",
  "type",
  "duration",
  "durationInMonths",
  "amount",
  "currency",
  "basisPoints",
  "startsAt",
  "endsAt",
  "maxRedemptions",
  "redemptionsCount",
  "createdAt",
] as const;
export type DiscountKey = (typeof discountKeys)[number];
export const discountColumns: ResponseColumns<DiscountRow, DiscountKey> = defineResponseColumns(
  discountTable,
  discountKeys,
  {},
);

const meterKeys = ["id", "name", "createdAt"] as const;
export type MeterKey = (typeof meterKeys)[number];
export const meterColumns: ResponseColumns<MeterRow, MeterKey> = defineResponseColumns(meterTable, meterKeys, {});

const balanceKeys = ["meterId", "consumedUnits", "creditedUnits", "balance"] as const;
export type BalanceKey = (typeof balanceKeys)[number];
export const balanceColumns: ResponseColumns<BalanceRow, BalanceKey> = defineResponseColumns(
  balanceTable,
  balanceKeys,
  {
    consumedUnits: number,
    creditedUnits: number,
    balance: number,
  },
);
