/** An app with codes by email, and helpers for its tests. */

import { createMailbox, mailOptions, startAuth, type TestBrowser } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { expect } from "vitest";
import type { EmailOtpOptions } from "../src/options.ts";
import { emailOTP } from "../src/plugin.ts";

export const email = "ann@example.com";
export const password = "a few words in a row";

/** Returns a code that isn't this one. */
export const otherCode = (code: string): string => (code === "123456" ? "654321" : "123456");

/** The status and the error code of a reply. */
export const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }): unknown[] => [
  status,
  body.code,
];

/** Starts an app. Codes go to its box. */
export async function startCodes(options: Partial<EmailOtpOptions> = {}, app: object = {}) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const send = box.sender("code", ({ email: to }) => String(to));
  const plugins = [emailOTP({ sendVerificationOTP: send, changeEmail: { enabled: true }, ...options }), twoFactor()];
  const started = await startAuth({ ...mails, plugins, ...app } as never);
  const ask = async (browser: TestBrowser, to = email, type = "sign-in") => {
    const { status, body } = await browser.post("/email-otp/send-verification-otp", { email: to, type });
    expect([status, body]).toEqual([200, { success: true }]);
  };
  const code = async (browser: TestBrowser, to = email, type = "sign-in") => {
    await ask(browser, to, type);
    return String((await box.next("code", to)).mail.otp);
  };
  const signIn = (browser: TestBrowser, otp: unknown, to = email, more: object = {}) =>
    browser.post("/sign-in/email-otp", { email: to, otp, ...more });
  const session = async (browser: TestBrowser) =>
    (await browser.get<{ user: { email: string } } | null>("/get-session")).body?.user.email ?? null;
  return { ...started, box, ask, code, signIn, session };
}
