/** Tests inviting, joining, changing a role, and buying with only the keyboard. Focus is never lost. */

import { en, fill, fillCount } from "@latchkey/ui";
import { billingEn } from "@latchkey/ui/billing";
import { organizationEn } from "@latchkey/ui/organization";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { choose, escapeTo, hasFocus, keepsFocus, press, pressFirst, type, watchFocus } from "./keyboard.ts";
import { invitationPath, password, roleOf, rowOf, signUp, tabTo, toast } from "./organization-steps.ts";
import { chromium, openSite, type Site } from "./site.ts";

const { create, invitation, invitations, members, nav, roleNames, switcher } = organizationEn;
const { page: billing, pricing } = billingEn;
const { plan } = billing;

describe.skipIf(!chromium)("with only the keyboard", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  /** Opens a page and presses Tab, which starts at the top after a page load. */
  async function begin(page: Page, path: string): Promise<void> {
    await page.goto(site.app.url + path);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await page.keyboard.press("Tab");
  }

  test("an owner creates an organization, invites two people, revokes an invitation, and changes a role", async () => {
    const mia = await signUp(site, "Mia");
    const lost = await watchFocus(mia);
    const dialog = mia.locator(openDialog);
    const menu = mia.getByRole("menu");
    await begin(mia, "/organization");
    const start = mia.getByRole("main").getByRole("button", { name: switcher.create });
    await press(mia, start);
    await hasFocus(dialog.getByLabel(create.name));
    await escapeTo(mia, dialog, start);
    await mia.keyboard.press("Enter");
    await hasFocus(dialog.getByLabel(create.name));
    await mia.keyboard.type("Mia & Co");
    await tabTo(mia, dialog.getByLabel(create.slug));
    await dialog.getByText(create.slugFree).waitFor();
    await mia.keyboard.press("Enter");
    await mia.getByRole("heading", { level: 1, name: "Mia & Co" }).waitFor();
    // A new organization's page suggests inviting members.
    await mia.getByText(members.aloneTitle).waitFor();

    // Go to another section with its link.
    const sections = mia.getByRole("navigation", { name: nav, exact: true });
    await press(mia, sections.getByRole("link", { name: invitations.title }));
    await hasFocus(mia.getByRole("heading", { level: 2, name: invitations.title }));
    const invite = mia.getByRole("button", { name: invitations.invite });
    const emails = dialog.getByLabel(invitations.emails, { exact: true });
    await press(mia, invite);
    await hasFocus(emails);
    await escapeTo(mia, dialog, invite);
    await mia.keyboard.press("Enter");
    await hasFocus(emails);

    // An entry that isn't an email is rejected, and Backspace removes it. A comma and Enter add two emails.
    await mia.keyboard.type("noa,");
    await dialog.getByText(en.emailListInvalid).waitFor();
    await mia.keyboard.press("Backspace");
    await dialog.getByText(en.emailListInvalid).waitFor({ state: "detached" });
    await mia.keyboard.type("noa@example.com,pia@example.com");
    await mia.keyboard.press("Enter");
    await hasFocus(emails);
    await type(mia, dialog.getByLabel(members.role, { exact: true }), roleNames.member ?? "");
    await press(mia, dialog.getByRole("button", { name: invitations.inviteSubmit }));
    await dialog.waitFor({ state: "detached" });
    await toast(mia, fillCount(en, invitations.sentSome, 2)).waitFor();
    await hasFocus(invite);

    // Escape closes the menu and the confirmation. After that, the invitation is revoked.
    const actions = mia.getByRole("button", { name: fill(members.actionsOf, { name: "pia@example.com" }) });
    await press(mia, actions);
    await escapeTo(mia, menu, actions);
    await choose(mia, actions, invitations.cancel);
    await escapeTo(mia, dialog, actions);
    await choose(mia, actions, invitations.cancel);
    await hasFocus(dialog.getByRole("button", { name: en.cancel }));
    await press(mia, dialog.getByRole("button", { name: invitations.cancel }));
    await toast(mia, fill(invitations.canceled, { email: "pia@example.com" })).waitFor();
    await rowOf(mia, invitations.title, "pia@example.com").waitFor({ state: "detached" });
    await keepsFocus(mia);

    const noa = await site.open(await invitationPath(site, "noa@example.com"));
    await tabTo(noa, noa.getByLabel(en.name, { exact: true }));
    await noa.keyboard.type("Noa");
    await type(noa, noa.getByLabel(en.password, { exact: true }), `${password}\n`);
    await press(noa, noa.getByRole("button", { name: invitation.accept }));
    await noa.getByRole("heading", { level: 1, name: "Mia & Co" }).waitFor();
    await keepsFocus(noa);

    await begin(mia, "/organization");
    const role = roleOf(mia, "Noa");
    await type(mia, role, roleNames.admin ?? "");
    await toast(mia, fill(members.roleSaved, { name: "Noa" })).waitFor();
    await expect.poll(() => role.inputValue()).toBe("admin");
    await hasFocus(role);
    expect(lost()).toEqual([]);
  });

  test("a customer compares prices, buys a plan, cancels it, and resumes it", async () => {
    const kai = await signUp(site, "Kai");
    const lost = await watchFocus(kai);
    const dialog = kai.locator(openDialog);
    await begin(kai, "/account");
    // The links in the header come before the page.
    await press(kai, kai.getByRole("banner").getByRole("link", { name: "Pricing" }));
    await kai.waitForURL(/\/pricing/);
    const chooseSolo = kai.getByRole("button", { name: fill(pricing.chooseOf, { product: "Solo" }) });
    await chooseSolo.waitFor();
    // The arrow keys switch between billing periods.
    await keepsFocus(kai);
    await tabTo(kai, kai.getByRole("radio", { name: pricing.intervalNames.month ?? "", exact: true }));
    await kai.keyboard.press("ArrowRight");
    await kai
      .getByText(pricing.each.year ?? "", { exact: true })
      .first()
      .waitFor();
    await kai.keyboard.press("ArrowLeft");
    await kai
      .getByText(pricing.each.month ?? "", { exact: true })
      .first()
      .waitFor();
    await press(kai, chooseSolo);

    // The payment provider's page is a new page, so Tab starts at the beginning.
    await kai.getByRole("heading", { name: "Checkout" }).waitFor();
    await tabTo(kai, kai.getByLabel("Working card"));
    await kai.keyboard.press("Space");
    await pressFirst(kai, kai.getByRole("button", { name: /^Pay/ }));
    await kai.getByText(billing.arrival.arrived).waitFor();

    const actions = kai.getByRole("button", { name: fill(plan.actionsOf, { product: "Solo" }) });
    await pressFirst(kai, actions);
    await escapeTo(kai, kai.getByRole("menu"), actions);
    await choose(kai, actions, plan.cancel);
    await hasFocus(dialog.getByLabel(plan.reason));
    await escapeTo(kai, dialog, actions);
    await choose(kai, actions, plan.cancel);
    await hasFocus(dialog.getByLabel(plan.reason));
    await kai.keyboard.type(plan.reasons.unused ?? "");
    await type(kai, dialog.getByLabel(plan.comment), "Too few frames.");
    await press(kai, dialog.getByRole("button", { name: plan.cancelSubmit }));
    await kai.getByText(plan.ending, { exact: true }).waitFor();
    const keep = kai.getByRole("button", { name: fill(plan.resumeOf, { product: "Solo" }) });
    await hasFocus(keep);

    await kai.keyboard.press("Enter");
    const confirm = dialog.getByRole("button", { name: plan.resumeSubmit });
    await hasFocus(confirm);
    await escapeTo(kai, dialog, keep);
    await kai.keyboard.press("Enter");
    await hasFocus(confirm);
    await kai.keyboard.press("Enter");
    await toast(kai, fill(plan.resumed, { product: "Solo" })).waitFor();
    await hasFocus(actions);
    expect(lost()).toEqual([]);
  });
});
