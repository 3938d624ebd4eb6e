/** States of the billing page and of its sections, except the plan. */

import { SettingsLayout } from "@latchkey/ui";
import { BenefitsSection, BillingPage, BillingSection, OrdersSection, UsageSection } from "@latchkey/ui/billing";
import { longest, order, plan, state, waiting } from "../fixtures/billing.ts";
import { withBilling } from "../fixtures/capabilities.ts";
import { type MockResponses, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

import { amount, errors, hidden, none, page, providerFailed, readOnly, text, within } from "./billing-parts.tsx";

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

/** Billing as part of an organization's settings. */
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

export const billingPages: Gallery = {
  BillingPage: pages,
  BillingSection: sections,
  UsageSection: usageStates,
  BenefitsSection: benefitStates,
  OrdersSection: orderStates,
};
