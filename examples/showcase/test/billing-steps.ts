/** User actions for billing tests. */

import { en, fill, fillCount } from "@latchkey/ui";
import { billingEn } from "@latchkey/ui/billing";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { openDialog } from "./browser.ts";
import type { Site } from "./site.ts";

const password = "correct horse battery";
const { page: texts, pricing } = billingEn;
const { plan, usage, benefits, orders, arrival, seats } = texts;
/** Returns a component's text, or a placeholder that no page contains if it's missing. */
export const text = (value: string | undefined): string => value ?? "missing text";
/** Returns the name of the button that chooses a product. */
export const chooseOf = (product: string): string => fill(pricing.chooseOf, { product });
/** Matches the beginning of a text, up to its first placeholder. */
export const startOf = (value: string): RegExp => new RegExp(`^${value.split("{")[0]}`);

/** The part of a `/control/…` response that the tests read. */
interface ControlState {
  readonly subscriptions: readonly { readonly id: string; readonly ended_at: string | null }[];
  readonly orders: readonly { readonly id: string; readonly billing_reason: string; readonly status: string }[];
}

/** Returns steps for a site, which can be opened later. */
export function billingSteps(openedSite: () => Site) {
  async function signUp(name: string, context?: BrowserContext): Promise<Page> {
    const page = await openedSite().open("/sign-up", context);
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
  const goTo = (page: Page, path: string) => page.goto(openedSite().app.url + path);

  /** Chooses a plan on the pricing page and pays. */
  async function buy(page: Page, product: string, card = "Working card"): Promise<void> {
    await goTo(page, "/pricing");
    await page.getByRole("button", { name: product }).click();
    await page.getByRole("heading", { name: "Checkout" }).waitFor();
    await page.getByLabel(card).check();
    await page.getByRole("button", { name: /^Pay/ }).click();
  }

  /** Calls one of the fake provider's controls under /control. */
  async function control(path: string, body: object = {}): Promise<ControlState> {
    const answer = await fetch(`${openedSite().app.payments.url}/control/${path}`, {
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

  /** Starts an organization's trial with 3 seats, and changes to 5. @param cost price of 5 seats, as text */
  async function trySeats(name: string, cost: string): Promise<Page> {
    const page = await signUp(name);
    const organization = { name: `Team ${name}`, slug: `team-${name.toLowerCase()}` };
    const { id } = await call<{ id: string }>(page, "/organization/create", organization);
    await call(page, "/organization/set-active", { organizationId: id });
    await goTo(page, "/pricing");
    await page.getByText(fillCount(en, pricing.trial, 14)).waitFor();
    await page.getByRole("button", { name: chooseOf("Team") }).click();
    const dialog = page.locator(openDialog);
    await dialog.getByLabel(seats.field).fill("3");
    await dialog.getByRole("button", { name: pricing.questionsSubmit }).click();
    await page.getByRole("heading", { name: "Checkout" }).waitFor();
    await page.getByRole("button", { name: /^(Pay|Start)/ }).click();
    await page.getByText(arrival.arrived).waitFor();
    const plans = region(page, plan.title);
    await plans.getByText(text(plan.status.trialing), { exact: true }).waitFor();
    // Other tests moved the provider's clock.
    await plans.getByText(/^\d+ days left$/).waitFor();
    await plans.getByText(fill(seats.used, { used: "1", paid: "3" })).waitFor();
    await plans.getByRole("button", { name: seats.change }).click();
    await dialog.getByLabel(seats.field).fill("5");
    await dialog.getByText(cost).waitFor();
    await openedSite().lookEverywhere(page, "billing-seats", openDialog);
    await dialog.getByRole("button", { name: seats.submit }).click();
    await plans.getByText(fill(seats.used, { used: "1", paid: "5" })).waitFor();
    return page;
  }

  async function cancelPlan(page: Page, product: string): Promise<Locator> {
    await page.getByRole("button", { name: fill(plan.actionsOf, { product }) }).click();
    await page.getByRole("menuitem", { name: plan.cancel }).click();
    return page.locator(openDialog);
  }

  /** Goes through a plan's whole lifecycle, from the first payment to the last refund. */
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
    await openedSite().app.payments.settled();
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
    await openedSite().app.payments.settled();
    await page.reload();
    await row.getByText(text(orders.status.partially_refunded)).waitFor();
    await row.click();
    await dialog.getByText(startOf(orders.refund)).waitFor();
    await page.keyboard.press("Escape");

    dialog = await cancelPlan(page, product);
    await dialog.getByRole("button", { name: plan.cancelSubmit }).click();
    await region(page, plan.title).getByText(plan.ending, { exact: true }).waitFor();
    await control(`subscriptions/${running?.id}/end-period`);
    await openedSite().app.payments.settled();
    await page.reload();
    await page.getByText(plan.none).waitFor();
    await page.getByText(benefits.none).waitFor();
  }
  return { signUp, call, region, goTo, buy, control, render, trySeats, cancelPlan, story };
}
