/** The seller's lists of orders, refunds, benefits, discounts, and meters. */

import { defineEndpoint, type EndpointOf, type InputField, input, maxCursorLength } from "@latchkey/core/plugin";
import { list, nullable, number, object, type Shape, text } from "@latchkey/core/shapes";
import { pageLimit } from "../fields.ts";
import { orderShapes } from "../outputs.ts";
import { benefitColumns, discountColumns, meterColumns, sellerRefundColumns } from "../response-columns.ts";
import { requireSeller, type SellerSettings } from "./access.ts";
import type { SellerCalls, SellerListInput, SellerSalesInput } from "./contract.ts";
import type {
  SaleCustomer,
  SellerBenefit,
  SellerDiscount,
  SellerMeter,
  SellerOrder,
  SellerPage,
  SellerRefund,
} from "./sales.ts";
import {
  findSellerBenefits,
  findSellerDiscounts,
  findSellerMeters,
  findSellerOrders,
  findSellerRefunds,
} from "./sales-store.ts";

const pageInput: InputField<SellerListInput> = input.object<SellerListInput>({
  limit: input.optional(pageLimit),
  cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
});

const salesInput: InputField<SellerSalesInput> = input.object<SellerSalesInput>({
  limit: input.optional(pageLimit),
  cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
  status: input.optional(input.text({ min: 1, max: 100 })),
});

const customer: Shape<SaleCustomer> = object({ id: text, email: nullable(text), name: nullable(text) });

function pageOf<T>(item: Shape<T>): Shape<SellerPage<T>> {
  return object<SellerPage<T>>({ items: list(item), total: number, nextCursor: nullable(text) });
}

/** Lists the orders of all customers, newest first. */
export function listSellerOrders(settings: SellerSettings): EndpointOf<SellerCalls["listSellerOrders"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/orders",
    summary: "List orders (seller)",
    input: salesInput,
    output: pageOf(object<SellerOrder>({ ...orderShapes, customer })),
    guards: [requireSeller(settings)],
    queryBudget: 4,
    handle: (input, { db }) => findSellerOrders(db, input),
  });
}

/** Lists the refunds of all customers, newest first. */
export function listSellerRefunds(settings: SellerSettings): EndpointOf<SellerCalls["listSellerRefunds"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/refunds",
    summary: "List refunds (seller)",
    input: salesInput,
    output: pageOf(object<SellerRefund>({ ...sellerRefundColumns.shapes, customer })),
    guards: [requireSeller(settings)],
    queryBudget: 3,
    handle: (input, { db }) => findSellerRefunds(db, input),
  });
}

/** Lists all benefits, newest first. */
export function listSellerBenefits(settings: SellerSettings): EndpointOf<SellerCalls["listSellerBenefits"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/benefits",
    summary: "List benefits (seller)",
    input: pageInput,
    output: pageOf(object<SellerBenefit>(benefitColumns.shapes)),
    guards: [requireSeller(settings)],
    queryBudget: 3,
    handle: (input, { db }) => findSellerBenefits(db, input),
  });
}

/** Lists all discounts, newest first. */
export function listSellerDiscounts(settings: SellerSettings): EndpointOf<SellerCalls["listSellerDiscounts"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/discounts",
    summary: "List discounts (seller)",
    input: pageInput,
    output: pageOf(object<SellerDiscount>(discountColumns.shapes)),
    guards: [requireSeller(settings)],
    queryBudget: 3,
    handle: (input, { db }) => findSellerDiscounts(db, input),
  });
}

/** Lists all meters, newest first. */
export function listSellerMeters(settings: SellerSettings): EndpointOf<SellerCalls["listSellerMeters"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/meters",
    summary: "List meters (seller)",
    input: pageInput,
    output: pageOf(object<SellerMeter>(meterColumns.shapes)),
    guards: [requireSeller(settings)],
    queryBudget: 3,
    handle: (input, { db }) => findSellerMeters(db, input),
  });
}
