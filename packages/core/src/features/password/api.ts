/** Recovering and changing a password as `auth.api` has it. */

import type { Call, CallOptions, StatusAnswer, WithBody, WithSessionBody } from "../../http/call.ts";
import type {
  ChangedPassword,
  ChangePasswordErrorCode,
  ChangePasswordInput,
  ForgetPasswordAnswer,
  ForgetPasswordErrorCode,
  ForgetPasswordInput,
  ProvePasswordErrorCode,
  ResetPasswordErrorCode,
  ResetPasswordInput,
  SetPasswordErrorCode,
  SetPasswordInput,
  VerifyPasswordInput,
} from "./inputs.ts";

/** A link that is opened: what stands in its path, and in its query. */
export interface OpenResetLink extends CallOptions {
  readonly params: { readonly token: string };
  readonly query: { readonly callbackURL: string };
}

/** Recovering and changing a password as `auth.api` has it. */
export interface PasswordApi<U> {
  /** Sends a mail with a link to set a new password, if the address is somebody's; the answer does not tell. */
  readonly forgetPassword: Call<WithBody<ForgetPasswordInput>, ForgetPasswordAnswer, ForgetPasswordErrorCode>;
  /** The same under its newer name. */
  readonly requestPasswordReset: Call<WithBody<ForgetPasswordInput>, ForgetPasswordAnswer, ForgetPasswordErrorCode>;
  /** What opening that link does: a redirect to the page for the new password. Spends nothing. */
  readonly resetPasswordCallback: Call<OpenResetLink, Response, "INVALID_CALLBACK_URL">;
  /** The same under better-auth's name. */
  readonly requestPasswordResetCallback: Call<OpenResetLink, Response, "INVALID_CALLBACK_URL">;
  /** Sets a new password by the token of the mail. */
  readonly resetPassword: Call<WithBody<ResetPasswordInput>, StatusAnswer, ResetPasswordErrorCode>;
  /** Sets a new password by the old one. The session gets a new token. */
  readonly changePassword: Call<WithSessionBody<ChangePasswordInput>, ChangedPassword<U>, ChangePasswordErrorCode>;
  /** Gives a password to a user who has none, such as one who came by a provider. Only on the server. */
  readonly setPassword: Call<WithSessionBody<SetPasswordInput>, StatusAnswer, SetPasswordErrorCode>;
  /** Checks the current password, which makes the session fresh. */
  readonly verifyPassword: Call<WithSessionBody<VerifyPasswordInput>, StatusAnswer, ProvePasswordErrorCode>;
}
