/** States of the pricing table, the billing page and its sections, and the seller page. */

import { en, fill, SettingsLayout } from "@latchkey/ui";
import {
  BenefitsSection,
  BillingPage,
  BillingSection,
  billingEn,
  OrdersSection,
  PlanSection,
  PricingTable,
  SellerPage,
  UsageSection,
} from "@latchkey/ui/billing";
import type { ReactElement } from "react";
import {
  changing,
  deliveries,
  ending,
  incomplete,
  longest,
  nothing,
  order,
  overview,
  owing,
  plan,
  preview,
  products,
  refunds,
  seated,
  seatUsage,
  shrinking,
  state,
  trial,
  waiting,
} from "../fixtures/billing.ts";
import { withBilling, withoutSignUp } from "../fixtures/capabilities.ts";
import { signedOut } from "../fixtures/default-responses.ts";
import { bob, daysFromNow } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok, pending, serverError } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const { page, pricing, seller, errors } = billingEn;
const text = (value: string | undefined): string => value ?? "missing text";
/** An amount, because its currency is written differently in each language. */
const amount = (digits: string): RegExp => new RegExp(`(?<![\\d,.])${digits.replaceAll(".", "\\.")}(?!\\d)`);

const having = (...plans: ReturnType<typeof plan>[]): MockResponses => ({
  "/billing/customer-state": ok(state(plans)),
  "/billing/subscriptions": ok({ subscriptions: plans, total: plans.length }),
});
const none: MockResponses = {
  "/billing/customer-state": ok(nothing),
  "/billing/subscriptions": ok({ subscriptions: [], total: 0 }),
  "/billing/orders": ok({ orders: [], total: 0 }),
};
const readOnly: MockResponses = { "/billing/access": ok({ read: true, manage: false }) };
const hidden: MockResponses = { "/billing/access": ok({ read: false, manage: false }) };
const providerFailed = errorResponse(502, "BILLING_PROVIDER_FAILED");

const billing = { element: <BillingPage /> };
const pages: readonly State[] = [
  { ...billing, name: "filled", expectedText: page.orders.title },
  { ...billing, name: "nothing", responses: none, expectedText: page.orders.empty },
  { ...billing, name: "read-only", responses: readOnly, expectedText: text(errors.BILLING_REFERENCE_FORBIDDEN) },
  {
    ...billing,
    name: "without-provider",
    responses: withBilling({ checkout: false, portal: false }),
    expectedText: page.orders.title,
  },
  { ...billing, name: "arriving", search: "?checkout=none", expectedText: page.arrival.waiting },
  {
    ...billing,
    name: "arrived",
    search: "?checkout=c-1",
    responses: { "/billing/orders": ok({ orders: [order("o-1", { checkoutId: "c-1" })], total: 1 }) },
    expectedText: page.arrival.arrived,
  },
  { ...billing, name: "forbidden", responses: hidden, expectedText: text(errors.BILLING_REFERENCE_FORBIDDEN) },
  ...loadingStates(billing, "/billing/customer-state", page.plan.title).filter(({ name }) => name !== "forbidden"),
];

/** Billing among the settings of an organization. */
const settings = (
  <SettingsLayout
    title="Acme"
    nav={{ label: "Settings", items: [{ id: "billing", title: page.title, href: "#billing" }], current: "billing" }}
  >
    <BillingSection referenceId="acme" />
  </SettingsLayout>
);
const section = { element: <BillingSection /> };
const sections: readonly State[] = [
  { ...section, name: "filled", expectedText: page.orders.title },
  { ...section, name: "nothing", responses: none, expectedText: page.plan.none },
  { ...section, name: "organization", element: settings, wide: true, expectedText: page.orders.title },
];

/** Sections only work inside the page. */
const within = (child: ReactElement) => ({ element: <BillingPage>{child}</BillingPage> });

const plans = within(<PlanSection />);
const cancel = async ({ click }: UserActions): Promise<void> => {
  await click("button", fill(page.plan.actionsOf, { product: "Studio" }));
  await click("menuitem", page.plan.cancel);
};
/** The plan section of an organization. */
const team = { element: <BillingPage referenceId="acme">{<PlanSection />}</BillingPage> };
const withSeats = (changes: Parameters<typeof seatUsage>[0] = {}): MockResponses => ({
  ...having(seated),
  "/billing/seats": ok(seatUsage(changes)),
});
const changeSeats = ({ click }: UserActions): Promise<void> => click("button", page.seats.change);
const typeSeats = async (hand: UserActions, count: string): Promise<void> => {
  await changeSeats(hand);
  await hand.type(page.seats.field, count);
};
const soloPlan = plan({ product: { id: "p-solo", name: "Solo" }, amount: 1900, meters: [] });
const change = ({ click }: UserActions): Promise<void> =>
  click("button", fill(page.plan.changeOf, { product: "Solo" }));
const changeToStudio = async (hand: UserActions): Promise<void> => {
  await change(hand);
  await hand.click("radio", /^Studio/);
};
const cancelTitle = fill(page.plan.cancelTitle, { product: "Studio" });
const planStates: readonly State[] = [
  { ...plans, name: "active", expectedText: "Renews on" },
  { ...plans, name: "none", responses: none, expectedText: page.plan.none },
  { ...plans, name: "ending", responses: having(ending), expectedText: page.plan.ending },
  { ...plans, name: "past-due", responses: having(owing), expectedText: page.plan.failed },
  {
    ...plans,
    name: "past-due-without-portal",
    responses: { ...having(owing), ...withBilling({ portal: false }) },
    expectedText: page.plan.failed,
  },
  { ...plans, name: "pending", responses: having(incomplete), expectedText: text(page.plan.status.incomplete) },
  { ...plans, name: "trial", responses: having(trial), expectedText: "5 days left" },
  {
    ...plans,
    name: "several",
    responses: having(plan(), { ...ending, id: "sub-4" }, { ...trial, id: "sub-3" }),
    expectedText: "5 days left",
  },
  { ...plans, name: "longest-names", responses: having(longest), expectedText: amount("12,345,678.00") },
  { ...plans, name: "read-only", responses: readOnly, expectedText: text(errors.BILLING_REFERENCE_FORBIDDEN) },
  { ...plans, name: "scheduled", responses: having(changing), expectedText: page.change.undo },
  { ...plans, name: "scheduled-seats", responses: having(shrinking), expectedText: "Changes to 3 seats" },
  {
    ...plans,
    name: "undo-failed",
    responses: { ...having(changing), "/billing/undo-change": providerFailed },
    play: ({ click }) => click("button", fill(page.change.undoOf, { product: "Studio" })),
    expectedText: text(errors.BILLING_PROVIDER_FAILED),
  },
  { ...plans, name: "seats-of-user", responses: having(seated), expectedText: "5 seats" },
  { ...team, name: "seats", responses: withSeats(), expectedText: "4 of 5 used" },
  { ...team, name: "seats-full", responses: withSeats({ members: 4 }), expectedText: page.seats.full },
  {
    ...team,
    name: "seats-follow-members",
    responses: { ...withSeats({ mode: "members" }), ...withBilling({ seats: "members" }) },
    expectedText: page.seats.follows,
  },
  {
    ...team,
    name: "seats-without-plan",
    responses: { ...none, "/billing/seats": ok(seatUsage({ paid: 3, members: 2, invitations: 0 })) },
    expectedText: "2 of 3 used",
  },
  { ...team, name: "change-seats", responses: withSeats(), play: changeSeats, expectedText: page.seats.choose },
  {
    ...team,
    name: "change-seats-preview",
    responses: withSeats(),
    play: (hand) => typeSeats(hand, "8"),
    expectedText: amount("49.00"),
  },
  {
    ...team,
    name: "change-seats-too-few",
    responses: withSeats(),
    play: (hand) => typeSeats(hand, "2"),
    expectedText: "at least 3",
  },
  { ...plans, name: "change", responses: having(soloPlan), play: change, expectedText: page.change.choose },
  {
    ...plans,
    name: "change-preview",
    responses: having(soloPlan),
    play: changeToStudio,
    expectedText: amount("49.00"),
  },
  {
    ...plans,
    name: "change-later",
    responses: {
      ...having(soloPlan),
      "/billing/preview-change": ok(preview({ dueNow: 0, effectiveAt: daysFromNow(18), timing: "periodEnd" })),
    },
    play: async (hand) => {
      await changeToStudio(hand);
      await hand.click("radio", new RegExp(`^${page.change.timings.periodEnd}`));
    },
    expectedText: amount("0.00"),
  },
  {
    ...plans,
    name: "change-credit",
    responses: {
      "/billing/preview-change": ok(preview({ dueNow: -1240, nextAmount: 1900, isEstimate: true })),
    },
    play: async (hand) => {
      await hand.click("button", fill(page.plan.changeOf, { product: "Studio" }));
      await hand.click("radio", /^Solo/);
    },
    expectedText: page.change.estimate,
  },
  {
    ...plans,
    name: "change-unknown",
    responses: {
      ...having(soloPlan),
      "/billing/preview-change": ok(preview({ dueNow: null, nextAmount: null, timing: "nextInvoice" })),
    },
    play: changeToStudio,
    expectedText: page.change.unknown,
  },
  {
    ...plans,
    name: "change-loading",
    responses: { ...having(soloPlan), "/billing/preview-change": pending },
    play: changeToStudio,
    expectedText: page.change.dueNow,
  },
  {
    ...plans,
    name: "change-preview-failed",
    responses: { ...having(soloPlan), "/billing/preview-change": providerFailed },
    play: changeToStudio,
    expectedText: text(errors.BILLING_PROVIDER_FAILED),
  },
  {
    ...plans,
    name: "change-failed",
    responses: { ...having(soloPlan), "/billing/change-plan": errorResponse(409, "SUBSCRIPTION_PAST_DUE") },
    play: async (hand) => {
      await changeToStudio(hand);
      await hand.see(amount("49.00"));
      await hand.click("button", page.change.submit);
    },
    expectedText: text(errors.SUBSCRIPTION_PAST_DUE),
  },
  {
    ...plans,
    name: "menu",
    play: ({ click }) => click("button", fill(page.plan.actionsOf, { product: "Studio" })),
    expectedText: page.plan.cancel,
  },
  { ...plans, name: "cancel", play: cancel, expectedText: cancelTitle },
  {
    ...plans,
    name: "cancel-failed",
    responses: { "/billing/cancel-subscription": providerFailed },
    play: async (hand) => {
      await cancel(hand);
      await hand.click("button", page.plan.cancelSubmit);
    },
    expectedText: text(errors.BILLING_PROVIDER_FAILED),
  },
  {
    ...plans,
    name: "resume",
    responses: having(ending),
    play: ({ click }) => click("button", fill(page.plan.resumeOf, { product: "Studio" })),
    expectedText: fill(page.plan.resumeTitle, { product: "Studio" }),
  },
];

const usage = within(<UsageSection />);
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
  { ...usage, name: "below", responses: meter(4_200, 10_000), expectedText: "5,800 remaining" },
  { ...usage, name: "near", expectedText: page.usage.near },
  { ...usage, name: "over", responses: meter(12_400, 10_000), expectedText: "2,400 over the limit" },
  { ...usage, name: "without-credit", responses: meter(1_234_567, 0), expectedText: "1,234,567 used" },
];

const benefits = within(<BenefitsSection />);
const download = ({ click }: UserActions): Promise<void> => click("button", new RegExp(`^${page.benefits.download}: `));
const benefitStates: readonly State[] = [
  { ...benefits, name: "filled", expectedText: "****-E304DA" },
  { ...benefits, name: "none", responses: none, expectedText: page.benefits.none },
  {
    ...benefits,
    name: "waiting",
    responses: { "/billing/customer-state": ok(state([plan()], { waitingBenefits: waiting })) },
    expectedText: page.benefits.waiting,
  },
  {
    ...benefits,
    name: "leaving",
    responses: { "/billing/portal": pending },
    play: download,
    expectedText: "(busy)",
  },
  {
    ...benefits,
    name: "failed",
    responses: { "/billing/portal": providerFailed },
    play: download,
    expectedText: text(errors.BILLING_PROVIDER_FAILED),
  },
];

const orders = within(<OrdersSection />);
const orderStates: readonly State[] = [
  { ...orders, name: "filled", expectedText: text(page.orders.status.partially_refunded) },
  { ...orders, name: "none", responses: none, expectedText: page.orders.empty },
  {
    ...orders,
    name: "pages",
    responses: {
      "/billing/orders": ok({ orders: Array.from({ length: 5 }, (_, at) => order(`o-${at}`)), total: 4200 }),
    },
    expectedText: "4,200",
  },
  {
    ...orders,
    name: "longest-names",
    responses: {
      "/billing/orders": ok({ orders: [order("o-1", { product: longest.product, totalAmount: 123456789 })], total: 1 }),
    },
    expectedText: amount("1,234,567.89"),
  },
  {
    ...orders,
    name: "invoice",
    play: ({ click }) => click("button", /^Details of The Handbook|^Details of Studio, January/),
    expectedText: page.orders.orderId,
  },
  ...loadingStates(orders, "/billing/orders", page.orders.title),
];

const table = { element: <PricingTable recommended="p-studio" />, wide: true };
const choose = ({ click }: UserActions): Promise<void> => click("button", fill(pricing.chooseOf, { product: "Solo" }));
const prices: readonly State[] = [
  { ...table, name: "filled", responses: none, expectedText: "The Handbook" },
  { ...table, name: "signed-out", responses: signedOut, expectedText: pricing.signUp },
  {
    ...table,
    name: "signed-out-without-sign-up",
    responses: { ...signedOut, ...withoutSignUp },
    expectedText: pricing.signIn,
  },
  { ...table, name: "owned", expectedText: fill(pricing.changePlan, { name: "Studio" }) },
  {
    ...table,
    name: "owned-and-added",
    element: <PricingTable recommended="p-studio" existingPlan="add" />,
    expectedText: fill(pricing.existingPlan, { name: "Studio" }),
  },
  {
    ...table,
    name: "owned-yearly",
    play: ({ click }) => click("radio", new RegExp(text(pricing.intervalNames.year))),
    expectedText: pricing.switchInterval,
  },
  {
    ...table,
    name: "change",
    responses: { "/billing/preview-change": ok(preview({ dueNow: -1240, nextAmount: 1900 })) },
    play: ({ click }) => click("button", fill(pricing.changeOf, { product: "Solo" })),
    expectedText: page.change.credit,
  },
  {
    ...table,
    name: "seats",
    responses: none,
    play: ({ click }) => click("button", fill(pricing.chooseOf, { product: "Team" })),
    expectedText: page.seats.field,
  },
  { ...table, name: "read-only", responses: readOnly, expectedText: text(errors.BILLING_REFERENCE_FORBIDDEN) },
  { ...table, name: "without-checkout", responses: withBilling({ checkout: false }), expectedText: pricing.yours },
  {
    ...table,
    name: "yearly",
    responses: none,
    play: ({ click }) => click("radio", new RegExp(text(pricing.intervalNames.year))),
    expectedText: text(pricing.each.year),
  },
  { ...table, name: "empty", responses: { "/billing/products": ok([]) }, expectedText: pricing.empty },
  {
    ...table,
    name: "questions",
    responses: none,
    play: ({ click }) => click("button", fill(pricing.chooseOf, { product: "Studio" })),
    expectedText: fill(pricing.questionsTitle, { product: "Studio" }),
  },
  {
    ...table,
    name: "leaving",
    responses: { ...none, "/billing/checkout": pending },
    play: choose,
    expectedText: "(busy)",
  },
  {
    ...table,
    name: "refused",
    responses: { ...none, "/billing/checkout": errorResponse(404, "PRODUCT_NOT_FOUND") },
    play: choose,
    expectedText: text(errors.PRODUCT_NOT_FOUND),
  },
  {
    ...table,
    name: "one",
    element: <PricingTable products={["p-solo"]} />,
    responses: none,
    expectedText: "Solo",
  },
  {
    ...table,
    name: "longest-names",
    responses: {
      ...none,
      "/billing/products": ok(
        products.map((product, at) => (at === 0 ? { ...product, name: text(longest.product.name ?? "") } : product)),
      ),
    },
    expectedText: "Enterprise Rendering",
  },
  ...loadingStates(table, "/billing/products", pricing.title),
];

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
const sellerStates: readonly State[] = [
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
    expectedText: bob.email,
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

export const shop: Gallery = {
  BillingPage: pages,
  BillingSection: sections,
  PlanSection: planStates,
  UsageSection: usageStates,
  BenefitsSection: benefitStates,
  OrdersSection: orderStates,
  PricingTable: prices,
  SellerPage: sellerStates,
};
