/** Tests buying, using, canceling, and selling in a browser, with the fake payment provider. */

import { en, fill, fillCount } from "@latchkey/ui";
import { billingEn } from "@latchkey/ui/billing";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { administrator } from "../server/people.ts";
import { openDialog } from "./browser.ts";
import { chromium, openSite, type Site } from "./site.ts";

const password = "correct horse battery";
const { page: texts, pricing, seller, errors } = billingEn;
const { plan, usage, benefits, orders, arrival } = texts;
const text = (value: string | undefined): string => value ?? "missing text";
const chooseOf = (product: string): string => fill(pricing.chooseOf, { product });
/** The beginning of a text, up to its first placeholder. */
const startOf = (value: string): RegExp => new RegExp(`^${value.split("{")[0]}`);

describe.skipIf(!chromium)("billing, in a browser", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  }, 120_000);
  afterAll(() => site?.close());

  async function signUp(name: string, context?: BrowserContext): Promise<Page> {
    const page = await site.open("/sign-up", context);
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Email").fill(`${name.toLowerCase()}@example.com`);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/sign-up"));
    return page;
  }

  /** Makes an API call as the page's user. */
  async function call<T>(page: Page, path: string, body?: object): Promise<T> {
    const init = body ? { method: "POST", headers: { "content-type": "application/json" } } : {};
    const options = body ? { ...init, body: JSON.stringify(body) } : init;
    const send = async ([url, given]: [string, RequestInit]): Promise<unknown> => (await fetch(url, given)).json();
    return (await page.evaluate(send, [`/api/auth${path}`, options] as [string, RequestInit])) as T;
  }

  const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const goTo = (page: Page, path: string) => page.goto(site.app.url + path);

  /** Chooses a plan on the pricing page and pays. */
  async function buy(page: Page, product: string, card = "Working card"): Promise<void> {
    await goTo(page, "/pricing");
    await page.getByRole("button", { name: product }).click();
    await page.getByRole("heading", { name: "Checkout" }).waitFor();
    await page.getByLabel(card).check();
    await page.getByRole("button", { name: /^Pay/ }).click();
  }

  /** Uses controls of the fake provider on its page /control. */
  async function control(path: string, body: object = {}): Promise<ControlState> {
    const answer = await fetch(`${site.app.payments.url}/control/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as ControlState;
  }

  /** Renders frames and waits until the usage shows them. */
  async function render(page: Page, frames: number, shown: string): Promise<void> {
    await page.getByRole("button", { name: `Render ${frames} frames` }).click();
    await page.getByText(`Rendered ${frames} frames.`).waitFor();
    await region(page, usage.title).getByText(shown).waitFor();
  }

  async function cancelPlan(page: Page, product: string): Promise<Locator> {
    await page.getByRole("button", { name: fill(plan.actionsOf, { product }) }).click();
    await page.getByRole("menuitem", { name: plan.cancel }).click();
    return page.locator(openDialog);
  }

  /** A plan from the first payment to the last refund. */
  async function story(page: Page): Promise<void> {
    const product = "Render farm";
    await goTo(page, "/studio");
    await page.getByRole("button", { name: "Render 50 frames" }).click();
    await page.getByText("You need the Pro tools for this.").waitFor();

    await buy(page, chooseOf(product), "Declined card");
    await page.getByText("Your card was declined.").waitFor();
    await buy(page, chooseOf(product));
    await page.getByText(arrival.arrived).waitFor();
    await region(page, benefits.title).getByText("Pro tools", { exact: true }).waitFor();
    await region(page, usage.title).getByText("0 of 1,000 used").waitFor();
    await region(page, orders.title).getByRole("row").filter({ hasText: "$22.80" }).waitFor();

    await goTo(page, "/studio");
    for (const used of [400, 800, 1200]) await render(page, 400, `${used.toLocaleString("en")} of 1,000 used`);
    await region(page, usage.title)
      .getByText(fill(usage.over, { over: "200" }))
      .waitFor();
    await region(page, usage.title)
      .getByText(fill(usage.cost, { amount: "$1.00" }))
      .waitFor();

    await goTo(page, "/billing");
    let dialog = await cancelPlan(page, product);
    await dialog.getByLabel(plan.reason).selectOption(text(plan.reasons.too_expensive));
    await dialog.getByRole("button", { name: plan.cancelSubmit }).click();
    await region(page, plan.title).getByText(plan.ending, { exact: true }).waitFor();
    await page.getByRole("button", { name: fill(plan.resumeOf, { product }) }).click();
    await dialog.getByRole("button", { name: plan.resumeSubmit }).click();
    await region(page, plan.title).getByText(text(plan.status.active), { exact: true }).waitFor();
    const renewal = region(page, plan.title).getByText(startOf(plan.renews));
    const until = await renewal.textContent();

    const { subscriptions } = await control("mischief");
    const [running] = subscriptions.filter(({ ended_at }) => ended_at === null);
    await control(`subscriptions/${running?.id}/end-period`);
    await site.app.payments.settled();
    await page.reload();
    const row = region(page, orders.title)
      .getByRole("row")
      .filter({ hasText: text(orders.reasons.subscription_cycle) });
    await row.click();
    await dialog.getByText("Rendered frames: 1200").waitFor();
    await page.keyboard.press("Escape");
    await region(page, usage.title).getByText("0 of 1,000 used").waitFor();
    expect(await renewal.textContent()).not.toBe(until);

    const state = await control("mischief");
    const paid = state.orders.find((order) => order.billing_reason === "subscription_cycle" && order.status === "paid");
    await control(`orders/${paid?.id}/refund`, { amount: 500 });
    await site.app.payments.settled();
    await page.reload();
    await row.getByText(text(orders.status.partially_refunded)).waitFor();
    await row.click();
    await dialog.getByText(startOf(orders.refund)).waitFor();
    await page.keyboard.press("Escape");

    dialog = await cancelPlan(page, product);
    await dialog.getByRole("button", { name: plan.cancelSubmit }).click();
    await region(page, plan.title).getByText(plan.ending, { exact: true }).waitFor();
    await control(`subscriptions/${running?.id}/end-period`);
    await site.app.payments.settled();
    await page.reload();
    await page.getByText(plan.none).waitFor();
    await page.getByText(benefits.none).waitFor();
  }

  test("a user buys, uses, cancels, resumes, and renews a plan, gets a refund, and leaves", async () => {
    await story(await signUp("Ann"));
  }, 120_000);

  test("the same with webhooks that arrive twice and out of order", async () => {
    await control("mischief", { duplicates: true, reordering: true });
    await story(await signUp("Bob"));
    await control("mischief", { duplicates: false, reordering: false });
  }, 120_000);

  test("a buyer who is back before the webhook waits for it", async () => {
    const cem = await signUp("Cem");
    await control("mischief", { delay: 2 });
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
  }, 60_000);

  test("an outage of the provider shows an error, and the purchase can be retried", async () => {
    const dan = await signUp("Dan");
    await control("mischief", { outage: true });
    await goTo(dan, "/pricing");
    await dan.getByRole("button", { name: chooseOf("Solo") }).click();
    await dan.getByText(text(errors.BILLING_PROVIDER_FAILED)).waitFor();
    await control("mischief", { outage: false });
    await dan.getByRole("button", { name: chooseOf("Solo") }).click();
    await dan.getByRole("heading", { name: "Checkout" }).waitFor();
  }, 60_000);

  test("a plan is bought and canceled with the keyboard alone, and the focus is never lost", async () => {
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
  }, 60_000);

  /** Presses Tab until the element has the focus. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
    for (let presses = 0; !(await isThere()); presses++) {
      if (presses > 60) throw new Error("The focus never gets there.");
      await page.keyboard.press("Tab");
    }
  }

  test("an owner buys for the organization; a member sees and uses it, and can neither buy nor cancel", async () => {
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
    // The organization's purchases aren't hers.
    await call(fay, "/organization/set-active", { organizationId: null });
    await goTo(fay, "/billing");
    await fay.getByText(plan.none).waitFor();
  }, 120_000);

  async function administrate(context?: BrowserContext): Promise<Page> {
    const page = await site.open("/sign-in", context);
    await page.getByLabel("Email").fill(administrator.email);
    await page.getByLabel("Password", { exact: true }).fill(administrator.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
    return page;
  }

  /** Opens a section of the seller page. */
  const goToSales = (page: Page, name: string) =>
    page.getByRole("navigation", { name: seller.lists }).getByRole("link", { name, exact: true }).click();

  test("sellers see all sales, and others an error", async () => {
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
  }, 120_000);

  test("axe finds nothing, and nothing is wider than the window, at 375 and 1280 pixels, light and dark", async () => {
    const hal = await signUp("Hal");
    const guide = fill(pricing.buyOf, { product: "The Lighting Guide" });
    for (const product of [chooseOf("Render farm"), chooseOf("Studio"), guide]) {
      await buy(hal, product);
      await hal.getByText(arrival.arrived).waitFor();
    }
    await goTo(hal, "/studio");
    await render(hal, 400, "400 of 1,000 used");
    await goTo(hal, "/billing");
    await (await cancelPlan(hal, "Studio")).getByRole("button", { name: plan.cancelSubmit }).click();
    await region(hal, plan.title).getByText(plan.ending, { exact: true }).waitFor();
    await site.app.payments.settled();
    await goTo(hal, "/pricing");
    await hal.getByText(pricing.yours).first().waitFor();
    await hal.getByText(pricing.bought).first().waitFor();
    await look(hal, "pricing");
    await goTo(hal, "/studio");
    await region(hal, usage.title).getByText("400 of 1,000 used").waitFor();
    await look(hal, "studio");
    await goTo(hal, "/billing?checkout=of-nobody");
    await hal.getByText(arrival.waiting).waitFor();
    await region(hal, orders.title).getByRole("row").nth(1).waitFor();
    await look(hal, "billing");
    await region(hal, orders.title).getByRole("row").nth(1).click();
    await hal.getByText(orders.orderId).waitFor();
    await look(hal, "billing-invoice", openDialog);
    await hal.keyboard.press("Escape");
    const dialog = await cancelPlan(hal, "Render farm");
    await dialog.waitFor();
    await look(hal, "billing-cancel", openDialog);

    const visitor = await site.open("/pricing");
    await visitor.getByRole("button", { name: fill(pricing.signUpOf, { product: "Solo" }) }).waitFor();
    await look(visitor, "pricing-signed-out");
    const ada = await administrate();
    await goTo(ada, "/seller");
    for (const section of ["overview", "subscriptions", "customers", "products", "deliveries"] as const) {
      await goToSales(ada, seller[section].tab);
      if (section === "overview") await ada.getByRole("heading", { name: seller.overview.attention }).waitFor();
      else await ada.getByRole("table").getByRole("cell").first().waitFor();
      await look(ada, `seller-${section}`);
    }
  }, 240_000);

  /** Checks a page in every size and theme. */
  async function look(page: Page, name: string, above?: string): Promise<void> {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // Does what the switch in the header does.
      await page.evaluate(`document.documentElement.dataset.theme = "${colorScheme}"`);
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await site.look(page, name, above);
      }
    }
  }
});

/** The response of `/control/…`, limited to what is read here. */
interface ControlState {
  readonly subscriptions: readonly { readonly id: string; readonly ended_at: string | null }[];
  readonly orders: readonly { readonly id: string; readonly billing_reason: string; readonly status: string }[];
}
