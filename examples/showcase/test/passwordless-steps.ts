/** User actions for signing in without a password. */

import { en } from "@latchkey/ui";
import { emailOtpEn } from "@latchkey/ui/email-otp";
import type { Page } from "playwright-core";
import type { Site } from "./site.ts";

const emailField = (page: Page) => page.locator("main input[name=email]");

/** Enters an email on the sign-in page, and then the emailed code. */
export async function signInWithEmailCode(site: Site, page: Page, email: string): Promise<void> {
  await emailField(page).fill(email);
  const before = newestMail(site);
  await page.getByRole("button", { name: emailOtpEn.signIn }).click();
  await page.getByLabel(en.codeStep.code).fill(await mailedCode(site, email, before));
}

/** Returns the code in the next email to a user. */
export async function mailedCode(site: Site, to: string, after?: string): Promise<string> {
  const mail = await site.app.mail.next({ to, subject: /code/i, ...(after ? { after } : {}) });
  return /\b\d{6}\b/.exec(mail.text)?.[0] ?? "";
}

/** Returns the newest email's ID, to wait for the next email. */
export function newestMail(site: Site): string | undefined {
  return site.app.mail.list()[0]?.id;
}

/** Returns the newest code texted to a number. */
export function textedCode(site: Site, phoneNumber: string): string {
  return site.app.texts.list().find((text) => text.phoneNumber === phoneNumber)?.code ?? "";
}
