// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fixture, periodEnd, purchaseOf, startShop, ui } from "../../../test/billing.tsx";
import { findDialog, queryDialog } from "../../../test/dialogs.ts";
import { watchScreens } from "../../../test/site.tsx";
import { en } from "../../texts/en.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { billingEn } from "../texts.ts";
import { PricingTable } from "./pricing-table.tsx";

history.replaceState(null, "", "/pricing");

watchScreens();

const { pricing } = billingEn;
const { change } = billingEn.page;
const handbook = fixture("product.created-one-time");
const named = (text: string, product: string): string => fill(text, { product });
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });

test("signed-out visitors see prices and sign-up buttons", async () => {
  const { site, send } = await startShop();
  await send(handbook);
  const visit = site.visit();
  const { person } = visit.show(<PricingTable />, ui);
  await screen.findByText("$49");
  screen.getByText(pricing.once);
  screen.getByText("Wallpaper pack");
  await person.click(await button(named(pricing.signUpOf, handbook.data.name)));
  expect(visit.went).toEqual(["/sign-up"]);
});

test("a double click opens one checkout, which returns to the billing page", async () => {
  const { enter, send, provider } = await startShop();
  await send(handbook);
  const ann = await enter("ann");
  const { person } = ann.show(<PricingTable />, ui);
  const buy = await button(named(pricing.buyOf, handbook.data.name));
  await person.dblClick(buy);
  await waitFor(() => expect(ann.left).toEqual(["https://pay.test/checkout"]));
  expect(provider.createCheckout).toHaveBeenCalledTimes(1);
  const successUrl = "http://app.test/billing?checkout={CHECKOUT_ID}";
  const wanted = { plans: [{ productId: handbook.data.id, priceId: null }], successUrl, discountId: null };
  expect(provider.createCheckout).toHaveBeenCalledWith(expect.objectContaining(wanted), expect.anything());
});

test("the switch changes the plans' billing interval, and one-time products have a separate list below", async () => {
  const { site, send } = await startShop();
  for (const body of [handbook, fixture("product.created-recurring"), fixture("product.updated-legacy-prices")]) {
    await send(body);
  }
  const { person } = site.visit().show(<PricingTable />, ui);
  const names = (level: number): (string | null)[] =>
    screen.getAllByRole("heading", { level }).map(({ textContent }) => textContent);
  await screen.findByText("Team plan");
  expect(names(2).toSorted()).toEqual(["Founders plan", pricing.oneTime, "Team plan"]);
  expect(names(2).at(-1)).toBe(pricing.oneTime);
  expect(names(3)).toEqual(["The Northwind Handbook"]);
  const yearly = screen.getByRole("radio", { name: new RegExp(pricing.intervalNames.year ?? "") });
  await person.click(yearly);
  expect(names(2)).toEqual(["Founders plan", pricing.oneTime]);
  screen.getByText("$99");
  await person.click(screen.getByRole("radio", { name: pricing.intervalNames.month ?? "" }));
  expect(names(2)).toHaveLength(3);
});

test("the recommended plan has a badge and the only filled button", async () => {
  const { site, send } = await startShop();
  const solo = fixture("product.created-recurring");
  await send(solo);
  await send({ ...solo, data: { ...solo.data, id: "studio", name: "Studio" } });
  site.visit().show(<PricingTable recommended="studio" />, ui);
  const card = within(await screen.findByRole("article", { name: "Studio" }));
  card.getByText(pricing.recommended);
  const filled = await card.findByRole("button", { name: named(pricing.signUpOf, "Studio") });
  expect(filled.className).toContain("lk-button-primary");
  const other = screen.getByRole("button", { name: named(pricing.signUpOf, solo.data.name) });
  expect(other.className).toContain("lk-button-secondary");
});

test("without a checkout on the server, prices have no buttons", async () => {
  const { enter, send } = await startShop({ provider: undefined });
  const ann = await enter("ann");
  for (const body of purchaseOf(ann.userId)) await send(body);
  await send(handbook);
  ann.show(<PricingTable />, ui);
  await screen.findByText(pricing.yours);
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.queryAllByRole("link")).toEqual([]);
});

test("the user's products are marked, with a link to manage the plan", async () => {
  const { enter, send } = await startShop();
  const ann = await enter("ann");
  for (const body of purchaseOf(ann.userId)) await send(body);
  const solo = fixture("product.created-recurring");
  await send({ ...solo, data: { ...solo.data, id: "solo", name: "Solo" } });
  const purchase = fixture("order.paid-one-time");
  const customer = { ...purchase.data.customer, id: "a-customer", external_id: ann.userId };
  const { id } = handbook.data;
  await send(handbook);
  await send({ ...purchase, data: { ...purchase.data, product_id: id, customer_id: customer.id, customer } });
  ann.show(<PricingTable />, ui);
  const card = within(await screen.findByRole("article", { name: "Team plan" }));
  expect((await card.findByRole("link", { name: pricing.manage })).getAttribute("href")).toBe("/billing");
  card.getByText(pricing.yours);
  screen.getByText(fill(pricing.changePlan, { name: "Team plan" }));
  await button(named(pricing.buyAgainOf, handbook.data.name));
  await button(named(pricing.changeOf, "Solo"));
});

test("another plan replaces the user's plan after a preview, or is added if the app wants that", async () => {
  const { enter, send, provider } = await startShop();
  const ann = await enter("ann");
  for (const body of purchaseOf(ann.userId, { current_period_end: periodEnd.toISOString() })) await send(body);
  const solo = fixture("product.created-recurring");
  await send({ ...solo, data: { ...solo.data, id: "solo", name: "Solo", attached_custom_fields: [] } });
  const { person, unmount } = ann.show(<PricingTable />, ui);
  const opener = await button(named(pricing.changeOf, "Solo"));
  await person.click(opener);
  await findDialog();
  await person.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(opener));
  await person.click(opener);
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  const dialog = within(await findDialog());
  await dialog.findByText("$15.00");
  // The dialog opens at its top, and only follows the user's own choices.
  expect(scrolled).not.toHaveBeenCalled();
  await person.click(dialog.getByRole("radio", { name: new RegExp(`^${change.timings.periodEnd}`) }));
  await dialog.findByText("$0.00");
  expect(scrolled).toHaveBeenCalled();
  await person.click(
    dialog.getByRole("radio", { name: new RegExp(`^${change.timings.now}$|^${change.timings.now}You`) }),
  );
  await dialog.findByText("$15.00");
  await person.click(dialog.getByRole("button", { name: change.submit }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  expect(provider.changeSubscription).toHaveBeenCalledTimes(1);
  await button(named(pricing.changeOf, "Team plan"));
  const solos = within(screen.getByRole("article", { name: "Solo" }));
  solos.getByText(pricing.yours);
  // The focused button is gone, so the element that replaced it has focus.
  expect(document.activeElement).toBe(solos.getByRole("link", { name: pricing.manage }));
  expect(provider.createCheckout).not.toHaveBeenCalled();
  unmount();

  const again = ann.show(<PricingTable existingPlan="add" />, ui);
  await screen.findByText(fill(pricing.existingPlan, { name: "Solo" }));
  await again.person.click(await button(named(pricing.chooseOf, "Team plan")));
  within(await findDialog()).getByText(named(pricing.questionsTitle, "Team plan"));
});

test("a trial and the price per seat are shown, and the user enters the number of seats before the checkout", async () => {
  const { enter, send, provider } = await startShop();
  const plan = fixture("product.created-recurring").data;
  const tiers = { tiers: [{ min_seats: 1, max_seats: null, price_per_seat: 500 }] };
  const [price] = plan.prices;
  const prices = [{ ...price, id: "per-seat", amount_type: "seat_based", seat_tiers: tiers }];
  const data = { ...plan, prices, attached_custom_fields: [], trial_interval: "day", trial_interval_count: 14 };
  await send({ type: "product.created", data });
  const ann = await enter("ann");
  const { person } = ann.show(<PricingTable />, ui);
  const card = within(await screen.findByRole("article", { name: "Team plan" }));
  card.getByText("$5");
  card.getByText(fill(pricing.perSeatEach, { each: pricing.each.month ?? "" }));
  card.getByText(fillCount(en, pricing.trial, 14));
  await person.click(await button(named(pricing.chooseOf, "Team plan")));
  const dialog = within(await findDialog());
  const field = dialog.getByLabelText(billingEn.page.seats.field);
  await person.clear(field);
  await person.type(field, "4{Enter}");
  await waitFor(() => expect(ann.left).toEqual(["https://pay.test/checkout"]));
  expect(provider.createCheckout).toHaveBeenCalledWith(expect.objectContaining({ seats: 4 }), expect.anything());
});

test("a product's questions must be answered before the checkout", async () => {
  const { enter, send, provider } = await startShop();
  await send(fixture("product.created-all-custom-fields"));
  const ann = await enter("ann");
  const { person } = ann.show(<PricingTable />, ui);
  await person.click(await button(named(pricing.chooseOf, "Team plan")));
  const dialog = within(await findDialog());
  const submit = dialog.getByRole("button", { name: pricing.questionsSubmit });
  await person.type(dialog.getByLabelText("Seats"), "4");
  await person.click(submit);
  dialog.getByText(en.required);
  await person.type(dialog.getByLabelText("Company"), "Acme");
  await person.click(submit);
  await dialog.findByText(billingEn.errors.INVALID_CUSTOM_FIELDS ?? "");
  expect(provider.createCheckout).not.toHaveBeenCalled();
  await person.click(dialog.getByLabelText(/I accept the terms/));
  await person.selectOptions(dialog.getByLabelText("Region"), "Europe");
  await person.click(submit);
  await waitFor(() => expect(ann.left).toEqual(["https://pay.test/checkout"]));
  const answers = { accept_terms: true, seats: 4, region: "eu", company: "Acme" };
  expect(provider.createCheckout).toHaveBeenCalledWith(expect.objectContaining({ answers }), expect.anything());
});

test("members who can't buy for their organization see prices without buttons, and a message to ask an owner", async () => {
  const { enter, send, provider } = await startShop({
    organizationAccess: ({ userId, organizationId, action }) =>
      organizationId === "acme" && (action === "read" || userId === owner.userId),
  });
  for (const body of purchaseOf("org_acme")) await send(body);
  await send(handbook);
  const owner = await enter("ann");
  const member = await enter("bob");
  const first = member.show(<PricingTable referenceId="acme" />, ui);
  await screen.findByText(billingEn.errors.BILLING_REFERENCE_FORBIDDEN ?? "");
  screen.getByText("$49");
  screen.getByText(pricing.yours);
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.queryAllByRole("link")).toEqual([]);
  first.unmount();
  const { person } = owner.show(<PricingTable referenceId="acme" discountCode="HALF" />, ui);
  await person.click(await button(named(pricing.buyOf, handbook.data.name)));
  expect((await screen.findByRole("alert")).textContent).toBe(billingEn.errors.DISCOUNT_NOT_FOUND);
  expect(provider.createCheckout).not.toHaveBeenCalled();
});

test("a plan can be bought with only the keyboard", async () => {
  const { enter, send } = await startShop();
  await send(fixture("product.created-recurring"));
  const ann = await enter("ann");
  const { person } = ann.show(<PricingTable />, ui);
  const choose = await button(named(pricing.chooseOf, fixture("product.created-recurring").data.name));
  while (document.activeElement !== choose) {
    await person.tab();
    expect(document.activeElement).not.toBe(document.body);
  }
  await person.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Company")));
  await person.keyboard("Acme{Enter}");
  await waitFor(() => expect(ann.left).toEqual(["https://pay.test/checkout"]));
});

test("a network error can be retried", async () => {
  const { enter, send } = await startShop();
  await send(handbook);
  const ann = await enter("ann");
  ann.isOffline = true;
  const { person } = ann.show(<PricingTable />, ui);
  await screen.findByText(en.errors.NETWORK_ERROR ?? "");
  ann.isOffline = false;
  await person.click(await button(en.tryAgain));
  await screen.findByText("$49");
});
