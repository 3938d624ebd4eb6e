/** What an app may set about proving addresses. */

import { isSafePath, parseUrl } from "../../http/origins.ts";
import type { MailSender } from "../../outbox/mail.ts";
import type { SafeURL } from "../../plugin/redirect.ts";
import type { User } from "../../plugin/user.ts";
import type { VerificationMail } from "../../users/verification.ts";

/** Options of `emailVerification`. */
export interface EmailVerificationOptions {
  /** Sends the mail. Without it no address can be proven. */
  readonly sendVerificationEmail?: MailSender<VerificationMail>;
  /** Send it when somebody signs up. Default: where `emailAndPassword.requireEmailVerification` is on. */
  readonly sendOnSignUp?: boolean;
  /** Send it again when somebody is kept out because the address is not proven. Default: true. */
  readonly sendOnSignIn?: boolean;
  /** Opening the link makes a session in the browser that opened it. Default: false. */
  readonly autoSignInAfterVerification?: boolean;
  /** How long the link is good, in seconds. Default: 3600. */
  readonly expiresIn?: number;
  /**
   * The app's page on which people confirm with a click: a path, or an absolute address. Opening the link then leads
   * there with `?token=` and `callbackURL`, and spends nothing, for mail programs open links too; the page sends both by
   * POST to `/verify-email`. Default: none, opening the link does it.
   */
  readonly confirmPage?: string;
  /** Called once an address was proven; tried again until it succeeds. */
  afterEmailVerification?(user: User): Promise<void> | void;
}

/** The options with defaults filled in. */
export interface EmailVerificationSettings {
  readonly send: MailSender<VerificationMail> | null;
  readonly autoSignIn: boolean;
  readonly expiresIn: number;
  /** Named by the app, so trusted. */
  readonly confirmPage: SafeURL | null;
  readonly after: ((user: User) => Promise<void> | void) | null;
}

/** @throws {Error} naming the option that makes no sense */
export function resolveEmailVerification(options: EmailVerificationOptions = {}): EmailVerificationSettings {
  const expiresIn = options.expiresIn ?? 3600;
  if (!Number.isInteger(expiresIn) || expiresIn < 60 || expiresIn > 604_800) {
    throw new Error(`emailVerification.expiresIn is ${expiresIn}: give a whole number of seconds from 60 to 604800.`);
  }
  return {
    send: options.sendVerificationEmail ?? null,
    autoSignIn: options.autoSignInAfterVerification ?? false,
    expiresIn,
    confirmPage: options.confirmPage === undefined ? null : pageOf(options.confirmPage),
    after: options.afterEmailVerification?.bind(options) ?? null,
  };
}

function pageOf(page: string): SafeURL {
  if (isSafePath(page) || /^https?:$/.test(parseUrl(page)?.protocol ?? "")) return page as SafeURL;
  throw new Error(
    `emailVerification.confirmPage is "${page}": give a path such as "/confirm", or an address with https.`,
  );
}
