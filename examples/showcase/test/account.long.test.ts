/** Tests an account's lifecycle in a browser, with real email over SMTP. */

import { sqlite } from "@latchkey/sql/sqlite";
import { en, fill } from "@latchkey/ui";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { chromium, openSite, type Site, seesAccount } from "./site.ts";

const password = "correct horse battery";
const better = "an even better password";

describe.skipIf(!chromium)("an account's lifecycle, in a browser and by email", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  /** Signs up a user, and returns the page and the email's link. */
  async function signUp(
    email: string,
    context?: BrowserContext,
  ): Promise<{ readonly page: Page; readonly link: string }> {
    const page = await site.open("/sign-up", context);
    await page.getByLabel(en.name, { exact: true }).fill("Ann Example");
    await page.getByLabel(en.email).fill(email);
    await page.getByLabel(en.password, { exact: true }).fill(password);
    await page.getByRole("button", { name: en.signUp.submit }).click();
    await page.getByRole("button", { name: en.userButton.open }).waitFor();
    return { page, link: await mailedLink(email) };
  }

  /** Returns the first link in the next email to a user. */
  async function mailedLink(to: string, subject?: RegExp): Promise<string> {
    const mail = await site.app.mail.next({ to, ...(subject ? { subject } : {}) });
    return mail.links[0] as string;
  }

  async function signIn(email: string, secret = password, page?: Page): Promise<Page> {
    const door = page ?? (await site.open("/sign-in"));
    await door.getByLabel(en.email).fill(email);
    await door.getByLabel(en.password, { exact: true }).fill(secret);
    await door.getByRole("button", { name: en.signIn.submit, exact: true }).click();
    return door;
  }

  async function changeEmail(page: Page, email: string): Promise<void> {
    await page.getByRole("button", { name: `${en.changeEmail.change} (${en.email})` }).click();
    await page.getByLabel(en.changeEmail.newEmail).fill(email);
    await page.getByRole("button", { name: en.changeEmail.submit }).click();
  }

  test("a user signs up, opens the email, and is verified", async () => {
    const { page, link } = await signUp("ann@example.com");
    const banner = page.getByText(fill(en.verifyEmail.text, { email: "ann@example.com" }));
    await banner.waitFor();
    await page.goto(link);
    await page.getByRole("heading", { name: en.emailVerified.title }).waitFor();
    await page.goto(`${site.app.url}/account`);
    await page.getByText(en.changeEmail.verified, { exact: true }).waitFor();
    await expect.poll(() => banner.count()).toBe(0);
  });

  test("a user requests another verification email", async () => {
    const { page } = await signUp("again@example.com");
    await page.getByRole("button", { name: en.verifyEmail.resend }).click();
    await page.getByText(fill(en.verifyEmail.sent, { email: "again@example.com" })).waitFor();
    const mails = site.app.mail.list().filter(({ to }) => to.includes("again@example.com"));
    await expect.poll(() => site.app.mail.list().filter(({ to }) => to.includes("again@example.com")).length).toBe(2);
    expect(mails.length).toBeGreaterThan(0);
  });

  test("resetting the password by email signs out other devices", async () => {
    const { page: laptop } = await signUp("forgetful@example.com");
    const phone = await site.open("/sign-in");
    await phone.getByRole("link", { name: en.signIn.toForgotPassword }).click();
    await phone.getByLabel(en.email).fill("forgetful@example.com");
    await phone.getByRole("button", { name: en.forgotPassword.submit }).click();
    await phone.getByRole("heading", { name: en.forgotPassword.sentTitle }).waitFor();
    const link = await mailedLink("forgetful@example.com", /password/i);
    await phone.goto(link);
    await phone.getByLabel(en.newPassword, { exact: true }).fill(better);
    await phone.getByRole("button", { name: en.resetPassword.submit }).click();
    await phone.getByText(en.resetPassword.doneText).waitFor();

    await laptop.goto(`${site.app.url}/account`);
    await laptop.getByRole("heading", { name: en.signIn.title }).waitFor();
    await signIn("forgetful@example.com", password, laptop);
    await laptop.getByRole("alert").waitFor();
    await signIn("forgetful@example.com", better, laptop);
    await seesAccount(laptop, "Ann Example");

    await phone.goto(link);
    await phone.getByRole("heading", { name: en.resetPassword.invalidTitle }).waitFor();
  });

  test("a user changes their email with links sent to both addresses, and undoes the change", async () => {
    const { page, link } = await signUp("old@example.com");
    await page.goto(link);
    await page.goto(`${site.app.url}/account`);
    await changeEmail(page, "new@example.com");
    await page
      .getByText(fill(en.changeEmail.asked, { email: "old@example.com", newEmail: "new@example.com" }))
      .waitFor();
    await page.goto(await mailedLink("old@example.com", /approve the email change/i));
    await page.getByText(fill(en.emailVerified.openText, { email: "new@example.com" })).waitFor();
    await page.goto(await mailedLink("new@example.com"));
    await page.getByRole("heading", { name: en.emailVerified.changeTitle }).waitFor();
    await page.goto(`${site.app.url}/account`);
    await page.getByText("new@example.com").first().waitFor();
    await page.getByText(en.changeEmail.verified, { exact: true }).waitFor();

    const owner = await site.open("/");
    await owner.goto(await mailedLink("old@example.com", /was changed/i));
    await owner.getByRole("button", { name: "Undo email change" }).click();
    await owner.getByRole("heading", { name: "Your email is old@example.com again" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: en.signIn.title }).waitFor();
  });

  test("a user deletes their account with an emailed link", async () => {
    const { page } = await signUp("leaver@example.com");
    await page.goto(`${site.app.url}/account#danger`);
    await page.getByRole("button", { name: en.deleteAccount.open }).click();
    await page.locator(openDialog).getByRole("button", { name: en.deleteAccount.mailSubmit }).click();
    await page.getByText(fill(en.deleteAccount.mailed, { email: "leaver@example.com" })).waitFor();
    await page.goto(await mailedLink("leaver@example.com", /delet/i));
    await page.goto(`${site.app.url}/account`);
    await page.getByRole("heading", { name: en.signIn.title }).waitFor();
    await signIn("leaver@example.com", password, page);
    await page.getByText(en.errors.INVALID_EMAIL_OR_PASSWORD ?? "").waitFor();
  });

  test("a user with an old session is asked for the password in the middle of a task, and then continues", async () => {
    const { page, link } = await signUp("stale@example.com");
    await page.goto(link);
    const database = await sqlite(site.file);
    database.exec(
      `UPDATE session SET proofs = '{"password":1}' WHERE userId = (SELECT id FROM user WHERE email = 'stale@example.com')`,
    );
    await page.goto(`${site.app.url}/account`);
    await changeEmail(page, "fresh@example.com");
    const dialog = page.getByRole("dialog", { name: en.proof.title });
    await dialog.getByLabel(en.password, { exact: true }).fill("a wrong password");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText(en.errors.INVALID_PASSWORD as string).waitFor();
    await dialog.getByLabel(en.password, { exact: true }).fill(password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page
      .getByText(fill(en.changeEmail.asked, { email: "stale@example.com", newEmail: "fresh@example.com" }))
      .waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
  });

  test("changing the name and the password keeps the current device signed in", async () => {
    const { page } = await signUp("changer@example.com");
    await page.goto(`${site.app.url}/account`);
    await page.getByRole("button", { name: fill(en.editField, { name: en.name }) }).click();
    await page.getByLabel(en.name, { exact: true }).fill("Anna Changed");
    await page.getByRole("button", { name: en.save }).click();
    await page.getByText("Anna Changed", { exact: true }).waitFor();
    await page.getByRole("link", { name: en.security.title }).click();
    await page.getByRole("button", { name: `${en.changePassword.change} (${en.password})` }).click();
    await page.getByLabel(en.currentPassword).fill(password);
    await page.getByLabel(en.newPassword, { exact: true }).fill(better);
    await page.getByLabel(en.changePassword.signOutOthers).check();
    await page.getByRole("button", { name: en.changePassword.submit }).click();
    await page.getByText(en.changePassword.doneEverywhere).first().waitFor();
    await page.goto(`${site.app.url}/account`);
    await page.getByText("Anna Changed", { exact: true }).waitFor();
    const phone = await signIn("changer@example.com", better);
    await phone.getByRole("button", { name: en.userButton.open }).waitFor();
  });

  test("no axe violations on any of these pages, at 375 and 1280 pixels, light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [375, 1280]) {
        const context = await site.person({ colorScheme, viewport: { width, height: 800 } });
        const { page } = await signUp(`look-${width}-${colorScheme}@example.com`, context);
        await page.goto(site.app.consoleURL);
        await page.getByRole("heading", { name: /dev console/ }).waitFor();
        expect(page.url()).toBe(`${site.app.url}/api/auth/dev`);
        await page.goto(`${site.app.url}/account`);
        await page.getByRole("heading", { name: en.profile.title }).waitFor();
        await site.look(page, "account-profile");
        await page.goto(`${site.app.url}/account#security`);
        await page.getByRole("heading", { name: en.security.title }).waitFor();
        await site.look(page, "account-security");
        await page.goto(`${site.app.url}/account#danger`);
        await page.getByRole("heading", { name: en.deleteAccount.section }).waitFor();
        await page.getByRole("button", { name: en.deleteAccount.open }).click();
        await page.locator(openDialog).waitFor();
        await site.look(page, "delete-dialog");
        for (const [name, path] of [
          ["forgot-password", "/forgot-password"],
          ["reset-password", "/reset-password?token=abc"],
          ["reset-password-broken", "/reset-password?error=INVALID_TOKEN"],
          ["email-verified", "/email-verified?for=verify"],
          ["email-verified-open", "/email-verified"],
          ["email-verified-broken", "/email-verified?error=token_expired"],
          ["console", "/api/auth/dev"],
        ] as const) {
          await page.goto(site.app.url + path);
          await page.getByRole("heading").first().waitFor();
          await site.look(page, name);
        }
        const stranger = await site.open(
          "/api/auth/dev",
          await site.person({ colorScheme, viewport: { width, height: 800 } }),
        );
        await stranger.getByRole("heading", { name: "Open the link from your terminal" }).waitFor();
        await site.look(stranger, "console-refused");
        await stranger.context().close();
        await context.close();
      }
    }
  });
});
