/** Tests sign-up, 2FA setup, and signing in with a code with only the keyboard. Focus is never lost. */

import { en, fill } from "@latchkey/ui";
import { twoFactorEn } from "@latchkey/ui/two-factor";
import { usernameEn } from "@latchkey/ui/username";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { hasFocus, keepsFocus, press, type } from "./keyboard.ts";
import { tabTo } from "./organization-steps.ts";
import { chromium, openSite, type Site, seesAccount } from "./site.ts";

const password = "correct horse battery";
const email = "kay@example.com";
const { step, settings, enroll, backupCodes } = twoFactorEn;

describe.skipIf(!chromium)("with only the keyboard", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  /** Returns a code. Each code works only once. @param later number of 30-second steps ahead */
  const codeOf = (key: string, later = 0): string =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + later * 30_000 });

  test("a user signs up, turns on 2FA, saves the backup codes, and signs in with a code", async () => {
    const page = await site.open("/sign-up");
    const dialog = page.locator(openDialog);

    await tabTo(page, page.getByLabel(en.name, { exact: true }));
    await page.keyboard.type("Kay Example");
    // An incomplete form moves focus to the first field with an error.
    await page.keyboard.press("Enter");
    await hasFocus(page.getByLabel(en.email));
    await page.keyboard.type(email);
    await type(page, page.getByLabel(usernameEn.label), "kay");
    await type(page, page.getByLabel(en.password, { exact: true }), password);
    await page.keyboard.press("Enter");
    await seesAccount(page, "Kay Example");

    await press(page, page.getByRole("link", { name: en.security.title }));
    await hasFocus(page.getByRole("heading", { name: en.security.title }));
    const setUp = page.getByRole("button", { name: `${settings.setUp} (${settings.totp})` });
    await press(page, setUp);
    await hasFocus(dialog.getByLabel(en.password, { exact: true }));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await hasFocus(setUp);

    await page.keyboard.press("Enter");
    await hasFocus(dialog.getByLabel(en.password, { exact: true }));
    await page.keyboard.type(`${password}\n`);
    await dialog.getByRole("img", { name: enroll.qrLabel }).waitFor();
    const key = (await dialog.locator(".lk-scan .lk-code").textContent()) ?? "";
    await press(page, dialog.getByRole("button", { name: settings.continue }));
    await hasFocus(dialog.getByLabel(enroll.code));
    await page.keyboard.type(codeOf(key));
    await hasFocus(dialog.getByRole("heading", { name: backupCodes.title }));

    // The codes can't be shown again, so only Done closes the dialog, and only once they're saved.
    await page.keyboard.press("Escape");
    await press(page, dialog.getByRole("button", { name: backupCodes.saved }));
    await dialog.getByText(backupCodes.saveFirst).waitFor();
    const codes = await dialog.getByRole("listitem").allTextContents();
    await expectPrintable(page, codes);
    const download = page.waitForEvent("download");
    await tabTo(page, dialog.getByRole("button", { name: backupCodes.download }));
    await page.keyboard.press("Enter");
    await download;
    await press(page, dialog.getByRole("button", { name: backupCodes.saved }));
    await dialog.waitFor({ state: "detached" });
    await hasFocus(page.getByRole("button", { name: fill(settings.manage, { name: settings.totp }) }));

    await page.keyboard.press("Shift+Tab");
    await page.getByRole("button", { name: en.userButton.open }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page.getByRole("menuitem", { name: en.userButton.account }));
    await page.keyboard.press("End");
    await hasFocus(page.getByRole("menuitem", { name: en.signOut }));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: en.signIn.title }).waitFor();

    await type(page, page.getByLabel(usernameEn.emailOrUsername), email);
    await type(page, page.getByLabel(en.password, { exact: true }), `${password}\n`);
    await hasFocus(page.getByLabel(step.code));
    await page.keyboard.press("Shift+Tab");
    await hasFocus(page.getByLabel(fill(step.trust, { time: "30 days" })));
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.type(codeOf(key, 1));
    await seesAccount(page, "Kay Example");
    await keepsFocus(page);
  });
});

const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** Checks that the printed page only has the codes and the app's host. */
async function expectPrintable(page: Page, codes: readonly string[]): Promise<void> {
  expect(codes).toHaveLength(10);
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator(".lk-codes-sheet");
  for (const code of codes) expect(await sheet.getByText(code, { exact: true }).isVisible()).toBe(true);
  expect(await sheet.getByText(new URL(page.url()).host).first().isVisible()).toBe(true);
  const others = [page.getByRole("button", { name: backupCodes.print }), page.getByRole("link", { name: "Overview" })];
  for (const other of others) expect(await other.isVisible()).toBe(false);
  const box = await sheet.boundingBox();
  // The codes are at the top of a single page, in black on white, regardless of the app's theme.
  expect(box?.y).toBeLessThan(100);
  expect(pagesOf(await page.pdf({ format: "A4" }))).toBe(1);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect([background, await sheet.evaluate((one) => getComputedStyle(one).color)]).toEqual([
    "rgb(255, 255, 255)",
    "rgb(0, 0, 0)",
  ]);
  await page.emulateMedia({ media: "screen" });
}
