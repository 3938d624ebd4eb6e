/** Opens all of the showcase's pages. Fails on console messages and unexpected error responses. */

import { en, fill } from "@latchkey/ui";
import { adminEn } from "@latchkey/ui/admin";
import { apiKeyEn } from "@latchkey/ui/api-key";
import { billingEn } from "@latchkey/ui/billing";
import { eventsEn } from "@latchkey/ui/events";
import { en as locales } from "@latchkey/ui/locales";
import { oauthProviderEn } from "@latchkey/ui/oauth-provider";
import { organizationEn } from "@latchkey/ui/organization";
import { scimEn } from "@latchkey/ui/scim";
import { ssoEn } from "@latchkey/ui/sso";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { people } from "../server/people.ts";
import { watchComplaints } from "./complaints.ts";
import { chromium, openSite, type Site } from "./site.ts";

const [ada, ann] = people;

describe.skipIf(!chromium)("a walk through the showcase", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  /** Opens a page and waits until it has a heading and all of its data. */
  async function visit(page: Page, path: string): Promise<void> {
    await page.goto(site.app.url + path, { waitUntil: "networkidle" });
    await page.locator("main :is(h1, h2)").first().waitFor();
  }

  /** Opens all of these pages in order. */
  async function visitAll(page: Page, paths: readonly string[]): Promise<void> {
    for (const path of paths) await visit(page, path);
  }

  /**
   * Opens each section of a settings page with its link. Returns the sections' headings by fragment, in link order.
   */
  async function visitSections(page: Page, path: string, label: string): Promise<Record<string, string | null>> {
    await visit(page, path);
    const headings: Record<string, string | null> = {};
    const nav = page.getByRole("navigation", { name: label, exact: true });
    const hidden = await nav.locator("ul").evaluate((list) => list.scrollWidth - list.clientWidth);
    expect(hidden, "the width of links to scroll to, on a desktop").toBe(0);
    for (const link of await nav.getByRole("link").all()) {
      const fragment = (await link.getAttribute("href")) ?? "";
      await link.click();
      await page.waitForURL(`**${path}${fragment}`);
      await page.waitForLoadState("networkidle");
      const heading = page.getByRole("heading", { level: 2 }).first();
      headings[fragment] = await heading.textContent();
      // The first section is already open, so its link doesn't change the page.
      const moved = Object.keys(headings).length > 1;
      if (moved) await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await page.getByRole("main").getByRole("alert").count(), `errors in ${fragment}`).toBe(0);
    }
    return headings;
  }

  async function signInFromDemo(page: Page, name: string): Promise<void> {
    await page.getByRole("button", { name: "Demo" }).click();
    await page.getByRole("menuitem", { name: new RegExp(`Sign in as ${name}`) }).click();
    await page.locator(".lk-toast").getByText(`Signed in as ${name}.`).waitFor();
  }

  /** Types another organization's slug, and then a free slug. */
  async function typeTakenSlug(page: Page, slug: string): Promise<void> {
    const { create, switcher } = organizationEn;
    await page.getByRole("main").getByRole("button", { name: switcher.create }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(create.slug).fill(slug);
    await dialog.getByLabel(create.name).focus();
    await dialog.getByText(organizationEn.errors.ORGANIZATION_SLUG_ALREADY_TAKEN ?? "").waitFor();
    await dialog.getByLabel(create.slug).fill(`${slug}-2`);
    await dialog.getByLabel(create.name).focus();
    await dialog.getByText(create.slugFree).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }

  async function switchToPersonalAccount(page: Page): Promise<void> {
    const { switcher } = organizationEn;
    await page.getByRole("button", { name: fill(switcher.open, { name: "Acme" }) }).click();
    await page.getByRole("list", { name: switcher.label }).getByRole("button", { name: switcher.personal }).click();
    await page.getByRole("button", { name: fill(switcher.open, { name: switcher.personal }) }).waitFor();
    await page.waitForLoadState("networkidle");
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole("button", { name: en.userButton.open }).click();
    await page.getByRole("menuitem", { name: en.signOut }).click();
    await page.waitForURL(/\/sign-in/);
    await page.waitForLoadState("networkidle");
  }

  test("a visitor opens all public pages, signs up, and signs out", async () => {
    const page = await site.open("/");
    const complaints = watchComplaints(page);
    await visitAll(page, [
      "/",
      "/pricing",
      "/sign-in",
      "/forgot-password",
      "/reset-password",
      "/auth-error",
      "/sign-in/sso",
    ]);
    await visitAll(page, ["/account-deleted", "/magic-link", "/not-me", "/organization/invitation"]);
    await visitAll(page, ["/nothing-here", "/sign-up"]);
    await page.locator("input[name=name]").fill("Cleo Okafor");
    await page.locator("input[name=email]").fill("cleo@example.com");
    await page.locator("input[name=password]").fill("correct horse battery");
    await page.locator("main form button[type=submit]").click();
    await page.waitForURL(/\/account/);
    await visitAll(page, ["/account", "/studio", "/pricing", "/billing", "/", "/organization"]);
    await typeTakenSlug(page, "acme-demo");
    await signOut(page);
    expect(complaints()).toEqual([]);
  });

  test("pages for emailed links don't claim success when opened without a link", async () => {
    const page = await site.open("/");
    const complaints = watchComplaints(page);
    for (const [path, heading] of [
      ["/email-verified", en.emailVerified.openTitle],
      ["/two-factor", locales.plugins["two-factor"].step.expiredTitle],
    ] as const) {
      await visit(page, path);
      expect(await page.locator("main :is(h1, h2)").first().textContent(), path).toBe(heading);
    }
    expect(await page.locator("main input").count(), "fields for a code").toBe(0);
    await signInFromDemo(page, ann?.name ?? "");
    for (const path of ["/email-verified", "/two-factor", "/account-deleted", "/reset-password"])
      await visit(page, path);
    await signOut(page);
    expect(complaints()).toEqual([]);
  });

  test("Ann manages her account, Acme, and its billing", async () => {
    const page = await site.open("/");
    const complaints = watchComplaints(page);
    await signInFromDemo(page, ann?.name ?? "");
    expect(await visitSections(page, "/account", en.account.sections)).toEqual({
      "#profile": en.profile.title,
      "#security": en.security.title,
      "#connections": en.linkedAccounts.title,
      "#organizations": organizationEn.list.title,
      "#apps": oauthProviderEn.apps.title,
      "#api-keys": apiKeyEn.title,
      "#billing": billingEn.page.title,
      "#danger": en.deleteAccount.section,
    });
    await page.evaluate(async (slug) => {
      const post = (path: string, body: object): Promise<Response> =>
        fetch(`/api/auth/organization/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
      await post("set-active", { organizationSlug: slug });
    }, "acme-demo");
    expect(await visitSections(page, "/organization", organizationEn.nav)).toEqual({
      "#members": organizationEn.members.title,
      "#invitations": organizationEn.invitations.title,
      "#teams": organizationEn.teams.title,
      "#roles": organizationEn.roles.title,
      "#general": organizationEn.general.title,
      "#domains": ssoEn.domains.title,
      "#sso": ssoEn.providers.title,
      "#directory": scimEn.title,
      "#applications": oauthProviderEn.applications.title,
      "#api-keys": apiKeyEn.title,
      "#service-accounts": apiKeyEn.serviceAccounts.title,
      "#webhooks": eventsEn.webhooks.title,
      "#audit-log": eventsEn.audit.title,
      "#billing": billingEn.page.title,
      "#danger": organizationEn.danger.title,
    });
    await visitAll(page, ["/pricing", "/billing", "/studio", "/account"]);
    await switchToPersonalAccount(page);
    await signOut(page);
    expect(complaints()).toEqual([]);
  });

  test("Ada manages users and sales", async () => {
    const page = await site.open("/");
    const complaints = watchComplaints(page);
    await signInFromDemo(page, ada?.name ?? "");
    const headings = (level: number): Promise<string[]> =>
      page.getByRole("main").getByRole("heading", { level }).allTextContents();
    const { nav, audit, users, allOrganizations, user, sessions, accounts } = adminEn;
    await visit(page, "/admin");
    for (const [item, title] of [
      [nav.audit, audit.title],
      [nav.organizations, allOrganizations.title],
      [nav.users, users.title],
    ] as const) {
      await page.getByRole("navigation", { name: nav.label, exact: true }).getByRole("link", { name: item }).click();
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      await page.waitForLoadState("networkidle");
    }
    for (const [list, parts] of [
      ["users", [user.identity, sessions.title, accounts.title, audit.titleOfUser, user.facts, user.security]],
      ["organizations", [allOrganizations.members]],
    ] as const) {
      await visit(page, `/admin/${list}`);
      const link = page.locator("tbody a").first();
      const name = (await link.textContent()) ?? "";
      await link.click();
      await page.waitForURL(new RegExp(`/admin/${list}/.`));
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
      await expect.poll(() => headings(2)).toEqual(expect.arrayContaining([...parts]));
      await page.waitForLoadState("networkidle");
    }
    await visit(page, "/seller");
    const tabs = await page.locator("main nav a").all();
    expect(tabs).toHaveLength(10);
    for (const tab of tabs) {
      await tab.click();
      await page.waitForLoadState("networkidle");
      expect(await tab.getAttribute("aria-current")).toBe("page");
      expect(await headings(1)).toEqual([billingEn.seller.title]);
      expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
    }
    await visit(page, "/account");
    await signOut(page);
    expect(complaints()).toEqual([]);
  });
});
