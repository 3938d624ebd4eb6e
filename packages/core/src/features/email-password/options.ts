/** What an app may set about email and password. */

import type { MailSender } from "../../outbox/mail.ts";
import type { User } from "../../plugin/user.ts";

/** Options of `emailAndPassword`. */
export interface EmailPasswordOptions {
  /** Whether there are passwords at all. Default: false. */
  readonly enabled?: boolean;
  /** Nobody signs up by themselves. Default: false. */
  readonly disableSignUp?: boolean;
  /** Nobody gets a session before their address is proven. Default: false. */
  readonly requireEmailVerification?: boolean;
  /** In characters, after Unicode normalisation. Default: 8. */
  readonly minPasswordLength?: number;
  /** In characters, after Unicode normalisation. Default: 128; at least 64, at most 1024. */
  readonly maxPasswordLength?: number;
  /**
   * Refuses passwords that are the user's own address, what stands before its @, or their user name. Default: false.
   */
  readonly refuseOwnNames?: boolean;
  /** Signing up makes a session. Default: true, unless verification is required. */
  readonly autoSignIn?: boolean;
  /**
   * Tells the owner that somebody tried to sign up with their address, where sign-up does not say that it is taken
   * (required verification, or no automatic sign-in).
   */
  readonly onExistingUserSignUp?: MailSender<{ readonly user: User }>;
  /** Instead of the library's hashing. */
  readonly password?: CustomHasher;
}

/** An app's own way of storing passwords. */
export interface CustomHasher {
  hash(password: string): Promise<string>;
  verify(data: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** The options with defaults filled in. */
export interface EmailPasswordSettings {
  readonly enabled: boolean;
  readonly signUp: boolean;
  readonly requireEmailVerification: boolean;
  readonly autoSignIn: boolean;
  readonly tellOwner: MailSender<{ readonly user: User }> | null;
}

export function resolveEmailPassword(options: EmailPasswordOptions = {}): EmailPasswordSettings {
  return {
    enabled: options.enabled ?? false,
    signUp: options.disableSignUp !== true,
    requireEmailVerification: options.requireEmailVerification ?? false,
    autoSignIn: options.autoSignIn ?? true,
    tellOwner: options.onExistingUserSignUp ?? null,
  };
}
