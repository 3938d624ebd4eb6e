/** States of the seller page. */

import { en, fill } from "@latchkey/ui";
import { SellerPage } from "@latchkey/ui/billing";
import { customers, deliveries, overview, refunds } from "../fixtures/billing.ts";
import { bob } from "../fixtures/users.ts";
import { errorResponse, ok, serverError } from "../mock-fetch.ts";
import { loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

import { errors, page, seller, text } from "./billing-parts.tsx";

const sales = { element: <SellerPage />, wide: true };
const go =
  (name: string) =>
  ({ click }: UserActions): Promise<void> =>
    click("link", name);
async function openLinking(hand: UserActions): Promise<void> {
  await hand.click("link", seller.customers.tab);
  await hand.click("button", fill(seller.customers.linkOf, { customer: "Gus Guest" }));
}
async function chooseOwner(hand: UserActions): Promise<void> {
  await openLinking(hand);
  await hand.type(seller.customers.linkSearch, "bo");
  await hand.click("option", new RegExp(bob.email));
}
/** Whether the state's customer has been linked. */
let isLinked = false;
const linkedCustomers = customers.map((one) => (one.name === "Gus Guest" ? { ...one, externalId: bob.id } : one));
export const sellerStates: readonly State[] = [
  { ...sales, name: "overview", expectedText: seller.overview.attention },
  {
    ...sales,
    name: "overview-without-failures",
    responses: { "/billing/seller/deliveries": ok({ deliveries: deliveries.slice(0, 1), nextCursor: null }) },
    expectedText: seller.overview.noAttention,
  },
  {
    ...sales,
    name: "overview-currencies",
    responses: {
      "/billing/seller/overview": ok(
        overview({
          revenue: [
            { currency: "usd", amount: 128_400_000 },
            { currency: "eur", amount: 91_250 },
            { currency: "jpy", amount: -4_800 },
          ],
        }),
      ),
    },
    expectedText: seller.overview.revenueNote,
  },
  {
    ...sales,
    name: "overview-empty",
    responses: {
      "/billing/seller/overview": ok(overview({ active: 0, trialing: 0, pastDue: 0, customers: 0, revenue: [] })),
      "/billing/seller/deliveries": ok({ deliveries: [], nextCursor: null }),
    },
    expectedText: seller.overview.noAttention,
  },
  { ...sales, name: "subscriptions", play: go(seller.subscriptions.tab), expectedText: "We're only two people now." },
  { ...sales, name: "customers", play: go(seller.customers.tab), expectedText: seller.customers.nobody },
  {
    ...sales,
    name: "link-search",
    play: async (hand) => {
      await openLinking(hand);
      await hand.type(seller.customers.linkSearch, "bo");
    },
    // Only the results have it. The list behind the dialog has Bob's email, too.
    expectedText: "acme-rendering",
  },
  {
    ...sales,
    name: "link-no-match",
    responses: { "/billing/seller/owners": ok([]) },
    play: async (hand) => {
      await openLinking(hand);
      await hand.type(seller.customers.linkSearch, "zz");
    },
    expectedText: seller.customers.linkNone,
  },
  {
    ...sales,
    name: "link-chosen",
    play: chooseOwner,
    expectedText: fill(seller.customers.linkChosen, { customer: "Gus Guest", owner: bob.name, detail: bob.email }),
  },
  {
    ...sales,
    name: "link-failed",
    responses: { "/billing/seller/link-customer": errorResponse(404, "BILLING_REFERENCE_NOT_FOUND") },
    play: async (hand) => {
      await chooseOwner(hand);
      await hand.click("button", seller.customers.linkSubmit);
    },
    expectedText: text(errors.BILLING_REFERENCE_NOT_FOUND),
  },
  {
    ...sales,
    name: "linked",
    prepare: () => {
      isLinked = false;
    },
    responses: {
      "/billing/seller/link-customer": () => {
        isLinked = true;
        return ok({ success: true });
      },
      "/billing/seller/customers": () =>
        ok({ customers: isLinked ? linkedCustomers : customers, total: customers.length, nextCursor: null }),
    },
    play: async (hand) => {
      await chooseOwner(hand);
      await hand.click("button", seller.customers.linkSubmit);
    },
    expectedText: fill(seller.customers.linked, { customer: "Gus Guest", owner: bob.name }),
  },
  { ...sales, name: "products", play: go(seller.products.tab), expectedText: seller.products.archived },
  { ...sales, name: "orders", play: go(seller.orders.tab), expectedText: "The Handbook" },
  {
    ...sales,
    name: "order",
    play: async (hand) => {
      await hand.click("link", seller.orders.tab);
      await hand.click("button", /^Details of The Handbook/);
    },
    expectedText: page.orders.orderId,
  },
  { ...sales, name: "refunds", play: go(seller.refunds.tab), expectedText: text(seller.refunds.reasons.duplicate) },
  { ...sales, name: "benefits", play: go(seller.benefits.tab), expectedText: "Community server" },
  { ...sales, name: "discounts", play: go(seller.discounts.tab), expectedText: /20\W*%\W*off for 3 months/ },
  { ...sales, name: "meters", play: go(seller.meters.tab), expectedText: "Storage in gigabytes" },
  {
    ...sales,
    name: "no-orders",
    responses: { "/billing/seller/orders": ok({ items: [], total: 0, nextCursor: null }) },
    play: go(seller.orders.tab),
    expectedText: seller.orders.empty,
  },
  {
    ...sales,
    name: "many-refunds",
    responses: { "/billing/seller/refunds": ok({ items: refunds, total: 4200, nextCursor: "next" }) },
    play: go(seller.refunds.tab),
    expectedText: "4,200",
  },
  {
    ...sales,
    name: "webhook-failed-again",
    responses: { "/billing/seller/redeliver": ok({ outcome: "applied", failed: ["onEvent"], running: [] }) },
    play: async (hand) => {
      await hand.click("link", seller.deliveries.tab);
      // The overview has the same row.
      await hand.click("button", seller.deliveries.reload);
      await hand.click("button", /^Details of customer\.updated/);
      await hand.click("button", fill(seller.deliveries.runAgainOf, { event: "customer.updated" }));
    },
    expectedText: fill(seller.deliveries.failedAgain, { handlers: "onEvent" }),
  },
  {
    ...sales,
    name: "webhook-unreadable",
    play: async (hand) => {
      await hand.click("link", seller.deliveries.tab);
      await hand.click("button", /^Details of subscription\.created/);
    },
    expectedText: fill(seller.deliveries.issue, { issue: "status: Expected one of the known values" }),
  },
  { ...sales, name: "webhooks", play: go(seller.deliveries.tab), expectedText: seller.deliveries.states.unexpected },
  {
    ...sales,
    name: "webhook",
    play: async (hand) => {
      await hand.click("link", seller.deliveries.tab);
      await hand.click("button", /^Details of customer\.updated/);
    },
    expectedText: "connect ECONNREFUSED",
  },
  {
    ...sales,
    name: "older-webhooks",
    responses: { "/billing/seller/deliveries": ok({ deliveries, nextCursor: "older" }) },
    play: go(seller.deliveries.tab),
    expectedText: seller.deliveries.loadOlder,
  },
  {
    ...sales,
    name: "no-webhooks",
    responses: { "/billing/seller/deliveries": ok({ deliveries: [], nextCursor: null }) },
    play: go(seller.deliveries.tab),
    expectedText: seller.deliveries.empty,
  },
  {
    ...sales,
    name: "not-a-seller",
    responses: { "/billing/seller/overview": errorResponse(403, "BILLING_SELLER_FORBIDDEN") },
    expectedText: text(errors.BILLING_SELLER_FORBIDDEN),
  },
  {
    ...sales,
    name: "customers-failed",
    responses: { "/billing/seller/customers": serverError },
    play: go(seller.customers.tab),
    expectedText: text(en.errors.INTERNAL_SERVER_ERROR),
  },
  ...loadingStates(sales, "/billing/seller/overview", seller.title),
];
