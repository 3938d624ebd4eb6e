/** Walks through the whole showcase. Fails on console messages and on error responses that the user didn't cause. */

import { en } from "@latchkey/ui";
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

  test("a visitor looks at everything that is open, signs up, and signs out", async () => {
    const page = await site.open("/");
    const complaints = watchComplaints(page);
    for (const path of ["/", "/pricing", "/sign-in", "/forgot-password", "/nothing-here", "/sign-up"]) {
      await visit(page, path);
    }
    await page.locator("input[name=name]").fill("Cleo Okafor");
    await page.locator("input[name=email]").fill("cleo@example.com");
    await page.locator("input[name=password]").fill("correct horse battery");
    await page.locator("main form button[type=submit]").click();
    await page.waitForURL(/\/account/);
    for (const path of ["/account", "/organization", "/studio", "/pricing", "/billing", "/"]) await visit(page, path);
    await signOut(page);
    expect(complaints()).toEqual([]);
  }, 120_000);

  test("Ann looks after her account, Acme, and its billing", async () => {
    const page = await site.open("/");
    const complaints = watchComplaints(page);
    await signInFromDemo(page, ann?.name ?? "");
    for (const section of ["profile", "security", "connections", "organizations", "billing", "danger"]) {
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
    for (const path of ["/organization", "/pricing", "/billing", "/studio", "/account"]) await visit(page, path);
    await signOut(page);
    expect(complaints()).toEqual([]);
  }, 120_000);

  test("Ada looks after users and sales", async () => {
    const page = await site.open("/");
    const complaints = watchComplaints(page);
    await signInFromDemo(page, ada?.name ?? "");
    for (const path of ["/admin", "/admin/audit", "/seller", "/account"]) await visit(page, path);
    await signOut(page);
    expect(complaints()).toEqual([]);
  }, 120_000);
});
