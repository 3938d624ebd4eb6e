/** Tests provider sign-in in a browser, with a certified OpenID provider on a different site. */

import type { Capabilities } from "@latchkey/core";
import { sqlite } from "@latchkey/sql/sqlite";
import { en, fill } from "@latchkey/ui";
import type { BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { chromium, openSite, type Site } from "./site.ts";

const password = "correct horse battery";

describe.skipIf(!chromium)("signing in by a provider, in a browser", () => {
  let site: Site;
  let lenient: Site | undefined;
  beforeAll(async () => {
    site = await openSite();
  }, 120_000);
  afterAll(() => Promise.all([site?.close(), lenient?.close()]));

  const users = async (email: string): Promise<{ id: string; emailVerified: number; name: string }[]> => {
    const database = await sqlite(site.file);
    return database.prepare("SELECT id, emailVerified, name FROM user WHERE email = ?").all(email as never) as never;
  };
  const waysOf = async (email: string): Promise<string[]> => {
    const database = await sqlite(site.file);
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
    const page = await site.open(path, context);
    await page.getByRole("button", { name: "Continue with Local identity" }).click();
    await page.getByRole("heading", { name: "Choose an identity" }).waitFor();
    return page;
  }
  async function signUp(email: string, context?: BrowserContext): Promise<Page> {
    const page = await site.open("/sign-up", context);
    await page.getByLabel("Name", { exact: true }).fill("Ann Example");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();
    return page;
  }
  /** Connects the provider, from any section of the account page. */
  async function connect(page: Page): Promise<void> {
    await page.getByRole("link", { name: en.linkedAccounts.title }).click();
    await page.getByRole("button", { name: "Connect Local identity" }).click();
  }
  const isIn = (page: Page, name = "Ann Example"): Promise<void> =>
    page.getByRole("heading", { name: `Hello, ${name}` }).waitFor();
  const isRefused = async (page: Page, sentence: string | RegExp, path = "/sign-in"): Promise<void> => {
    await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
    await expect.poll(() => page.url()).toBe(site.app.url + path);
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
    await page.goto(site.app.url + path);
    await page.getByRole("button", { name: /^(Continue with|Connect) Local identity$/ }).click();
    await answer(page, email);
    await expect.poll(() => address).not.toBe("");
    await page.unroute("**/who/*");
    return new URL(address);
  }

  test("the first time makes a user, the second time finds the same one", async () => {
    const first = await toProvider("/sign-up");
    expect(new URL(first.url()).origin).toBe(site.app.issuer);
    await answer(first, "ann@local.example");
    await isIn(first);
    const [made] = await users("ann@local.example");
    expect(made).toMatchObject({ emailVerified: 1, name: "Ann Example" });

    const second = await toProvider("/sign-in");
    await second.getByRole("button", { name: "Ann Example ann@local.example" }).click();
    await isIn(second);
    expect(await users("ann@local.example")).toEqual([made]);
    expect(await waysOf("ann@local.example")).toEqual(["local"]);
  }, 60_000);

  test("who says no at the provider reads that nothing happened, and the address is clean", async () => {
    const page = await toProvider("/sign-in");
    await page.getByRole("button", { name: "Deny" }).click();
    await isRefused(page, en.social.errors.access_denied ?? "");
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  }, 60_000);

  test("OAUTH-08: an address that the provider does not vouch for opens nobody's account", async () => {
    await signUp("owner@local.example");
    const page = await toProvider("/sign-in");
    await answer(page, "owner@local.example", "Not the owner", false);
    await isRefused(page, en.social.errors.account_not_linked ?? "");
    expect(await waysOf("owner@local.example")).toEqual(["credential"]);
  }, 60_000);

  test("a user with a password connects the provider, disconnects it, and connects it again to sign in by it", async () => {
    const page = await signUp("both@local.example");
    await connect(page);
    await answer(page, "both@local.example");
    await page.getByRole("button", { name: "Disconnect Local identity" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/account");
    expect(await waysOf("both@local.example")).toEqual(["credential", "local"]);

    await page.getByRole("button", { name: "Disconnect Local identity" }).click();
    await page.locator(openDialog).getByRole("button", { name: "Disconnect" }).click();
    await page
      .getByText(fill(en.linkedAccounts.disconnected, { provider: "Local identity" }))
      .first()
      .waitFor();
    expect(await waysOf("both@local.example")).toEqual(["credential"]);

    await connect(page);
    await page.getByRole("button", { name: "Ann Example both@local.example" }).click();
    await page.getByRole("button", { name: "Disconnect Local identity" }).waitFor();
    const phone = await toProvider("/sign-in");
    await phone.getByRole("button", { name: "Ann Example both@local.example" }).click();
    await isIn(phone);
    expect(await users("both@local.example")).toHaveLength(1);
  }, 60_000);

  test("an old session is asked for the password before it disconnects anything", async () => {
    const page = await signUp("stale@local.example");
    await connect(page);
    await answer(page, "stale@local.example");
    await page.getByRole("button", { name: "Disconnect Local identity" }).waitFor();
    const database = await sqlite(site.file);
    database.exec(
      `UPDATE session SET updatedAt = '2020-01-01T00:00:00.000Z' WHERE userId = (SELECT id FROM user WHERE email = 'stale@local.example')`,
    );
    await page.getByRole("button", { name: "Disconnect Local identity" }).click();
    await page.locator(openDialog).getByRole("button", { name: "Disconnect" }).click();
    const dialog = page.getByRole("dialog", { name: en.proof.title });
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page
      .getByText(fill(en.linkedAccounts.disconnected, { provider: "Local identity" }))
      .first()
      .waitFor();
  }, 60_000);

  test("who came by a provider alone, and long ago, proves themselves there in the middle of what they do", async () => {
    const page = await toProvider("/sign-up");
    await answer(page, "returning@local.example");
    await isIn(page);
    const database = await sqlite(site.file);
    database.exec(
      `UPDATE session SET proofs = '{"provider":1}' WHERE userId = (SELECT id FROM user WHERE email = 'returning@local.example')`,
    );
    const change = async (): Promise<void> => {
      await page.getByRole("button", { name: `${en.changeEmail.change} (${en.email})` }).click();
      await page.getByLabel(en.changeEmail.newEmail).fill("elsewhere@local.example");
      await page.getByRole("button", { name: en.changeEmail.submit }).click();
    };
    await page.reload();
    await change();
    const dialog = page.getByRole("dialog", { name: en.proof.title });
    await dialog.getByRole("button", { name: "Continue with Local identity" }).waitFor();
    await site.look(page, "proof-provider");
    await dialog.getByRole("button", { name: "Continue with Local identity" }).click();
    await page.getByRole("button", { name: "Ann Example returning@local.example" }).click();
    await isIn(page);
    await change();
    await page
      .getByText(fill(en.changeEmail.asked, { email: "returning@local.example", newEmail: "elsewhere@local.example" }))
      .waitFor();
  }, 60_000);

  test("the last way in stays: its button says why, and the server refuses too", async () => {
    const page = await toProvider("/sign-up");
    await answer(page, "only@local.example");
    await isIn(page);
    await page.getByRole("link", { name: en.linkedAccounts.title }).click();
    const button = page.getByRole("button", { name: "Disconnect Local identity" });
    await button.waitFor();
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await page.getByText(en.linkedAccounts.last).waitFor();
    await button.click({ force: true });
    expect(await page.locator(openDialog).count()).toBe(0);
    const refusal = await page.evaluate(
      `fetch("/api/auth/unlink-account", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ providerId: "local" }) }).then((answer) => answer.json())`,
    );
    expect(refusal).toMatchObject({ code: "FAILED_TO_UNLINK_LAST_ACCOUNT" });
    expect(await waysOf("only@local.example")).toEqual(["local"]);
  }, 60_000);

  test("an account with another email is not connected; an app can allow it", async () => {
    const page = await signUp("mine@local.example");
    await connect(page);
    await answer(page, "other@local.example");
    await isRefused(page, en.social.errors.email_does_not_match ?? "", "/account#connections");
    expect(await waysOf("mine@local.example")).toEqual(["credential"]);

    lenient = await openSite({ allowDifferentEmails: true });
    const guest = await lenient.open("/sign-up");
    await guest.getByRole("button", { name: "Continue with Local identity" }).click();
    await answer(guest, "mine@local.example");
    await isIn(guest);
    await guest.getByRole("link", { name: en.linkedAccounts.title }).click();
    await guest.getByRole("button", { name: "Disconnect Local identity" }).waitFor();
    const member = await lenient.open("/sign-up");
    await member.getByLabel("Name", { exact: true }).fill("Bo");
    await member.getByLabel("Email").fill("bo@example.com");
    await member.getByLabel("Password", { exact: true }).fill(password);
    await member.getByRole("button", { name: "Create account" }).click();
    await connect(member);
    await member.getByRole("button", { name: /mine@local\.example/ }).click();
    await isRefusedAt(
      member,
      en.social.errors.account_already_linked_to_different_user ?? "",
      `${lenient.app.url}/account#connections`,
    );
    await connect(member);
    await answer(member, "third@local.example", "Third");
    await member.getByRole("button", { name: "Disconnect Local identity" }).waitFor();
  }, 120_000);

  describe("a response for another browser, or one that's too late", () => {
    const begunAnew = en.social.errors.please_restart_the_process ?? "";

    test("OAUTH-01: the same answer twice signs in once", async () => {
      const page = await site.open("/sign-in");
      const address = await caught(page, "once@local.example");
      await page.goto(address.href);
      await isIn(page);
      const sessions = async (): Promise<unknown> => {
        const rows = (await sqlite(site.file)).prepare("SELECT id FROM session ORDER BY id").all();
        return (rows as { id: string }[]).map(({ id }) => id);
      };
      const before = await sessions();
      await page.goto(address.href);
      await page.getByText(begunAnew).waitFor();
      expect(await sessions()).toEqual(before);
    }, 60_000);

    test("OAUTH-01: a response after ten minutes signs no one in", async () => {
      const page = await site.open("/sign-in");
      const address = await caught(page, "late@local.example");
      const database = await sqlite(site.file);
      database.exec("UPDATE verification SET expiresAt = '2020-01-01T00:00:00.000Z'");
      await page.goto(address.href);
      await page.getByText(begunAnew).waitFor();
      expect(await users("late@local.example")).toEqual([]);
    }, 60_000);

    test("OAUTH-01: a changed state signs no one in", async () => {
      const page = await site.open("/sign-in");
      const address = await caught(page, "tampered@local.example");
      const state = address.searchParams.get("state") as string;
      address.searchParams.set("state", (state[0] === "a" ? "b" : "a") + state.slice(1));
      await page.goto(address.href);
      await page.getByText(begunAnew).waitFor();
      expect(await users("tampered@local.example")).toEqual([]);
    }, 60_000);

    test("OAUTH-02: somebody else's answer signs nobody in, and is still good in their own browser", async () => {
      const attacker = await site.open("/sign-in");
      const address = await caught(attacker, "attacker@local.example");
      const victim = await site.open("/");
      await victim.goto(address.href);
      await victim.getByText(begunAnew).waitFor();
      await victim.goto(`${site.app.url}/account`);
      await victim.getByRole("heading", { name: "Sign in" }).waitFor();
      expect(await users("attacker@local.example")).toEqual([]);
      await attacker.goto(address.href);
      await isIn(attacker);
    }, 60_000);

    test("OAUTH-02: somebody else's answer to a link connects nothing to whoever opens it", async () => {
      const attacker = await signUp("plotter@local.example");
      const address = await caught(attacker, "plotter@local.example", "/account#connections");
      const victim = await signUp("victim@local.example");
      await victim.goto(address.href);
      await victim.getByText(begunAnew).waitFor();
      expect(await waysOf("victim@local.example")).toEqual(["credential"]);
      expect(await waysOf("plotter@local.example")).toEqual(["credential"]);
    }, 60_000);
  });

  test("an unknown error gets a general message and is never shown", async () => {
    const page = await site.open("/sign-in?error=%3Cb%3ECall+0900+1234%3C%2Fb%3E&error_description=Call+now");
    await isRefused(page, en.social.errors.unknown ?? "");
    expect(await page.textContent("body")).not.toMatch(/0900|Call/);
  }, 60_000);

  test("axe finds nothing on any of these screens, at 375 and 1280 pixels, light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [375, 1280]) {
        const context = await site.person({ colorScheme, viewport: { width, height: 800 } });
        const every = await site.person({ colorScheme, viewport: { width, height: 800 } });
        await every.route("**/api/auth/capabilities", offerMany);
        const many = await site.open("/sign-in", every);
        await many.getByRole("button", { name: "Continue with GitHub" }).waitFor();
        await site.look(many, "sign-in-many-providers");
        const page = await site.open("/sign-in?error=account_not_linked", context);
        await page.getByRole("alert").waitFor();
        await site.look(page, "sign-in-provider");
        await page.goto(`${site.app.url}/sign-up`);
        await page.getByRole("button", { name: "Continue with Local identity" }).waitFor();
        await site.look(page, "sign-up-provider");
        await page.getByRole("button", { name: "Continue with Local identity" }).click();
        await page.getByRole("heading", { name: "Choose an identity" }).waitFor();
        await site.look(page, "local-identity");
        await answer(page, `look-${width}-${colorScheme}@local.example`);
        await page.getByRole("link", { name: en.linkedAccounts.title }).click();
        await page.getByText(en.linkedAccounts.last).waitFor();
        await site.look(page, "linked-accounts-last");
        const member = await signUp(`open-${width}-${colorScheme}@local.example`, every);
        await member.getByRole("link", { name: en.linkedAccounts.title }).click();
        await member.getByRole("button", { name: "Connect GitHub" }).waitFor();
        await site.look(member, "linked-accounts");
        await context.close();
        await every.close();
      }
    }
  }, 240_000);
});

const manyProviders = [
  ..."google github microsoft apple facebook discord linkedin gitlab twitter".split(" "),
  ..."spotify twitch dropbox reddit roblox kick tiktok zoom vk local".split(" "),
];

/** Responds as a server with many providers. */
async function offerMany(route: Route): Promise<void> {
  const response = await route.fetch();
  const capabilities: Capabilities = await response.json();
  const providers = manyProviders.map((id) => ({ id, name: id === "local" ? "Local identity" : null, signUp: true }));
  await route.fulfill({ json: { ...capabilities, signIn: { ...capabilities.signIn, providers } } });
}

async function isRefusedAt(page: Page, sentence: string | RegExp, address: string): Promise<void> {
  await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
  await expect.poll(() => page.url()).toBe(address);
}
