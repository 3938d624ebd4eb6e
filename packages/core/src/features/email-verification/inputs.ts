/** What proving an address takes and answers. */

import type { User } from "../../users/user.ts";

/** What `/send-verification-email` takes. */
export interface SendVerificationEmailInput {
  readonly email: string;
  /** Where the link leads in the end. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
}

/** What `/verify-email` takes: from the link, or in the body where the app asks people first (`confirmPage`). */
export interface VerifyEmailQuery {
  /** From the mail. */
  readonly token: string;
  /** Where to go afterwards; a refusal is told there as `?error=`. Without it the answer is JSON. */
  readonly callbackURL?: string | undefined;
}

/** What it answers where no callback was given. */
export interface VerifiedEmail<U = User> {
  readonly status: true;
  /** The user as they are now, after a change of address; `null` where an address was only proven. */
  readonly user: U | null;
}

/** What `/send-verification-email` can be refused with. */
export type SendVerificationEmailErrorCode =
  | "VERIFICATION_EMAIL_NOT_ENABLED"
  | "INVALID_EMAIL"
  | "EMAIL_MISMATCH"
  | "EMAIL_ALREADY_VERIFIED";

/** What `/verify-email` can be refused with. */
export type VerifyEmailErrorCode = "TOKEN_EXPIRED" | "INVALID_TOKEN" | "USER_NOT_FOUND" | "INVALID_USER";
