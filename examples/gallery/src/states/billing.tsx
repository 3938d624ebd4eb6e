/** Billing: the page and its cards, prices, and what the seller sees. */

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
import type { Hand } from "../hand.ts";
import { type Answers, broken, ok, pending, refused } from "../stand-in.ts";
import { type Gallery, reading, type State } from "../state.ts";
import { ending, nothing, order, owing, plan, products, state, trial } from "../world/billing.ts";
import { signedOut } from "../world/everywhere.ts";

const having = (...plans: ReturnType<typeof plan>[]): Answers => ({
  "/billing/customer-state": ok(state(plans)),
  "/billing/subscriptions": ok({ subscriptions: plans, total: plans.length }),
});
const none: Answers = {
  "/billing/customer-state": ok(nothing),
  "/billing/subscriptions": ok({ subscriptions: [], total: 0 }),
  "/billing/orders": ok({ orders: [], total: 0 }),
};

const billing = { element: <BillingPage /> };
const pages: readonly State[] = [
  { ...billing, name: "filled", shows: "Invoices" },
  { ...billing, name: "nothing", answers: none, shows: "Nothing was bought yet." },
  { ...billing, name: "arriving", search: "?checkout=none", shows: "We are waiting for the payment platform" },
  {
    ...billing,
    name: "arrived",
    search: "?checkout=c-1",
    answers: { "/billing/orders": ok({ orders: [order("o-1", { checkoutId: "c-1" })], total: 1 }) },
    shows: "Thank you. What you bought is yours now.",
  },
  {
    ...billing,
    name: "refused",
    answers: { "/billing/customer-state": refused(403, "BILLING_REFERENCE_FORBIDDEN") },
    shows: "You may not do this for this organization.",
  },
  ...reading(billing, "/billing/customer-state", "Loading"),
];

/** A card stands inside of the page. */
const within = (card: ReactElement) => ({ element: <BillingPage>{card}</BillingPage> });

const plans = within(<PlanCard />);
const cancel = ({ click }: Hand): Promise<void> => click("button", "Cancel plan: Studio");
const planStates: readonly State[] = [
  { ...plans, name: "active", shows: "Renews on" },
  { ...plans, name: "none", answers: none, shows: "There is no plan yet." },
  { ...plans, name: "ending", answers: having(ending), shows: "does not renew" },
  { ...plans, name: "owing", answers: having(owing), shows: "The last payment did not go through." },
  { ...plans, name: "trial", answers: having(trial), shows: "The trial ends on" },
  { ...plans, name: "several", answers: having(plan(), owing, { ...trial, id: "sub-3" }), shows: "The trial ends on" },
  {
    ...plans,
    name: "not-managing",
    element: (
      <BillingPage manages={false}>
        <PlanCard />
      </BillingPage>
    ),
    shows: "Renews on",
  },
  { ...plans, name: "cancel", play: cancel, shows: "Cancel Studio?" },
  {
    ...plans,
    name: "cancel-refused",
    answers: { "/billing/cancel-subscription": refused(502, "BILLING_PROVIDER_FAILED") },
    play: async (hand) => {
      await cancel(hand);
      await hand.click("button", "Cancel plan");
    },
    shows: "The payment platform cannot be reached.",
  },
  {
    ...plans,
    name: "keep",
    answers: having(ending),
    play: ({ click }) => click("button", "Keep plan: Studio"),
    shows: "Keep Studio?",
  },
];

const usage = within(<UsageCard />);
const meter = (consumedUnits: number, creditedUnits: number): Answers => ({
  "/billing/customer-state": ok(
    state([plan()], {
      meters: [
        { meterId: "frames", name: "Frames", consumedUnits, creditedUnits, balance: creditedUnits - consumedUnits },
      ],
    }),
  ),
});
const usageStates: readonly State[] = [
  { ...usage, name: "within", shows: "1,800 left" },
  { ...usage, name: "over", answers: meter(12_400, 10_000), shows: "2,400 over" },
  { ...usage, name: "without-credit", answers: meter(1_234_567, 0), shows: "1,234,567 used" },
];

const benefits = within(<BenefitsCard />);
const benefitStates: readonly State[] = [
  { ...benefits, name: "filled", shows: "****-E304DA" },
  { ...benefits, name: "none", answers: none, shows: "It comes with a plan" },
  {
    ...benefits,
    name: "leaving",
    answers: { "/billing/portal": pending },
    play: ({ click }) => click("button", /^Download: /),
    shows: "(busy)",
  },
  {
    ...benefits,
    name: "refused",
    answers: { "/billing/portal": refused(502, "BILLING_PROVIDER_FAILED") },
    play: ({ click }) => click("button", /^Download: /),
    shows: "The payment platform cannot be reached.",
  },
];

const orders = within(<OrdersCard />);
const orderStates: readonly State[] = [
  { ...orders, name: "filled", shows: "Partly refunded" },
  { ...orders, name: "none", answers: none, shows: "Nothing was bought yet." },
  {
    ...orders,
    name: "pages",
    answers: { "/billing/orders": ok({ orders: Array.from({ length: 5 }, (_, at) => order(`o-${at}`)), total: 4200 }) },
    shows: "4,200",
  },
  ...reading(orders, "/billing/orders", "(busy)"),
];

const pricing = { element: <PricingTable />, wide: true };
const choose = ({ click }: Hand): Promise<void> => click("button", /Solo$/);
const unbought: Answers = none;
const prices: readonly State[] = [
  { ...pricing, name: "filled", answers: unbought, shows: "The handbook" },
  { ...pricing, name: "stranger", answers: signedOut, shows: "Sign up to buy" },
  { ...pricing, name: "owned", shows: "You have Studio already." },
  { ...pricing, name: "yearly", answers: unbought, play: ({ click }) => click("radio", /year/i), shows: "a year" },
  { ...pricing, name: "empty", answers: { "/billing/products": ok([]) }, shows: "Nothing is sold here yet." },
  {
    ...pricing,
    name: "questions",
    answers: unbought,
    play: ({ click }) => click("button", /Studio$/),
    shows: "Before you buy Studio",
  },
  {
    ...pricing,
    name: "leaving",
    answers: { ...unbought, "/billing/checkout": pending },
    play: choose,
    shows: "(busy)",
  },
  {
    ...pricing,
    name: "refused",
    answers: { ...unbought, "/billing/checkout": refused(404, "PRODUCT_NOT_FOUND") },
    play: choose,
    shows: "This is not sold any more.",
  },
  {
    ...pricing,
    name: "one",
    element: <PricingTable products={["p-solo"]} />,
    answers: { ...unbought, "/billing/products": ok(products) },
    shows: "Solo",
  },
  ...reading(pricing, "/billing/products", "Loading"),
];

const seller = { element: <SellerPage />, wide: true };
const tab =
  (name: string) =>
  ({ click }: Hand): Promise<void> =>
    click("tab", name);
const sales: readonly State[] = [
  { ...seller, name: "deliveries", shows: "onEvent failed" },
  { ...seller, name: "subscriptions", play: tab("Subscriptions"), shows: "We are two people by now." },
  { ...seller, name: "customers", play: tab("Customers"), shows: "Nobody here" },
  { ...seller, name: "products", play: tab("Products"), shows: "Not sold any more" },
  {
    ...seller,
    name: "empty",
    answers: { "/billing/seller/deliveries": ok({ deliveries: [], nextCursor: null }) },
    shows: "Nothing came yet.",
  },
  {
    ...seller,
    name: "nobodys",
    answers: { "/billing/seller/deliveries": refused(403, "BILLING_SELLER_FORBIDDEN") },
    shows: "You may not see what the seller sees.",
  },
  {
    ...seller,
    name: "customers-broken",
    answers: { "/billing/seller/customers": broken },
    play: tab("Customers"),
    shows: "Something went wrong on our side.",
  },
  ...reading(seller, "/billing/seller/deliveries", "(busy)"),
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
