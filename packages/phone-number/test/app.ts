/** An app with phone numbers, and the texts that it sends. */

import type { Plugin } from "@latchkey/core";
import { widen } from "@latchkey/core/database";
import { userTable } from "@latchkey/core/plugin";
import { type Mailbox, type MailedApp, startMailedAuth, type TestBrowser, type TestReply } from "@latchkey/test-kit";
import type { PhoneNumberOptions } from "../src/options.ts";
import { type PhoneNumberPlugin, phoneNumber } from "../src/plugin.ts";
import type { UserWithPhone } from "../src/tables.ts";

/** The status and the error code of a reply. */
export const outcome = ({ status, body }: TestReply): string =>
  `${status} ${(body as { code?: string }).code ?? ""}`.trim();

/** Enters a code. */
export const verify = (browser: TestBrowser, code: string, more: object = {}, phone: string = number) =>
  browser.post<{ token: string | null; user: Record<string, unknown> }>("/phone-number/verify", {
    phoneNumber: phone,
    code,
    ...more,
  });

/** A number that no one has. */
export const number = "+447400123456";

/** Numbers from different ranges. */
export const numberAt = (at: number): string => `+1213${320 + at}4253`;

/** The app under test. */
export interface PhoneApp extends MailedApp<readonly [PhoneNumberPlugin]> {
  /** Asks for a code in this browser and returns it. */
  code(browser: TestBrowser, phoneNumber?: string): Promise<string>;
  /** Someone who signs up with the number. */
  person(phoneNumber?: string): Promise<{ readonly browser: TestBrowser; readonly id: string }>;
  user(id: string): Promise<UserWithPhone | null>;
}

/** Starts an app whose texts and emails go to its box. */
export async function startPhone(
  pluginOptions: Partial<PhoneNumberOptions> = {},
  options: object = {},
  more: readonly Plugin[] = [],
): Promise<PhoneApp> {
  const to = ({ phoneNumber: recipient }: Readonly<Record<string, unknown>>): string => String(recipient);
  const plugin = (mailbox: Mailbox): PhoneNumberPlugin =>
    phoneNumber({
      countries: ["GB", "US"],
      sendOTP: mailbox.sender("sendOTP", to),
      sendPasswordResetOTP: mailbox.sender("sendPasswordResetOTP", to),
      signUpOnVerification: {},
      ...pluginOptions,
    });
  const app = await startMailedAuth((mailbox) => [plugin(mailbox)], options, more);
  const { box } = app;
  const code = async (browser: TestBrowser, phone = number): Promise<string> => {
    await browser.post("/phone-number/send-otp", { phoneNumber: phone });
    return String((await box.next("sendOTP", phone)).mail.code);
  };
  return {
    ...app,
    code,
    async person(phone = number) {
      const browser = app.browser();
      const reply = await browser.post<{ user: { id: string } }>("/phone-number/verify", {
        phoneNumber: phone,
        code: await code(browser, phone),
      });
      if (reply.status !== 200) throw new Error(`Not signed up: ${JSON.stringify(reply.body)}`);
      app.clock.advance(61);
      return { browser, id: reply.body.user.id };
    },
    user: (id) => app.auth.$context.db.findOne(widen<UserWithPhone>(userTable), { where: { id } }),
  };
}
