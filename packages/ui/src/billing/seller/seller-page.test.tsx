// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/seller" }

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fixture, purchaseOf, startShop, ui } from "../../../test/billing.tsx";
import { watchScreens } from "../../../test/site.tsx";
import { en } from "../../texts/en.ts";
import { fill } from "../../texts/texts.ts";
import { billingEn } from "../texts.ts";
import { SellerPage } from "./seller-page.tsx";

watchScreens();

const { seller, page } = billingEn;
const { deliveries, subscriptions, customers, products } = seller;

/** Ann is the seller, and a customer has bought something. */
async function start() {
  const shop = await startShop({ seller: ({ user }) => user.email === "ann@example.com" });
  const bodies = purchaseOf("org_acme");
  for (const body of bodies) await shop.send(body);
  return { ...shop, ann: await shop.enter("ann"), count: bodies.length };
}

const rows = (): HTMLElement[] => screen.getAllByRole("row").slice(1);

test("deliveries come with outcome and what was strange in them, by pages", async () => {
  const { ann, send, count } = await start();
  await send({ type: "later.event", data: {} });
  const order = purchaseOf("org_acme").find(({ type }) => type === "order.paid");
  const later = { status: "pending", modified_at: "2026-01-01T00:00:00Z" };
  await send({ type: "order.updated", data: { ...order?.data, ...later } });
  const { person } = ann.show(<SellerPage pageSize={count} />, ui);
  await screen.findByText("order.updated");
  screen.getByText(fill(deliveries.illegal, { of: "order", from: "paid", to: "pending" }));
  screen.getByText(deliveries.outcomes.unknown ?? "");
  expect(rows()).toHaveLength(count);
  await person.click(screen.getByRole("button", { name: en.nextPage }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await person.click(screen.getByRole("button", { name: en.previousPage }));
  await waitFor(() => expect(rows()).toHaveLength(count));
  await send({ type: "another.event", data: {} });
  await person.click(screen.getByRole("button", { name: deliveries.reload }));
  await screen.findByText("another.event");
});

test("a handler that fails is said with its error", async () => {
  const shop = await startShop({
    seller: () => true,
    webhooks: { onEvent: () => Promise.reject(new Error("no disk")) },
  });
  await expect(shop.send({ type: "later.event", data: {} })).rejects.toThrow("WEBHOOK_HANDLER_FAILED");
  const ann = await shop.enter("ann");
  ann.show(<SellerPage />, ui);
  const text = fill(deliveries.handlerStates.open ?? "", { handler: "onEvent", attempts: "1" });
  await screen.findByText(`${text}: no disk`);
});

test("the keyboard goes from list to list; each is filtered in its own way", async () => {
  const { ann } = await start();
  const { person } = ann.show(<SellerPage />, ui);
  await screen.findByText("order.paid");
  await person.click(screen.getByRole("tab", { name: deliveries.tab }));
  await person.keyboard("{ArrowRight}");
  const row = within((await screen.findByText("Team plan")).closest("tr") as HTMLElement);
  row.getByText(page.plan.status.active ?? "");
  row.getByText("$29.00 a month");
  await person.selectOptions(screen.getByLabelText(subscriptions.filter), subscriptions.onlyOthers);
  await screen.findByText(subscriptions.empty);
  await person.click(screen.getByRole("tab", { name: customers.tab }));
  await screen.findByText(customers.organization, { exact: false });
  await person.type(screen.getByRole("searchbox"), "nobody{Enter}");
  await screen.findByText(customers.empty);
  await person.click(screen.getByRole("tab", { name: products.tab }));
  const sold = within((await screen.findByText("Team plan")).closest("tr") as HTMLElement);
  sold.getByText("$29 a month");
  sold.getByText(/^Renders: \$0\.00125 each, at most \$200 a month\.$/);
});

test("an archived product, a customer of nobody and a plan that was canceled with words are told apart", async () => {
  const { ann, send } = await start();
  await send(fixture("product.updated-archived"));
  const customer = fixture("customer.created-guest");
  await send(customer);
  const ended = fixture("subscription.revoked");
  const why = { customer_cancellation_reason: "unused", customer_cancellation_comment: "Too busy" };
  await send({ ...ended, data: { ...ended.data, ...why, ended_at: "2025-06-02T00:00:00Z" } });
  const { person } = ann.show(<SellerPage />, ui);
  await person.click(await screen.findByRole("tab", { name: products.tab }));
  await screen.findByText(products.archived);
  await person.click(screen.getByRole("tab", { name: customers.tab }));
  const row = within((await screen.findByText(customer.data.email)).closest("tr") as HTMLElement);
  row.getByText(customers.nobody);
  await person.click(screen.getByRole("tab", { name: subscriptions.tab }));
  await screen.findByText(`${page.plan.reasons.unused}: Too busy`);
  screen.getByText(fill(subscriptions.ended, { date: "June 2, 2025" }));
});

test("who may not see it is told so, and shown nothing", async () => {
  const { enter } = await start();
  const bob = await enter("bob");
  bob.show(<SellerPage />, ui);
  expect((await screen.findByRole("alert")).textContent).toBe(billingEn.errors.BILLING_SELLER_FORBIDDEN);
  expect(screen.queryByRole("table")).toBeNull();
});
