/** Tests the showcase as an OpenID provider in a browser. A user signs in to a second app and revokes its access. */

import { en, fill } from "@latchkey/ui";
import { oauthProviderEn as words } from "@latchkey/ui/oauth-provider";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { people } from "../server/people.ts";
import { openDialog } from "./browser.ts";
import { chromium, openSite, type Site, seesAccount } from "./site.ts";

const [, ann = people[0], bo = people[0]] = people;
const app = { app: "Scrapbook" };

describe.skipIf(!chromium)("the second app, in a browser", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  async function openScrapbook(context: BrowserContext, link: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(site.app.secondApp);
    await page.getByRole("link", { name: link }).click();
    return page;
  }

  async function signIn(page: Page, { email = "", password = "" } = {}): Promise<void> {
    await page.getByLabel("Email or username").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  }

  const signedIn = (page: Page, name: string) => page.getByText(`Signed in as ${name}`).waitFor();

  test("a user signs in and allows access, and after the user disconnects the app, its access is rejected", async () => {
    const context = await site.person();
    const page = await openScrapbook(context, "Sign in with the showcase");
    await signIn(page, ann);
    await page.getByRole("heading", { name: fill(words.title, app) }).waitFor();
    await site.look(page, "consent");
    await page.getByRole("button", { name: words.allow }).click();
    await signedIn(page, ann?.name ?? "");
    expect(new URL(page.url()).origin).toBe(site.app.secondApp);
    expect(await page.textContent("main")).toContain(ann?.email);

    // Signing out of the second app doesn't end the showcase's session, so signing in again needs no input.
    await page.getByRole("button", { name: "Sign out of Scrapbook" }).click();
    await page.getByRole("link", { name: "Sign in with the showcase" }).click();
    await signedIn(page, ann?.name ?? "");

    const account = await site.open("/account#apps", context);
    await account.getByRole("list", { name: fill(words.apps.can, app) }).waitFor();
    await site.look(account, "connected-apps");
    await account.getByRole("button", { name: fill(words.apps.disconnectLabel, app) }).click();
    await account.locator(openDialog).getByRole("button", { name: words.apps.disconnect }).click();
    await account.getByText(words.apps.none).waitFor();

    await page.reload();
    await page.getByRole("alert").filter({ hasText: "no longer has access" }).waitFor();
    await page.getByRole("link", { name: "Sign in with the showcase" }).click();
    await page.getByRole("heading", { name: fill(words.title, app) }).waitFor();
    await page.getByRole("button", { name: en.cancel }).click();
    await page.getByRole("alert").filter({ hasText: "You weren't signed in." }).waitFor();
    expect(new URL(page.url()).origin).toBe(site.app.secondApp);
  });

  test("a user chooses an organization, and the app gets its slug and the user's role", async () => {
    const page = await openScrapbook(await site.person(), "Sign in for an organization");
    await signIn(page, bo);
    await page.getByRole("heading", { name: words.organization.title }).waitFor();
    await site.look(page, "choose-organization");
    await page.getByRole("button", { name: /Acme/ }).click();
    await page.getByRole("button", { name: words.allow }).click();
    await signedIn(page, bo?.name ?? "");
    expect(await page.textContent("main")).toContain("for acme-demo (member)");
  });

  test("an owner creates an application, whose secret is shown once", async () => {
    const context = await site.person();
    const page = await site.open("/sign-in", context);
    await signIn(page, ann);
    await seesAccount(page, ann?.name ?? "");
    await page.goto(`${site.app.url}/account#organizations`);
    await page.getByRole("button", { name: "Open Acme" }).click();
    await page.getByRole("link", { name: words.applications.title }).click();
    await page.getByRole("button", { name: words.applications.create }).click();
    const dialog = page.locator(openDialog);
    await dialog.getByLabel(words.applications.name).fill("Portal");
    await dialog.getByLabel(words.applications.redirectUris).fill("https://portal.example.com/callback");
    await dialog.getByRole("button", { name: words.applications.create }).click();
    await dialog.getByText(words.applications.revealText).waitFor();
    expect(await dialog.getByLabel(words.applications.clientSecret).inputValue()).toMatch(/^lk_cs_/);
    await dialog.getByRole("button", { name: words.applications.done }).click();
    await page.getByText("Portal").waitFor();
    await site.look(page, "applications");
  });

  test("a request from an unknown app shows the showcase's error page", async () => {
    const query = new URLSearchParams({
      client_id: "unknown",
      redirect_uri: "https://evil.example",
      response_type: "code",
    });
    const page = await site.open(`/api/auth/oauth2/authorize?${query}`);
    await page.getByText(words.requestErrors.invalid_client).waitFor();
    expect(new URL(page.url()).pathname).toBe("/request-error");
  });
});
