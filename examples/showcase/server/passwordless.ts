/** The plugins for sign-in without a password, guests, several accounts, and asking users to confirm their identity. */

import { anonymous } from "@latchkey/anonymous";
import type { TextCatcher } from "@latchkey/dev";
import { emailOTP } from "@latchkey/email-otp";
import { lastLoginMethod } from "@latchkey/last-login-method";
import { magicLink } from "@latchkey/magic-link";
import type { Mailer } from "@latchkey/mailer";
import { multiSession } from "@latchkey/multi-session";
import { type OneTapPlugin, oneTap } from "@latchkey/one-tap";
import { passkey } from "@latchkey/passkey";
import { phoneNumber } from "@latchkey/phone-number";
import { stepUp } from "@latchkey/step-up";

export interface PasswordlessOptions {
  readonly mail: Mailer;
  /** Catches text messages. */
  readonly texts: TextCatcher;
  /** Google's client ids. Without one, there's no One Tap. */
  readonly google: string | readonly string[] | undefined;
  /** What users enter to sign up with a passkey. Default: `email`. */
  readonly passkeySignUp?: "email" | "without-email" | undefined;
}

/** Creates the plugins. Emails lead to the app's own pages. */
export function passwordlessPlugins({ mail, texts, google, passkeySignUp = "email" }: PasswordlessOptions) {
  const [clientId] = [google ?? []].flat();
  const withGoogle: readonly OneTapPlugin[] = clientId ? [oneTap({ clientId, requireNonce: true })] : [];
  return [
    passkey({ signUp: passkeySignUp }),
    emailOTP({ sendVerificationOTP: mail.emailCode }),
    magicLink({ sendMagicLink: mail.magicLink, confirmationPage: "/magic-link" }),
    // Text messages never leave this machine, so every country is allowed.
    phoneNumber({
      countries: "all",
      sendOTP: texts.send,
      sendPasswordResetOTP: texts.send,
      signUpOnVerification: {},
    }),
    anonymous(),
    multiSession(),
    lastLoginMethod(),
    stepUp({ sendNewSignIn: mail.newSignIn, notMeURL: "/not-me" }),
    // The server doesn't call One Tap's endpoints, so its types are left out.
    ...(withGoogle as readonly []),
  ] as const;
}
