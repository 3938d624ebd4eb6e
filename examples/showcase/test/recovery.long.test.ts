/**
 * Tests in a browser that a user with a passkey, two-factor authentication, and a verified email can recover the
 * account after losing any of these.
 */

import { sqlite } from "@latchkey/sql/sqlite";
import { en, fill } from "@latchkey/ui";
import { adminEn } from "@latchkey/ui/admin";
import { passkeyEn } from "@latchkey/ui/passkey";
import { phoneNumberEn } from "@latchkey/ui/phone-number";
import { twoFactorEn } from "@latchkey/ui/two-factor";
import { Secret, TOTP } from "otpauth";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { administrator } from "../server/people.ts";
import { openDialog } from "./browser.ts";
import { password, signUp, toast } from "./organization-steps.ts";
import {
  type Authenticator,
  addAuthenticator,
  addPasskey,
  isSignedIn,
  openSecurity,
  passkeyRows,
  pressPasskeyButton,
  signInWithPassword,
  signOut,
} from "./passkey-steps.ts";
import { newestMail, signInWithEmailCode, textedCode } from "./passwordless-steps.ts";
import { chromium, openSite, type Site } from "./site.ts";

const { step, settings, enroll, backupCodes } = twoFactorEn;
const email = "rosa@example.com";
const newEmail = "rosa.new@example.com";
const number = "+447400123456";
const newPassword = "an even better password";

describe.skipIf(!chromium)("account recovery, in Chromium", () => {
  let site: Site;
  let home: BrowserContext;
  let page: Page;
  let device: Authenticator;
  let key = "";
  let codes: string[] = [];
  beforeAll(async () => {
    site = await openSite();
    home = await site.person();
    page = await signUp(site, "Rosa", home);
    const mail = await site.app.mail.next({ to: email });
    await page.goto(mail.links[0] as string);
    await page.getByRole("heading", { name: en.emailVerified.title }).waitFor();
    device = await addAuthenticator(page);
    await openSecurity(page, site);
    await addPasskey(page);
    await setUpApp(password);
  });
  afterAll(() => site?.close());

  const nextCode = async (): Promise<string> => {
    // Each code works once. Instead of waiting for the next code, make the server forget the last used one.
    await change("UPDATE twoFactor SET lastStep = NULL");
    return new TOTP({ secret: Secret.fromBase32(key) }).generate();
  };

  /** Changes the database, for example instead of waiting. */
  async function change(statement: string): Promise<void> {
    const database = await sqlite(site.file);
    database.exec(statement);
    database.close();
  }

  async function setUpApp(secret?: string): Promise<void> {
    await page.getByRole("button", { name: `${settings.setUp} (${settings.totp})` }).click();
    const dialog = page.locator(openDialog);
    if (secret) await dialog.getByLabel(en.password, { exact: true }).fill(secret);
    await dialog.getByRole("button", { name: settings.continue }).click();
    await dialog.getByRole("img", { name: enroll.qrLabel }).waitFor();
    key = (await dialog.locator(".lk-scan .lk-code").textContent()) ?? "";
    await dialog.getByRole("button", { name: settings.continue }).click();
    await dialog.getByLabel(enroll.code).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
    await dialog.getByText(enroll.done).waitFor();
    codes = await dialog.getByRole("listitem").allTextContents();
    await dialog.getByRole("button", { name: backupCodes.copy, exact: true }).click();
    await dialog.getByRole("button", { name: backupCodes.saved }).click();
    await dialog.waitFor({ state: "detached" });
  }

  const secondStep = async (door: Page): Promise<void> => {
    await door.getByRole("heading", { name: step.title }).waitFor();
  };
  const choose = async (door: Page, name: string): Promise<void> => {
    const button = door.getByRole("button", { name });
    const others = door.getByRole("button", { name: step.otherMethods });
    await button.or(others).first().waitFor();
    if (!(await button.isVisible())) await others.click();
    await button.click();
  };

  test("without the passkey, the user signs in with an emailed code and the app's code, and adds a new passkey", async () => {
    await device.clear();
    await signOut(page);
    await signInWithEmailCode(site, page, email);
    await secondStep(page);
    await choose(page, step.useTotp);
    await page.getByLabel(step.code).fill(await nextCode());
    await isSignedIn(page);
    await openSecurity(page, site);
    await addPasskey(page);
    await expect.poll(() => passkeyRows(page).count()).toBe(2);
    const lost = passkeyRows(page).first();
    await lost.getByRole("button", { name: /^Manage/ }).click();
    await page.getByRole("menuitem", { name: passkeyEn.settings.remove }).click();
    await page.locator(openDialog).getByRole("button", { name: passkeyEn.settings.remove }).click();
    await toast(page, passkeyEn.settings.removed).waitFor();
    await expect.poll(() => passkeyRows(page).count()).toBe(1);
    expect(await device.count()).toBe(1);
  });

  test("without the authenticator app, a backup code works once, after the password", async () => {
    const phone = await site.open("/sign-in");
    await signInWithPassword(phone, email);
    await secondStep(phone);
    await choose(phone, step.useBackup);
    await phone.getByLabel(step.backupCode).fill(codes[0] ?? "");
    await isSignedIn(phone);
    const again = await site.open("/sign-in");
    await signInWithPassword(again, email);
    await choose(again, step.useBackup);
    await again.getByLabel(step.backupCode).fill(codes[0] ?? "");
    await again.getByText(twoFactorEn.errors.INVALID_BACKUP_CODE as string).waitFor();
  });

  test("without the password, a link to the verified email sets a new one, and the second factor is still required", async () => {
    const phone = await site.open("/forgot-password");
    const before = newestMail(site);
    await phone.locator("main input[name=email]").fill(email);
    await phone.getByRole("button", { name: en.forgotPassword.submit }).click();
    const mail = await site.app.mail.next({ to: email, subject: /password/i, ...(before ? { after: before } : {}) });
    await phone.goto(mail.links[0] as string);
    await phone.getByLabel(en.newPassword, { exact: true }).fill(newPassword);
    await phone.getByRole("button", { name: en.resetPassword.submit }).click();
    await phone.getByText(en.resetPassword.doneText).waitFor();
    // Other devices are signed out, but the passkey still works on them.
    await page.goto(`${site.app.url}/account`);
    await page.getByRole("heading", { name: en.signIn.title }).waitFor();
    await pressPasskeyButton(page);
    await isSignedIn(page);
    await phone.locator("main input[name=email]").fill(email);
    await phone.getByLabel(en.password, { exact: true }).fill(newPassword);
    await phone.getByRole("button", { name: en.signIn.submit, exact: true }).click();
    await secondStep(phone);
    await choose(phone, step.useTotp);
    await phone.getByLabel(step.code).fill(await nextCode());
    await isSignedIn(phone);
  });

  test("a phone number alone can't sign in to an account with a verified email", async () => {
    const { signIn } = phoneNumberEn;
    // Rosa added the number long ago.
    await change(`UPDATE user SET phoneNumber = '${number}', phoneNumberVerified = 1 WHERE email = '${email}'`);
    const thief = await site.open("/sign-in");
    await thief.getByRole("button", { name: signIn.button }).click();
    await thief.locator("input[type=tel]").fill(number);
    await thief.keyboard.press("Enter");
    await thief.getByLabel(en.codeStep.code).waitFor();
    await expect.poll(() => textedCode(site, number)).not.toBe("");
    await thief.getByLabel(en.codeStep.code).fill(textedCode(site, number));
    await thief.getByText(phoneNumberEn.errors.VERIFIED_EMAIL_REQUIRED as string).waitFor();
  });

  test("without the mailbox, support sets another email, the old email is notified, and the passkey still works", async () => {
    // Without support, the change would have to be confirmed from the lost mailbox.
    await page.goto(`${site.app.url}/account`);
    await page.getByRole("button", { name: `${en.changeEmail.change} (${en.email})` }).click();
    await page.getByLabel(en.changeEmail.newEmail).fill(newEmail);
    await page.getByRole("button", { name: en.changeEmail.submit }).click();
    await page.getByText(fill(en.changeEmail.asked, { email, newEmail })).waitFor();
    const before = newestMail(site);
    const ada = await site.open("/sign-in");
    await signInWithPassword(ada, administrator.email, administrator.password);
    await isSignedIn(ada);
    const status = await ada.evaluate(
      async ([old, now]) => {
        const found = await (await fetch(`/api/auth/admin/list-users?searchValue=${old}`)).json();
        const response = await fetch("/api/auth/admin/update-user", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ userId: found.users[0].id, data: { email: now, emailVerified: true } }),
        });
        return response.status;
      },
      [email, newEmail],
    );
    expect(status).toBe(200);
    await site.app.mail.next({ to: email, ...(before ? { after: before } : {}) });
    await page.goto(`${site.app.url}/account`);
    const button = page.getByRole("button", { name: passkeyEn.signIn.button });
    const account = page.getByText(newEmail);
    await button.or(account).first().waitFor();
    if (await button.isVisible()) await pressPasskeyButton(page);
    await account.first().waitFor();
    // The new email can be used to sign in.
    const phone = await site.open("/sign-in");
    await signInWithEmailCode(site, phone, newEmail);
    await secondStep(phone);
  });

  test("without passkeys and the mailbox, the user signs in with the password and a backup code, and adds a new passkey", async () => {
    const phone = await site.open("/sign-in");
    const other = await addAuthenticator(phone);
    await signInWithPassword(phone, newEmail, newPassword);
    await secondStep(phone);
    await choose(phone, step.useBackup);
    await phone.getByLabel(step.backupCode).fill(codes[1] ?? "");
    await isSignedIn(phone);
    await openSecurity(phone, site);
    await addPasskey(phone);
    expect(await other.count()).toBe(1);
    await signOut(phone);
    await pressPasskeyButton(phone);
    await isSignedIn(phone);
  });

  test("without the authenticator app and backup codes, support resets 2FA, sessions end, and the password is enough", async () => {
    const { security } = adminEn.user;
    const { twoFactor } = adminEn;
    const ada = await site.open("/sign-in");
    await signInWithPassword(ada, administrator.email, administrator.password);
    await isSignedIn(ada);
    const id = await ada.evaluate(async (email) => {
      const found = await (await fetch(`/api/auth/admin/list-users?searchValue=${email}`)).json();
      return String(found.users[0].id);
    }, newEmail);
    await ada.goto(`${site.app.url}/admin/users/${id}`);
    await ada.getByRole("heading", { name: security }).waitFor();
    const before = newestMail(site);
    await ada.getByRole("button", { name: twoFactor.reset }).click();
    await ada.getByRole("alertdialog").getByRole("button", { name: twoFactor.reset }).click();
    await toast(ada, twoFactor.done).waitFor();
    await site.app.mail.next({ to: newEmail, ...(before ? { after: before } : {}) });
    await page.goto(`${site.app.url}/account`);
    await page.getByRole("heading", { name: en.signIn.title }).waitFor();
    await signInWithPassword(page, newEmail, newPassword);
    await isSignedIn(page);
  });
});
