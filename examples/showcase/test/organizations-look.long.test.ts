/** Checks the organization pages' layout and accessibility at two sizes, light and dark. */

import { en, fill } from "@latchkey/ui";
import { organizationEn } from "@latchkey/ui/organization";
import { afterAll, beforeAll, describe, test } from "vitest";
import { openDialog } from "./browser.ts";
import {
  act,
  createOrganization,
  invitationHeading,
  invitationPath,
  invite,
  openSection,
  rowOf,
  section,
  signUp,
  signUpAs,
} from "./organization-steps.ts";
import { chromium, openSite, type Site } from "./site.ts";

const { danger, general, invitation, invitations, list, members, own, roleNames, roles, switcher, teams } =
  organizationEn;

describe.skipIf(!chromium)("the organization pages' layout and accessibility", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test("no axe violations and no overflow, at 375 and 1280 pixels, light and dark", async () => {
    const owner = "Hal";
    const name = `The quite long company of ${owner}`;
    const page = await signUp(site, owner);
    await createOrganization(site, page, name);
    const email = `${owner.toLowerCase()}-guest@example.com`;
    await invite(page, email, "admin");
    await section(page, members.title).getByRole("row").nth(1).waitFor();
    await site.lookEverywhere(page, "organization");
    const choices = page.getByRole("list", { name: switcher.label });
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      // On phones, the switcher is in the menu.
      if (width < 900) await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.getByRole("button", { name: fill(switcher.open, { name }) }).click();
      await choices.getByRole("button", { name }).waitFor();
      for (const colorScheme of ["dark", "light"]) {
        await page.evaluate(`document.documentElement.dataset.theme = "${colorScheme}"`);
        await site.look(page, "organization-switcher", "[role=dialog]:last-of-type");
      }
      if (width < 900) await page.reload();
    }
    await page.getByRole("button", { name: switcher.create }).click();
    await page.getByLabel(organizationEn.create.name).waitFor();
    await site.lookEverywhere(page, "organization-create", openDialog);
    await page.goto(`${site.app.url}/organization`);
    await page.getByRole("button", { name: invitations.invite }).click();
    await page.locator(openDialog).waitFor();
    await site.lookEverywhere(page, "organization-invite", openDialog);
    await page.keyboard.press("Escape");
    for (const title of [invitations.title, teams.title, roles.title, general.title, danger.title]) {
      await openSection(page, title, title === general.title ? general.nav : title);
      if (title === invitations.title) await rowOf(page, title, email).waitFor();
      await page.waitForLoadState("networkidle");
      await site.lookEverywhere(page, `organization-${title.toLowerCase().replaceAll(" ", "-")}`);
    }
    await page.getByRole("button", { name: danger.remove }).click();
    await page.locator(openDialog).waitFor();
    await site.lookEverywhere(page, "organization-delete", openDialog);

    const link = await invitationPath(site, email);
    const guest = await site.open(link);
    await invitationHeading(guest, owner, name, roleNames.admin ?? "").waitFor();
    await site.lookEverywhere(guest, "invitation-new");
    await signUpAs(guest, "Ida");
    await guest.getByRole("button", { name: invitation.accept }).waitFor();
    await site.lookEverywhere(guest, "invitation");
    await guest.goto(`${site.app.url}/account#organizations`);
    await guest.getByRole("heading", { name: own.title }).waitFor();
    await site.lookEverywhere(guest, "own-invitations");
    await guest.goto(`${site.app.url}/organization`);
    await guest.getByText(list.emptyTitle).waitFor();
    await site.lookEverywhere(guest, "organization-none");
    await page.goto(site.app.url + link);
    await page.getByRole("heading", { name: invitation.otherTitle }).waitFor();
    await site.lookEverywhere(page, "invitation-other");
    await guest.goto(site.app.url + link);
    await guest.getByRole("button", { name: invitation.accept }).click();
    await guest.getByRole("heading", { level: 1, name }).waitFor();
    await section(guest, members.title).getByRole("row").nth(2).waitFor();
    await act(guest, "Ida", members.addToTeam);
    await guest.locator(openDialog).waitFor();
    await site.lookEverywhere(guest, "organization-team", openDialog);
    await guest.getByRole("button", { name: en.cancel }).click();
  });
});
