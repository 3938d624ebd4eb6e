/** An app with the plugin, and users with a second factor. */

import type { Plugin } from "@latchkey/core";
import type { UserRow } from "@latchkey/core/plugin";
import { userTable } from "@latchkey/core/plugin";
import { type Mailbox, type MailedApp, startMailedAuth, type TestBrowser, testPassword } from "@latchkey/test-kit";
import { HOTP, Secret } from "otpauth";
import type { TwoFactorOptions } from "../src/options.ts";
import { type TwoFactorPlugin, twoFactor } from "../src/plugin.ts";

export interface Enrolled {
  readonly browser: TestBrowser;
  readonly email: string;
  readonly userId: string;
  /** In base32. */
  readonly secret: string;
  readonly backupCodes: readonly string[];
}

export interface TwoFactorApp extends MailedApp<readonly [TwoFactorPlugin]> {
  /** The code that an app shows this many steps from now. */
  code(secret: string, steps?: number): string;
  /** A wrong code of six digits. */
  wrong(secret: string): string;
  /**
   * A signed-in user with an authenticator app. The time step for the confirmation code has passed.
   * @param isOwner whether the user opens a verification link first, in the session that enrolls
   */
  enrolled(email?: string, isOwner?: boolean): Promise<Enrolled>;
  /** Sets a new password with an emailed link. */
  reset(newPassword: string, email?: string): Promise<number>;
  /** A new browser where the user has entered the correct password and must enter the second factor. */
  challenged(email?: string, body?: object): Promise<TestBrowser>;
  user(email?: string): Promise<UserRow & { readonly twoFactorEnabled: boolean }>;
}

/** Starts an app that sends emails and codes to its mailbox. */
export async function startTwoFactor(
  options: object = {},
  pluginOptions: TwoFactorOptions = {},
  more: readonly Plugin[] = [],
): Promise<TwoFactorApp> {
  const plugins = (mailbox: Mailbox): readonly [TwoFactorPlugin] => {
    const otpOptions = { sendOTP: mailbox.sender("sendOTP"), ...pluginOptions.otpOptions };
    const lockOptions = { sendLocked: mailbox.sender("sendLocked"), ...pluginOptions.lockOptions };
    return [twoFactor({ ...pluginOptions, otpOptions, lockOptions })];
  };
  const app = await startMailedAuth(plugins, options, more);
  const { clock, auth, box } = app;
  const code = (secret: string, steps = 0): string =>
    HOTP.generate({
      secret: Secret.fromBase32(secret),
      counter: Math.floor(clock.now().getTime() / 30_000) + steps,
      digits: 6,
    });
  return {
    ...app,
    code,
    wrong(secret) {
      const near = [-2, -1, 0, 1, 2].map((steps) => code(secret, steps));
      return ["000000", "111111", "222222", "333333", "444444", "555555"].find((one) => !near.includes(one)) as string;
    },
    async enrolled(email = "ann@example.com", isOwner = false) {
      const browser = app.browser();
      const { user } = (await browser.signUp(email)).body;
      if (isOwner) {
        await browser.post("/send-verification-email", { email });
        const { url } = await box.next("sendVerificationEmail");
        await browser.get(url.replace("http://app.test/api/auth", ""));
      }
      const { body } = await browser.post<{ totpURI: string; backupCodes: string[] }>("/two-factor/enable", {
        password: testPassword,
      });
      const secret = new URL(body.totpURI).searchParams.get("secret") as string;
      const confirmed = await browser.post("/two-factor/verify-totp", { code: code(secret) });
      if (confirmed.status !== 200) throw new Error(`Not enrolled: ${JSON.stringify(confirmed.body)}`);
      clock.advance(90);
      return { browser, email, userId: user.id, secret, backupCodes: body.backupCodes };
    },
    async reset(newPassword, email = "ann@example.com") {
      await app.browser().post("/forget-password", { email });
      const { token } = await box.next("sendResetPassword");
      return (await app.browser().post("/reset-password", { newPassword, token })).status;
    },
    async challenged(email = "ann@example.com", body = {}) {
      const browser = app.browser();
      const reply = await browser.post("/sign-in/email", { email, password: testPassword, ...body });
      if (reply.body.twoFactorRedirect !== true) throw new Error(`Not asked: ${JSON.stringify(reply.body)}`);
      return browser;
    },
    user: async (email = "ann@example.com") =>
      (await auth.$context.db.findOne(userTable, { where: { email } })) as never,
  };
}
