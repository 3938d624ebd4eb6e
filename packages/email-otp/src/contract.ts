/** The calls of the email code plugin, with their inputs, responses, and errors. */

import type { User } from "@latchkey/core";
import type {
  CoreModels,
  GuestErrorCode,
  ImpersonationErrorCode,
  Models,
  NewPasswordErrorCode,
  PluginTypes,
  PublicCall,
  ServerCall,
  SessionCall,
  SessionErrorCode,
  SuccessResponse,
} from "@latchkey/core/plugin";

/** A code's purpose. A code of one type can't be used as another. */
export type EmailOtpType = "sign-in" | "email-verification" | "forget-password" | "change-email";

/** Input for `/email-otp/send-verification-otp`. */
export interface SendVerificationOtpInput {
  readonly email: string;
  /** Not `change-email`: that code comes from `/email-otp/request-email-change`. */
  readonly type: EmailOtpType;
}

/** Input for `/email-otp/check-verification-otp`. */
export interface CheckVerificationOtpInput {
  readonly email: string;
  readonly type: EmailOtpType;
  readonly otp: string;
}

/** Input for `/sign-in/email-otp`, in addition to the app's fields for a new user. */
export interface SignInEmailOtpInput {
  readonly email: string;
  readonly otp: string;
  /** The name of a new user. */
  readonly name?: string | undefined;
  /** The picture of a new user. */
  readonly image?: string | null | undefined;
  /** Whether to keep the session when the browser closes. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** Response from `/sign-in/email-otp`. */
export interface SignInEmailOtpResponse<U = User> {
  /** The session's secret, for clients without cookies. */
  readonly token: string;
  readonly user: U;
}

/** Input for `/email-otp/verify-email`. */
export interface VerifyEmailOtpInput {
  readonly email: string;
  readonly otp: string;
}

/** Response from `/email-otp/verify-email`. */
export interface VerifyEmailOtpResponse<U = User> {
  readonly status: true;
  /** The secret of a new session, or `null` if none was created. */
  readonly token: string | null;
  readonly user: U;
}

/** Input for `/email-otp/request-password-reset`. */
export interface RequestPasswordResetOtpInput {
  readonly email: string;
}

/** Input for `/email-otp/reset-password`. */
export interface ResetPasswordOtpInput {
  readonly email: string;
  readonly otp: string;
  readonly password: string;
}

/** Input for `/email-otp/request-email-change`. */
export interface RequestEmailChangeOtpInput {
  readonly newEmail: string;
  /** A code of type `email-verification` that was sent to the current email. */
  readonly otp?: string | undefined;
  /**
   * `second-factor` in place of `otp`, if the user lost access to the current mailbox. Requires the
   * `secondFactorConfirms` option, and a second factor confirmed in the last 10 minutes.
   */
  readonly confirmWith?: "second-factor" | undefined;
}

/** Input for `/email-otp/change-email`. */
export interface ChangeEmailOtpInput {
  readonly newEmail: string;
  /** The code that was sent to the new email. */
  readonly otp: string;
}

/** Input for `createVerificationOTP` and `getVerificationOTP`. */
export interface VerificationOtpInput {
  readonly email: string;
  readonly type: EmailOtpType;
}

/** Errors of an invalid code. */
type OtpErrorCode = "INVALID_OTP" | "OTP_EXPIRED" | "TOO_MANY_ATTEMPTS";

interface RequestResetCall extends PublicCall<RequestPasswordResetOtpInput, SuccessResponse, "INVALID_EMAIL"> {}

/** The plugin's calls. */
export interface EmailOtpCalls<M extends Models = CoreModels> {
  /** Sends a code. The response is the same for every email. Asking again sends the same code. */
  readonly sendVerificationOTP: PublicCall<
    SendVerificationOtpInput,
    SuccessResponse,
    "INVALID_EMAIL" | "INVALID_OTP_TYPE"
  >;
  /** Checks a code without using it up. Counts as an attempt. */
  readonly checkVerificationOTP: PublicCall<CheckVerificationOtpInput, SuccessResponse, "INVALID_EMAIL" | OtpErrorCode>;
  /** Signs in with a code. Creates a user if no one has the email. */
  readonly signInEmailOTP: PublicCall<
    SignInEmailOtpInput & Partial<M["newUser"]>,
    SignInEmailOtpResponse<M["user"]> | M["challenge"],
    | "INVALID_EMAIL"
    | "FIELD_NOT_ALLOWED"
    | "FAILED_TO_CREATE_SESSION"
    | OtpErrorCode
    | M["codes"]["signIn"]
    | M["codes"]["signUp"]
  >;
  /** Verifies an email with a code. Signs in if the app has `autoSignInAfterVerification`. */
  readonly verifyEmailOTP: PublicCall<
    VerifyEmailOtpInput,
    VerifyEmailOtpResponse<M["user"]> | M["challenge"],
    "INVALID_EMAIL" | "USER_NOT_FOUND" | "FAILED_TO_CREATE_SESSION" | OtpErrorCode | M["codes"]["signIn"]
  >;
  /** Sends a code to reset the password. The response is the same for every email. */
  readonly requestPasswordResetEmailOTP: RequestResetCall;
  /** The same call as `requestPasswordResetEmailOTP`, under better-auth's earlier path. */
  readonly forgetPasswordEmailOTP: RequestResetCall;
  /** Sets a new password with the code from `requestPasswordResetEmailOTP`. */
  readonly resetPasswordEmailOTP: PublicCall<
    ResetPasswordOtpInput,
    SuccessResponse,
    "INVALID_EMAIL" | OtpErrorCode | NewPasswordErrorCode | M["codes"]["newPassword"]
  >;
  /** Sends a code to a new email. */
  readonly requestEmailChangeEmailOTP: SessionCall<
    RequestEmailChangeOtpInput,
    SuccessResponse,
    | SessionErrorCode
    | ImpersonationErrorCode
    | GuestErrorCode
    | "CHANGE_EMAIL_DISABLED"
    | "INVALID_EMAIL"
    | "EMAIL_IS_THE_SAME"
    | OtpErrorCode
    | M["codes"]["changeEmail"]
  >;
  /** Changes the email with the code that was sent to the new one. */
  readonly changeEmailEmailOTP: SessionCall<
    ChangeEmailOtpInput,
    SuccessResponse,
    | SessionErrorCode
    | ImpersonationErrorCode
    | GuestErrorCode
    | "CHANGE_EMAIL_DISABLED"
    | "INVALID_EMAIL"
    | "EMAIL_IS_THE_SAME"
    | "EMAIL_ALREADY_IN_USE"
    | OtpErrorCode
    | M["codes"]["changeEmail"]
  >;
  /** Creates a code without sending it. Only a call of `auth.api` without a browser's headers can use the code. */
  readonly createVerificationOTP: ServerCall<VerificationOtpInput, string, "INVALID_EMAIL">;
  /** Returns a code that `createVerificationOTP` created, or `null`. */
  readonly getVerificationOTP: ServerCall<VerificationOtpInput, { readonly otp: string | null }, "INVALID_EMAIL">;
}

/** The calls as they appear on the client. */
export interface EmailOtpClient<C extends EmailOtpCalls<Models>> {
  readonly signIn: { readonly emailOtp: C["signInEmailOTP"]["client"] };
  readonly emailOtp: {
    readonly sendVerificationOtp: C["sendVerificationOTP"]["client"];
    readonly checkVerificationOtp: C["checkVerificationOTP"]["client"];
    readonly verifyEmail: C["verifyEmailOTP"]["client"];
    readonly requestPasswordReset: C["requestPasswordResetEmailOTP"]["client"];
    readonly resetPassword: C["resetPasswordEmailOTP"]["client"];
    readonly requestEmailChange: C["requestEmailChangeEmailOTP"]["client"];
    readonly changeEmail: C["changeEmailEmailOTP"]["client"];
  };
  readonly forgetPassword: { readonly emailOtp: C["forgetPasswordEmailOTP"]["client"] };
}

/** What the plugin adds to an app's types. */
export interface EmailOtpTypes extends PluginTypes {
  readonly calls: EmailOtpCalls<this["$app"]>;
  readonly client: EmailOtpClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface EmailOtpCapabilities {
  /** How long a code works, in seconds. */
  readonly expiresIn: number;
  /** Whether a code creates a user if no one has the email. */
  readonly signUp: boolean;
  /** Whether sign-up sends a code to verify the email. */
  readonly verification: boolean;
  /** Whether users can change their email with codes, and whether the current email gets one, too. */
  readonly changeEmail: null | { readonly verifyCurrentEmail: boolean };
}

declare global {
  interface LatchkeyCapabilities {
    readonly "email-otp"?: EmailOtpCapabilities;
  }
}
