/** Tests buying, using, canceling, and selling in a browser, with the fake payment provider. */

import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { administrator } from "../server/people.ts";
import { openDialog } from "./browser.ts";
import { chromium, openSite, type Site } from "./site.ts";

const password = "correct horse battery";

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
    await page.getByRole("heading", { name: `Hello, ${name}` }).waitFor();
    return page;
  }

  const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const goTo = (page: Page, path: string) => page.goto(site.app.url + path);

  /** Chooses a plan on the pricing page and pays. */
  async function buy(page: Page, product: string, card = "A card that works"): Promise<void> {
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
    await region(page, "Usage").getByText(shown).waitFor();
  }

  /** A plan from the first payment to the last refund. */
  async function story(page: Page): Promise<void> {
    await goTo(page, "/studio");
    await page.getByRole("button", { name: "Render 50 frames" }).click();
    await page.getByText("You need the Pro tools for this.").waitFor();

    await buy(page, "Choose Render farm", "A card that is declined");
    await page.getByText("The card was declined.").waitFor();
    await buy(page, "Choose Render farm");
    await page.getByText("Thank you. What you bought is yours now.").waitFor();
    await region(page, "What you have").getByText("The professional tools").waitFor();
    await region(page, "Usage").getByText("0 of 1,000 used").waitFor();
    await region(page, "Invoices").getByRole("row").filter({ hasText: "$22.80" }).waitFor();

    await goTo(page, "/studio");
    for (const used of [400, 800, 1200]) await render(page, 400, `${used.toLocaleString("en")} of 1,000 used`);
    await region(page, "Usage").getByText("200 over").waitFor();
    await region(page, "Usage").getByText("$1.00 so far").waitFor();

    await goTo(page, "/billing");
    await page.getByRole("button", { name: "Cancel plan: Render farm" }).click();
    const dialog = page.locator(openDialog);
    await dialog.getByLabel("Why are you leaving?").selectOption("It is too expensive");
    await dialog.getByRole("button", { name: "Cancel plan" }).click();
    await page.getByText("Render farm is canceled. It will not renew.").waitFor();
    await region(page, "Plan").getByText("and does not renew.").waitFor();
    await page.getByRole("button", { name: "Keep plan: Render farm" }).click();
    await dialog.getByRole("button", { name: "Keep plan" }).click();
    await page.getByText("Render farm goes on, and renews as before.").waitFor();
    const until = await region(page, "Plan")
      .getByText(/^Renews on/)
      .textContent();

    const { subscriptions } = await control("mischief");
    const [running] = subscriptions.filter(({ ended_at }) => ended_at === null);
    await control(`subscriptions/${running?.id}/end-period`);
    await site.app.payments.settled();
    await page.reload();
    const renewal = region(page, "Invoices").getByRole("row").filter({ hasText: "Renewal" });
    await renewal.getByText("Details").click();
    await renewal.getByText("Rendered frames: 1200").waitFor();
    await region(page, "Usage").getByText("0 of 1,000 used").waitFor();
    expect(
      await region(page, "Plan")
        .getByText(/^Renews on/)
        .textContent(),
    ).not.toBe(until);

    const { orders } = await control("mischief");
    const paid = orders.find((order) => order.billing_reason === "subscription_cycle" && order.status === "paid");
    await control(`orders/${paid?.id}/refund`, { amount: 500 });
    await site.app.payments.settled();
    await page.reload();
    await renewal.getByText("Partly refunded").waitFor();
    await renewal.getByText("Details").click();
    await renewal.getByText(/^Refunded on/).waitFor();

    await page.getByRole("button", { name: "Cancel plan: Render farm" }).click();
    await dialog.getByRole("button", { name: "Cancel plan" }).click();
    await page.getByText("Render farm is canceled. It will not renew.").waitFor();
    await control(`subscriptions/${running?.id}/end-period`);
    await site.app.payments.settled();
    await page.reload();
    await page.getByText("There is no plan yet.").waitFor();
    await page.getByText("Nothing yet. It comes with a plan").waitFor();
  }

  test("somebody buys, uses, cancels, resumes, renews, gets money back, and leaves", async () => {
    await story(await signUp("Ann"));
  }, 120_000);

  test("the same where webhooks come twice and in the wrong order", async () => {
    await control("mischief", { duplicates: true, reordering: true });
    await story(await signUp("Bob"));
    await control("mischief", { duplicates: false, reordering: false });
  }, 120_000);

  test("whoever comes from the checkout before the webhook does waits for it", async () => {
    const cem = await signUp("Cem");
    await control("mischief", { delay: 2 });
    await buy(cem, "Buy The lighting guide");
    await cem.getByText("We are waiting for the payment platform").waitFor();
    await cem.getByText("Nothing was bought yet.").waitFor();
    await cem.getByText("Thank you. What you bought is yours now.").waitFor();
    await region(cem, "What you have").getByText("1 file").waitFor();
    await control("mischief", { delay: 0 });
    await goTo(cem, "/pricing");
    await cem.getByRole("button", { name: "Buy again: The lighting guide" }).waitFor();
    await goTo(cem, "/billing");
    await region(cem, "What you have").getByRole("button", { name: "Download" }).click();
    await cem.getByRole("heading", { name: "Your purchases" }).waitFor();
  }, 60_000);

  test("a platform that is out is said in plain words, and nothing hangs", async () => {
    const dan = await signUp("Dan");
    await control("mischief", { outage: true });
    await goTo(dan, "/pricing");
    await dan.getByRole("button", { name: "Choose Solo" }).click();
    await dan.getByText("The payment platform cannot be reached. Nothing was charged.").waitFor();
    await control("mischief", { outage: false });
    await dan.getByRole("button", { name: "Choose Solo" }).click();
    await dan.getByRole("heading", { name: "Checkout" }).waitFor();
  }, 60_000);

  test("an owner buys for the organization; a member sees and uses it, and can neither buy nor cancel", async () => {
    const eve = await signUp("Eve");
    const fays = await site.person();
    await (await signUp("Fay", fays)).close();
    await eve.getByRole("button", { name: "Organization: Personal" }).click();
    await eve.getByRole("menuitem", { name: "New organization" }).click();
    await eve.getByLabel("Name of the organization").fill("Acme Works");
    await eve.getByLabel("Short name").focus();
    await eve.getByText("Nobody has it yet.").waitFor();
    await eve.getByRole("button", { name: "Create", exact: true }).click();
    await eve.getByRole("heading", { level: 1, name: "Acme Works" }).waitFor();
    await eve.getByRole("button", { name: "Invite", exact: true }).click();
    await eve.locator(openDialog).getByLabel("Email").fill("fay@example.com");
    await eve.locator(openDialog).getByRole("button", { name: "Send invitation" }).click();
    await eve.getByText("is on its way.").waitFor();
    const { text } = await site.app.mail.next({ to: "fay@example.com", subject: /invite|join/i });
    const link = new URL(/https?:\/\/\S+\/organization\/invitation\S+/.exec(text)?.[0] ?? "no link");

    await goTo(eve, "/pricing");
    await eve.getByRole("heading", { level: 1, name: "Plans and pricing for Acme Works" }).waitFor();
    await buy(eve, "Choose Studio");
    await eve.getByRole("heading", { level: 1, name: "Billing for Acme Works" }).waitFor();
    await eve.getByText("Thank you. What you bought is yours now.").waitFor();
    await region(eve, "What you have")
      .getByText(/^\*{4}-/)
      .waitFor();

    const fay = await site.open(link.pathname + link.search, fays);
    await fay.getByRole("button", { name: "Accept" }).click();
    await fay.getByRole("heading", { level: 1, name: "Acme Works" }).waitFor();
    await goTo(fay, "/billing");
    await region(fay, "Plan").getByText("Studio").waitFor();
    expect(await fay.getByRole("button", { name: "Cancel plan: Studio" }).count()).toBe(0);
    await goTo(fay, "/studio");
    await fay.getByRole("button", { name: "Render 50 frames" }).click();
    await fay.getByText("Rendered 50 frames.").waitFor();
    await goTo(fay, "/pricing");
    await fay.getByRole("button", { name: "Choose Solo" }).click();
    await fay.getByText("You may not do this for this organization.").waitFor();
    // The organization's purchases aren't hers.
    await fay.getByRole("button", { name: "Organization: Acme Works" }).click();
    await fay.getByRole("menuitemradio", { name: "Personal" }).click();
    await goTo(fay, "/billing");
    await fay.getByText("There is no plan yet.").waitFor();
  }, 120_000);

  async function administrate(context?: BrowserContext): Promise<Page> {
    const page = await site.open("/sign-in", context);
    await page.getByLabel("Email").fill(administrator.email);
    await page.getByLabel("Password", { exact: true }).fill(administrator.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: `Hello, ${administrator.name}` }).waitFor();
    return page;
  }

  test("the seller sees what came, who bought what and what is sold; others are told that they may not", async () => {
    const gus = await signUp("Gus");
    await buy(gus, "Choose Solo");
    await gus.getByText("Thank you.").waitFor();
    await site.app.payments.settled();
    await goTo(gus, "/seller");
    await gus.getByText("You may not see what the seller sees.").waitFor();
    await gus.getByRole("button", { name: "Account menu" }).click();
    await gus.getByRole("menuitem", { name: "Billing" }).waitFor();
    expect(await gus.getByRole("menuitem", { name: "Sales" }).count()).toBe(0);

    const ada = await administrate();
    await ada.getByRole("button", { name: "Account menu" }).click();
    await ada.getByRole("menuitem", { name: "Sales" }).click();
    const rows = ada.getByRole("tabpanel").getByRole("row");
    await rows.filter({ hasText: "benefit_grant.created" }).first().getByText("Applied").waitFor();
    await ada.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => ada.getByRole("button", { name: "Previous" }).getAttribute("aria-disabled")).toBeNull();
    await ada.getByRole("tab", { name: "Subscriptions" }).click();
    await rows.filter({ hasText: "gus@example.com" }).getByText("Active").waitFor();
    await ada.getByRole("tab", { name: "Customers" }).click();
    await ada.getByRole("searchbox").fill("gus@");
    await ada.getByRole("searchbox").press("Enter");
    await expect.poll(() => rows.count()).toBe(2);
    await ada.getByRole("tab", { name: "Products" }).click();
    await rows.filter({ hasText: "Render farm" }).getByText("Rendered frames: $0.005 each").waitFor();
  }, 120_000);

  test("axe finds nothing, and nothing is wider than the window, at 375 and 1280 pixels, light and dark", async () => {
    const hal = await signUp("Hal");
    for (const product of ["Choose Render farm", "Choose Studio", "Buy The lighting guide"]) {
      await buy(hal, product);
      await hal.getByText("Thank you.").waitFor();
    }
    await goTo(hal, "/studio");
    await render(hal, 400, "400 of 1,000 used");
    await goTo(hal, "/billing");
    await hal.getByRole("button", { name: "Cancel plan: Studio" }).click();
    await hal.getByRole("button", { name: "Cancel plan", exact: true }).click();
    await hal.getByText("Studio is canceled.").waitFor();
    await site.app.payments.settled();
    await goTo(hal, "/pricing");
    await hal.getByText("Yours").first().waitFor();
    await hal.getByText("Bought").first().waitFor();
    await look(hal, "pricing");
    await goTo(hal, "/studio");
    await region(hal, "Usage").getByText("400 of 1,000 used").waitFor();
    await look(hal, "studio");
    await goTo(hal, "/billing?checkout=of-nobody");
    await hal.getByText("We are waiting").waitFor();
    await region(hal, "Invoices").getByText("Details").first().click();
    await look(hal, "billing");
    await hal.getByRole("button", { name: "Cancel plan: Render farm" }).click();
    await hal.locator(openDialog).waitFor();
    await look(hal, "billing-cancel", openDialog);

    const stranger = await site.open("/pricing");
    await stranger.getByRole("button", { name: "Sign up to buy Solo" }).waitFor();
    await look(stranger, "pricing-stranger");
    const ada = await administrate();
    await goTo(ada, "/seller");
    for (const tab of ["Deliveries", "Subscriptions", "Customers", "Products"]) {
      await ada.getByRole("tab", { name: tab }).click();
      await ada.getByRole("tabpanel").getByRole("cell").first().waitFor();
      await look(ada, `seller-${tab.toLowerCase()}`);
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
