/** Options for email and password. */

import type { MailSender } from "../../outbox/mail.ts";
import type { User } from "../../plugin/user.ts";

/** Options for `emailAndPassword`. */
export interface EmailPasswordOptions {
  /** Whether to enable email and password. Default: false. */
  readonly enabled?: boolean;
  /** Whether to disable sign-up. Default: false. */
  readonly disableSignUp?: boolean;
  /** Whether users must verify their email before they get a session. Default: false. */
  readonly requireEmailVerification?: boolean;
  /** Minimum password length in characters, after Unicode normalization. Default: 8. */
  readonly minPasswordLength?: number;
  /** Maximum password length in characters, after Unicode normalization. Default: 128. Allowed: 64 to 1024. */
  readonly maxPasswordLength?: number;
  /**
   * Whether to reject passwords that are the user's email, the part before its @, or their username. Default: false.
   */
  readonly refuseOwnNames?: boolean;
  /** Whether sign-up creates a session. Default: true, unless verification is required. */
  readonly autoSignIn?: boolean;
  /**
   * Tells the owner of an email that someone tried to sign up with it. Used only if sign-up doesn't reveal that the
   * email is taken (required verification, or no automatic sign-in).
   */
  readonly onExistingUserSignUp?: MailSender<{ readonly user: User }>;
  /** Replaces the library's password hashing. */
  readonly password?: CustomHasher;
}

/** A custom password hasher. */
export interface CustomHasher {
  hash(password: string): Promise<string>;
  verify(data: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** The options with defaults filled in. */
export interface EmailPasswordSettings {
  readonly enabled: boolean;
  readonly isSignUpEnabled: boolean;
  readonly requireEmailVerification: boolean;
  readonly autoSignIn: boolean;
  readonly sendExistingAccountMail: MailSender<{ readonly user: User }> | null;
}

export function resolveEmailPassword(options: EmailPasswordOptions = {}): EmailPasswordSettings {
  return {
    enabled: options.enabled ?? false,
    isSignUpEnabled: options.disableSignUp !== true,
    requireEmailVerification: options.requireEmailVerification ?? false,
    autoSignIn: options.autoSignIn ?? true,
    sendExistingAccountMail: options.onExistingUserSignUp ?? null,
  };
}
