/** User actions on the organization pages. */

import { en, fill, fillCount } from "@latchkey/ui";
import { organizationEn } from "@latchkey/ui/organization";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { openDialog } from "./browser.ts";
import type { Site } from "./site.ts";

export const password = "correct horse battery";

const { switcher, create, invitations, members } = organizationEn;

/** Returns the section with this title. */
export const section = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });

/** Returns a member's or an invitation's row. */
export const rowOf = (page: Page, title: string, name: string): Locator =>
  section(page, title).getByRole("row").filter({ hasText: name });

/** Returns the select for a member's role. */
export const roleOf = (page: Page, name: string): Locator =>
  page.getByLabel(fill(members.roleOf, { name }), { exact: true });

export const toast = (page: Page, text: string): Locator => page.locator(".lk-toast").getByText(text);

/** Signs up with the name and `{name}@example.com` in lowercase. */
export async function signUp(site: Site, name: string, context?: BrowserContext): Promise<Page> {
  const page = await site.open("/sign-up", context);
  await page.getByLabel(en.email).fill(`${name.toLowerCase()}@example.com`);
  await signUpAs(page, name);
  await page.getByRole("button", { name: en.userButton.open }).waitFor();
  return page;
}

/** Fills in the rest of the sign-up form, and submits it. */
export async function signUpAs(page: Page, name: string): Promise<void> {
  await page.getByLabel(en.name, { exact: true }).fill(name);
  await page.getByLabel(en.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: en.signUp.submit }).click();
}

/** Creates an organization, and waits until its page opens. */
export async function createOrganization(site: Site, page: Page, name: string): Promise<void> {
  await page.goto(`${site.app.url}/organization`);
  await page.getByRole("main").getByRole("button", { name: switcher.create }).click();
  const dialog = page.locator(openDialog);
  await dialog.getByLabel(create.name).fill(name);
  await dialog.getByLabel(create.slug).focus();
  await dialog.getByText(create.slugFree).waitFor();
  await dialog.getByRole("button", { name: create.submit }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/**
 * Goes to a section with the page's navigation.
 * @param link the link's text, if it differs from the title
 */
export async function openSection(page: Page, title: string, link: string = title): Promise<void> {
  await page.getByRole("navigation", { name: organizationEn.nav }).getByRole("link", { name: link }).click();
  await section(page, title).waitFor();
}

/** @param role value of the role */
export async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole("button", { name: invitations.invite }).click();
  const dialog = page.locator(openDialog);
  await dialog.getByLabel(invitations.emails, { exact: true }).fill(email);
  await dialog.getByLabel(members.role, { exact: true }).selectOption(role);
  await dialog.getByRole("button", { name: invitations.inviteSubmit }).click();
  await dialog.waitFor({ state: "detached" });
  await toast(page, fillCount(en, invitations.sentSome, 1))
    .last()
    .waitFor();
}

/** Returns the path of an invitation email's link. */
export async function invitationPath(site: Site, email: string): Promise<string> {
  const { text } = await site.app.mail.next({ to: email, subject: /invite|join/i });
  const link = new URL(/https?:\/\/\S+\/organization\/invitation\S+/.exec(text)?.[0] ?? "no link");
  return link.pathname + link.search;
}

/** Returns the heading of an invitation's page. */
export const invitationHeading = (page: Page, inviter: string, name: string, role: string): Locator =>
  page.getByRole("heading", { level: 1, name: fill(organizationEn.invitation.title, { inviter, name, role }) });

/** Chooses an action from a member's or an invitation's menu. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: fill(members.actionsOf, { name }), exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Confirms in the open dialog, and waits until it's closed. */
export async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.locator(openDialog);
  await dialog.getByRole("button", { name: action, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Presses Tab until an element has focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`60 presses of Tab didn't reach ${target}.`);
}
