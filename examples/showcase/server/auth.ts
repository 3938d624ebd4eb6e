/** The showcase's auth instance, which is all the auth code an app needs on its server. */

import { admin } from "@latchkey/admin";
import { captcha } from "@latchkey/captcha";
import { type ConfiguredProvider, createAuth, type SocialProvidersOptions } from "@latchkey/core";
import { devConsole, type TextCatcher } from "@latchkey/dev";
import { createDirectoryDesk } from "@latchkey/dev/directory";
import type { MailCatcher } from "@latchkey/dev/smtp";
import { events } from "@latchkey/events";
import { createMailer } from "@latchkey/mailer";
import { smtp } from "@latchkey/mailer/smtp";
import type { McpOptions } from "@latchkey/oauth-provider";
import { organization } from "@latchkey/organization";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { roles } from "../src/roles.ts";
import type { LocalChallenge } from "./challenge.ts";
import { federationPlugins } from "./federation.ts";
import { passwordlessPlugins } from "./passwordless.ts";
import type { Payments } from "./payments.ts";
import { createPeople } from "./people.ts";
import { type Meters, shop, studio } from "./shop.ts";
import { localDns, singleSignOnPlugins } from "./single-sign-on.ts";

export interface ShowcaseAuthOptions {
  readonly baseURL: string;
  readonly secret: string;
  /** Path of the SQLite file. */
  readonly file: string;
  /** Catches the app's email for the dev console. */
  readonly mail: MailCatcher;
  /** Catches the app's text messages for the dev console. */
  readonly texts: TextCatcher;
  /** The CAPTCHA service that protects sign-up. */
  readonly challenge: LocalChallenge;
  /** The payment provider that the showcase uses. */
  readonly payments: Payments;
  /** Real providers with their credentials. */
  readonly socialProviders: SocialProvidersOptions;
  readonly providers: readonly ConfiguredProvider[];
  /** Whether accounts with a different email can be linked. */
  readonly allowDifferentEmails?: boolean;
  /** Whether passkey sign-up asks for an email. Default: `email`. */
  readonly passkeySignUp?: "email" | "without-email";
  /** An MCP server to issue tokens for. Default: none. */
  readonly mcpServer?: McpOptions;
  /** Additional origins that can call the API. */
  readonly trustedOrigins?: readonly string[];
}

/**
 * Creates the showcase's auth instance and its tables. `consoleLink` returns the dev console's link, with its token.
 */
export async function createShowcaseAuth(options: ShowcaseAuthOptions) {
  const appName = "Latchkey showcase";
  const from = `${appName} <no-reply@showcase.test>`;
  const mail = createMailer({ appName, from, transport: smtp(options.mail.url) });
  const database = await sqlite(options.file);
  const auth = createAuth({
    appName,
    baseURL: options.baseURL,
    secret: options.secret,
    database: sqlAdapter(database),
    emailAndPassword: {
      enabled: true,
      sendResetPassword: mail.resetPassword,
      sendPasswordChanged: mail.passwordChanged,
    },
    emailVerification: { sendVerificationEmail: mail.verification, sendOnSignUp: true },
    user: {
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: mail.changeEmail,
        sendEmailChanged: mail.emailChanged,
      },
      sendSecurityNotice: mail.securityNotice,
      deleteUser: { enabled: true, sendDeleteAccountVerification: mail.deleteAccount },
    },
    socialProviders: options.socialProviders,
    providers: options.providers,
    fetch: options.challenge.fetch,
    resolveTxt: localDns(database),
    account: { accountLinking: { allowDifferentEmails: options.allowDifferentEmails ?? false } },
    plugins: [
      username(),
      ...passwordlessPlugins({
        mail,
        texts: options.texts,
        google: options.socialProviders.google?.clientId,
        passkeySignUp: options.passkeySignUp,
      }),
      twoFactor({ otpOptions: { sendOTP: mail.oneTimeCode } }),
      captcha({
        provider: "cloudflare-turnstile",
        secretKey: options.challenge.secretKey,
        siteVerifyURLOverride: options.challenge.verifyURL,
        endpoints: ["/sign-up/email"],
      }),
      admin(),
      organization({
        ...roles,
        teams: { enabled: true },
        invitationURL: "/organization/invitation",
        sendInvitationEmail: mail.invitation,
      }),
      ...singleSignOnPlugins(),
      ...federationPlugins(options.mcpServer),
      // The demo never runs in production, so webhooks can go to a server on this machine.
      events({
        organizations: true,
        checkpoints: true,
        allowPrivateURLs: true,
        sendWebhookDisabled: mail.webhookDisabled,
      }),
      shop(options.payments),
      studio((): Meters => auth.api),
      devConsole({ mail: options.mail, texts: options.texts, directory: createDirectoryDesk(), printLink: false }),
    ],
    trustedOrigins: options.trustedOrigins ?? [],
    // The sign-in page shows callback errors that have no separate page.
    errorURL: "/sign-in",
  });
  await auth.migrate();
  await createPeople(auth.api);
  return { auth, consoleLink: async (): Promise<string> => (await auth.api.devConsoleLink()).url };
}
