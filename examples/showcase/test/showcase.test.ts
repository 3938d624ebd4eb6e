import { en } from "@latchkey/ui";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { look } from "./look.ts";
import { chromium, openSite, type Site } from "./site.ts";

const password = "correct horse battery";

describe.skipIf(!chromium)("the showcase in a browser", () => {
  let site: Site;

  beforeAll(async () => {
    site = await openSite();
  }, 120_000);
  afterAll(() => site?.close());

  const open: Site["open"] = (path, context) => site.open(path, context);
  const signUp = async (page: Page, email: string): Promise<void> => {
    await page.getByLabel("Name", { exact: true }).fill("Ann Example");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();
  };
  const signIn = async (page: Page, email: string, secret = password): Promise<void> => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(secret);
    await page.getByRole("button", { name: "Sign in" }).click();
  };

  test("a person signs up, reloads, signs in elsewhere, ends that session, and signs out", async () => {
    const email = "ann@example.com";
    const laptop = await open("/sign-up");
    await signUp(laptop, email);
    await laptop.reload();
    await laptop.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();

    const phone = await open("/sign-in");
    await signIn(phone, email);
    await phone.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();

    await laptop.getByRole("link", { name: "Your devices" }).click();
    await laptop.getByText("This device").waitFor();
    expect(await laptop.getByRole("listitem").count()).toBe(2);
    await laptop.getByRole("button", { name: /^Sign out Chrome/ }).click();
    await laptop.getByText("That device is signed out.").waitFor();
    await expect.poll(() => laptop.getByRole("listitem").count()).toBe(1);

    await phone.reload();
    await phone.getByRole("heading", { name: "Sign in" }).waitFor();

    await laptop.getByRole("button", { name: "Account menu" }).click();
    await laptop.getByRole("menuitem", { name: "Sign out" }).click();
    await laptop.getByRole("heading", { name: "Sign in" }).waitFor();
    await laptop.goto(`${site.app.url}/account`);
    await laptop.getByRole("heading", { name: "Sign in" }).waitFor();
  }, 60_000);

  test("all other devices are signed out at once, after a question", async () => {
    const email = "otto@example.com";
    const laptop = await open("/sign-up");
    await signUp(laptop, email);
    const phone = await open("/sign-in");
    await signIn(phone, email);
    await phone.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();
    await laptop.goto(`${site.app.url}/sessions`);
    await laptop.getByRole("button", { name: "Sign out all other devices" }).click();
    await laptop.getByRole("button", { name: "Sign them out" }).click();
    await laptop.getByText("All other devices are signed out.").waitFor();
    await phone.reload();
    await phone.getByRole("heading", { name: "Sign in" }).waitFor();
  }, 60_000);

  test("a wrong password, a taken email and a short password are said in plain words, where they belong", async () => {
    const page = await open("/sign-up");
    await signUp(page, "bob@example.com");
    const other = await open("/sign-in");
    await signIn(other, "bob@example.com", "not the password");
    expect(await other.getByRole("alert").textContent()).toBe(en.errors.INVALID_EMAIL_OR_PASSWORD);
    await other.goto(`${site.app.url}/sign-up`);
    await other.getByLabel("Name", { exact: true }).fill("Bob");
    await other.getByLabel("Email").fill("bob@example.com");
    await other.getByLabel("Password", { exact: true }).fill("short");
    await other.keyboard.press("Enter");
    await other.getByText(en.errors.PASSWORD_TOO_SHORT ?? "").waitFor();
    expect(await other.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
    await other.getByLabel("Password", { exact: true }).fill(password);
    await other.keyboard.press("Enter");
    await other.getByText(en.errors.USER_ALREADY_EXISTS ?? "").waitFor();
    expect(await other.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
  }, 60_000);

  test("signing out in one tab signs out the other", async () => {
    const context = await site.person();
    const one = await open("/sign-up", context);
    await signUp(one, "tabs@example.com");
    const two = await open("/account", context);
    await two.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();
    await one.getByRole("button", { name: "Account menu" }).click();
    await one.getByRole("menuitem", { name: "Sign out" }).click();
    await two.getByRole("heading", { name: "Sign in" }).waitFor();
  }, 60_000);

  test("axe finds nothing, and nothing is wider than the window, at 375 and 1280 pixels, light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [375, 1280]) {
        const context = await site.person({ colorScheme, viewport: { width, height: 800 } });
        const page = await open("/sign-in", context);
        // A page that was just opened can still be loading the session.
        const lookAt = (name: string): Promise<void> =>
          page
            .locator("main h1")
            .first()
            .waitFor()
            .then(() => look(page, name));
        await page.getByRole("button", { name: "Sign in" }).click();
        await lookAt("sign-in-empty");
        await signIn(page, "nobody@example.com");
        await page.getByRole("alert").waitFor();
        await lookAt("sign-in-refused");
        await page.goto(`${site.app.url}/sign-up`);
        await lookAt("sign-up");
        await signUp(page, `look-${width}-${colorScheme}@example.com`);
        await lookAt("account");
        const phone = await open("/sign-in");
        await signIn(phone, `look-${width}-${colorScheme}@example.com`);
        await phone.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();
        await page.goto(`${site.app.url}/sessions`);
        await page.getByText("This device").waitFor();
        await lookAt("sessions");
        await page.getByRole("button", { name: "Sign out all other devices" }).click();
        await page.locator(openDialog).waitFor();
        await lookAt("dialog");
        await page.getByRole("button", { name: "Cancel" }).click();
        await page.getByRole("button", { name: "Account menu" }).click();
        await page.getByRole("menu").waitFor();
        await look(page, "menu", "[role=menu]");
      }
    }
  }, 180_000);
});
