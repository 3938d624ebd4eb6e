/** What recovering and changing a password takes and answers. */

import type { InPersonErrorCode, SessionErrorCode } from "../../sessions/guards.ts";
import type { User } from "../../users/user.ts";

/** What `/forget-password` takes. */
export interface ForgetPasswordInput {
  readonly email: string;
  /** The page where the new password is typed; it gets `?token=` or `?error=`. Relative, or on a trusted origin. */
  readonly redirectTo?: string | undefined;
}

/** What it answers, whoever has the address. */
export interface ForgetPasswordAnswer {
  readonly status: true;
  /** The same sentence for every address. */
  readonly message: string;
}

/** What the link of a reset mail carries. */
export interface ResetPasswordLink {
  /** From the mail. */
  readonly token: string;
  readonly callbackURL: string;
}

/** What `/reset-password` takes. */
export interface ResetPasswordInput {
  readonly newPassword: string;
  /** From the link; may stand in the query instead. */
  readonly token?: string | undefined;
}

/** What `/change-password` takes. */
export interface ChangePasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Ends all other sessions of the user. Default: false. */
  readonly revokeOtherSessions?: boolean | undefined;
}

/** What it answers. */
export interface ChangedPassword<U = User> {
  /** The bearer secret of this session, which is new; `null` unless others were ended or the caller has no cookies. */
  readonly token: string | null;
  readonly user: U;
}

/** What `setPassword` takes. */
export interface SetPasswordInput {
  readonly newPassword: string;
}

/** What `/verify-password` takes. */
export interface VerifyPasswordInput {
  readonly password: string;
}

/** What `/forget-password` can be refused with. */
export type ForgetPasswordErrorCode = "RESET_PASSWORD_DISABLED" | "INVALID_EMAIL" | "INVALID_REDIRECT_URL";
/** What `/reset-password` can be refused with. */
export type ResetPasswordErrorCode = "INVALID_TOKEN" | NewPasswordErrorCode | "USER_NOT_FOUND";
/** What any new password can be refused with. */
export type NewPasswordErrorCode = "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_TOO_OBVIOUS";
/** What asking for the password again can be refused with. */
export type ProvePasswordErrorCode =
  | SessionErrorCode
  | InPersonErrorCode
  | "INVALID_PASSWORD"
  | "CREDENTIAL_ACCOUNT_NOT_FOUND";
/** What `/change-password` can be refused with. */
export type ChangePasswordErrorCode = ProvePasswordErrorCode | NewPasswordErrorCode;
/** What `setPassword` can be refused with. */
export type SetPasswordErrorCode = SessionErrorCode | InPersonErrorCode | "PASSWORD_ALREADY_SET" | NewPasswordErrorCode;
