/** Tests inviting, joining, changing a role, and buying with the keyboard alone. The focus is never lost. */

import { en, fill, fillCount } from "@latchkey/ui";
import { billingEn } from "@latchkey/ui/billing";
import { organizationEn } from "@latchkey/ui/organization";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { hasFocus, keepsFocus, press, type } from "./keyboard.ts";
import { invitationPath, password, roleOf, signUp, tabTo, toast } from "./organization-steps.ts";
import { chromium, openSite, type Site } from "./site.ts";

const { create, invitation, invitations, members, roleNames, switcher } = organizationEn;
const { page: billing, pricing } = billingEn;

describe.skipIf(!chromium)("with the keyboard alone", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  }, 120_000);
  afterAll(() => site?.close());

  /** The first Tab after a page load starts at the top. */
  async function begin(page: Page, path: string): Promise<void> {
    await page.goto(site.app.url + path);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await page.keyboard.press("Tab");
  }

  test("an owner creates an organization, invites someone, changes their role, and buys a plan", async () => {
    const mia = await signUp(site, "Mia");
    const dialog = mia.locator(openDialog);
    await begin(mia, "/organization");
    await press(mia, mia.getByRole("main").getByRole("button", { name: switcher.create }));
    await hasFocus(dialog.getByLabel(create.name));
    await mia.keyboard.type("Mia & Co");
    await tabTo(mia, dialog.getByLabel(create.slug));
    await dialog.getByText(create.slugFree).waitFor();
    await mia.keyboard.press("Enter");
    await mia.getByRole("heading", { level: 1, name: "Mia & Co" }).waitFor();

    // A new organization offers to invite.
    await mia.getByText(members.aloneTitle).waitFor();
    await press(mia, mia.getByRole("button", { name: invitations.invite }));
    await hasFocus(dialog.getByLabel(invitations.emails, { exact: true }));
    await mia.keyboard.type("noa@example.com");
    await press(mia, dialog.getByRole("button", { name: invitations.inviteSubmit }));
    await dialog.waitFor({ state: "detached" });
    await toast(mia, fillCount(en, invitations.sentSome, 1)).waitFor();
    await hasFocus(mia.getByRole("button", { name: invitations.invite }));

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

    // The links in the header come before the members.
    await mia.reload();
    await mia.keyboard.press("Tab");
    await press(mia, mia.getByRole("banner").getByRole("link", { name: "Pricing" }));
    await mia.waitForURL(/\/pricing/);
    await press(mia, mia.getByRole("button", { name: fill(pricing.chooseOf, { product: "Solo" }) }));
    await mia.getByRole("heading", { name: "Checkout" }).waitFor();
    await tabTo(mia, mia.getByRole("button", { name: /^Pay/ }));
    await mia.keyboard.press("Enter");
    await mia.getByText(billing.arrival.arrived).waitFor();
    await tabTo(mia, mia.getByRole("button", { name: fill(billing.plan.actionsOf, { product: "Solo" }) }));
  }, 120_000);
});
