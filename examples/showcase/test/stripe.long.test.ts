/**
 * Tests buying, changing, and canceling a plan in a browser, through Stripe's SDK and the fake provider's Stripe side.
 */

import { fill } from "@latchkey/ui";
import { billingEn } from "@latchkey/ui/billing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billingSteps, chooseOf, startOf, text } from "./billing-steps.ts";
import { openDialog } from "./browser.ts";
import { chromium, openSite, type Site } from "./site.ts";

const { page: texts, pricing } = billingEn;
const { plan, orders, arrival, change } = texts;

describe.skipIf(!chromium)("the showcase on Stripe, in a browser", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ paymentProvider: "stripe" });
  });
  afterAll(() => site?.close());
  const { signUp, region, goTo, buy, cancelPlan, trySeats } = billingSteps(() => site);

  test("a user buys a plan, changes it now and for the next period, renews it, and cancels and resumes it", async () => {
    const ann = await signUp("Ann");
    const dialog = ann.locator(openDialog);
    const plans = region(ann, plan.title);
    await buy(ann, chooseOf("Solo"), "Declined card");
    await ann.getByText("Your card was declined.").waitFor();
    await buy(ann, chooseOf("Solo"));
    await ann.getByText(arrival.arrived).waitFor();
    await region(ann, orders.title).getByRole("row").filter({ hasText: "$10.80" }).waitFor();
    await goTo(ann, "/studio");
    await ann.getByRole("button", { name: "Render 50 frames" }).click();
    await ann.getByText("You need the Pro tools for this.").waitFor();

    await goTo(ann, "/pricing");
    await ann.getByRole("button", { name: fill(pricing.changeOf, { product: "Studio" }) }).click();
    // The price includes tax. Proration depends on the seconds since the purchase.
    await dialog.getByText(/^\$(24\.00|23\.99|23\.98)$/).waitFor();
    await dialog.getByRole("button", { name: change.submit }).click();
    await ann.getByRole("button", { name: fill(pricing.changeOf, { product: "Solo" }) }).waitFor();
    await goTo(ann, "/studio");
    await ann.getByRole("button", { name: "Render 50 frames" }).click();
    await ann.getByText("Rendered 50 frames.").waitFor();

    await goTo(ann, "/billing");
    await ann.getByRole("button", { name: fill(plan.changeOf, { product: "Studio" }) }).click();
    await dialog.getByRole("radio", { name: /^Solo/ }).check();
    await dialog.getByRole("radio", { name: new RegExp(`^${change.timings.periodEnd}`) }).check();
    await dialog.getByRole("button", { name: change.submit }).click();
    await plans.getByText(/^Changes to Solo/).waitFor();
    await site.app.payments.advance(32);
    await ann.reload();
    await plans.getByText("Solo", { exact: true }).waitFor();
    await region(ann, orders.title)
      .getByRole("row")
      .filter({ hasText: text(orders.reasons.subscription_cycle) })
      .waitFor();

    await (await cancelPlan(ann, "Solo")).getByRole("button", { name: plan.cancelSubmit }).click();
    await plans.getByText(plan.ending, { exact: true }).waitFor();
    await ann.getByRole("button", { name: fill(plan.resumeOf, { product: "Solo" }) }).click();
    await dialog.getByRole("button", { name: plan.resumeSubmit }).click();
    await plans.getByText(startOf(plan.renews)).waitFor();

    await (await cancelPlan(ann, "Solo")).getByRole("button", { name: plan.cancelSubmit }).click();
    await plans.getByText(plan.ending, { exact: true }).waitFor();
    await site.app.payments.advance(32);
    await ann.reload();
    await ann.getByText(plan.none).waitFor();
  });

  test("a plan canceled in the portal shows as ending in the app", async () => {
    const bob = await signUp("Bob");
    await buy(bob, chooseOf("Studio"));
    await bob.getByText(arrival.arrived).waitFor();
    await bob.getByRole("button", { name: orders.portal }).first().click();
    await bob.getByRole("heading", { name: "Your subscriptions" }).waitFor();
    await bob.getByRole("button", { name: "Cancel" }).click();
    await bob.getByRole("button", { name: "Don't cancel" }).waitFor();
    await site.app.payments.settled();
    await goTo(bob, "/billing");
    await region(bob, plan.title).getByText(plan.ending, { exact: true }).waitFor();
  });

  test("an organization tries a plan with seats, buys more, and changes to a plan without seats", async () => {
    // Stripe's preview includes tax. Without it, 5 seats cost $60.00.
    const lea = await trySeats("Lea", "$72.00 per month");
    const plans = region(lea, plan.title);
    await plans.getByRole("button", { name: fill(plan.changeOf, { product: "Team" }) }).click();
    const dialog = lea.locator(openDialog);
    await dialog
      .getByRole("radio", { name: /^Studio/ })
      .first()
      .check();
    await dialog.getByRole("button", { name: change.submit }).click();
    await plans.getByText("Studio", { exact: true }).waitFor();
    // The new plan's price isn't multiplied by the five seats.
    await plans.getByText("$29.00 per month").waitFor();
  });

  test("the controls decline a card, recover the payment, refund it, and send a webhook again", async () => {
    const { controls } = (await (await fetch(`${site.app.url}/api/demo`)).json()) as { readonly controls: string };
    const kim = await signUp("Kim");
    await buy(kim, chooseOf("Solo"));
    await kim.getByText(arrival.arrived).waitFor();
    const page = await site.person().then((context) => context.newPage());
    await page.goto(controls);
    const row = page.getByRole("listitem").filter({ hasText: "kim@example.com" });
    const use = async (name: string | RegExp): Promise<void> => {
      await row.getByRole("button", { name }).first().click();
      await site.app.payments.settled();
      await goTo(kim, "/billing");
    };
    const plans = region(kim, plan.title);
    await use("Fail next payment");
    await plans.getByText(text(plan.status.past_due), { exact: true }).waitFor();
    await use("Recover payment");
    await plans.getByText(text(plan.status.active), { exact: true }).waitFor();
    await use(/^Refund/);
    await region(kim, orders.title).getByText(text(orders.status.refunded), { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Resend" }).first().click();
    await page.getByLabel("Outage").check();
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByLabel("Outage").uncheck();
    await page.getByRole("button", { name: "Apply" }).click();
    await site.lookEverywhere(page, "stripe-controls");
    expect(await page.getByLabel("Outage").isChecked()).toBe(false);
  });
});
