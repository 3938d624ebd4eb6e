/** An app with the plugin and a second factor. Password hashing is cheap. */

import type { Plugin } from "@latchkey/core";
import { type Mailbox, type MailedApp, startMailedAuth, type TestBrowser, testPassword } from "@latchkey/test-kit";
import { type TwoFactorPlugin, twoFactor } from "@latchkey/two-factor";
import { HOTP, Secret } from "otpauth";
import type { StepUpOptions } from "../src/options.ts";
import { type StepUpPlugin, stepUp } from "../src/plugin.ts";

/** The app under test. */
export interface StepUpApp extends MailedApp<readonly [StepUpPlugin, TwoFactorPlugin]> {
  /** The current code of an authenticator app. */
  code(secret: string): string;
  /** Signs up a user and turns on 2FA. The time step for the confirmation code has passed. */
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
  const plugins = (mailbox: Mailbox): readonly [StepUpPlugin, TwoFactorPlugin] => [
    stepUp({ sendNewSignIn: mailbox.sender("sendNewSignIn"), ...pluginOptions }),
    twoFactor(),
  ];
  const app = await startMailedAuth(plugins, options, more);
  const { clock, box } = app;
  const code = (secret: string): string =>
    HOTP.generate({
      secret: Secret.fromBase32(secret),
      counter: Math.floor(clock.now().getTime() / 30_000),
      digits: 6,
    });
  return {
    ...app,
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
