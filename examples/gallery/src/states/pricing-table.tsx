/** States of the pricing table. */

import { fill } from "@latchkey/ui";
import { PricingTable } from "@latchkey/ui/billing";
import { longest, preview, products } from "../fixtures/billing.ts";
import { withBilling, withoutSignUp } from "../fixtures/capabilities.ts";
import { signedOut } from "../fixtures/default-responses.ts";
import { errorResponse, ok, pending } from "../mock-fetch.ts";
import { loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

import { errors, none, page, pricing, readOnly, text } from "./billing-parts.tsx";

const table = { element: <PricingTable recommended="p-studio" />, wide: true };
const choose = ({ click }: UserActions): Promise<void> => click("button", fill(pricing.chooseOf, { product: "Solo" }));
export const pricingTableStates: readonly State[] = [
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
