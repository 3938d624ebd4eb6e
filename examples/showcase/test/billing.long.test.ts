/** Tests buying, using, canceling, and selling in a browser, with the fake payment provider. */

import { en, fill, fillCount } from "@latchkey/ui";
import { billingEn } from "@latchkey/ui/billing";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { administrator } from "../server/people.ts";
import { billingSteps, chooseOf, startOf, text } from "./billing-steps.ts";
import { openDialog } from "./browser.ts";
import { chromium, openSite, type Site } from "./site.ts";

const { page: texts, pricing, seller, errors } = billingEn;
const { plan, usage, benefits, orders, arrival, change } = texts;

describe.skipIf(!chromium)("billing, in a browser", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());
  const { signUp, call, region, goTo, buy, control, render, trySeats, cancelPlan, story } = billingSteps(() => site);

  test("a user buys, uses, cancels, resumes, and renews a plan, gets a refund, and leaves", async () => {
    await story(await signUp("Ann"));
  });

  test("the same works with duplicate and out-of-order webhooks", async () => {
    await control("mischief", { duplicates: true, reordering: true });
    await story(await signUp("Bob"));
    await control("mischief", { duplicates: false, reordering: false });
  });

  test("a buyer who returns before the webhook waits for it", async () => {
    const cem = await signUp("Cem");
    await control("mischief", { delay: 8 });
    await buy(cem, fill(pricing.buyOf, { product: "The Lighting Guide" }));
    await cem.getByText(arrival.waiting).waitFor();
    await cem.getByText(orders.empty).waitFor();
    await cem.getByText(arrival.arrived).waitFor();
    await region(cem, benefits.title)
      .getByText(fillCount(en, benefits.files, 1))
      .waitFor();
    await control("mischief", { delay: 0 });
    await goTo(cem, "/pricing");
    await cem.getByRole("button", { name: fill(pricing.buyAgainOf, { product: "The Lighting Guide" }) }).waitFor();
    await goTo(cem, "/billing");
    await region(cem, benefits.title)
      .getByRole("button", { name: new RegExp(`^${benefits.download}`) })
      .click();
    await cem.getByRole("heading", { name: "Your purchases" }).waitFor();
  });

  test("a provider outage shows an error, and the purchase can be retried", async () => {
    const dan = await signUp("Dan");
    await control("mischief", { outage: true });
    await goTo(dan, "/pricing");
    await dan.getByRole("button", { name: chooseOf("Solo") }).click();
    await dan.getByText(text(errors.BILLING_PROVIDER_FAILED)).waitFor();
    await control("mischief", { outage: false });
    await dan.getByRole("button", { name: chooseOf("Solo") }).click();
    await dan.getByRole("heading", { name: "Checkout" }).waitFor();
  });

  test("a plan is bought and canceled with the keyboard alone, without losing focus", async () => {
    const ivy = await signUp("Ivy");
    await goTo(ivy, "/pricing");
    await tabTo(ivy, ivy.getByRole("button", { name: chooseOf("Solo") }));
    await ivy.keyboard.press("Enter");
    await ivy.getByRole("heading", { name: "Checkout" }).waitFor();
    await tabTo(ivy, ivy.getByRole("button", { name: /^Pay/ }));
    await ivy.keyboard.press("Enter");
    await ivy.getByText(arrival.arrived).waitFor();
    await tabTo(ivy, ivy.getByRole("button", { name: fill(plan.actionsOf, { product: "Solo" }) }));
    await ivy.keyboard.press("Enter");
    await ivy.getByRole("menuitem", { name: plan.cancel }).waitFor();
    await ivy.keyboard.press("Enter");
    const dialog = ivy.locator(openDialog);
    await tabTo(ivy, dialog.getByRole("button", { name: plan.cancelSubmit }));
    await ivy.keyboard.press("Enter");
    const resume = ivy.getByRole("button", { name: fill(plan.resumeOf, { product: "Solo" }) });
    await resume.waitFor();
    await expect.poll(() => resume.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  /** Presses Tab until the element has focus. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
    for (let presses = 0; !(await isThere()); presses++) {
      if (presses > 60) throw new Error("Tab never reached the element.");
      await page.keyboard.press("Tab");
    }
  }

  test("an owner buys a plan for the organization, and a member sees and uses it, but can't buy or cancel", async () => {
    const eve = await signUp("Eve");
    const fays = await site.person();
    await (await signUp("Fay", fays)).close();
    const { id } = await call<{ id: string }>(eve, "/organization/create", { name: "Acme Works", slug: "acme-works" });
    await call(eve, "/organization/set-active", { organizationId: id });
    const invited = { email: "fay@example.com", role: "member", organizationId: id };
    await call(eve, "/organization/invite-member", invited);
    const { text: mail } = await site.app.mail.next({ to: invited.email, subject: /invite|join/i });
    const link = new URL(/https?:\/\/\S+\/organization\/invitation\S+/.exec(mail)?.[0] ?? "no link");

    await goTo(eve, "/pricing");
    await eve.getByRole("heading", { level: 1, name: "Plans and pricing for Acme Works" }).waitFor();
    await buy(eve, chooseOf("Studio"));
    await eve.getByRole("heading", { level: 1, name: "Billing for Acme Works" }).waitFor();
    await eve.getByText(arrival.arrived).waitFor();
    await region(eve, benefits.title)
      .getByText(/^\*{4}-/)
      .waitFor();

    const fay = await site.open(link.pathname + link.search, fays);
    await fay.getByRole("button", { name: /^Accept/ }).click();
    await expect.poll(async () => (await call<unknown[]>(fay, "/organization/list")).length).toBe(1);
    await call(fay, "/organization/set-active", { organizationId: id });
    await goTo(fay, "/billing");
    await region(fay, plan.title).getByText("Studio").waitFor();
    const forbidden = text(errors.BILLING_REFERENCE_FORBIDDEN);
    await fay.getByText(forbidden).waitFor();
    expect(await fay.getByRole("button", { name: fill(plan.actionsOf, { product: "Studio" }) }).count()).toBe(0);
    await goTo(fay, "/studio");
    await fay.getByRole("button", { name: "Render 50 frames" }).click();
    await fay.getByText("Rendered 50 frames.").waitFor();
    await goTo(fay, "/pricing");
    await fay.getByText(forbidden).waitFor();
    expect(await fay.getByRole("button", { name: chooseOf("Solo") }).count()).toBe(0);
    // Her own account doesn't have the organization's purchases.
    await call(fay, "/organization/set-active", { organizationId: null });
    await goTo(fay, "/billing");
    await fay.getByText(plan.none).waitFor();
  });

  async function administrate(context?: BrowserContext): Promise<Page> {
    const page = await site.open("/sign-in", context);
    await page.getByLabel("Email").fill(administrator.email);
    await page.getByLabel("Password", { exact: true }).fill(administrator.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
    return page;
  }

  const sections = [
    "overview",
    "subscriptions",
    "orders",
    "refunds",
    "customers",
    "products",
    "benefits",
    "discounts",
    "meters",
    "deliveries",
  ] as const;

  /** Opens a section of the seller page. */
  const goToSales = (page: Page, name: string) =>
    page.getByRole("navigation", { name: seller.lists }).getByRole("link", { name, exact: true }).click();

  test("sellers see all sales, and others see an error", async () => {
    const gus = await signUp("Gus");
    await buy(gus, chooseOf("Solo"));
    await gus.getByText(arrival.arrived).waitFor();
    await site.app.payments.settled();
    await goTo(gus, "/seller");
    await gus.getByText(text(errors.BILLING_SELLER_FORBIDDEN)).waitFor();
    await gus.getByRole("button", { name: en.userButton.open }).click();
    await gus.getByRole("menuitem", { name: texts.menu }).waitFor();
    expect(await gus.getByRole("menuitem", { name: seller.menu }).count()).toBe(0);

    const ada = await administrate();
    await ada.getByRole("button", { name: en.userButton.open }).click();
    await ada.getByRole("menuitem", { name: seller.menu }).click();
    const rows = ada.getByRole("table").getByRole("row");
    await ada.getByText(seller.overview.noAttention).waitFor();
    await goToSales(ada, seller.deliveries.tab);
    await rows
      .filter({ hasText: "benefit_grant.created" })
      .first()
      .getByText(text(seller.deliveries.outcomes.applied))
      .waitFor();
    await ada.getByRole("button", { name: en.nextPage }).click();
    await expect
      .poll(() => ada.getByRole("button", { name: en.previousPage }).getAttribute("aria-disabled"))
      .toBeNull();
    await goToSales(ada, seller.subscriptions.tab);
    await rows.filter({ hasText: "gus@example.com" }).getByText(text(plan.status.active), { exact: true }).waitFor();
    await goToSales(ada, seller.customers.tab);
    await ada.getByRole("searchbox").fill("gus@");
    await ada.getByRole("searchbox").press("Enter");
    await expect.poll(() => rows.count()).toBe(2);
    await goToSales(ada, seller.products.tab);
    const metered = fill(pricing.metered, { meter: "Rendered frames", amount: "$0.005" });
    await rows.filter({ hasText: "Render farm" }).getByText(metered.slice(0, -1)).waitFor();
  });

  test("a plan is changed after a preview, a scheduled change is undone, and a failed payment is paid in the portal", async () => {
    const kim = await signUp("Kim");
    await buy(kim, chooseOf("Solo"));
    await kim.getByText(arrival.arrived).waitFor();
    const dialog = kim.locator(openDialog);
    await goTo(kim, "/pricing");
    await kim.getByRole("button", { name: fill(pricing.changeOf, { product: "Studio" }) }).click();
    // Proration depends on the seconds since the purchase.
    await dialog.getByText(/^\$(20\.00|19\.99)$/).waitFor();
    await dialog.getByRole("button", { name: change.submit }).click();
    await kim.getByRole("button", { name: fill(pricing.changeOf, { product: "Solo" }) }).waitFor();

    await goTo(kim, "/billing");
    await kim.getByRole("button", { name: fill(plan.changeOf, { product: "Studio" }) }).click();
    await dialog.getByRole("radio", { name: /^Yearly/ }).check({ force: true });
    await dialog.getByRole("radio", { name: /^Studio/ }).check();
    await dialog.getByRole("radio", { name: new RegExp(`^${change.timings.periodEnd}`) }).check();
    await dialog.getByText("$290.00 per year").waitFor();
    await site.lookEverywhere(kim, "billing-change", openDialog);
    await dialog.getByRole("button", { name: change.submit }).click();
    const plans = region(kim, plan.title);
    await plans.getByText(/^Changes to Studio/).waitFor();
    await plans.getByRole("button", { name: fill(change.undoOf, { product: "Studio" }) }).click();
    await plans.getByText(startOf(plan.renews)).waitFor();

    const { subscriptions } = await control("mischief");
    const running = subscriptions.filter(({ ended_at }) => ended_at === null).at(-1);
    await control(`subscriptions/${running?.id}/fail-payment`);
    await site.app.payments.settled();
    await kim.reload();
    await plans.getByRole("button", { name: plan.updatePayment }).click();
    await kim.getByRole("button", { name: "Update payment method" }).click();
    await kim.getByText(/^Renews on/).waitFor();
    await site.app.payments.settled();
    await goTo(kim, "/billing");
    await plans.getByText(text(plan.status.active), { exact: true }).waitFor();
  });

  test("an organization tries a plan with seats, and buys more", async () => {
    await trySeats("Lea", "$60.00 per month");
  });

  test("no axe violations and no overflow, at 375 and 1280 pixels, light and dark", async () => {
    const hal = await signUp("Hal");
    const guide = fill(pricing.buyOf, { product: "The Lighting Guide" });
    for (const product of [chooseOf("Render farm"), guide]) {
      await buy(hal, product);
      await hal.getByText(arrival.arrived).waitFor();
    }
    // Buying from the pricing page would change the current plan. This checkout adds a second one.
    const second = { productIds: ["studio"], successUrl: "/billing?checkout={CHECKOUT_ID}" };
    await hal.goto((await call<{ url: string }>(hal, "/billing/checkout", second)).url);
    await hal.getByRole("button", { name: /^Pay/ }).click();
    await hal.getByText(arrival.arrived).waitFor();
    await goTo(hal, "/studio");
    await render(hal, 400, "400 of 1,000 used");
    await goTo(hal, "/billing");
    await (await cancelPlan(hal, "Studio")).getByRole("button", { name: plan.cancelSubmit }).click();
    await region(hal, plan.title).getByText(plan.ending, { exact: true }).waitFor();
    await site.app.payments.settled();
    await goTo(hal, "/pricing");
    await hal.getByText(pricing.yours).first().waitFor();
    await hal.getByText(pricing.bought).first().waitFor();
    await site.lookEverywhere(hal, "pricing");
    await goTo(hal, "/studio");
    await region(hal, usage.title).getByText("400 of 1,000 used").waitFor();
    await site.lookEverywhere(hal, "studio");
    await goTo(hal, "/billing?checkout=of-nobody");
    await hal.getByText(arrival.waiting).waitFor();
    await region(hal, orders.title).getByRole("row").nth(1).waitFor();
    await site.lookEverywhere(hal, "billing");
    await region(hal, orders.title).getByRole("row").nth(1).click();
    await hal.getByText(orders.orderId).waitFor();
    await site.lookEverywhere(hal, "billing-invoice", openDialog);
    await hal.keyboard.press("Escape");
    const dialog = await cancelPlan(hal, "Render farm");
    await dialog.waitFor();
    await site.lookEverywhere(hal, "billing-cancel", openDialog);

    const visitor = await site.open("/pricing");
    await visitor.getByRole("button", { name: fill(pricing.signUpOf, { product: "Solo" }) }).waitFor();
    await site.lookEverywhere(visitor, "pricing-signed-out");
    // Adds a row to the refunds list.
    const paid = (await control("mischief")).orders.find(({ status }) => status === "paid");
    await control(`orders/${paid?.id}/refund`, { amount: 100 });
    await site.app.payments.settled();
    const ada = await administrate();
    await goTo(ada, "/seller");
    for (const section of sections) {
      await goToSales(ada, seller[section].tab);
      if (section === "overview") await ada.getByRole("heading", { name: seller.overview.attention }).waitFor();
      else await ada.getByRole("table").getByRole("cell").first().waitFor();
      await site.lookEverywhere(ada, `seller-${section}`);
    }
  });
});
