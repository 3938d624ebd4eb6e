/** Walks through the whole showcase. Fails on console messages and on error responses that the user didn't cause. */

import { en } from "@latchkey/ui";
import { en as locales } from "@latchkey/ui/locales";
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
  }, 120_000);
  afterAll(() => site?.close());

  /** Opens a page and waits until it has a heading and all of its data. */
  async function visit(page: Page, path: string): Promise<void> {
    await page.goto(site.app.url + path, { waitUntil: "networkidle" });
    await page.locator("main :is(h1, h2)").first().waitFor();
  }

  /** Opens all of them, one after the other. */
  async function visitAll(page: Page, paths: readonly string[]): Promise<void> {
    for (const path of paths) await visit(page, path);
  }

  async function signInFromDemo(page: Page, name: string): Promise<void> {
    await page.getByRole("button", { name: "Demo" }).click();
    await page.getByRole("menuitem", { name: new RegExp(`Sign in as ${name}`) }).click();
    await page.locator(".lk-toast").getByText(`Signed in as ${name}.`).waitFor();
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole("button", { name: en.userButton.open }).click();
    await page.getByRole("menuitem", { name: en.signOut }).click();
    await page.waitForURL(/\/sign-in/);
    await page.waitForLoadState("networkidle");
  }

  test("a visitor visits all public pages, signs up, and signs out", async () => {
    const page = await site.open("/");
    const complaints = watchComplaints(page);
    await visitAll(page, ["/", "/pricing", "/sign-in", "/forgot-password", "/reset-password", "/auth-error"]);
    await visitAll(page, ["/account-deleted", "/magic-link", "/not-me", "/organization/invitation"]);
    await visitAll(page, ["/nothing-here", "/sign-up"]);
    await page.locator("input[name=name]").fill("Cleo Okafor");
    await page.locator("input[name=email]").fill("cleo@example.com");
    await page.locator("input[name=password]").fill("correct horse battery");
    await page.locator("main form button[type=submit]").click();
    await page.waitForURL(/\/account/);
    await visitAll(page, ["/account", "/organization", "/studio", "/pricing", "/billing", "/"]);
    await signOut(page);
    expect(complaints()).toEqual([]);
  }, 120_000);

  test("pages that open from an emailed link don't claim success when opened without it", async () => {
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
  }, 120_000);

  test("Ann manages her account, Acme, and its billing", async () => {
    const page = await site.open("/");
    const complaints = watchComplaints(page);
    await signInFromDemo(page, ann?.name ?? "");
    for (const section of [
      "profile",
      "security",
      "connections",
      "organizations",
      "apps",
      "api-keys",
      "billing",
      "danger",
    ]) {
      await visit(page, `/account#${section}`);
    }
    await page.evaluate(async (slug) => {
      const post = (path: string, body: object): Promise<Response> =>
        fetch(`/api/auth/organization/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
      await post("set-active", { organizationSlug: slug });
    }, "acme-demo");
    const federation = ["applications", "api-keys", "service-accounts"];
    for (const section of ["members", "invitations", "teams", "roles", "general", ...federation, "billing", "danger"]) {
      await visit(page, `/organization#${section}`);
    }
    await visitAll(page, ["/pricing", "/billing", "/studio", "/account"]);
    await signOut(page);
    expect(complaints()).toEqual([]);
  }, 120_000);

  test("Ada manages users and sales", async () => {
    const page = await site.open("/");
    const complaints = watchComplaints(page);
    await signInFromDemo(page, ada?.name ?? "");
    await visitAll(page, ["/admin", "/admin/organizations", "/admin/audit"]);
    for (const list of ["users", "organizations"]) {
      await visit(page, `/admin/${list}`);
      await page.locator("tbody a").first().click();
      await page.waitForURL(new RegExp(`/admin/${list}/.`));
      await page.waitForLoadState("networkidle");
    }
    await visit(page, "/seller");
    const tabs = await page.locator("main nav a").all();
    expect(tabs).toHaveLength(10);
    for (const tab of tabs) {
      await tab.click();
      await page.waitForLoadState("networkidle");
    }
    await visit(page, "/account");
    await signOut(page);
    expect(complaints()).toEqual([]);
  }, 120_000);
});
