/** Tests buying, changing, and canceling a plan in a browser, through Stripe's SDK and the fake provider's Stripe side. */

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
  }, 120_000);
  afterAll(() => site?.close());
  const { signUp, region, goTo, buy, cancelPlan } = billingSteps(() => site);

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
    // With tax. Proration depends on the seconds since the purchase.
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
  }, 120_000);

  test("the portal shows the plan, and returns to the app", async () => {
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
  }, 60_000);

  test("the Demo menu has no controls, and advances the clock", async () => {
    const { controls } = (await (await fetch(`${site.app.url}/api/demo`)).json()) as { readonly controls: null };
    expect(controls).toBeNull();
  });
});
