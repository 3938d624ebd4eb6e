/** An app with the plugin and a second factor, in which passwords are hashed cheaply. */

import type { AdditionalFields, Plugin } from "@latchkey/core";
import {
  createMailbox,
  type Mailbox,
  mailOptions,
  startAuth,
  type TestApp,
  type TestBrowser,
  testPassword,
} from "@latchkey/test-kit";
import { type TwoFactorPlugin, twoFactor } from "@latchkey/two-factor";
import { HOTP, Secret } from "otpauth";
import type { StepUpOptions } from "../src/options.ts";
import { type StepUpPlugin, stepUp } from "../src/plugin.ts";

const cheapHashes = {
  hash: async (password: string): Promise<string> => `plain:${password}`,
  verify: async ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
    hash === `plain:${password}`,
};

/** The app under test. */
export interface StepUpApp extends TestApp<readonly [StepUpPlugin, TwoFactorPlugin]> {
  readonly box: Mailbox;
  /** The current code of an authenticator app. */
  code(secret: string): string;
  /** Signs up a user and turns 2FA on. The step of the confirming code is over. */
  enrolled(email?: string): Promise<{ readonly browser: TestBrowser; readonly secret: string }>;
  /** Sets a new password through the mailbox. */
  reset(email: string, newPassword: string): Promise<number>;
}

/** Starts the app. Emails go to its box. */
export async function startStepUp(
  pluginOptions: StepUpOptions = {},
  options: object = {},
  more: readonly Plugin[] = [],
): Promise<StepUpApp> {
  const box = createMailbox();
  const mails = mailOptions(box);
  const sendNewSignIn = box.sender("sendNewSignIn") as never;
  const app = (await startAuth<readonly Plugin[], AdditionalFields, AdditionalFields>({
    ...(mails as object),
    emailAndPassword: { ...mails.emailAndPassword, password: cheapHashes },
    plugins: [stepUp({ sendNewSignIn, ...pluginOptions }), twoFactor(), ...more],
    ...options,
  })) as unknown as TestApp<readonly [StepUpPlugin, TwoFactorPlugin]>;
  const { clock } = app;
  const code = (secret: string): string =>
    HOTP.generate({
      secret: Secret.fromBase32(secret),
      counter: Math.floor(clock.now().getTime() / 30_000),
      digits: 6,
    });
  return {
    ...app,
    box,
    code,
    async enrolled(email = "ann@example.com") {
      const browser = app.browser();
      await browser.signUp(email);
      const { body } = await browser.post<{ totpURI: string }>("/two-factor/enable", { password: testPassword });
      const secret = new URL(body.totpURI).searchParams.get("secret") as string;
      const confirmed = await browser.post("/two-factor/verify-totp", { code: code(secret) });
      if (confirmed.status !== 200) throw new Error(`Not enrolled: ${JSON.stringify(confirmed.body)}`);
      clock.advance(90);
      return { browser, secret };
    },
    async reset(email, newPassword) {
      await app.browser().post("/forget-password", { email });
      const { token } = await box.next("sendResetPassword");
      return (await app.browser().post("/reset-password", { newPassword, token })).status;
    },
  };
}
