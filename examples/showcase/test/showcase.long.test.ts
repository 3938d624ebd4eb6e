import { en, fill } from "@latchkey/ui";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { chromium, openSite, type Site, seesAccount } from "./site.ts";

const password = "correct horse battery";
/** The name of the button that signs out another device. */
const signOutOfChrome = new RegExp(`^${fill(en.sessions.revokeLabel, { device: "Chrom" })}`);

describe.skipIf(!chromium)("the showcase in a browser", () => {
  let site: Site;

  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  const open: Site["open"] = (path, context) => site.open(path, context);
  const signUp = async (page: Page, email: string): Promise<void> => {
    await page.getByLabel(en.name, { exact: true }).fill("Ann Example");
    await page.getByLabel(en.email).fill(email);
    await page.getByLabel(en.password, { exact: true }).fill(password);
    await page.getByRole("button", { name: en.signUp.submit }).click();
    await seesAccount(page, "Ann Example");
  };
  const signIn = async (page: Page, email: string, secret = password): Promise<void> => {
    await page.getByLabel(en.email).fill(email);
    await page.getByLabel(en.password, { exact: true }).fill(secret);
    await page.getByRole("button", { name: en.signIn.submit, exact: true }).click();
  };

  const devicesOf = (page: Page): Locator => page.getByRole("region", { name: en.sessions.title, exact: true });

  test("a user signs up, reloads, signs in elsewhere, ends that session, and signs out", async () => {
    const email = "ann@example.com";
    const laptop = await open("/sign-up");
    await signUp(laptop, email);
    await laptop.reload();
    await seesAccount(laptop, "Ann Example");

    const phone = await open("/sign-in");
    await signIn(phone, email);
    await seesAccount(phone, "Ann Example");

    await laptop.getByRole("link", { name: en.security.title }).click();
    const devices = devicesOf(laptop);
    await devices.getByText(en.sessions.current, { exact: true }).waitFor();
    expect(await devices.getByRole("listitem").count()).toBe(2);
    await devices.getByRole("button", { name: signOutOfChrome }).click();
    await devices.getByText(en.sessions.revoked).waitFor();
    await expect.poll(() => devices.getByRole("listitem").count()).toBe(1);

    await phone.reload();
    await phone.getByRole("heading", { name: en.signIn.title }).waitFor();

    await laptop.getByRole("button", { name: en.userButton.open }).click();
    await laptop.getByRole("menuitem", { name: en.signOut }).click();
    await laptop.getByRole("heading", { name: en.signIn.title }).waitFor();
    await laptop.goto(`${site.app.url}/account`);
    await laptop.getByRole("heading", { name: en.signIn.title }).waitFor();
  });

  test("all other devices are signed out immediately, after a confirmation", async () => {
    const email = "otto@example.com";
    const laptop = await open("/sign-up");
    await signUp(laptop, email);
    // The button for all other devices only appears if there are at least two.
    const others = [await open("/sign-in"), await open("/sign-in")];
    for (const other of others) {
      await signIn(other, email);
      await seesAccount(other, "Ann Example");
    }
    await laptop.goto(`${site.app.url}/account#security`);
    const devices = devicesOf(laptop);
    await devices.getByRole("button", { name: en.sessions.revokeOthers }).click();
    await laptop.locator(openDialog).getByRole("button", { name: en.sessions.revokeOthersConfirm }).click();
    await devices.getByText(en.sessions.othersRevoked).waitFor();
    await expect.poll(() => devices.getByRole("listitem").count()).toBe(1);
    for (const other of others) {
      await other.reload();
      await other.getByRole("heading", { name: en.signIn.title }).waitFor();
    }
  });

  test("a wrong password, a taken email, and a short password show clear errors", async () => {
    const page = await open("/sign-up");
    await signUp(page, "bob@example.com");
    const other = await open("/sign-in");
    await signIn(other, "bob@example.com", "not the password");
    expect(await other.getByRole("alert").textContent()).toBe(en.errors.INVALID_EMAIL_OR_PASSWORD);
    await other.goto(`${site.app.url}/sign-up`);
    await other.getByLabel(en.name, { exact: true }).fill("Bob");
    await other.getByLabel(en.email).fill("bob@example.com");
    await other.getByLabel(en.password, { exact: true }).fill("short");
    await other.keyboard.press("Enter");
    await other.getByText(en.errors.PASSWORD_TOO_SHORT ?? "").waitFor();
    expect(await other.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
    await other.getByLabel(en.password, { exact: true }).fill(password);
    await other.keyboard.press("Enter");
    await other.getByText(en.errors.USER_ALREADY_EXISTS ?? "").waitFor();
    expect(await other.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
  });

  test("signing out in one tab signs out the other", async () => {
    const context = await site.person();
    const one = await open("/sign-up", context);
    await signUp(one, "tabs@example.com");
    const two = await open("/account", context);
    await seesAccount(two, "Ann Example");
    await one.getByRole("button", { name: en.userButton.open }).click();
    await one.getByRole("menuitem", { name: en.signOut }).click();
    await two.getByRole("heading", { name: en.signIn.title }).waitFor();
  });

  test("no axe violations and no overflow, at 375 and 1280 pixels, light and dark", async () => {
    const page = await open("/sign-in");
    // A newly opened page may still be loading the session.
    const lookAt = (name: string): Promise<void> =>
      page
        .locator("main h1")
        .first()
        .waitFor()
        .then(() => site.lookEverywhere(page, name));
    await page.getByRole("button", { name: en.signIn.submit, exact: true }).click();
    await lookAt("sign-in-empty");
    await signIn(page, "nobody@example.com");
    await page.getByRole("alert").waitFor();
    await lookAt("sign-in-refused");
    await page.goto(`${site.app.url}/sign-up`);
    await lookAt("sign-up");
    await signUp(page, "look@example.com");
    await lookAt("account");
    for (const other of [await open("/sign-in"), await open("/sign-in")]) {
      await signIn(other, "look@example.com");
      await seesAccount(other, "Ann Example");
    }
    await page.goto(`${site.app.url}/account#security`);
    await devicesOf(page).getByText(en.sessions.current, { exact: true }).waitFor();
    await lookAt("devices");
    await devicesOf(page).getByRole("button", { name: en.sessions.revokeOthers }).click();
    await page.locator(openDialog).waitFor();
    await lookAt("dialog");
    await page.getByRole("button", { name: en.cancel }).click();
    await page.getByRole("button", { name: en.userButton.open }).click();
    await page.getByRole("menu").waitFor();
    await site.lookEverywhere(page, "menu", "[role=menu]");
  });
});
