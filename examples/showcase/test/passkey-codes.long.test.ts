/** Tests backup codes for users without an email, in Chromium with a virtual authenticator. */

import { en, fillCount } from "@latchkey/ui";
import { passkeyEn } from "@latchkey/ui/passkey";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { hasFocus, press, type } from "./keyboard.ts";
import { addAuthenticator, isSignedIn, openSecurity, passkeyRows } from "./passkey-steps.ts";
import { chromium, openSite, type Site } from "./site.ts";

const { settings, signUp, recovery, backupCodes: words, errors } = passkeyEn;

describe.skipIf(!chromium)("passkey backup codes, in Chromium", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ passkeySignUp: "without-email" });
  });
  afterAll(() => site?.close());

  const codesOf = (place: Page | Locator): Promise<string[]> => place.locator(".lk-codes .lk-code").allTextContents();
  const saveCodes = async (place: Page | Locator): Promise<void> => {
    await place.getByRole("button", { name: words.copy, exact: true }).click();
    await place.getByRole("button", { name: words.saved }).click();
  };
  const recover = async (page: Page, code: string): Promise<void> => {
    await page.getByRole("button", { name: recovery.button }).click();
    await page.getByRole("textbox", { name: recovery.code }).fill(code);
    await page.getByRole("button", { name: recovery.submit }).click();
  };

  test("a user without an email saves codes, replaces them, and recovers the account with a new code, which signs out the lost device", async () => {
    const page = await site.open("/sign-up", await site.person({ permissions: ["clipboard-write"] }));
    await addAuthenticator(page);
    await page.getByRole("button", { name: signUp.button }).click();
    await type(page, page.getByLabel(en.name, { exact: true }), "Kim Example");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: words.title }).waitFor();
    await site.look(page, "passkey-codes-sign-up");
    const old = await codesOf(page);
    expect(new Set(old).size).toBe(10);
    await saveCodes(page);
    await isSignedIn(page);

    await openSecurity(page, site);
    await page.getByText(fillCount(en, settings.codesLeft, 10)).waitFor();
    const opener = page.getByRole("button", { name: `${settings.newCodes} (${settings.backupCodes})` });
    await press(page, opener);
    const open = page.locator(openDialog);
    await open.getByText(settings.newCodesText).waitFor();
    await site.look(page, "passkey-codes-replace", openDialog);
    await open.getByRole("button", { name: settings.newCodes }).click();
    await open.getByRole("heading", { name: words.title }).waitFor();
    await site.look(page, "passkey-codes-new", openDialog);
    const codes = await codesOf(open);
    expect([codes.length, codes.some((code) => old.includes(code))]).toEqual([10, false]);
    await saveCodes(open);
    await open.waitFor({ state: "detached" });
    await hasFocus(opener);

    // Use another browser and another device, because the first device is lost.
    const other = await site.open("/sign-in", await site.person());
    const device = await addAuthenticator(other);
    await other.reload();
    await recover(other, old[0] ?? "");
    await other.getByText(errors.INVALID_BACKUP_CODE ?? "").waitFor();
    expect(await device.count()).toBe(0);
    await other.getByRole("textbox", { name: recovery.code }).fill(codes[0] ?? "");
    await other.keyboard.press("Enter");
    await isSignedIn(other);
    expect(await device.count()).toBe(1);
    await openSecurity(other, site);
    await other.getByText(fillCount(en, settings.codesLeft, 9)).waitFor();
    expect(await passkeyRows(other).count()).toBe(2);
    await page.goto(`${site.app.url}/account`);
    await page.getByRole("heading", { name: en.signIn.title }).waitFor();
  });
});
