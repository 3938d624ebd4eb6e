/** Tests codes, links, phone numbers, guests, several accounts, and new devices in a browser. */

import { en, fill } from "@latchkey/ui";
import { anonymousEn } from "@latchkey/ui/anonymous";
import { emailOtpEn } from "@latchkey/ui/email-otp";
import { magicLinkEn } from "@latchkey/ui/magic-link";
import { multiSessionEn } from "@latchkey/ui/multi-session";
import { phoneNumberEn } from "@latchkey/ui/phone-number";
import { stepUpEn } from "@latchkey/ui/step-up";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { press, pressFirst } from "./keyboard.ts";
import { signUp, tabTo, toast } from "./organization-steps.ts";
import { isSignedIn, signInWithPassword, signOut } from "./passkey-steps.ts";
import { mailedCode, newestMail, signInWithEmailCode, textedCode } from "./passwordless-steps.ts";
import { chromium, openSite, type Site, seesAccount } from "./site.ts";

const number = "+447400123456";

describe.skipIf(!chromium)("passwordless sign-in, in a browser", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  const phone = (): Promise<BrowserContext> =>
    site.person({ colorScheme: "dark", viewport: { width: 375, height: 800 } });
  const accountOf = (page: Page): Promise<string | undefined> =>
    page.evaluate(async () => {
      const response = await fetch("/api/auth/get-session");
      return (await response.json())?.user.email;
    });

  test("a user signs up with an emailed code after a wrong code, using the keyboard at phone size", async () => {
    const page = await site.open("/sign-in", await phone());
    await page.getByRole("button", { name: emailOtpEn.signIn }).waitFor();
    await site.look(page, "sign-in-methods");
    await tabTo(page, page.locator("main input[name=email]"));
    await page.keyboard.type("ann@example.com");
    await press(page, page.getByRole("button", { name: emailOtpEn.signIn }));
    const field = page.getByLabel(en.codeStep.code);
    await field.waitFor();
    await site.look(page, "email-code");
    const code = await mailedCode(site, "ann@example.com");
    await page.keyboard.type(code === "000000" ? "000001" : "000000");
    await page.getByText(emailOtpEn.errors.INVALID_OTP as string).waitFor();
    await page.keyboard.type(code);
    await isSignedIn(page);
    // The button shows the sign-in method that was used last.
    await signOut(page);
    await page.getByRole("button", { name: `${emailOtpEn.signIn} ${en.signIn.lastUsed}` }).waitFor();
    await site.look(page, "sign-in-last-used");
  });

  test("a link signs in the browser that requested it, and asks for confirmation in another browser", async () => {
    const page = await site.open("/sign-in");
    const askForLink = async (): Promise<string> => {
      const before = newestMail(site);
      await page.locator("main input[name=email]").fill("ben@example.com");
      await page.getByRole("button", { name: magicLinkEn.signIn }).click();
      await page.getByRole("heading", { name: magicLinkEn.sentTitle }).waitFor();
      const mail = await site.app.mail.next({ to: "ben@example.com", ...(before ? { after: before } : {}) });
      return mail.links[0] as string;
    };
    const first = await askForLink();
    await site.look(page, "magic-link-sent");
    await page.goto(first);
    await isSignedIn(page);
    await signOut(page);
    const link = await askForLink();
    const other = await (await phone()).newPage();
    await other.goto(link);
    await other.getByRole("heading", { name: magicLinkEn.confirm.title }).waitFor();
    expect(other.url()).not.toContain("token");
    await site.look(other, "magic-link-confirm");
    await pressFirst(other, other.getByRole("button", { name: magicLinkEn.confirm.submit }));
    await isSignedIn(other);
    expect(await accountOf(other)).toBe("ben@example.com");
    await page.goto(link);
    await page.getByRole("heading", { name: magicLinkEn.confirm.invalidTitle }).waitFor();
    await site.look(page, "magic-link-used");
  });

  test("a user signs up with a texted code", async () => {
    const { signIn } = phoneNumberEn;
    const page = await site.open("/sign-in", await phone());
    await page.getByRole("button", { name: signIn.button }).click();
    await page.locator("input[type=tel]").fill(number);
    await site.look(page, "phone-number");
    await page.keyboard.press("Enter");
    await page.getByLabel(en.codeStep.code).waitFor();
    await site.look(page, "phone-code");
    await expect.poll(() => textedCode(site, number)).not.toBe("");
    await page.getByLabel(en.codeStep.code).fill(textedCode(site, number));
    await isSignedIn(page);
  });

  test("a guest is warned before signing out, and keeps their user ID when signing up", async () => {
    const page = await site.open("/sign-in");
    await page.getByRole("button", { name: anonymousEn.signIn }).click();
    const banner = page.getByRole("region", { name: anonymousEn.banner.label });
    await banner.waitFor();
    const guest = await page.evaluate(async () => (await (await fetch("/api/auth/get-session")).json()).user.id);
    await site.look(page, "guest");
    await page.getByRole("button", { name: en.userButton.open }).click();
    await page.getByRole("menuitem", { name: en.signOut, exact: true }).click();
    await page.getByText(anonymousEn.signOut.text).waitFor();
    await site.look(page, "guest-sign-out", "[role=alertdialog]");
    await page.keyboard.press("Escape");
    await banner.getByRole("button", { name: anonymousEn.banner.signUp }).click();
    await page.getByLabel(en.name, { exact: true }).fill("Gus Example");
    await page.locator("main input[name=email]").fill("gus@example.com");
    await page.getByLabel(en.password, { exact: true }).fill("correct horse battery");
    await page.getByRole("button", { name: en.signUp.submit, exact: true }).click();
    await seesAccount(page, "Gus Example");
    await banner.waitFor({ state: "detached" });
    const user = await page.evaluate(async () => (await (await fetch("/api/auth/get-session")).json()).user.id);
    expect(user).toBe(guest);
  });

  test("a user switches between two accounts in one browser, and the Demo menu replaces both accounts", async () => {
    const page = await signUp(site, "Ida");
    const menu = page.getByRole("button", { name: en.userButton.open });
    await menu.click();
    await page.getByRole("menuitem", { name: multiSessionEn.add }).click();
    await page.getByRole("button", { name: emailOtpEn.signIn }).waitFor();
    await signInWithEmailCode(site, page, "jo@example.com");
    await expect.poll(() => accountOf(page)).toBe("jo@example.com");
    await page.goto(`${site.app.url}/account`);
    await menu.click();
    await page.getByRole("menuitem", { name: /ida@example\.com/ }).waitFor();
    await site.look(page, "accounts", "[role=menu]");
    await page.getByRole("menuitem", { name: /ida@example\.com/ }).click();
    await toast(page, fill(multiSessionEn.switched, { name: "Ida" })).waitFor();
    expect(await accountOf(page)).toBe("ida@example.com");

    await page.getByRole("button", { name: "Demo" }).click();
    await page.getByRole("menuitem", { name: /^Sign in as Bo/ }).click();
    await toast(page, "Signed in as Bo Lindqvist.").waitFor();
    const accounts = await page.evaluate(async () => {
      const response = await fetch("/api/auth/multi-session/list-device-sessions");
      return (await response.json()).map(({ user }: { user: { email: string } }) => user.email);
    });
    expect(accounts).toEqual(["bo@showcase.test"]);
  });

  test("an email reports a sign-in in a new browser, and its link secures the account", async () => {
    const page = await signUp(site, "Kim");
    const before = newestMail(site);
    const stranger = await site.open("/sign-in");
    await signInWithPassword(stranger, "kim@example.com");
    await isSignedIn(stranger);
    // In the first hour after sign-up, the first new browser doesn't cause an email.
    const other = await site.open("/sign-in");
    await signInWithPassword(other, "kim@example.com");
    await isSignedIn(other);
    const mail = await site.app.mail.next({
      to: "kim@example.com",
      subject: /sign-in/i,
      ...(before ? { after: before } : {}),
    });
    await page.goto(`${site.app.url}/account#security`);
    await page.getByText(stepUpEn.devices.recognized).nth(1).waitFor();
    await site.look(page, "known-devices");
    await page.goto(mail.links.find((link) => link.includes("/not-me")) ?? "");
    await page.getByRole("heading", { name: stepUpEn.notMe.title }).waitFor();
    expect(page.url()).not.toContain("token");
    await site.look(page, "not-me");
    await pressFirst(page, page.getByRole("button", { name: stepUpEn.notMe.submit }));
    await page.getByRole("heading", { name: stepUpEn.notMe.doneTitle }).waitFor();
    await stranger.goto(`${site.app.url}/account`);
    await stranger.getByRole("heading", { name: en.signIn.title }).waitFor();
  });
});
