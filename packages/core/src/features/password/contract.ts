/** Password reset and change: what the calls take, return, and fail with. */

import type { NewPasswordErrorCode } from "../../accounts/password.ts";
import type { CallOptions, StatusAnswer } from "../../http/call.ts";
import type { PageCall, PublicCall, ServerSessionCall, SessionCall } from "../../plugin/contract.ts";
import type { CoreModels, Models } from "../../plugin/types.ts";
import type { User } from "../../plugin/user.ts";
import type { InPersonErrorCode } from "../../sessions/guards.ts";

/** What `/forget-password` takes. */
export interface ForgetPasswordInput {
  readonly email: string;
  /** The page that asks for the new password. It gets `?token=` or `?error=`. Relative, or on a trusted origin. */
  readonly redirectTo?: string | undefined;
}

/** What `/forget-password` returns. */
export interface ForgetPasswordAnswer {
  readonly status: true;
  /** The same text for every email. */
  readonly message: string;
}

/** What the link of a reset email carries. */
export interface ResetPasswordLink {
  /** From the email. */
  readonly token: string;
  readonly callbackURL: string;
}

/** What opening that link takes in `auth.api`. */
export interface OpenResetLink extends CallOptions {
  readonly params: { readonly token: string };
  readonly query: { readonly callbackURL: string };
}

/** What `/reset-password` takes. */
export interface ResetPasswordInput {
  readonly newPassword: string;
  /** From the link. It can be in the query instead. */
  readonly token?: string | undefined;
}

/** What `/change-password` takes. */
export interface ChangePasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Whether to end all other sessions of the user. Default: false. */
  readonly revokeOtherSessions?: boolean | undefined;
}

/** What `/change-password` returns. */
export interface ChangedPassword<U = User> {
  /** The session's new secret. `null` unless other sessions were ended or the caller has no cookies. */
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

/** The codes of a current password that is wrong or doesn't exist. */
type CurrentPasswordErrorCode = InPersonErrorCode | "INVALID_PASSWORD" | "CREDENTIAL_ACCOUNT_NOT_FOUND";

interface ForgetPasswordCall
  extends PublicCall<ForgetPasswordInput, ForgetPasswordAnswer, "RESET_PASSWORD_DISABLED" | "INVALID_EMAIL"> {}

/** Password reset and change. */
export interface PasswordCalls<M extends Models = CoreModels> {
  /** Sends an email with a link to set a new password. The answer is the same for every email. */
  readonly forgetPassword: ForgetPasswordCall;
  /** Sends an email with a link to set a new password. The answer is the same for every email. */
  readonly requestPasswordReset: ForgetPasswordCall;
  /** Opens the link of that email: redirects to the page for the new password. The token stays valid. */
  readonly resetPasswordCallback: PageCall<ResetPasswordLink, OpenResetLink>;
  /** Sets a new password with the token of that email. */
  readonly resetPassword: PublicCall<
    ResetPasswordInput,
    StatusAnswer,
    "INVALID_TOKEN" | "USER_NOT_FOUND" | NewPasswordErrorCode | M["codes"]["newPassword"]
  >;
  /** Changes the password. The session gets a new token. */
  readonly changePassword: SessionCall<
    ChangePasswordInput,
    ChangedPassword<M["user"]>,
    CurrentPasswordErrorCode | NewPasswordErrorCode | M["codes"]["newPassword"]
  >;
  /** Sets the password of a user who has none, such as one who signed up with a provider. */
  readonly setPassword: ServerSessionCall<
    SetPasswordInput,
    StatusAnswer,
    InPersonErrorCode | "PASSWORD_ALREADY_SET" | NewPasswordErrorCode | M["codes"]["newPassword"]
  >;
  /** Verifies the current password, which makes the session fresh. */
  readonly verifyPassword: SessionCall<VerifyPasswordInput, StatusAnswer, CurrentPasswordErrorCode>;
}
