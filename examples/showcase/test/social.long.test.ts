/** Tests provider sign-in in a browser, with a certified OpenID provider on a different site. */

import { sqlite } from "@latchkey/sql/sqlite";
import { en, fill } from "@latchkey/ui";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { isRefusedAt, offerMany, password, providerSteps } from "./provider-steps.ts";
import { chromium, openSite, type Site } from "./site.ts";

describe.skipIf(!chromium)("signing in with a provider, in a browser", () => {
  let site: Site;
  let lenient: Site | undefined;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => Promise.all([site?.close(), lenient?.close()]));

  const { users, waysOf, answer, toProvider, signUp, connect, isIn, isRefused, caught } = providerSteps(() => site);

  test("the first sign-in creates a user, and the second finds the same user", async () => {
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
  });

  test("canceling at the provider shows a message, and removes the error from the URL", async () => {
    const page = await toProvider("/sign-in");
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByText(en.social.errors.access_denied ?? "").waitFor();
    await expect.poll(() => page.url()).toBe(`${site.app.url}/sign-in`);
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByText(en.social.errors.access_denied ?? "").count()).toBe(0);
  });

  test("OAUTH-08: an email that the provider hasn't verified can't sign in to an existing account", async () => {
    await signUp("owner@local.example");
    const page = await toProvider("/sign-in");
    await answer(page, "owner@local.example", "Not the owner", false);
    await isRefused(page, en.social.errors.account_not_linked ?? "");
    expect(await waysOf("owner@local.example")).toEqual(["credential"]);
  });

  test("a user with a password connects the provider, disconnects it, and connects it again to sign in with it", async () => {
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
  });

  test("a user with an old session is asked for the password before disconnecting a provider", async () => {
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
  });

  test("a provider-only user with an old session reauthenticates with the provider in the middle of a task", async () => {
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
  });

  test("the last sign-in method can't be removed, its button shows why, and the server rejects it, too", async () => {
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
  });

  test("an account with a different email isn't connected unless the app allows it", async () => {
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
  });

  describe("callback responses that are repeated, late, changed, or from another browser", () => {
    const begunAnew = en.social.errors.please_restart_the_process ?? "";

    test("OAUTH-01: a repeated response only signs in once", async () => {
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
    });

    test("OAUTH-01: a response after ten minutes signs no one in", async () => {
      const page = await site.open("/sign-in");
      const address = await caught(page, "late@local.example");
      const database = await sqlite(site.file);
      database.exec("UPDATE verification SET expiresAt = '2020-01-01T00:00:00.000Z'");
      await page.goto(address.href);
      await page.getByText(begunAnew).waitFor();
      expect(await users("late@local.example")).toEqual([]);
    });

    test("OAUTH-01: a changed state signs no one in", async () => {
      const page = await site.open("/sign-in");
      const address = await caught(page, "tampered@local.example");
      const state = address.searchParams.get("state") as string;
      address.searchParams.set("state", (state[0] === "a" ? "b" : "a") + state.slice(1));
      await page.goto(address.href);
      await page.getByText(begunAnew).waitFor();
      expect(await users("tampered@local.example")).toEqual([]);
    });

    test("OAUTH-02: another user's response signs no one in, and still works in that user's browser", async () => {
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
    });

    test("OAUTH-02: another user's response to a link request connects no account to the user who opens it", async () => {
      const attacker = await signUp("plotter@local.example");
      const address = await caught(attacker, "plotter@local.example", "/account#connections");
      const victim = await signUp("victim@local.example");
      await victim.goto(address.href);
      await victim.getByText(begunAnew).waitFor();
      expect(await waysOf("victim@local.example")).toEqual(["credential"]);
      expect(await waysOf("plotter@local.example")).toEqual(["credential"]);
    });
  });

  test("an unknown error shows a general message, and never text from the URL", async () => {
    const page = await site.open("/sign-in?error=%3Cb%3ECall+0900+1234%3C%2Fb%3E&error_description=Call+now");
    await isRefused(page, en.social.errors.unknown ?? "");
    expect(await page.textContent("body")).not.toMatch(/0900|Call/);
  });

  test("no axe violations on any of these pages, at 375 and 1280 pixels, light and dark", async () => {
    const every = await site.person();
    await every.route("**/api/auth/capabilities", offerMany);
    const many = await site.open("/sign-in", every);
    await many.getByRole("button", { name: "Continue with GitHub" }).waitFor();
    await site.lookEverywhere(many, "sign-in-many-providers");
    const page = await site.open("/sign-in?error=account_not_linked");
    await page.getByRole("alert").waitFor();
    await site.lookEverywhere(page, "sign-in-provider");
    await page.goto(`${site.app.url}/sign-up`);
    await page.getByRole("button", { name: "Continue with Local identity" }).waitFor();
    await site.lookEverywhere(page, "sign-up-provider");
    await page.getByRole("button", { name: "Continue with Local identity" }).click();
    await page.getByRole("heading", { name: "Choose an identity" }).waitFor();
    await site.lookEverywhere(page, "local-identity");
    await answer(page, "look@local.example");
    await page.getByRole("link", { name: en.linkedAccounts.title }).click();
    await page.getByText(en.linkedAccounts.last).waitFor();
    await site.lookEverywhere(page, "linked-accounts-last");
    const member = await signUp("open@local.example", every);
    await member.getByRole("link", { name: en.linkedAccounts.title }).click();
    await member.getByRole("button", { name: "Connect GitHub" }).waitFor();
    await site.lookEverywhere(member, "linked-accounts");
    await every.close();
  });
});
