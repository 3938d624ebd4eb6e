/** Tests usernames and 2FA in a browser: an authenticator app, codes by real email, and backup codes. */

import { en, fill } from "@latchkey/ui";
import { twoFactorEn } from "@latchkey/ui/two-factor";
import { usernameEn } from "@latchkey/ui/username";
import { Secret, TOTP } from "otpauth";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { chromium, openSite, type Site, seesAccount } from "./site.ts";

const password = "correct horse battery";
const { step, settings, enroll, backupCodes, devices: trusted, errors } = twoFactorEn;
const wrongCode = errors.INVALID_CODE ?? "";

describe.skipIf(!chromium)("usernames and two-factor authentication, in a browser", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  async function signUp(name: string, context?: BrowserContext): Promise<Page> {
    const page = await site.open("/sign-up", context);
    await page.getByLabel(en.name, { exact: true }).fill("Ann Example");
    await page.getByLabel(en.email).fill(`${name}@example.com`);
    await page.getByLabel(usernameEn.label).fill(name);
    await page.getByLabel(en.password, { exact: true }).fill(password);
    await page.getByRole("button", { name: en.signUp.submit }).click();
    await seesAccount(page, "Ann Example");
    return page;
  }

  /** Completes the first step of a sign-in. */
  async function signIn(typed: string, page?: Page): Promise<Page> {
    const door = page ?? (await site.open("/sign-in"));
    await door.getByLabel(usernameEn.emailOrUsername).fill(typed);
    await door.getByLabel(en.password, { exact: true }).fill(password);
    await door.getByRole("button", { name: en.signIn.submit, exact: true }).click();
    return door;
  }

  async function confirm(page: Page, submit: string): Promise<void> {
    const dialog = page.locator(openDialog);
    const field = dialog.getByLabel(en.password, { exact: true });
    await field.fill(password);
    await dialog.getByRole("button", { name: submit }).click();
    await field.waitFor({ state: "detached" });
  }

  /**
   * @param later number of 30-second steps ahead, because each code only works once
   */
  const codeOf = (key: string, later = 0): string =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + later * 30_000 });

  /** Opens the setup dialog and goes to the step after the password. */
  async function startSetUp(page: Page, method: string): Promise<void> {
    await page.getByRole("link", { name: en.security.title }).click();
    await page.getByRole("button", { name: `${settings.setUp} (${method})` }).click();
    await confirm(page, settings.continue);
  }

  /** Continues from the QR code, and saves the backup codes. Returns the codes and the app's key. */
  async function scanAndVerify(page: Page): Promise<{ readonly key: string; readonly codes: readonly string[] }> {
    const dialog = page.locator(openDialog);
    await dialog.getByRole("img", { name: enroll.qrLabel }).waitFor();
    const key = (await dialog.locator(".lk-scan .lk-code").textContent()) ?? "";
    await dialog.getByRole("button", { name: settings.continue }).click();
    await dialog.getByLabel(enroll.code).fill(codeOf(key));
    return { key, codes: await saveCodes(page) };
  }

  async function saveCodes(page: Page): Promise<readonly string[]> {
    const dialog = page.locator(openDialog);
    await dialog.getByText(enroll.done).waitFor();
    const codes = await dialog.getByRole("listitem").allTextContents();
    expect(codes).toHaveLength(10);
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: backupCodes.download }).click();
    await download;
    await dialog.getByRole("button", { name: backupCodes.saved }).click();
    await dialog.waitFor({ state: "detached" });
    return codes;
  }

  async function setUpApp(page: Page): Promise<{ readonly key: string; readonly codes: readonly string[] }> {
    await startSetUp(page, settings.totp);
    return scanAndVerify(page);
  }

  test("a user chooses a username at sign-up and signs in with it, and no other user can choose it", async () => {
    await signUp("ann_1");
    const page = await signIn("ANN_1");
    await seesAccount(page, "Ann Example");
    await page.getByText("ann_1", { exact: true }).waitFor();
    const other = await site.open("/sign-up");
    await other.getByLabel(usernameEn.label).fill("Ann_1");
    await other.getByLabel(usernameEn.label).blur();
    await other.getByText(usernameEn.errors.USERNAME_IS_ALREADY_TAKEN ?? "").waitFor();
  });

  test("an authenticator code works once, and a trusted device isn't asked for one", async () => {
    const { key } = await setUpApp(await signUp("bea"));
    const context = await site.person();
    const phone = await site.open("/sign-in", context);
    await signIn("bea@example.com", phone);
    await phone.getByRole("heading", { name: step.title }).waitFor();
    await phone.goto(`${site.app.url}/account`);
    await phone.getByRole("heading", { name: en.signIn.title }).waitFor();
    await signIn("bea", phone);
    await phone.getByLabel(step.code).fill("000000");
    await phone.getByText(wrongCode).waitFor();
    await phone.getByLabel(fill(step.trust, { time: "30 days" })).check();
    const code = codeOf(key, 1);
    await phone.getByLabel(step.code).fill(code);
    await seesAccount(phone, "Ann Example");
    const tablet = await signIn("bea");
    await tablet.getByLabel(step.code).fill(code);
    await tablet.getByText(wrongCode).waitFor();

    await phone.getByRole("button", { name: en.userButton.open }).click();
    await phone.getByRole("menuitem", { name: en.signOut }).click();
    await signIn("bea", phone);
    await seesAccount(phone, "Ann Example");
    await phone.getByRole("link", { name: en.security.title }).click();
    const devices = phone.getByRole("region", { name: trusted.title });
    await devices.getByRole("button", { name: /^Remove/ }).click();
    await devices.waitFor({ state: "detached" });
  });

  test("codes are sent by email, and a backup code works instead", async () => {
    const page = await signUp("cem");
    await startSetUp(page, settings.otp);
    const mailedCode = async (after?: string): Promise<string> => {
      const mail = await site.app.mail.next({ to: "cem@example.com", subject: /code/i, ...(after ? { after } : {}) });
      return /\b\d{6}\b/.exec(mail.text)?.[0] ?? "";
    };
    await page
      .locator(openDialog)
      .getByLabel(enroll.code)
      .fill(await mailedCode());
    const [backup = ""] = await saveCodes(page);
    const before = site.app.mail.list()[0]?.id;
    const phone = await signIn("cem@example.com");
    // The sign-in page has a button with the same name.
    await phone.getByRole("heading", { name: step.title }).waitFor();
    await phone.getByRole("button", { name: step.send, exact: true }).click();
    await phone.getByText(step.sent).first().waitFor();
    await phone.getByLabel(step.code).fill(await mailedCode(before));
    await seesAccount(phone, "Ann Example");

    const tablet = await signIn("cem");
    await tablet.getByRole("button", { name: step.useBackup }).click();
    await tablet.getByLabel(step.backupCode).fill(backup);
    await seesAccount(tablet, "Ann Example");
  });

  test("a sign-in with a provider also requires the second factor", async () => {
    const context = await site.person();
    const page = await site.open("/sign-in", context);
    await page.getByRole("button", { name: "Continue with Local identity" }).click();
    await page.getByRole("heading", { name: "Choose an identity" }).waitFor();
    await page.getByLabel("Email", { exact: true }).fill("dan@example.com");
    await page.getByLabel("Name", { exact: true }).fill("Ann Example");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await seesAccount(page, "Ann Example");
    await page.getByRole("link", { name: en.security.title }).click();
    await page.getByRole("button", { name: `${settings.setUp} (${settings.totp})` }).click();
    // Without a password, there's nothing to confirm, because the sign-in is recent.
    const { key } = await scanAndVerify(page);
    await page.getByRole("button", { name: en.userButton.open }).click();
    await page.getByRole("menuitem", { name: en.signOut }).click();
    await page.getByRole("button", { name: "Continue with Local identity" }).click();
    await page.getByRole("heading", { name: "Choose an identity" }).waitFor();
    await page.getByLabel("Email", { exact: true }).fill("dan@example.com");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("heading", { name: step.title }).waitFor();
    await page.getByLabel(step.code).fill(codeOf(key, 1));
    await seesAccount(page, "Ann Example");
  });

  test("no axe violations and no overflow, at 375 and 1280 pixels, light and dark", async () => {
    const page = await signUp("look");
    await startSetUp(page, settings.totp);
    const dialog = page.locator(openDialog);
    await dialog.getByRole("img", { name: enroll.qrLabel }).waitFor();
    await site.lookEverywhere(page, "two-factor-scan");
    const key = (await dialog.locator(".lk-scan .lk-code").textContent()) ?? "";
    await dialog.getByRole("button", { name: settings.continue }).click();
    await dialog.getByLabel(enroll.code).fill(codeOf(key));
    await dialog.getByText(enroll.done).waitFor();
    await site.lookEverywhere(page, "two-factor-codes");
    const phone = await site.open("/sign-in");
    await phone.getByRole("button", { name: en.signIn.submit, exact: true }).waitFor();
    await site.lookEverywhere(phone, "sign-in-by-name");
    await signIn("look", phone);
    await phone.getByRole("heading", { name: step.title }).waitFor();
    await site.lookEverywhere(phone, "two-factor-step");
    await phone.getByRole("button", { name: step.otherMethods }).click();
    await phone.getByRole("button", { name: step.useOtp }).click();
    await site.lookEverywhere(phone, "two-factor-step-mail");
  });
});
