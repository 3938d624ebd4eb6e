// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/billing" }

import { billing as billingPlugin, memberAccess } from "@latchkey/billing";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { customerOf, fixture, purchaseOf, type Shop, startShop, ui } from "../../../test/billing.tsx";
import { findDialog, queryDialog } from "../../../test/dialogs.ts";
import { watchScreens } from "../../../test/site.tsx";
import type { OrganizationClient } from "../../organization/client.ts";
import { en } from "../../texts/en.ts";
import { fill } from "../../texts/texts.ts";
import { UserButton } from "../../user-button/user-button.tsx";
import { useBillingClient } from "../client.ts";
import { billingEn } from "../texts.ts";
import { BillingPage } from "./billing-page.tsx";
import { PlanCard } from "./plan-card.tsx";

watchScreens();

const { plan, usage, benefits, orders, arrival } = billingEn.page;
const product = "Team plan";
const region = async (name: string) => within(await screen.findByRole("region", { name }));
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });

/** Ann has bought a plan. */
async function startWithPlan(
  changes: object = {},
): Promise<Shop & { readonly ann: Awaited<ReturnType<Shop["enter"]>> }> {
  const shop = await startShop();
  const ann = await shop.enter("ann");
  for (const body of purchaseOf(ann.userId, changes)) await shop.send(body);
  return { ...shop, ann };
}

test("whoever never bought anything is told so, and where to", async () => {
  const { enter } = await startShop();
  const ann = await enter("ann");
  ann.show(<BillingPage />, ui);
  await screen.findByText(plan.none);
  expect(screen.getByRole("link", { name: plan.see }).getAttribute("href")).toBe("/pricing");
  screen.getByText(benefits.none);
  await screen.findByText(orders.empty);
  expect(screen.queryByRole("heading", { name: usage.title })).toBeNull();
  expect(screen.queryByRole("button", { name: orders.portal })).toBeNull();
});

test("a plan, what was used of it, what comes with it and what was paid stand on one page", async () => {
  const { ann } = await startWithPlan();
  ann.show(<BillingPage />, ui);
  const plans = await region(plan.title);
  plans.getByText("$29.00 a month");
  plans.getByText(fill(plan.renews, { date: "June 2, 2025" }));
  const meters = await region(usage.title);
  meters.getByText("12,450 of 10,000 used");
  meters.getByText("2,450 over");
  meters.getByText("$3.06 so far");
  const meter = meters.getByRole("meter", { name: "Renders" });
  expect(meter.getAttribute("aria-valuetext")).toBe("12,450 of 10,000 used, 2,450 over");
  const own = await region(benefits.title);
  own.getByText("****-7F3A21");
  own.getByText("On up to 3 devices");
  own.getByText("Up to 5,000 uses");
  own.getByText("priority@example.com");
  own.getByText(benefits.file);
  const bills = await region(orders.title);
  await bills.findByRole("cell", { name: "$38.47" });
  bills.getByText("Renders — 2,450 units");
  bills.getByText("$6.41");
  bills.getByText(orders.status.paid ?? "");
});

test("a plan is canceled after a question, with a reason, and goes on after another one", async () => {
  const { ann, provider } = await startWithPlan();
  const { person } = ann.show(<BillingPage />, ui);
  await person.click(await button(fill(plan.cancelOf, { product })));
  let dialog = within(await findDialog());
  dialog.getByText(fill(plan.cancelText, { date: "June 2, 2025" }));
  await person.click(dialog.getByRole("button", { name: plan.resume }));
  expect(provider.cancelSubscription).not.toHaveBeenCalled();
  await person.click(await button(fill(plan.cancelOf, { product })));
  dialog = within(await findDialog());
  await person.selectOptions(dialog.getByLabelText(plan.reason), plan.reasons.too_expensive ?? "");
  await person.type(dialog.getByLabelText(plan.comment), "Half the price");
  await person.click(dialog.getByRole("button", { name: plan.cancelSubmit }));
  const said = await screen.findByText(fill(plan.canceled, { product }));
  await waitFor(() => expect(document.activeElement).toBe(said));
  expect(provider.cancelSubscription).toHaveBeenCalledWith(
    { subscriptionId: "a-subscription", reason: "too_expensive", comment: "Half the price" },
    expect.anything(),
  );
  screen.getByText(plan.ending);
  screen.getByText(fill(plan.ends, { date: "June 2, 2025" }));

  await person.click(await button(fill(plan.resumeOf, { product })));
  dialog = within(await findDialog());
  dialog.getByText(fill(plan.resumeText, { date: "June 2, 2025", price: "$29.00 a month" }));
  await person.click(dialog.getByRole("button", { name: plan.resumeSubmit }));
  await screen.findByText(fill(plan.resumed, { product }));
  screen.getByText(fill(plan.renews, { date: "June 2, 2025" }));
});

test("a refusal is said in the dialog, which stays", async () => {
  const { ann, provider } = await startWithPlan();
  provider.cancelSubscription.mockRejectedValueOnce(new Error("down"));
  const { person } = ann.show(<BillingPage />, ui);
  await person.click(await button(fill(plan.cancelOf, { product })));
  const dialog = within(await findDialog());
  await person.click(dialog.getByRole("button", { name: plan.cancelSubmit }));
  await dialog.findByText(billingEn.errors.BILLING_PROVIDER_FAILED ?? "");
  expect(queryDialog()).not.toBeNull();
});

test("a payment that failed is said, with the way to the platform's pages", async () => {
  const { ann } = await startWithPlan({ status: "past_due" });
  const { person } = ann.show(<BillingPage />, ui);
  const plans = await region(plan.title);
  plans.getByText(plan.status.past_due ?? "");
  plans.getByText(plan.failed);
  await person.click(plans.getByRole("button", { name: orders.portal }));
  await waitFor(() => expect(ann.left).toEqual(["https://pay.test/portal"]));
});

test("a plan that is over is not shown as one; its order is", async () => {
  const over = { status: "canceled", ended_at: "2025-05-09T07:30:00Z", cancel_at_period_end: false };
  const { ann } = await startWithPlan(over);
  ann.show(<BillingPage />, ui);
  await screen.findByText(plan.none);
  await screen.findByRole("cell", { name: "$38.47" });
});

test("refunds stand beneath the bill that they belong to, those on their way as such", async () => {
  const { ann, send } = await startWithPlan();
  const [order] = purchaseOf("x").filter(({ type }) => type === "order.paid");
  const refund = fixture("refund.created-succeeded");
  const own = { order_id: "an-order", customer_id: "a-customer" };
  await send({ ...refund, data: { ...refund.data, ...own, id: "one", amount: 500, tax_amount: 100 } });
  await send({
    ...refund,
    data: { ...refund.data, ...own, id: "two", amount: 100, tax_amount: 20, status: "pending" },
  });
  const changes = { status: "partially_refunded", refunded_amount: 500, modified_at: "2025-06-03T00:00:00Z" };
  const customer = customerOf(ann.userId);
  await send({ type: "order.refunded", data: { ...order?.data, ...changes, customer } });
  ann.show(<BillingPage />, ui);
  const bills = await region(orders.title);
  await bills.findByText(orders.status.partially_refunded ?? "");
  bills.getByText(fill(orders.refund, { date: "May 20, 2025" }));
  bills.getByText("-$6.00");
  bills.getByText(fill(orders.refundStatus.pending ?? "", { date: "May 20, 2025" }));
});

test("who comes from a checkout waits until its order is there, and then sees what came with it", async () => {
  const { enter, send } = await startShop();
  const ann = await enter("ann");
  ann.show(<BillingPage search="?checkout=a-checkout" />, ui);
  await screen.findByText(arrival.waiting);
  await screen.findByText(plan.none);
  const bodies = purchaseOf(ann.userId);
  for (const body of bodies) {
    if (body.type === "order.paid") Object.assign(body.data, { checkout_id: "a-checkout" });
    await send(body);
  }
  await screen.findByText(arrival.arrived, {}, { timeout: 5000 });
  expect(screen.queryByText(arrival.waiting)).toBeNull();
  await screen.findByText("$29.00 a month");
  await screen.findByText("****-7F3A21");
});

test("an organization's page is shown to whoever may see it; who may only look is offered nothing to press", async () => {
  const { enter, send } = await startShop({
    organizationAccess: ({ organizationId, action }) => organizationId === "acme" && action === "read",
  });
  for (const body of purchaseOf("org_acme")) await send(body);
  const bob = await enter("bob");
  const { unmount } = bob.show(<BillingPage referenceId="acme" manages={false} title="Billing of Acme" />, ui);
  await screen.findByText("$29.00 a month");
  await screen.findByRole("cell", { name: "$38.47" });
  const pressable = screen.queryAllByRole("button").map(({ textContent }) => textContent);
  expect(pressable).toEqual([]);
  unmount();
  const own = bob.show(<BillingPage referenceId="zeta" />, ui);
  expect((await screen.findByRole("alert")).textContent).toBe(billingEn.errors.BILLING_REFERENCE_FORBIDDEN);
  own.unmount();
  bob.show(<BillingPage />, ui);
  await screen.findByText(plan.none);
});

/** A custom card that uses the hook. */
function Hook(): ReactElement {
  const [own] = useBillingClient().useCustomerState().data?.subscriptions ?? [];
  return <p>by the hook: {own?.product.name ?? "nothing"}</p>;
}

test("where calls are about the active organization, the page follows it, and so does the hook", async () => {
  const { enter, send } = await startShop(
    { reference: "activeOrganization", organizationAccess: memberAccess() },
    { plugins: [organization()], clientPlugins: [organizationClient()] },
  );
  const ann = await enter("ann");
  const client = ann.client as unknown as OrganizationClient;
  const shown = (
    <>
      <BillingPage />
      <Hook />
    </>
  );
  ann.show(shown, ui);
  await screen.findByText(plan.none);
  const { data } = await client.organization.create({ name: "Acme", slug: "acme" });
  for (const body of purchaseOf(`org_${data?.id}`)) await send(body);
  await client.organization.setActive({ organizationId: null });
  await screen.findByText(plan.none);
  await client.organization.setActive({ organizationId: data?.id ?? "" });
  await screen.findByText("$29.00 a month");
  await screen.findByText(`by the hook: ${product}`);
  await client.organization.setActive({ organizationId: null });
  await screen.findByText(plan.none);
  await screen.findByText("by the hook: nothing");
});

test("orders are paged by the server", async () => {
  const { ann, send } = await startWithPlan();
  const [order] = purchaseOf("x").filter(({ type }) => type === "order.paid");
  for (let number = 10; number < 21; number++) {
    const created_at = `2025-04-${number}T00:00:00Z`;
    const data = { ...order?.data, id: `order-${number}`, created_at, customer: customerOf(ann.userId) };
    await send({ type: "order.paid", data });
  }
  const { person } = ann.show(<BillingPage />, ui);
  const bills = await region(orders.title);
  await bills.findByText(fill(orders.page, { from: "1", to: "10", total: "12" }));
  await person.click(bills.getByRole("button", { name: en.nextPage }));
  await bills.findByText(fill(orders.page, { from: "11", to: "12", total: "12" }));
  expect(bills.getAllByRole("row")).toHaveLength(3);
});

test("cards of one's own choice stand in the place of all; outside of a page they say what is missing", async () => {
  const { ann } = await startWithPlan();
  const { unmount } = ann.show(
    <BillingPage>
      <PlanCard />
    </BillingPage>,
    ui,
  );
  await screen.findByText("$29.00 a month");
  expect(screen.queryByRole("heading", { name: orders.title })).toBeNull();
  unmount();
  expect(() => ann.show(<PlanCard />, ui)).toThrow("inside of <BillingPage>");
  (console.error as unknown as { mockClear(): void }).mockClear();
});

test("the menu leads to the billing page", async () => {
  const { enter } = await startShop();
  const ann = await enter("ann");
  const { person } = ann.show(<UserButton />, ui);
  await person.click(await button(en.userButton.open));
  expect(screen.queryByRole("menuitem", { name: billingEn.seller.menu })).toBeNull();
  await person.click(await screen.findByRole("menuitem", { name: billingEn.page.menu }));
  expect(ann.went).toEqual(["/billing"]);
});

test("every refusal of billing to a person has a sentence of its own", () => {
  const plugin = billingPlugin({ secret: "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=" });
  const codes = Object.keys(plugin.errors ?? {}).filter((code) => !code.startsWith("WEBHOOK_"));
  expect(codes.length).toBeGreaterThan(8);
  expect(codes.filter((code) => !Object.hasOwn(billingEn.errors, code))).toEqual([]);
});
