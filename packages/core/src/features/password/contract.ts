/** The calls that reset and change passwords, with their inputs, responses, and errors. */

import type { NewPasswordErrorCode } from "../../accounts/password.ts";
import type { CallOptions, StatusResponse } from "../../http/call.ts";
import type { PageCall, PublicCall, ServerSessionCall, SessionCall } from "../../plugin/contract.ts";
import type { CoreModels, Models } from "../../plugin/types.ts";
import type { User } from "../../plugin/user.ts";
import type { ImpersonationErrorCode } from "../../sessions/guards.ts";

/** Input for `/forget-password`. */
export interface ForgetPasswordInput {
  readonly email: string;
  /**
   * The page where users enter the new password. It gets a `token` or `error` parameter. Relative, or on a trusted
   * origin.
   */
  readonly redirectTo?: string | undefined;
}

/** Response from `/forget-password`. */
export interface ForgetPasswordResult {
  readonly status: true;
  /** The same text for every email. */
  readonly message: string;
}

/** The token and query of the link in a reset email. */
export interface ResetPasswordCallbackQuery {
  /** From the email. */
  readonly token: string;
  readonly callbackURL: string;
}

/** The options for opening that link through `auth.api`. */
export interface ResetPasswordCallbackOptions extends CallOptions {
  readonly params: { readonly token: string };
  readonly query: { readonly callbackURL: string };
}

/** Input for `/reset-password`. */
export interface ResetPasswordInput {
  readonly newPassword: string;
  /** From the link. It can be in the query instead. */
  readonly token?: string | undefined;
}

/** Input for `/change-password`. */
export interface ChangePasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Whether to end all of the user's other sessions. Default: false. */
  readonly revokeOtherSessions?: boolean | undefined;
}

/** Response from `/change-password`. */
export interface ChangePasswordResult<U = User> {
  /** The session's new secret. `null` unless other sessions were ended or the caller uses a bearer token. */
  readonly token: string | null;
  readonly user: U;
}

/** Input for `setPassword`. */
export interface SetPasswordInput {
  readonly newPassword: string;
}

/** Input for `/verify-password`. */
export interface VerifyPasswordInput {
  readonly password: string;
}

/** Error codes for a current password that's wrong or doesn't exist. */
type CurrentPasswordErrorCode = ImpersonationErrorCode | "INVALID_PASSWORD" | "CREDENTIAL_ACCOUNT_NOT_FOUND";

interface ForgetPasswordCall
  extends PublicCall<ForgetPasswordInput, ForgetPasswordResult, "RESET_PASSWORD_DISABLED" | "INVALID_EMAIL"> {}

/** Password reset and change. */
export interface PasswordCalls<M extends Models = CoreModels> {
  /** Sends an email with a link to reset the password. The response is the same for every email. */
  readonly forgetPassword: ForgetPasswordCall;
  /** Sends an email with a link to reset the password. The same call as `forgetPassword` under another path. */
  readonly requestPasswordReset: ForgetPasswordCall;
  /** Opens the link in that email. Redirects to the page for the new password. The token stays valid. */
  readonly resetPasswordCallback: PageCall<ResetPasswordCallbackQuery, ResetPasswordCallbackOptions>;
  /** Sets a new password with the token from that email. */
  readonly resetPassword: PublicCall<
    ResetPasswordInput,
    StatusResponse,
    "INVALID_TOKEN" | "USER_NOT_FOUND" | NewPasswordErrorCode | M["codes"]["newPassword"]
  >;
  /** Changes the password. The session gets a new token. */
  readonly changePassword: SessionCall<
    ChangePasswordInput,
    ChangePasswordResult<M["user"]>,
    CurrentPasswordErrorCode | NewPasswordErrorCode | M["codes"]["newPassword"]
  >;
  /** Sets a password for a user who has none, such as one who signed up with a provider. */
  readonly setPassword: ServerSessionCall<
    SetPasswordInput,
    StatusResponse,
    ImpersonationErrorCode | "PASSWORD_ALREADY_SET" | NewPasswordErrorCode | M["codes"]["newPassword"]
  >;
  /** Verifies the current password, which makes the session fresh. */
  readonly verifyPassword: SessionCall<VerifyPasswordInput, StatusResponse, CurrentPasswordErrorCode>;
}
