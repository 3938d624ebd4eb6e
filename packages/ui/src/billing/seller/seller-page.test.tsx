// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { fixture, purchaseOf, startShop, ui } from "../../../test/billing.tsx";
import { findDialog, queryDialog } from "../../../test/dialogs.ts";
import { watchScreens } from "../../../test/site.tsx";
import { en } from "../../texts/en.ts";
import { fill } from "../../texts/texts.ts";
import { billingEn } from "../texts.ts";
import { SellerPage } from "./seller-page.tsx";

history.replaceState(null, "", "/seller");

watchScreens();

const { seller, page } = billingEn;
const { deliveries, subscriptions, customers, products, overview, orders, refunds, discounts, meters } = seller;

/** Ann is the seller, and a customer has bought something. */
async function start() {
  const shop = await startShop({ seller: ({ user }) => user.email === "ann@example.com" });
  const bodies = purchaseOf("org_acme");
  for (const body of bodies) await shop.send(body);
  return { ...shop, ann: await shop.enter("ann"), count: bodies.length };
}

afterEach(() => {
  location.hash = "";
});

const rows = (): HTMLElement[] => screen.getAllByRole("row").slice(1);
const events = (): (string | null)[] => rows().map((row) => row.querySelector("td")?.textContent ?? null);
/** Follows a navigation link. jsdom reports a changed fragment later than a browser. */
const open = (person: UserEvent, name: string): Promise<void> =>
  screen.findByRole("link", { name }).then((link) => person.click(link));

test("the overview shows numbers and failed webhooks", async () => {
  const { ann } = await start();
  ann.show(<SellerPage />, ui);
  const active = (await screen.findByText(overview.active)).parentElement as HTMLElement;
  await within(active).findByText("1");
  await screen.findByText(overview.noAttention);
});

test("the overview shows trials, failed payments, and revenue by currency", async () => {
  const { ann, send } = await start();
  const subscription = purchaseOf("org_acme")[2]?.data;
  const running = { cancel_at_period_end: false, ends_at: null, ended_at: null };
  for (const status of ["trialing", "past_due"]) {
    await send({ type: "subscription.updated", data: { ...subscription, ...running, id: status, status } });
  }
  const order = { ...fixture("order.paid-one-time").data, created_at: new Date().toISOString(), status: "paid" };
  await send({ type: "order.paid", data: { ...order, id: "usd", net_amount: 123_400, currency: "usd" } });
  await send({ type: "order.paid", data: { ...order, id: "eur", net_amount: 500, currency: "eur" } });
  ann.show(<SellerPage />, ui);
  const tile = async (title: string) => within((await screen.findByText(title)).parentElement as HTMLElement);
  await (await tile(overview.trials)).findByText("1");
  await (await tile(overview.pastDue)).findByText("1");
  const revenue = await tile(overview.revenue);
  revenue.getByText("$1,234.00");
  revenue.getByText("€5.00");
  revenue.getByText(overview.revenueNote);
});

describe("linking a customer", () => {
  /** Ann is the seller, and someone bought as a guest. The customer list is open. */
  async function startLinking() {
    const shop = await start();
    const bob = await shop.enter("bob");
    const guest = { ...fixture("customer.created-guest").data, id: "guest", external_id: null, name: "Gus Guest" };
    await shop.send({ type: "customer.created", data: guest });
    const { person } = shop.ann.show(<SellerPage />, ui);
    await open(person, customers.tab);
    const name = fill(customers.linkOf, { customer: "Gus Guest" });
    const button = await screen.findByRole("button", { name });
    return { ...shop, bob, person, button, name };
  }

  test("works with the keyboard, and says who will own the purchases", async () => {
    const { person, button, name, bob } = await startLinking();
    // Phones show the button at the end of the row, instead of between the facts.
    expect(button.closest("td")?.dataset.phone).toBe("end");
    button.focus();
    await person.keyboard("{Enter}");
    const dialog = within(await findDialog());
    const search = dialog.getByRole("combobox", { name: customers.linkSearch });
    expect(document.activeElement).toBe(search);
    await person.keyboard("b");
    await dialog.findByText(customers.linkMore);
    await person.keyboard("zz");
    await dialog.findByText(customers.linkNone);
    await person.keyboard("{Backspace}{Backspace}ob");
    await dialog.findByRole("option", { name: /bob@example\.com/ });
    await person.keyboard("{Enter}");
    const names = { customer: "Gus Guest", owner: "bob", detail: "bob@example.com" };
    await dialog.findByText(fill(customers.linkChosen, names));
    await person.tab();
    await person.tab();
    expect(document.activeElement).toBe(dialog.getByRole("button", { name: customers.linkSubmit }));
    await person.keyboard("{Enter}");
    await waitFor(() => expect(queryDialog()).toBeNull());
    await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
    screen.getByTitle(bob.userId);
    expect(document.querySelector("[data-lk-announcer]")?.textContent).toBe(fill(customers.linked, names));
    // The button is gone, so focus is on the row.
    await waitFor(() => expect(document.activeElement?.closest("tr")).not.toBeNull());
  });

  test("keeps the results when the focus leaves the input, so that no button moves while it's clicked", async () => {
    const { person, button } = await startLinking();
    await person.click(button);
    const dialog = within(await findDialog());
    await person.type(dialog.getByRole("combobox"), "bob");
    await dialog.findByRole("option", { name: /bob@example\.com/ });
    await person.tab();
    expect(document.activeElement).toBe(dialog.getByRole("button", { name: en.cancel }));
    dialog.getByRole("option", { name: /bob@example\.com/ });
  });

  test("shows an error if the user has since been deleted, and lets the seller choose another", async () => {
    const { person, button, site, bob } = await startLinking();
    await person.click(button);
    const dialog = within(await findDialog());
    await person.type(dialog.getByRole("combobox"), "bob");
    await person.click(await dialog.findByRole("option", { name: /bob@example\.com/ }));
    await site.removeUser(bob.userId);
    await person.click(dialog.getByRole("button", { name: customers.linkSubmit }));
    await dialog.findByText(billingEn.errors.BILLING_REFERENCE_NOT_FOUND ?? "");
    await person.type(dialog.getByRole("combobox"), "ann");
    await person.click(await dialog.findByRole("option", { name: /ann@example\.com/ }));
    await person.click(dialog.getByRole("button", { name: customers.linkSubmit }));
    await waitFor(() => expect(queryDialog()).toBeNull());
  });
});

test("webhooks can be filtered, paginated, and opened", async () => {
  const { ann, send, count } = await start();
  await send({ type: "later.event", data: {} });
  const order = purchaseOf("org_acme").find(({ type }) => type === "order.paid");
  const later = { status: "pending", modified_at: "2026-01-01T00:00:00Z" };
  await send({ type: "order.updated", data: { ...order?.data, ...later } });
  const { person } = ann.show(<SellerPage pageSize={count} />, ui);
  await open(person, deliveries.tab);
  await screen.findByText("order.updated");
  expect(rows()).toHaveLength(count);
  await person.click(screen.getByRole("button", { name: en.nextPage }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await person.click(screen.getByRole("button", { name: en.previousPage }));
  await waitFor(() => expect(rows()).toHaveLength(count));

  await person.click(screen.getByRole("button", { name: deliveries.state }));
  await person.click(await screen.findByLabelText(deliveries.states.unexpected));
  await person.keyboard("{Escape}");
  expect(events()).toEqual(["order.updated", "later.event"]);
  await person.click(screen.getByText("order.updated"));
  const drawer = within(await findDialog());
  drawer.getByText(fill(deliveries.illegal, { of: "order", from: "paid", to: "pending" }));
  drawer.getByText(deliveries.noHandlers);
  await person.keyboard("{Escape}");
  await waitFor(() => expect(queryDialog()).toBeNull());

  await send({ type: "another.event", data: {} });
  await person.click(screen.getByRole("button", { name: deliveries.reload }));
  await screen.findByText("another.event");
});

test("failed webhooks come first, with their handler's error", async () => {
  const failing = new Set(["first.event"]);
  const shop = await startShop({
    seller: () => true,
    webhooks: { onEvent: ({ type }) => (failing.has(type) ? Promise.reject(new Error("no disk")) : Promise.resolve()) },
  });
  await expect(shop.send({ type: "first.event", data: {} })).rejects.toThrow("WEBHOOK_HANDLER_FAILED");
  await shop.send({ type: "second.event", data: {} });
  const ann = await shop.enter("ann");
  const { person } = ann.show(<SellerPage />, ui);
  await screen.findByText("first.event");
  expect(events()).toEqual(["first.event"]);
  screen.getByText(deliveries.handlerFailed);
  await open(person, deliveries.tab);
  await waitFor(() => expect(events()).toEqual(["first.event", "second.event"]));
  await person.click(screen.getByText("first.event"));
  const drawer = within(await findDialog());
  drawer.getByText(deliveries.handlerFailed);
  drawer.getByText(fill(deliveries.handlerStates.open ?? "", { handler: "onEvent", attempts: "1" }));
  drawer.getByText("no disk");
});

test("a failed webhook can be retried, and shows the error if it fails again", async () => {
  let isDown = true;
  const shop = await startShop({
    seller: () => true,
    webhooks: { onEvent: () => (isDown ? Promise.reject(new Error("no disk")) : Promise.resolve()) },
  });
  await expect(shop.send({ type: "first.event", data: {} })).rejects.toThrow("WEBHOOK_HANDLER_FAILED");
  const ann = await shop.enter("ann");
  const { person } = ann.show(<SellerPage />, ui);
  await open(person, deliveries.tab);
  // The overview has the same table.
  await screen.findByRole("button", { name: deliveries.reload });
  const name = fill(deliveries.runAgainOf, { event: "first.event" });
  await person.click(await screen.findByRole("button", { name }));
  const drawer = within(await findDialog());
  await drawer.findByText(fill(deliveries.failedAgain, { handlers: "onEvent" }));
  drawer.getByText(fill(deliveries.handlerStates.open ?? "", { handler: "onEvent", attempts: "2" }));
  isDown = false;
  await person.click(drawer.getByRole("button", { name }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  await screen.findByText(deliveries.states.unexpected);
  expect(screen.queryByRole("button", { name })).toBeNull();
  const announced = document.querySelector("[data-lk-announcer]")?.textContent;
  expect(announced).toBe(fill(deliveries.ranAgain, { event: "first.event" }));
});

test("orders, refunds, benefits, discounts, and meters have lists", async () => {
  const { ann, send } = await start();
  const refund = fixture("refund.created-succeeded");
  const own = { order_id: "an-order", customer_id: "a-customer", reason: "duplicate", amount: 500, tax_amount: 100 };
  await send({ ...refund, data: { ...refund.data, ...own } });
  await send(fixture("order.paid-subscription-create"));
  const { person } = ann.show(<SellerPage />, ui);
  await open(person, orders.tab);
  await screen.findByRole("cell", { name: "$38.47" });
  expect(rows()).toHaveLength(2);
  await person.click(screen.getByRole("button", { name: page.orders.state }));
  await person.click(await screen.findByLabelText(page.orders.status.refunded ?? ""));
  await screen.findByText(orders.empty);
  await person.click(await screen.findByLabelText(page.orders.status.paid ?? ""));
  await person.keyboard("{Escape}");
  await person.click(await screen.findByRole("cell", { name: "$38.47" }));
  const drawer = within(await findDialog());
  drawer.getByText("an-order");
  drawer.getByText("-$6.00");
  expect(drawer.queryByRole("button", { name: page.orders.portal })).toBeNull();
  await person.keyboard("{Escape}");
  await waitFor(() => expect(queryDialog()).toBeNull());

  await open(person, refunds.tab);
  const row = within((await screen.findByRole("cell", { name: "$6.00" })).closest("tr") as HTMLElement);
  row.getByText(refunds.reasons.duplicate ?? "");
  expect(row.getByText(refunds.status.succeeded ?? "").closest("td")?.dataset.phone).toBe("end-below");
  await person.click(screen.getByRole("button", { name: refunds.state }));
  await person.click(await screen.findByLabelText(refunds.status.failed ?? ""));
  await screen.findByText(refunds.empty);
  await person.keyboard("{Escape}");

  await open(person, seller.benefits.tab);
  await screen.findByText(page.benefits.types.license_keys ?? "");
  screen.getByText(seller.benefits.types.custom ?? "");
  await open(person, discounts.tab);
  const discount = within((await screen.findByText("YEAR1")).closest("tr") as HTMLElement);
  discount.getByText(/%/);
  await open(person, meters.tab);
  await screen.findByText("Renders");
});

test("subscriptions can be filtered, and customers can be searched", async () => {
  const { ann } = await start();
  const { person } = ann.show(<SellerPage />, ui);
  await open(person, subscriptions.tab);
  const row = within((await screen.findByText("Team plan")).closest("tr") as HTMLElement);
  row.getByText(page.plan.status.active ?? "");
  row.getByText("$29.00 per month");
  await person.click(screen.getByRole("button", { name: subscriptions.filter }));
  await person.click(await screen.findByLabelText(subscriptions.onlyOthers));
  await screen.findByText(subscriptions.empty);
  await person.keyboard("{Escape}");
  await open(person, customers.tab);
  await screen.findByText(customers.organization);
  await person.type(screen.getByRole("searchbox"), "nobody{Enter}");
  await screen.findByText(customers.empty);
  await open(person, products.tab);
  const sold = within((await screen.findByText("Team plan")).closest("tr") as HTMLElement);
  sold.getByText("$29 per month");
  sold.getByText("Renders: $0.00125 per unit, up to $200 per month.");
});

test("archived products, unlinked customers, and canceled subscriptions are marked", async () => {
  const { ann, send } = await start();
  await send(fixture("product.updated-archived"));
  const customer = fixture("customer.created-guest");
  await send(customer);
  const ended = fixture("subscription.revoked");
  const why = { customer_cancellation_reason: "unused", customer_cancellation_comment: "Too busy" };
  await send({ ...ended, data: { ...ended.data, ...why, ended_at: "2025-06-02T00:00:00Z" } });
  const { person } = ann.show(<SellerPage />, ui);
  await open(person, products.tab);
  await screen.findByText(products.archived);
  await open(person, customers.tab);
  const row = within((await screen.findByText(customer.data.email)).closest("tr") as HTMLElement);
  row.getByText(customers.nobody);
  await open(person, subscriptions.tab);
  await screen.findByText("Too busy");
  screen.getByText(page.plan.reasons.unused ?? "");
  screen.getByText(fill(subscriptions.ended, { date: "June 2, 2025" }));
});

test("users who aren't sellers see an error and no data", async () => {
  const { enter } = await start();
  const bob = await enter("bob");
  bob.show(<SellerPage />, ui);
  const alerts = await screen.findAllByRole("alert");
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(billingEn.errors.BILLING_SELLER_FORBIDDEN ?? ""),
  ]);
  expect(screen.queryByRole("table")).toBeNull();
  await waitFor(() => expect(screen.queryByRole("navigation")).toBeNull());
  expect(bob.asked.filter((path) => path.includes("/billing/seller"))).toHaveLength(1);
});
