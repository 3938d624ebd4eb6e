/** States of the billing page, its cards, the pricing table, and the seller page. */

import { en } from "@latchkey/ui";
import {
  BenefitsCard,
  BillingPage,
  OrdersCard,
  PlanCard,
  PricingTable,
  SellerPage,
  UsageCard,
} from "@latchkey/ui/billing";
import type { ReactElement } from "react";
import { ending, nothing, order, owing, plan, products, state, trial } from "../fixtures/billing.ts";
import { signedOut } from "../fixtures/default-responses.ts";
import { errorResponse, type MockResponses, ok, pending, serverError } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const having = (...plans: ReturnType<typeof plan>[]): MockResponses => ({
  "/billing/customer-state": ok(state(plans)),
  "/billing/subscriptions": ok({ subscriptions: plans, total: plans.length }),
});
const none: MockResponses = {
  "/billing/customer-state": ok(nothing),
  "/billing/subscriptions": ok({ subscriptions: [], total: 0 }),
  "/billing/orders": ok({ orders: [], total: 0 }),
};

const billing = { element: <BillingPage /> };
const pages: readonly State[] = [
  { ...billing, name: "filled", expectedText: "Invoices" },
  { ...billing, name: "nothing", responses: none, expectedText: "Nothing was bought yet." },
  { ...billing, name: "arriving", search: "?checkout=none", expectedText: "We are waiting for the payment platform" },
  {
    ...billing,
    name: "arrived",
    search: "?checkout=c-1",
    responses: { "/billing/orders": ok({ orders: [order("o-1", { checkoutId: "c-1" })], total: 1 }) },
    expectedText: "Thank you. What you bought is yours now.",
  },
  {
    ...billing,
    name: "refused",
    responses: { "/billing/customer-state": errorResponse(403, "BILLING_REFERENCE_FORBIDDEN") },
    expectedText: "You may not do this for this organization.",
  },
  ...loadingStates(billing, "/billing/customer-state", "Loading"),
];

/** Cards only work inside the page. */
const within = (card: ReactElement) => ({ element: <BillingPage>{card}</BillingPage> });

const plans = within(<PlanCard />);
const cancel = ({ click }: UserActions): Promise<void> => click("button", "Cancel plan: Studio");
const planStates: readonly State[] = [
  { ...plans, name: "active", expectedText: "Renews on" },
  { ...plans, name: "none", responses: none, expectedText: "There is no plan yet." },
  { ...plans, name: "ending", responses: having(ending), expectedText: "does not renew" },
  { ...plans, name: "owing", responses: having(owing), expectedText: "The last payment did not go through." },
  { ...plans, name: "trial", responses: having(trial), expectedText: "The trial ends on" },
  {
    ...plans,
    name: "several",
    responses: having(plan(), owing, { ...trial, id: "sub-3" }),
    expectedText: "The trial ends on",
  },
  {
    ...plans,
    name: "not-managing",
    element: (
      <BillingPage manages={false}>
        <PlanCard />
      </BillingPage>
    ),
    expectedText: "Renews on",
  },
  { ...plans, name: "cancel", play: cancel, expectedText: "Cancel Studio?" },
  {
    ...plans,
    name: "cancel-refused",
    responses: { "/billing/cancel-subscription": errorResponse(502, "BILLING_PROVIDER_FAILED") },
    play: async (hand) => {
      await cancel(hand);
      await hand.click("button", "Cancel plan");
    },
    expectedText: "The payment platform cannot be reached.",
  },
  {
    ...plans,
    name: "keep",
    responses: having(ending),
    play: ({ click }) => click("button", "Keep plan: Studio"),
    expectedText: "Keep Studio?",
  },
];

const usage = within(<UsageCard />);
const meter = (consumedUnits: number, creditedUnits: number): MockResponses => ({
  "/billing/customer-state": ok(
    state([plan()], {
      meters: [
        { meterId: "frames", name: "Frames", consumedUnits, creditedUnits, balance: creditedUnits - consumedUnits },
      ],
    }),
  ),
});
const usageStates: readonly State[] = [
  { ...usage, name: "within", expectedText: "1,800 left" },
  { ...usage, name: "over", responses: meter(12_400, 10_000), expectedText: "2,400 over" },
  { ...usage, name: "without-credit", responses: meter(1_234_567, 0), expectedText: "1,234,567 used" },
];

const benefits = within(<BenefitsCard />);
const benefitStates: readonly State[] = [
  { ...benefits, name: "filled", expectedText: "****-E304DA" },
  { ...benefits, name: "none", responses: none, expectedText: "It comes with a plan" },
  {
    ...benefits,
    name: "leaving",
    responses: { "/billing/portal": pending },
    play: ({ click }) => click("button", /^Download: /),
    expectedText: "(busy)",
  },
  {
    ...benefits,
    name: "refused",
    responses: { "/billing/portal": errorResponse(502, "BILLING_PROVIDER_FAILED") },
    play: ({ click }) => click("button", /^Download: /),
    expectedText: "The payment platform cannot be reached.",
  },
];

const orders = within(<OrdersCard />);
const orderStates: readonly State[] = [
  { ...orders, name: "filled", expectedText: "Partly refunded" },
  { ...orders, name: "none", responses: none, expectedText: "Nothing was bought yet." },
  {
    ...orders,
    name: "pages",
    responses: {
      "/billing/orders": ok({ orders: Array.from({ length: 5 }, (_, at) => order(`o-${at}`)), total: 4200 }),
    },
    expectedText: "4,200",
  },
  ...loadingStates(orders, "/billing/orders", "(busy)"),
];

const pricing = { element: <PricingTable />, wide: true };
const choose = ({ click }: UserActions): Promise<void> => click("button", /Solo$/);
const unbought: MockResponses = none;
const prices: readonly State[] = [
  { ...pricing, name: "filled", responses: unbought, expectedText: "The handbook" },
  { ...pricing, name: "stranger", responses: signedOut, expectedText: "Sign up to buy" },
  { ...pricing, name: "owned", expectedText: "You have Studio already." },
  {
    ...pricing,
    name: "yearly",
    responses: unbought,
    play: ({ click }) => click("radio", /year/i),
    expectedText: "a year",
  },
  { ...pricing, name: "empty", responses: { "/billing/products": ok([]) }, expectedText: "Nothing is sold here yet." },
  {
    ...pricing,
    name: "questions",
    responses: unbought,
    play: ({ click }) => click("button", /Studio$/),
    expectedText: "Before you buy Studio",
  },
  {
    ...pricing,
    name: "leaving",
    responses: { ...unbought, "/billing/checkout": pending },
    play: choose,
    expectedText: "(busy)",
  },
  {
    ...pricing,
    name: "refused",
    responses: { ...unbought, "/billing/checkout": errorResponse(404, "PRODUCT_NOT_FOUND") },
    play: choose,
    expectedText: "This is not sold any more.",
  },
  {
    ...pricing,
    name: "one",
    element: <PricingTable products={["p-solo"]} />,
    responses: { ...unbought, "/billing/products": ok(products) },
    expectedText: "Solo",
  },
  ...loadingStates(pricing, "/billing/products", "Loading"),
];

const seller = { element: <SellerPage />, wide: true };
const tab =
  (name: string) =>
  ({ click }: UserActions): Promise<void> =>
    click("tab", name);
const sales: readonly State[] = [
  { ...seller, name: "deliveries", expectedText: "onEvent failed" },
  { ...seller, name: "subscriptions", play: tab("Subscriptions"), expectedText: "We are two people by now." },
  { ...seller, name: "customers", play: tab("Customers"), expectedText: "Nobody here" },
  { ...seller, name: "products", play: tab("Products"), expectedText: "Not sold any more" },
  {
    ...seller,
    name: "empty",
    responses: { "/billing/seller/deliveries": ok({ deliveries: [], nextCursor: null }) },
    expectedText: "Nothing came yet.",
  },
  {
    ...seller,
    name: "nobodys",
    responses: { "/billing/seller/deliveries": errorResponse(403, "BILLING_SELLER_FORBIDDEN") },
    expectedText: "You may not see what the seller sees.",
  },
  {
    ...seller,
    name: "customers-broken",
    responses: { "/billing/seller/customers": serverError },
    play: tab("Customers"),
    expectedText: en.errors.INTERNAL_SERVER_ERROR ?? "",
  },
  ...loadingStates(seller, "/billing/seller/deliveries", "(busy)"),
];

export const shop: Gallery = {
  BillingPage: pages,
  PlanCard: planStates,
  UsageCard: usageStates,
  BenefitsCard: benefitStates,
  OrdersCard: orderStates,
  PricingTable: prices,
  SellerPage: sales,
};
