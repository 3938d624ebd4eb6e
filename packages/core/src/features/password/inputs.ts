/** What recovering and changing a password takes and answers. */

import type { SessionErrorCode } from "../../sessions/guards.ts";
import type { User } from "../../users/user.ts";

export interface ForgetPasswordInput {
  readonly email: string;
  /** The page where the new password is typed; it gets `?token=` or `?error=`. Relative, or on a trusted origin. */
  readonly redirectTo?: string | undefined;
}

export interface ForgetPasswordAnswer {
  readonly status: true;
  /** The same sentence for every address. */
  readonly message: string;
}

export interface ResetPasswordLink {
  /** From the mail. */
  readonly token: string;
  readonly callbackURL: string;
}

export interface ResetPasswordInput {
  readonly newPassword: string;
  /** From the link; may stand in the query instead. */
  readonly token?: string | undefined;
}

export interface ChangePasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Ends all other sessions of the user. Default: false. */
  readonly revokeOtherSessions?: boolean | undefined;
}

export interface ChangedPassword<U = User> {
  /** The bearer secret of this session, which is new; `null` unless others were ended or the caller has no cookies. */
  readonly token: string | null;
  readonly user: U;
}

export interface SetPasswordInput {
  readonly newPassword: string;
}

export interface VerifyPasswordInput {
  readonly password: string;
}

export type ForgetPasswordErrorCode = "RESET_PASSWORD_DISABLED" | "INVALID_EMAIL" | "INVALID_REDIRECT_URL";
export type ResetPasswordErrorCode = "INVALID_TOKEN" | "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "USER_NOT_FOUND";
export type ProvePasswordErrorCode = SessionErrorCode | "INVALID_PASSWORD" | "CREDENTIAL_ACCOUNT_NOT_FOUND";
export type ChangePasswordErrorCode = ProvePasswordErrorCode | "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG";
export type SetPasswordErrorCode =
  | SessionErrorCode
  | "PASSWORD_ALREADY_SET"
  | "PASSWORD_TOO_SHORT"
  | "PASSWORD_TOO_LONG";
