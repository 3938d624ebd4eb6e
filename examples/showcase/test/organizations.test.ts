/** Tests organizations with three users, each in their own browser. */

import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { chromium, openSite, type Site } from "./site.ts";

const password = "correct horse battery";

describe.skipIf(!chromium)("organizations, in a browser", () => {
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

  async function found(page: Page, name: string): Promise<void> {
    await page.getByRole("button", { name: "Organization: Personal" }).click();
    await page.getByRole("menuitem", { name: "New organization" }).click();
    await page.getByLabel("Name of the organization").fill(name);
    await page.getByLabel("Short name").focus();
    await page.getByText("Nobody has it yet.").waitFor();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  }

  async function invite(page: Page, email: string, role: string): Promise<void> {
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const dialog = page.locator(openDialog);
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByLabel("Role").selectOption(role);
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText(`An invitation to ${email} is on its way.`).waitFor();
  }

  /** The path of the link in an invitation email. */
  async function invitationOf(email: string): Promise<string> {
    const { text } = await site.app.mail.next({ to: email, subject: /invite|join/i });
    const link = new URL(/https?:\/\/\S+\/organization\/invitation\S+/.exec(text)?.[0] ?? "no link");
    return link.pathname + link.search;
  }

  const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const rowOf = (page: Page, name: string) => region(page, "Members").getByRole("row").filter({ hasText: name });

  async function act(page: Page, name: string, action: string): Promise<void> {
    await page.getByRole("button", { name: `What can be done with ${name}`, exact: true }).click();
    await page.getByRole("menuitem", { name: action }).click();
  }

  /** Leaves with the card at the end of the page. */
  async function leave(page: Page): Promise<void> {
    await region(page, "Leave or delete").getByRole("button", { name: "Leave" }).click();
    await page.locator(openDialog).getByRole("button", { name: "Leave" }).click();
  }

  test("three people found, join, run, leave and end an organization", async () => {
    const ann = await signUp("Ann");
    const bobs = await site.person();
    await (await signUp("Bob", bobs)).close();
    await found(ann, "Acme Works");
    await invite(ann, "bob@example.com", "Member");
    await invite(ann, "cem@example.com", "Member");
    const invitations = region(ann, "Invitations");
    await invitations.getByRole("cell", { name: "cem@example.com", exact: true }).waitFor();

    // Bob has an account, and is signed in.
    const bob = await site.open(await invitationOf("bob@example.com"), bobs);
    await bob.getByText("ann@example.com invites you to Acme Works. Role: Member.").waitFor();
    await bob.getByRole("button", { name: "Accept" }).click();
    await bob.getByRole("heading", { level: 1, name: "Acme Works" }).waitFor();
    expect(await bob.getByRole("button", { name: "Invite", exact: true }).count()).toBe(0);

    // Cem is new and needs no email besides the invitation.
    const cem = await site.open(await invitationOf("cem@example.com"));
    await cem.getByRole("heading", { level: 1, name: "Join Acme Works" }).waitFor();
    expect(await cem.getByLabel("Email").inputValue()).toBe("cem@example.com");
    await cem.getByLabel("Name", { exact: true }).fill("Cem");
    await cem.getByLabel("Password", { exact: true }).fill(password);
    await cem.getByRole("button", { name: "Create account" }).click();
    await cem.getByRole("button", { name: "Accept" }).click();
    await cem.getByRole("heading", { level: 1, name: "Acme Works" }).waitFor();
    await rowOf(cem, "bob@example.com").waitFor();
    expect(await cem.getByText("Please confirm").count()).toBe(0);

    // Ann makes Bob an admin; he removes Cem.
    await ann.reload();
    await invitations.getByText("No invitation is open.").waitFor();
    await act(ann, "Bob", "Change role");
    await ann.locator(openDialog).getByLabel("Role").selectOption("Admin");
    await ann.getByRole("button", { name: "Save role" }).click();
    await rowOf(ann, "Bob").getByText("Admin").waitFor();
    await bob.reload();
    await bob.getByRole("button", { name: "Invite", exact: true }).waitFor();
    expect(await bob.getByRole("button", { name: "What can be done with Ann" }).count()).toBe(0);

    // Creates a team, adds Bob, lets him use it, and deletes it.
    const teams = region(ann, "Teams");
    await teams.getByRole("button", { name: "New team" }).click();
    await ann.getByLabel("Name of the team").fill("Makers");
    await ann.locator(openDialog).getByRole("button", { name: "New team" }).click();
    await teams.getByText("The team Makers is there.").waitFor();
    await teams.getByRole("button", { name: "Details of Makers" }).click();
    await teams.getByRole("searchbox", { name: "Find somebody for Makers" }).fill("bob");
    await teams.getByRole("button", { name: "Add Bob to Makers" }).click();
    await teams.getByText("Bob is in Makers now.").waitFor();
    await bob.reload();
    await bob.getByRole("button", { name: "Make active: Makers" }).click();
    await region(bob, "Teams").getByRole("button", { name: "Work without a team" }).waitFor();
    await teams.getByRole("button", { name: "Delete team" }).first().click();
    await ann.locator(openDialog).getByRole("button", { name: "Delete team" }).click();
    await teams.getByText("The team Makers is deleted.").waitFor();

    await act(bob, "Cem", "Remove");
    await bob.locator(openDialog).getByRole("button", { name: "Remove" }).click();
    await bob.getByText("Cem is not a member any more.").waitFor();
    await rowOf(bob, "Cem").waitFor({ state: "detached" });
    await cem.reload();
    await cem.getByText("You are in none yet.").waitFor();

    // The last owner can't leave. Bob leaves, and Ann deletes the organization.
    await leave(ann);
    await ann.getByText("An organization always has an owner. Make somebody else an owner first.").waitFor();
    await ann.getByRole("button", { name: "Cancel" }).click();
    await leave(bob);
    await bob.getByText("You are in none yet.").waitFor();
    await ann.getByRole("button", { name: "Delete organization" }).click();
    await ann.getByLabel("Type acme-works to confirm").fill("acme-works");
    await ann.getByRole("button", { name: "Delete for good" }).click();
    await ann.getByText("You are in none yet.").waitFor();
    await ann.getByRole("button", { name: "Organization: Personal" }).waitFor();
  }, 240_000);

  test("whoever has an account but is not signed in does so on the way, also by a provider", async () => {
    const dan = await signUp("Dan");
    await (await signUp("Eve")).close();
    await found(dan, "Dan & Co");
    await invite(dan, "eve@example.com", "Admin");
    await invite(dan, "fay@example.com", "Member");
    const eve = await site.open(await invitationOf("eve@example.com"));
    await eve.getByRole("button", { name: "Sign in instead" }).click();
    await eve.getByLabel("Password", { exact: true }).fill(password);
    await eve.getByRole("button", { name: "Sign in", exact: true }).click();
    await eve.getByRole("button", { name: "Decline" }).click();
    await eve.getByText("You have declined the invitation to Dan & Co.").waitFor();

    const link = await invitationOf("fay@example.com");
    await eve.goto(site.app.url + link);
    await eve.getByText("You are signed in as eve@example.com.").waitFor();
    await eve.getByRole("button", { name: "Sign out and go on" }).click();
    await eve.getByRole("button", { name: "Continue with Local identity" }).click();
    await eve.getByRole("heading", { name: "Choose an identity" }).waitFor();
    await eve.getByLabel("Email").fill("fay@example.com");
    await eve.getByLabel("Name").fill("Fay");
    await eve.getByRole("button", { name: "Continue" }).click();
    await eve.getByRole("button", { name: "Accept" }).click();
    await eve.getByRole("heading", { level: 1, name: "Dan & Co" }).waitFor();
    await rowOf(eve, "fay@example.com").waitFor();
    await eve.goto(site.app.url + link);
    await eve.getByText("It was answered, withdrawn or replaced, or it is too old.").waitFor();
  }, 120_000);

  test("the keyboard opens menus and dialogs, and comes back to where it was", async () => {
    const gus = await signUp("Gus");
    await found(gus, "Gus");
    await region(gus, "Members").getByRole("cell").first().waitFor();
    const label = "What can be done with Gus";
    await gus.getByRole("button", { name: label }).focus();
    await gus.keyboard.press("Enter");
    await gus.getByRole("menuitem", { name: "Change role" }).waitFor();
    await gus.keyboard.press("Enter");
    await gus.locator(openDialog).waitFor();
    await gus.keyboard.press("Escape");
    await gus.locator(openDialog).waitFor({ state: "detached" });
    await expect.poll(() => gus.evaluate("document.activeElement.ariaLabel")).toBe(label);
  }, 60_000);

  test("axe finds nothing, and nothing is wider than the window, at 375 and 1280 pixels, light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [375, 1280]) {
        const look = { colorScheme, viewport: { width, height: 900 } };
        const name = `Hal${width}${colorScheme}`;
        const page = await signUp(name, await site.person(look));
        await found(page, `The quite long company of ${name}`);
        const email = `${name.toLowerCase()}-guest@example.com`;
        await invite(page, email, "Admin");
        await page.getByRole("cell", { name: email, exact: true }).waitFor();
        await site.look(page, "organization");
        await page.getByRole("button", { name: "Organization: The quite long" }).click();
        await page.getByRole("menuitemradio").nth(1).waitFor();
        await site.look(page, "organization-switcher", "[role=menu]");
        await page.getByRole("menuitem", { name: "New organization" }).click();
        await page.locator(openDialog).getByLabel("Name of the organization").waitFor();
        await site.look(page, "organization-create", openDialog);
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Invite", exact: true }).click();
        await page.locator(openDialog).waitFor();
        await site.look(page, "organization-invite", openDialog);
        await page.keyboard.press("Escape");
        await act(page, name, "Change role");
        await page.locator(openDialog).waitFor();
        await site.look(page, "organization-role", openDialog);
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Delete organization" }).click();
        await page.locator(openDialog).waitFor();
        await site.look(page, "organization-delete", openDialog);

        const link = await invitationOf(email);
        const guest = await site.open(link, await site.person(look));
        await guest.getByRole("heading", { level: 1, name: "Join The quite long" }).waitFor();
        await site.look(guest, "invitation-new");
        await guest.getByLabel("Name", { exact: true }).fill("Ida");
        await guest.getByLabel("Password", { exact: true }).fill(password);
        await guest.getByRole("button", { name: "Create account" }).click();
        await guest.getByRole("button", { name: "Accept" }).waitFor();
        await site.look(guest, "invitation");
        await guest.goto(`${site.app.url}/account`);
        await guest.getByRole("heading", { name: "Invitations" }).waitFor();
        await site.look(guest, "own-invitations");
        await guest.goto(`${site.app.url}/organization`);
        await guest.getByText("You are in none yet.").waitFor();
        await site.look(guest, "organization-none");
        await page.goto(site.app.url + link);
        await page.getByText("You are signed in as").waitFor();
        await site.look(page, "invitation-other");
        await guest.goto(site.app.url + link);
        await guest.getByRole("button", { name: "Accept" }).click();
        await guest.getByRole("heading", { level: 1, name: "The quite long" }).waitFor();
      }
    }
  }, 300_000);
});
