/** Options for email verification. */

import type { SafeURL } from "../../http/origins.ts";
import { isSafePath, parseUrl } from "../../http/origins.ts";
import { checkInteger } from "../../kernel/check-options.ts";
import type { MailSender } from "../../outbox/mail.ts";
import type { User } from "../../plugin/user.ts";
import type { VerificationMail } from "../../users/verification.ts";

/** Options for `emailVerification`. */
export interface EmailVerificationOptions {
  /** Sends the verification email. Without it, users can't verify their email. */
  readonly sendVerificationEmail?: MailSender<VerificationMail>;
  /** Whether to send it on sign-up. Default: the value of `emailAndPassword.requireEmailVerification`. */
  readonly sendOnSignUp?: boolean;
  /** Whether to send it again when a sign-in is rejected because the email isn't verified. Default: true. */
  readonly sendOnSignIn?: boolean;
  /** Whether opening the link creates a session in that browser. Default: false. */
  readonly autoSignInAfterVerification?: boolean;
  /** How long the link is valid, in seconds. Default: 3600. */
  readonly expiresIn?: number;
  /**
   * The app's page where users confirm with a click, as a path or an absolute URL. The link then redirects there with
   * `?token=` and `callbackURL` and doesn't consume the token, because email clients prefetch links. The page sends
   * both as a POST to `/verify-email`. Default: none, so opening the link verifies the email.
   */
  readonly confirmPage?: string;
  /** Runs after an email is verified. If it throws, it's retried, up to 10 attempts in total. */
  afterEmailVerification?(user: User): Promise<void> | void;
}

/** The options with defaults filled in. */
export interface EmailVerificationSettings {
  readonly sendVerification: MailSender<VerificationMail> | null;
  readonly autoSignIn: boolean;
  readonly expiresIn: number;
  /** Set by the app, so it's trusted. */
  readonly confirmPage: SafeURL | null;
  readonly afterVerification: ((user: User) => Promise<void> | void) | null;
}

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveEmailVerification(options: EmailVerificationOptions = {}): EmailVerificationSettings {
  const expiresIn = checkInteger("emailVerification.expiresIn", options.expiresIn ?? 3600, {
    min: 60,
    max: 604_800,
    unit: "seconds",
  });
  return {
    sendVerification: options.sendVerificationEmail ?? null,
    autoSignIn: options.autoSignInAfterVerification ?? false,
    expiresIn,
    confirmPage: options.confirmPage === undefined ? null : checkConfirmPage(options.confirmPage),
    afterVerification: options.afterEmailVerification?.bind(options) ?? null,
  };
}

function checkConfirmPage(page: string): SafeURL {
  if (isSafePath(page) || /^https?:$/.test(parseUrl(page)?.protocol ?? "")) return page as SafeURL;
  throw new Error(`emailVerification.confirmPage is "${page}". Use a path such as "/confirm", or a URL with https.`);
}
