/** User actions for the provider sign-in tests. */

import type { Capabilities } from "@latchkey/core";
import { sqlite } from "@latchkey/sql/sqlite";
import { en } from "@latchkey/ui";
import type { BrowserContext, Page, Route } from "playwright-core";
import { expect } from "vitest";
import { type Site, seesAccount } from "./site.ts";

/** The password of every user who has one. */
export const password = "correct horse battery";

/** Returns the actions for a site, which can be opened later. */
export function providerSteps(openedSite: () => Site) {
  const users = async (email: string): Promise<{ id: string; emailVerified: number; name: string }[]> => {
    const database = await sqlite(openedSite().file);
    return database.prepare("SELECT id, emailVerified, name FROM user WHERE email = ?").all(email as never) as never;
  };
  const waysOf = async (email: string): Promise<string[]> => {
    const database = await sqlite(openedSite().file);
    const rows = database
      .prepare(
        "SELECT providerId FROM account WHERE userId = (SELECT id FROM user WHERE email = ?) ORDER BY providerId",
      )
      .all(email as never) as { providerId: string }[];
    return rows.map(({ providerId }) => providerId);
  };

  /** Enters a new identity on the provider's page. */
  async function answer(page: Page, email: string, name = "Ann Example", confirmed = true): Promise<void> {
    await page.getByRole("heading", { name: "Choose an identity" }).waitFor();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Name", { exact: true }).fill(name);
    if (!confirmed) await page.getByLabel("Email is verified").uncheck();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
  }
  async function toProvider(path: string, context?: BrowserContext): Promise<Page> {
    const page = await openedSite().open(path, context);
    await page.getByRole("button", { name: "Continue with Local identity" }).click();
    await page.getByRole("heading", { name: "Choose an identity" }).waitFor();
    return page;
  }
  async function signUp(email: string, context?: BrowserContext): Promise<Page> {
    const page = await openedSite().open("/sign-up", context);
    await page.getByLabel("Name", { exact: true }).fill("Ann Example");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await seesAccount(page, "Ann Example");
    return page;
  }
  /** Connects the provider, from any section of the account page. */
  async function connect(page: Page): Promise<void> {
    await page.getByRole("link", { name: en.linkedAccounts.title }).click();
    await page.getByRole("button", { name: "Connect Local identity" }).click();
  }
  const isIn = (page: Page, name = "Ann Example"): Promise<void> => seesAccount(page, name);
  const isRefused = async (page: Page, sentence: string | RegExp, path = "/sign-in"): Promise<void> => {
    await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
    await expect.poll(() => page.url()).toBe(openedSite().app.url + path);
  };
  /** Goes to the provider and stops at the redirect back. Returns the callback URL. */
  async function caught(page: Page, email: string, path = "/sign-in"): Promise<URL> {
    const provider = page.context().request;
    let address = "";
    // Only the first request of a redirect chain can be intercepted, so the rest is followed without the page.
    await page.route("**/who/*", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const answered = await route.fetch({ maxRedirects: 0 });
      const resumed = await provider.get(answered.headers().location as string, { maxRedirects: 0 });
      address = resumed.headers().location as string;
      await route.abort();
    });
    await page.goto(openedSite().app.url + path);
    await page.getByRole("button", { name: /^(Continue with|Connect) Local identity$/ }).click();
    await answer(page, email);
    await expect.poll(() => address).not.toBe("");
    await page.unroute("**/who/*");
    return new URL(address);
  }
  return { users, waysOf, answer, toProvider, signUp, connect, isIn, isRefused, caught };
}

const manyProviders = [
  ..."google github microsoft apple facebook discord linkedin gitlab twitter".split(" "),
  ..."spotify twitch dropbox reddit roblox kick tiktok zoom vk local".split(" "),
];

/** Responds with the server's capabilities, plus many providers. */
export async function offerMany(route: Route): Promise<void> {
  const response = await route.fetch();
  const capabilities: Capabilities = await response.json();
  const providers = manyProviders.map((id) => ({ id, name: id === "local" ? "Local identity" : null, signUp: true }));
  await route.fulfill({ json: { ...capabilities, signIn: { ...capabilities.signIn, providers } } });
}

/** Waits for an error in an alert, and until the page has this full URL. */
export async function isRefusedAt(page: Page, sentence: string | RegExp, address: string): Promise<void> {
  await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
  await expect.poll(() => page.url()).toBe(address);
}
