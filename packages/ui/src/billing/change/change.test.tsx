// @vitest-environment jsdom

import { memberAccess } from "@latchkey/billing";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { customerOf, fixture, periodEnd, type Shop, startShop, ui } from "../../../test/billing.tsx";
import { findDialog, queryDialog } from "../../../test/dialogs.ts";
import { watchScreens, wholeText } from "../../../test/site.tsx";
import type { OrganizationClient } from "../../organization/client.ts";
import { en } from "../../texts/en.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { BillingPage } from "../page/billing-page.tsx";
import { billingEn } from "../texts.ts";

history.replaceState(null, "", "/billing");

watchScreens();

const { plan, change, seats, benefits } = billingEn.page;
const { pricing, errors } = billingEn;
const date = "June 2, 2125";
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });
const announced = (): string | null | undefined => document.querySelector("[data-lk-announcer]")?.textContent;
const changeOf = (product: string): string => fill(plan.changeOf, { product });

let shop: Shop;
beforeAll(async () => {
  shop = await startShopWithPlans();
});

async function startShopWithPlans(disabledPaths: readonly string[] = []): Promise<Shop> {
  const shop = await startShop(
    { organizationAccess: memberAccess(), seats: { mode: "fixed" } },
    { plugins: [organization()], clientPlugins: [organizationClient()], disabledPaths },
  );
  const { data } = fixture("product.created-recurring");
  const [price] = data.prices;
  const every = { recurring_interval: "year" };
  const [solo, studio, yearly] = [
    { ...data, id: "solo", name: "Solo" },
    { ...data, id: "studio", name: "Studio", prices: [{ ...price, id: "studio-price", price_amount: 4900 }] },
    {
      ...data,
      ...every,
      id: "yearly",
      name: "Studio",
      prices: [{ ...price, ...every, id: "yearly-price", price_amount: 49_000 }],
    },
  ];
  for (const one of [solo, studio, yearly]) await shop.send({ type: "product.created", data: one });
  return shop;
}

let owners = 0;

/** Creates a subscription for a user or an organization. */
async function subscribe(externalId: string, changes: object = {}, { send } = shop): Promise<string> {
  owners++;
  const customer = customerOf(externalId, `customer-${owners}`);
  const own = { ...customer, email: `${owners}@example.com` };
  const { product: _, ...body } = fixture("subscription.active").data;
  await send({ type: "customer.created", data: own });
  const product = { ...fixture("product.created-recurring").data, id: "solo", name: "Solo" };
  const data = {
    ...body,
    id: `subscription-${owners}`,
    customer_id: own.id,
    customer: own,
    product_id: "solo",
    product,
    current_period_end: periodEnd.toISOString(),
    ...changes,
  };
  await send({ type: "subscription.active", data });
  return data.id;
}

async function openChange(person: UserEvent, product = "Solo") {
  await person.click(await button(changeOf(product)));
  return within(await findDialog());
}

test("a plan is changed immediately after the amount is shown", async () => {
  const ann = await shop.enter("ann");
  const subscriptionId = await subscribe(ann.userId);
  const { person } = ann.show(<BillingPage />, ui);
  const dialog = await openChange(person);
  dialog.getByText(change.choose);
  const submit = dialog.getByRole("button", { name: change.submit });
  expect(submit.getAttribute("aria-disabled")).toBe("true");
  const current = dialog.getByRole("radio", { name: new RegExp(pricing.yours) });
  expect((current as HTMLInputElement).disabled).toBe(true);
  await person.click(dialog.getByRole("radio", { name: /^Studio/ }));
  await dialog.findByText("$15.00");
  dialog.getByText(change.dueNow);
  dialog.getByText("$49.00 per month");
  await person.click(submit);
  await waitFor(() => expect(queryDialog()).toBeNull());
  const wanted = { subscriptionId, plan: { productId: "studio", priceId: null }, seats: null, timing: "now" };
  expect(shop.provider.changeSubscription).toHaveBeenLastCalledWith(wanted, expect.anything());
  expect(announced()).toBe(fill(change.changed, { plan: "Studio ($49 per month)" }));
  const next = await button(changeOf("Studio"));
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test("a change at the end of the period is shown as pending, and can be undone", async () => {
  const bob = await shop.enter("bob");
  await subscribe(bob.userId);
  const { person } = bob.show(<BillingPage />, ui);
  const dialog = await openChange(person);
  await person.click(dialog.getByRole("radio", { name: new RegExp(pricing.intervalNames.year ?? "") }));
  await person.click(dialog.getByRole("radio", { name: /^Studio/ }));
  await person.click(dialog.getByRole("radio", { name: new RegExp(`^${change.timings.periodEnd}`) }));
  await dialog.findByText(date);
  dialog.getByText("$0.00");
  await person.click(dialog.getByRole("button", { name: change.submit }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  const scheduled = fill(change.scheduled, { plan: "Studio ($490 per year)", date });
  expect(announced()).toBe(scheduled);
  expect(screen.getAllByText(scheduled).length).toBeGreaterThan(0);

  const undo = await button(fill(change.undoOf, { product: "Solo" }));
  shop.provider.undoScheduledChange.mockRejectedValueOnce(new Error("down"));
  await person.click(undo);
  await screen.findByText(errors.BILLING_PROVIDER_FAILED ?? "");
  await person.click(undo);
  await screen.findByText(fill(plan.renews, { date }));
  expect(announced()).toBe(fill(change.undone, { product: "Solo" }));
  expect(document.activeElement).toBe(await button(changeOf("Solo")));
});

test("an error from the preview is shown in the dialog, and the plan can't be changed without a preview", async () => {
  const cleo = await shop.enter("cleo");
  await subscribe(cleo.userId);
  const { person } = cleo.show(<BillingPage />, ui);
  const dialog = await openChange(person);
  const scrolledTo: Element[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this);
  };
  const summary = dialog.getByRole("region", { name: change.summary });
  for (let attempt = 0; attempt < 3; attempt++) shop.provider.previewChange.mockRejectedValueOnce(new Error("down"));
  await person.click(dialog.getByRole("radio", { name: /^Studio/ }));
  await dialog.findByText(errors.BILLING_PROVIDER_FAILED ?? "");
  expect(scrolledTo.splice(0)).toContain(summary);
  expect(dialog.getByRole("button", { name: change.submit }).getAttribute("aria-disabled")).toBe("true");
  await person.click(dialog.getByRole("button", { name: en.tryAgain }));
  await dialog.findByText("$15.00");
  expect(scrolledTo).toContain(summary);
  const scroller = await findDialog();
  scroller.scrollTop = 100;
  shop.provider.changeSubscription.mockRejectedValueOnce(new Error("down"));
  await person.click(dialog.getByRole("button", { name: change.submit }));
  await dialog.findByText(errors.BILLING_PROVIDER_FAILED ?? "");
  expect(scroller.scrollTop).toBe(0);
});

test("if a payment failed in the meantime, users are only told to update the payment method if there's a portal", async () => {
  const withoutPortal = await startShopWithPlans(["/billing/portal"]);
  for (const { at, said } of [
    { at: shop, said: errors.SUBSCRIPTION_PAST_DUE ?? "" },
    { at: withoutPortal, said: plan.failedWithoutPortal },
  ]) {
    const ivy = await at.enter("ivy");
    const id = await subscribe(ivy.userId, { seats: 2 }, at);
    const { person, unmount } = ivy.show(<BillingPage />, { ...ui, supportContact: "help@example.com" });
    const supportLinks = said.includes(en.contactSupport) ? 1 : 0;
    const dialog = await openChange(person);
    await person.click(dialog.getByRole("radio", { name: /^Studio/ }));
    await dialog.findByText("$15.00");
    const data = { ...at.provider.sent.get(id), status: "past_due", modified_at: new Date().toISOString() };
    await at.send({ type: "subscription.updated", data });
    await person.click(dialog.getByRole("button", { name: change.submit }));
    await dialog.findByText(wholeText(said));
    // The preview of another choice fails, too.
    await person.click(dialog.getByRole("radio", { name: new RegExp(`^${change.timings.periodEnd}`) }));
    await within(dialog.getByRole("region", { name: change.summary })).findByText(wholeText(said));
    expect(dialog.queryAllByRole("link")).toHaveLength(2 * supportLinks);
    await person.click(dialog.getByRole("button", { name: en.cancel }));
    await person.click(await button(seats.change));
    const ofSeats = within(await findDialog());
    const field = ofSeats.getByLabelText(seats.field);
    await person.clear(field);
    await person.type(field, "5");
    await ofSeats.findByText(wholeText(said));
    unmount();
  }
});

test.each([
  ["is canceled", { cancel_at_period_end: true }],
  ["isn't paid", { status: "past_due" }],
])("a plan that %s can't be changed", async (what, changes) => {
  const user = await shop.enter(`user-${what.length}`);
  await subscribe(user.userId, changes);
  user.show(<BillingPage />, ui);
  await screen.findByText("$23.20 per month");
  await waitFor(() => expect(user.answered).toContain("/billing/products"));
  expect(screen.queryByRole("button", { name: changeOf("Solo") })).toBeNull();
});

test("an organization sees its seats and buys more, but not fewer than it has members", async () => {
  const eve = await shop.enter("eve");
  const client = eve.client as unknown as OrganizationClient;
  const { data } = await client.organization.create({ name: "Acme", slug: "acme" });
  const id = data?.id ?? "";
  await subscribe(`org_${id}`, { seats: 2 });
  await client.organization.inviteMember({ email: "fay@example.com", role: "member", organizationId: id });
  const { person } = eve.show(<BillingPage referenceId={id} />, ui);
  await screen.findByText(fill(seats.used, { used: "2", paid: "2" }));
  screen.getByText(seats.full);
  screen.getByText(fillCount(en, seats.invitations, 1));
  await person.click(await button(seats.change));
  const dialog = within(await findDialog());
  dialog.getByText(fill(seats.least, { count: "1" }));
  const field = dialog.getByLabelText(seats.field);
  const type = async (text: string): Promise<void> => {
    await person.clear(field);
    await person.type(field, text);
  };
  await type("0");
  await dialog.findByText(fill(seats.tooFew, { count: "1" }));
  const submit = dialog.getByRole("button", { name: seats.submit });
  expect(submit.getAttribute("aria-disabled")).toBe("true");
  await type("5");
  await dialog.findByText("$15.00");
  await person.click(submit);
  await waitFor(() => expect(queryDialog()).toBeNull());
  expect(shop.provider.changeSubscription).toHaveBeenLastCalledWith(
    expect.objectContaining({ plan: null, seats: 5 }),
    expect.anything(),
  );
  await screen.findByText(fill(seats.used, { used: "2", paid: "5" }));
  expect(announced()).toBe(fillCount(en, seats.changed, 5, { product: "Solo" }));
  expect(eve.asked.filter((path) => path.startsWith("/billing/seats")).length).toBeGreaterThan(1);
});

test("a user's page doesn't ask for seats", async () => {
  const gus = await shop.enter("gus");
  await subscribe(gus.userId);
  gus.show(<BillingPage />, ui);
  await button(changeOf("Solo"));
  expect(gus.asked.filter((path) => path.startsWith("/billing/seats"))).toEqual([]);
  expect(screen.queryByText(seats.title)).toBeNull();
});

test("a benefit that needs an action from the user says what's missing", async () => {
  const hal = await shop.enter("hal");
  const subscriptionId = await subscribe(hal.userId);
  const { data } = fixture("benefit_grant.created-discord-error");
  const customer = customerOf(hal.userId, `customer-${owners}`);
  const own = { customer_id: customer.id, customer, subscription_id: subscriptionId, id: "a-waiting-grant" };
  await shop.send({ type: "benefit_grant.created", data: { ...data, ...own } });
  const { person } = hal.show(<BillingPage />, ui);
  const region = within(await screen.findByRole("region", { name: benefits.title }));
  region.getByText(benefits.waiting);
  region.getByText(data.error.message);
  await person.click(region.getByRole("button", { name: new RegExp(`^${benefits.connect}`) }));
  await waitFor(() => expect(hal.left).toEqual(["https://pay.test/portal"]));
});
