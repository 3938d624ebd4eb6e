// @vitest-environment jsdom

import { billing as billingPlugin } from "@latchkey/billing";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { customerOf, fixture, purchaseOf, type Shop, startShop, ui } from "../../../test/billing.tsx";
import { findDialog, queryDialog } from "../../../test/dialogs.ts";
import { watchScreens } from "../../../test/site.tsx";
import { en } from "../../texts/en.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { UserButton } from "../../user-button/user-button.tsx";
import { billingEn } from "../texts.ts";
import { BillingPage } from "./billing-page.tsx";
import { BillingSection } from "./billing-section.tsx";
import { PlanSection } from "./plan-section.tsx";

history.replaceState(null, "", "/billing");

watchScreens();

const { plan, usage, benefits, orders, arrival } = billingEn.page;
const product = "Team plan";
/** Finds a section. Waits for the data, because the skeleton has regions with the same names. */
const region = async (name: string) => {
  const regionOf = (): HTMLElement => {
    const found = screen.getByRole("region", { name });
    expect(found.querySelector("[data-lk=skeleton]")).toBeNull();
    return found;
  };
  return within(await waitFor(regionOf));
};
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });
const menu = fill(plan.actionsOf, { product });

/** Ann has bought a plan. */
async function startWithPlan(
  changes: object = {},
): Promise<Shop & { readonly ann: Awaited<ReturnType<Shop["enter"]>> }> {
  const shop = await startShop();
  const ann = await shop.enter("ann");
  for (const body of purchaseOf(ann.userId, changes)) await shop.send(body);
  return { ...shop, ann };
}

/** Opens the drawer with the only order's invoice. */
async function openInvoice(person: UserEvent) {
  const name = fill(orders.detailsOf, { product: "Team plan", date: "June 2, 2025" });
  await person.click(await screen.findByRole("button", { name }));
  return within(await findDialog());
}

test("users who never bought anything see empty states and a link to the plans", async () => {
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

test("the page shows the plan, usage, benefits, and invoices", async () => {
  const { ann } = await startWithPlan();
  const { person } = ann.show(<BillingPage />, ui);
  const plans = await region(plan.title);
  await plans.findByText("$29.00 per month");
  plans.getByText(fill(plan.renews, { date: "June 2, 2025" }));
  const meters = await region(usage.title);
  await meters.findByText("12,450 of 10,000 used");
  meters.getByText(fill(usage.over, { over: "2,450" }));
  meters.getByText("$3.06 so far");
  meters.getByText(fill(usage.resets, { date: "June 2, 2025" }));
  const meter = meters.getByRole("meter", { name: "Renders" });
  expect(meter.getAttribute("aria-valuetext")).toBe("12,450 of 10,000 used");
  const own = await region(benefits.title);
  await own.findByText("****-7F3A21");
  own.getByText(fillCount(en, benefits.machines, 3));
  own.getByText(fillCount(en, benefits.uses, 5000));
  own.getByText("priority@example.com");
  own.getByText(fillCount(en, benefits.files, 1));
  const bills = await region(orders.title);
  await bills.findByRole("cell", { name: "$38.47" });
  bills.getByText(orders.status.paid ?? "");
  const invoice = await openInvoice(person);
  invoice.getByText("Renders — 2,450 units");
  invoice.getByText("$6.41");
  invoice.getByText("an-order");
  await person.keyboard("{Escape}");
  await waitFor(() => expect(queryDialog()).toBeNull());
});

test("canceling asks for confirmation and a reason, and the plan can be resumed", async () => {
  const { ann, provider } = await startWithPlan({ current_period_end: "2125-06-02T12:00:00Z" });
  const { person } = ann.show(<BillingPage />, ui);
  const cancel = async (): Promise<void> => {
    await person.click(await button(menu));
    await person.click(await screen.findByRole("menuitem", { name: plan.cancel }));
  };
  await cancel();
  let dialog = within(await findDialog());
  dialog.getByText(fill(plan.cancelText, { date: "June 2, 2125" }));
  await person.click(dialog.getByRole("button", { name: plan.resume }));
  expect(provider.cancelSubscription).not.toHaveBeenCalled();
  await cancel();
  dialog = within(await findDialog());
  await person.selectOptions(dialog.getByLabelText(plan.reason), plan.reasons.too_expensive ?? "");
  await person.type(dialog.getByLabelText(plan.comment), "Half the price");
  await person.click(dialog.getByRole("button", { name: plan.cancelSubmit }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  expect(provider.cancelSubscription).toHaveBeenCalledWith(
    { subscriptionId: "a-subscription", reason: "too_expensive", comment: "Half the price", when: "periodEnd" },
    expect.anything(),
  );
  screen.getByText(plan.ending);
  screen.getByText(fill(plan.ends, { date: "June 2, 2125" }));
  const announced = document.querySelector("[data-lk-announcer]");
  expect(announced?.textContent).toBe(fill(plan.canceled, { product }));
  const resume = await button(fill(plan.resumeOf, { product }));
  await waitFor(() => expect(document.activeElement).toBe(resume));

  await person.click(resume);
  dialog = within(await findDialog());
  dialog.getByText(fill(plan.resumeText, { date: "June 2, 2125", price: "$29.00 per month" }));
  // "Cancel" could mean the plan.
  dialog.getByRole("button", { name: en.close });
  expect(dialog.queryByRole("button", { name: en.cancel })).toBeNull();
  await person.click(dialog.getByRole("button", { name: plan.resumeSubmit }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  expect(announced?.textContent).toBe(fill(plan.resumed, { product }));
  screen.getByText(fill(plan.renews, { date: "June 2, 2125" }));
  await waitFor(async () => expect(document.activeElement).toBe(await button(menu)));
});

test("a payment provider error is shown in the dialog, which stays open", async () => {
  const { ann, provider } = await startWithPlan();
  provider.cancelSubscription.mockRejectedValueOnce(new Error("down"));
  const { person } = ann.show(<BillingPage />, ui);
  await person.click(await button(menu));
  await person.click(await screen.findByRole("menuitem", { name: plan.cancel }));
  const dialog = within(await findDialog());
  await person.click(dialog.getByRole("button", { name: plan.cancelSubmit }));
  const { textContent } = await dialog.findByText(billingEn.errors.BILLING_PROVIDER_FAILED ?? "");
  // Canceling charges no one.
  expect(textContent).not.toContain("charged");
  expect(queryDialog()).not.toBeNull();
});

test("a failed payment shows a banner with a button for the payment method", async () => {
  const { ann } = await startWithPlan({ status: "past_due" });
  const { person } = ann.show(<BillingPage />, ui);
  const plans = await region(plan.title);
  await plans.findByText(plan.status.past_due ?? "");
  plans.getByText(plan.failed);
  await person.click(plans.getByRole("button", { name: plan.updatePayment }));
  await waitFor(() => expect(ann.left).toEqual(["https://pay.test/portal"]));
});

test("a trial shows the remaining days", async () => {
  const end = new Date(Date.now() + 3.5 * 86_400_000);
  const { ann } = await startWithPlan({ status: "trialing", current_period_end: end.toISOString() });
  ann.show(<BillingPage />, ui);
  await screen.findByText(fillCount(en, plan.trialLeft, 4));
  screen.getByText(plan.status.trialing ?? "");
});

test("an ended plan isn't shown, but its invoice is", async () => {
  const over = { status: "canceled", ended_at: "2025-05-09T07:30:00Z", cancel_at_period_end: false };
  const { ann } = await startWithPlan(over);
  ann.show(<BillingPage />, ui);
  await screen.findByText(plan.none);
  await screen.findByRole("cell", { name: "$38.47" });
});

test("an invoice shows its refunds, including pending ones", async () => {
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
  const { person } = ann.show(<BillingPage />, ui);
  const bills = await region(orders.title);
  await bills.findByText(orders.status.partially_refunded ?? "");
  const invoice = await openInvoice(person);
  invoice.getByText(fill(orders.refund, { date: "May 20, 2025" }));
  invoice.getByText("-$6.00");
  invoice.getByText(fill(orders.refundStatus.pending ?? "", { date: "May 20, 2025" }));
});

test("after a checkout, the page waits for the order and then shows the purchase", async () => {
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
  await screen.findByText("$29.00 per month");
  await screen.findByText("****-7F3A21");
});

test("a trial completes a checkout, even without an order", async () => {
  const { enter, send } = await startShop();
  const ann = await enter("ann");
  const now = new Date().toISOString();
  const trial = { status: "trialing", started_at: now, current_period_end: "2125-06-02T12:00:00Z" };
  for (const body of purchaseOf(ann.userId, trial)) if (body.type !== "order.paid") await send(body);
  ann.show(<BillingPage search="?checkout=a-checkout" />, ui);
  await screen.findByText(arrival.arrived);
});

test("a new order without a checkout ID completes a checkout, but old orders and renewals don't", async () => {
  const { enter, send } = await startShop();
  const ann = await enter("ann");
  const order = purchaseOf(ann.userId).find(({ type }) => type === "order.paid");
  const unnamed = { ...order?.data, checkout_id: null, billing_reason: "purchase", subscription_id: null };
  const old = { ...unnamed, id: "old", created_at: "2025-05-02T00:00:00Z" };
  const renewal = {
    ...unnamed,
    id: "renewal",
    billing_reason: "subscription_cycle",
    created_at: new Date().toISOString(),
  };
  for (const data of [old, renewal]) await send({ type: "order.paid", data });
  ann.show(<BillingPage search="?checkout=a-checkout" />, ui);
  await screen.findByText(arrival.waiting);
  await send({ type: "order.paid", data: { ...unnamed, id: "new", created_at: new Date().toISOString() } });
  await screen.findByText(arrival.arrived, {}, { timeout: 5000 });
});

test("members who can't manage billing see the page without buttons, and non-members see a message without a failed request", async () => {
  const { enter, send } = await startShop({
    organizationAccess: ({ organizationId, action }) => organizationId === "acme" && action === "read",
  });
  for (const body of purchaseOf("org_acme", { status: "past_due" })) await send(body);
  const bob = await enter("bob");
  const { unmount } = bob.show(<BillingPage referenceId="acme" title="Billing for Acme" />, ui);
  await screen.findByText("$29.00 per month");
  await screen.findByRole("cell", { name: "$38.47" });
  const names = screen.queryAllByRole("button").map((one) => one.getAttribute("aria-label") ?? "");
  const opensInvoice = fill(orders.detailsOf, { product, date: "June 2, 2025" });
  expect(names).toEqual([opensInvoice]);
  expect(screen.queryAllByRole("link")).toEqual([]);
  screen.getByText(billingEn.errors.BILLING_REFERENCE_FORBIDDEN ?? "");
  screen.getByText(plan.failedForMembers);
  unmount();
  bob.asked.splice(0);
  const own = bob.show(<BillingPage referenceId="zeta" />, ui);
  expect((await screen.findByRole("alert")).textContent).toContain(billingEn.errors.BILLING_REFERENCE_FORBIDDEN);
  expect(bob.asked.filter((path) => path.includes("/billing/"))).toEqual([expect.stringContaining("/billing/access")]);
  own.unmount();
  bob.show(<BillingPage />, ui);
  await screen.findByText(plan.none);
});

test("without a payment provider on the server, no action that needs a provider is offered", async () => {
  const { enter, send } = await startShop({ provider: undefined });
  const ann = await enter("ann");
  for (const body of purchaseOf(ann.userId, { status: "past_due" })) await send(body);
  ann.show(<BillingPage />, { ...ui, supportContact: "help@example.com" });
  const banner = await screen.findByRole("alert");
  expect(banner.textContent).toBe(plan.failedWithoutPortal);
  expect(within(banner).getByRole("link").getAttribute("href")).toBe("mailto:help@example.com");
  await screen.findByRole("cell", { name: "$38.47" });
  const names = screen.queryAllByRole("button").map((one) => one.getAttribute("aria-label") ?? one.textContent);
  expect(names).toEqual([fill(orders.detailsOf, { product, date: "June 2, 2025" })]);
  expect(screen.queryByRole("link", { name: plan.other })).toBeNull();
});

test("as a section of another page, the headings are one level lower", async () => {
  const { ann } = await startWithPlan();
  ann.show(<BillingSection focusOnMount />, ui);
  const heading = await screen.findByRole("heading", { level: 2, name: billingEn.page.title });
  expect(document.activeElement).toBe(heading);
  await screen.findByRole("heading", { level: 3, name: plan.title });
  expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
});

test("the server paginates invoices", async () => {
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
  await waitFor(() => expect(bills.getAllByRole("row")).toHaveLength(3));
});

test("children replace the default sections, and sections outside the page throw", async () => {
  const { ann } = await startWithPlan();
  const { unmount } = ann.show(
    <BillingPage>
      <PlanSection />
    </BillingPage>,
    ui,
  );
  await screen.findByText("$29.00 per month");
  expect(screen.queryByRole("heading", { name: orders.title })).toBeNull();
  unmount();
  expect(() => ann.show(<PlanSection />, ui)).toThrow("inside <BillingPage>");
  (console.error as unknown as { mockClear(): void }).mockClear();
});

test("the menu links to the billing page", async () => {
  const { enter } = await startShop();
  const ann = await enter("ann");
  const { person } = ann.show(<UserButton />, ui);
  await person.click(await button(en.userButton.open));
  expect(screen.queryByRole("menuitem", { name: billingEn.seller.menu })).toBeNull();
  await person.click(await screen.findByRole("menuitem", { name: billingEn.page.menu }));
  expect(ann.went).toEqual(["/billing"]);
});

test("every billing error that users can see has a text", () => {
  const plugin = billingPlugin({ secret: "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=" });
  // Users never see errors from webhooks or from calls by the app's own server.
  const forServers = /^WEBHOOK_|^SYNC_RUNNING$|^UNKNOWN_ENTITLEMENT$/;
  const codes = Object.keys(plugin.errors ?? {}).filter((code) => !forServers.test(code));
  expect(codes.length).toBeGreaterThan(8);
  expect(codes.filter((code) => !Object.hasOwn(billingEn.errors, code))).toEqual([]);
});
