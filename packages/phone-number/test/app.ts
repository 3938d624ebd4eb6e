/** An app with phone numbers, and what it texts. */

import type { AdditionalFields, Plugin } from "@latchkey/core";
import { widen } from "@latchkey/core/database";
import { userTable } from "@latchkey/core/plugin";
import {
  createMailbox,
  type Mailbox,
  mailOptions,
  startAuth,
  type TestApp,
  type TestBrowser,
} from "@latchkey/test-kit";
import type { PhoneNumberOptions } from "../src/options.ts";
import { type PhoneNumberPlugin, phoneNumber } from "../src/plugin.ts";
import type { UserWithPhone } from "../src/tables.ts";

/** Cheap, so that races tell of codes and not of hashing. */
export const cheapHashes = {
  hash: async (password: string): Promise<string> => `plain:${password}`,
  verify: async ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
    hash === `plain:${password}`,
};

/** A number that no one has. */
export const number = "+447400123456";

/** Numbers of as many ranges. */
export const numberAt = (at: number): string => `+1213${320 + at}4253`;

/** The app under test. */
export interface PhoneApp extends TestApp<readonly [PhoneNumberPlugin]> {
  readonly box: Mailbox;
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
  const box = createMailbox();
  const mails = mailOptions(box);
  const { emailAndPassword, ...rest } = options as { readonly emailAndPassword?: object };
  const to = ({ phoneNumber: recipient }: Readonly<Record<string, unknown>>): string => String(recipient);
  const plugin = phoneNumber({
    countries: ["GB", "US"],
    sendOTP: box.sender("sendOTP", to) as never,
    sendPasswordResetOTP: box.sender("sendPasswordResetOTP", to) as never,
    signUpOnVerification: {},
    ...pluginOptions,
  });
  const app = (await startAuth<readonly Plugin[], AdditionalFields, AdditionalFields>({
    ...(mails as object),
    emailAndPassword: { ...mails.emailAndPassword, password: cheapHashes, ...emailAndPassword },
    plugins: [plugin, ...more],
    ...rest,
  })) as unknown as TestApp<readonly [PhoneNumberPlugin]>;
  const code = async (browser: TestBrowser, phone = number): Promise<string> => {
    await browser.post("/phone-number/send-otp", { phoneNumber: phone });
    return String((await box.next("sendOTP", phone)).mail.code);
  };
  return {
    ...app,
    box,
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
