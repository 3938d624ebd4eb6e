/** Tests passkeys in Chromium, with a virtual authenticator. */

import { sqlite } from "@latchkey/sql/sqlite";
import { en, fill } from "@latchkey/ui";
import { passkeyEn } from "@latchkey/ui/passkey";
import { twoFactorEn } from "@latchkey/ui/two-factor";

import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { hasFocus, press, pressFirst, type } from "./keyboard.ts";
import { password, signUp, toast } from "./organization-steps.ts";
import {
  addAuthenticator,
  addPasskey,
  dialog,
  isSignedIn,
  openSecurity,
  passkeyRows,
  pressPasskeyButton,
  signInWithPassword,
  signOut,
} from "./passkey-steps.ts";
import { chromium, openSite, type Site, seesAccount } from "./site.ts";

const { settings, signIn, signUp: signUpTexts, nudge, secondFactor, proof, errors } = passkeyEn;

describe.skipIf(!chromium)("passkeys, in Chromium", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  const button = (page: Page) => page.getByRole("button", { name: signIn.button });

  test("a user adds, renames, and removes a passkey, and signs in from the email field and with the button", async () => {
    const page = await signUp(site, "Ann");
    const device = await addAuthenticator(page);
    await openSecurity(page, site);
    await addPasskey(page);
    await passkeyRows(page).waitFor();
    expect(await device.count()).toBe(1);
    // The device reports that it already has a passkey.
    await page.getByRole("button", { name: settings.add }).click();
    await page.getByText(errors.ALREADY_REGISTERED as string).waitFor();

    await passkeyRows(page)
      .getByRole("button", { name: /^Manage/ })
      .click();
    await page.getByRole("menuitem", { name: settings.rename }).click();
    await site.look(page, "passkey-rename", openDialog);
    await dialog(page, settings.renameTitle).getByLabel(settings.name).fill("My laptop");
    await page.keyboard.press("Enter");
    await passkeyRows(page).getByText("My laptop", { exact: true }).waitFor();

    await signOut(page);
    const field = page.getByLabel(/^Email/);
    expect(await field.getAttribute("autocomplete")).toBe("username webauthn");
    await pressPasskeyButton(page);
    await isSignedIn(page);

    // The user picks the passkey in the email field, without pressing anything on the page.
    await device.setOffered(true);
    const picked = page.waitForResponse(/\/passkey\/verify-authentication$/);
    await page.getByRole("button", { name: en.userButton.open }).click();
    await page.getByRole("menuitem", { name: en.signOut, exact: true }).click();
    expect((await picked).status()).toBe(200);
    await isSignedIn(page);

    // The fingerprint doesn't match, so the browser cancels.
    await device.setOffered(false);
    await signOut(page);
    await device.setVerified(false);
    await pressPasskeyButton(page);
    await page
      .getByRole("status")
      .getByText(errors.AUTH_CANCELLED as string)
      .waitFor();
    await site.look(page, "passkey-canceled");
    await device.setVerified(true);
    await pressPasskeyButton(page);
    await isSignedIn(page);

    await openSecurity(page, site);
    await passkeyRows(page)
      .getByRole("button", { name: fill(settings.manage, { name: "My laptop" }) })
      .click();
    await page.getByRole("menuitem", { name: settings.remove }).click();
    await site.look(page, "passkey-remove", openDialog);
    await page.locator(openDialog).getByRole("button", { name: settings.remove }).click();
    await toast(page, settings.removed).waitFor();
    await passkeyRows(page).waitFor({ state: "detached" });
    // The server's list tells the device that the passkey no longer exists.
    await expect.poll(() => device.count()).toBe(0);
  });

  test("signing in with a passkey that was removed elsewhere shows a message, and removes it from the device", async () => {
    const page = await signUp(site, "Bea");
    const device = await addAuthenticator(page);
    await openSecurity(page, site);
    await addPasskey(page);
    const database = await sqlite(site.file);
    database.exec(`DELETE FROM passkey WHERE userId = (SELECT id FROM user WHERE email = 'bea@example.com')`);
    database.close();
    await signOut(page);
    await pressPasskeyButton(page);
    await page
      .getByRole("alert")
      .getByText(errors.PASSKEY_NOT_FOUND as string)
      .waitFor();
    await expect.poll(() => device.count()).toBe(0);
    await signInWithPassword(page, "bea@example.com");
    // A user who has no passkey yet is asked to add one.
    await page.getByRole("heading", { name: nudge.title }).waitFor();
    await site.look(page, "passkey-nudge");
    await page.getByRole("button", { name: nudge.add }).click();
    await isSignedIn(page);
    await expect.poll(() => device.count()).toBe(1);
  });

  test("a passkey works as a second factor, and as confirmation before a sensitive change", async () => {
    const page = await signUp(site, "Cem");
    await addAuthenticator(page);
    await openSecurity(page, site);
    await addPasskey(page);
    await setUpApp(page);
    await signOut(page);
    await signInWithPassword(page, "cem@example.com");
    const useFactor = page.getByRole("button", { name: secondFactor.submit });
    await useFactor.waitFor();
    await hasFocus(useFactor);
    await site.look(page, "passkey-second-factor");
    await page.keyboard.press("Enter");
    await isSignedIn(page);

    // Two days pass.
    const database = await sqlite(site.file);
    database.exec(
      `UPDATE session SET proofs = '{"password":1,"passkey":1,"two-factor":1}' WHERE userId = (SELECT id FROM user WHERE email = 'cem@example.com')`,
    );
    database.close();
    await page.goto(`${site.app.url}/account`);
    await page.getByRole("button", { name: `${en.changeEmail.change} (${en.email})` }).click();
    await page.getByLabel(en.changeEmail.newEmail).fill("new@example.com");
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: en.proof.title });
    await question.getByText(proof.text).waitFor();
    await site.look(page, "passkey-proof", "[role=dialog]:last-of-type");
    await question.getByRole("button", { name: proof.submit }).click();
    // The change continues automatically.
    await page.getByText(fill(en.changeEmail.changed, { newEmail: "new@example.com" })).waitFor();
  });

  test("a user signs up with a passkey, using the keyboard, at phone size in dark mode", async () => {
    const page = await site.open(
      "/sign-up",
      await site.person({ colorScheme: "dark", viewport: { width: 375, height: 800 } }),
    );
    const device = await addAuthenticator(page);
    await page.getByRole("button", { name: signUpTexts.button }).waitFor();
    await site.look(page, "sign-up-methods");
    await pressFirst(page, page.getByRole("button", { name: signUpTexts.button }));
    await page.getByText(signUpTexts.text).waitFor();
    await site.look(page, "passkey-sign-up");
    await type(page, page.getByLabel(en.name, { exact: true }), "Dan Example");
    await type(page, page.getByLabel(en.email), "dan@example.com");
    await page.keyboard.press("Enter");
    await seesAccount(page, "Dan Example");
    expect(await device.count()).toBe(1);
    await openSecurity(page, site);
    await site.look(page, "security-with-passkey");
    // The passkey is the only sign-in method, so it can't be removed.
    await pressFirst(page, passkeyRows(page).getByRole("button", { name: /^Manage/ }));
    await page.getByRole("menuitem", { name: settings.remove, disabled: true }).waitFor();
    await page.keyboard.press("Escape");
    await press(page, page.getByRole("button", { name: en.userButton.open }));
    await page.keyboard.press("End");
    await hasFocus(page.getByRole("menuitem", { name: en.signOut, exact: true }));
    await page.keyboard.press("Enter");
    await button(page).waitFor();
    await site.look(page, "sign-in-methods");
    await press(page, button(page));
    await isSignedIn(page);
  });

  /** Sets up an authenticator app in the open security section. */
  async function setUpApp(page: Page): Promise<void> {
    const { settings: rows, enroll, backupCodes } = twoFactorEn;
    await page.getByRole("button", { name: `${rows.setUp} (${rows.totp})` }).click();
    const open = page.locator(openDialog);
    await open.getByLabel(en.password, { exact: true }).fill(password);
    await open.getByRole("button", { name: rows.continue }).click();
    await open.getByRole("img", { name: enroll.qrLabel }).waitFor();
    const key = (await open.locator(".lk-scan .lk-code").textContent()) ?? "";
    await open.getByRole("button", { name: rows.continue }).click();
    await open.getByLabel(enroll.code).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
    await open.getByRole("button", { name: backupCodes.copy, exact: true }).click();
    await open.getByRole("button", { name: backupCodes.saved }).click();
    await open.waitFor({ state: "detached" });
  }
});
