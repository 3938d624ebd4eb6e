/** The calls of the phone number plugin, with their inputs, responses, and errors. */

import type { User } from "@latchkey/core";
import type {
  CoreModels,
  ImpersonationErrorCode,
  Models,
  NewPasswordErrorCode,
  PluginTypes,
  PublicCall,
  StatusResponse,
} from "@latchkey/core/plugin";

/** Input for `/phone-number/send-otp` and `/phone-number/request-password-reset`. */
export interface PhoneNumberInput {
  /** With the country code, such as `+1 555 555 0100`, or without it if the app has a default country. */
  readonly phoneNumber: string;
}

/** Response from `/phone-number/send-otp`. The same whether or not a text was sent. */
export interface SendOtpResponse {
  readonly message: "code sent";
}

/** Input for `/phone-number/verify`. Other keys are fields of a new user. */
export interface VerifyPhoneNumberInput extends PhoneNumberInput {
  readonly code: string;
  /** Whether to only verify the number, without signing in. Default: false. */
  readonly disableSession?: boolean | undefined;
  /** Whether to add the number to the caller's account, or to replace their number. Default: false. */
  readonly updatePhoneNumber?: boolean | undefined;
  /** Whether to keep the session when the browser closes. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** Response from `/phone-number/verify`. */
export interface VerifyPhoneNumberResponse<U = User> {
  readonly status: true;
  /** The session token. `null` if the call didn't sign in. */
  readonly token: string | null;
  /**
   * The user that the call signed in or created. With `disableSession`, it's `null` if the number belongs to another
   * user, because that user might need more than a code to sign in.
   */
  readonly user: U | null;
}

/** Input for `/sign-in/phone-number`. */
export interface SignInPhoneNumberInput extends PhoneNumberInput {
  readonly password: string;
  /** Whether to keep the session when the browser closes. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** Response from `/sign-in/phone-number`. */
export interface SignInPhoneNumberResponse<U = User> {
  readonly token: string;
  readonly user: U;
}

/** Input for `/phone-number/reset-password`. */
export interface ResetPhonePasswordInput extends PhoneNumberInput {
  readonly otp: string;
  readonly newPassword: string;
}

/** Errors of an invalid code. */
export type PhoneCodeErrorCode = "INVALID_OTP" | "OTP_NOT_FOUND" | "OTP_EXPIRED" | "TOO_MANY_ATTEMPTS";

/** The plugin's calls. */
export interface PhoneNumberCalls<M extends Models = CoreModels> {
  /** Texts a verification code, to sign in or to add the number to the caller's account. */
  readonly sendPhoneNumberOTP: PublicCall<
    PhoneNumberInput,
    SendOtpResponse,
    "INVALID_PHONE_NUMBER" | "SEND_OTP_NOT_IMPLEMENTED"
  >;
  /** Verifies a code: signs in, signs up, or adds the number to the caller's account. */
  readonly verifyPhoneNumber: PublicCall<
    VerifyPhoneNumberInput & Partial<M["newUser"]>,
    VerifyPhoneNumberResponse<M["user"]> | M["challenge"],
    | PhoneCodeErrorCode
    | ImpersonationErrorCode
    | "INVALID_PHONE_NUMBER"
    | "PHONE_NUMBER_EXIST"
    | "VERIFIED_EMAIL_REQUIRED"
    | "SESSION_NOT_FRESH"
    | "GUEST_NOT_ALLOWED"
    | "FIELD_NOT_ALLOWED"
    | "FAILED_TO_CREATE_USER"
    | M["codes"]["signUp"]
    | M["codes"]["signIn"]
  >;
  /** Signs in with a verified phone number and a password. */
  readonly signInPhoneNumber: PublicCall<
    SignInPhoneNumberInput,
    SignInPhoneNumberResponse<M["user"]> | M["challenge"],
    "INVALID_PHONE_NUMBER" | "INVALID_PHONE_NUMBER_OR_PASSWORD" | M["codes"]["signIn"]
  >;
  /** Texts a code to reset the password. */
  readonly requestPasswordResetPhoneNumber: PublicCall<
    PhoneNumberInput,
    StatusResponse,
    "INVALID_PHONE_NUMBER" | "SEND_OTP_NOT_IMPLEMENTED"
  >;
  /** Sets a new password with a code, and ends the user's sessions. */
  readonly resetPasswordPhoneNumber: PublicCall<
    ResetPhonePasswordInput,
    StatusResponse,
    PhoneCodeErrorCode | NewPasswordErrorCode | "INVALID_PHONE_NUMBER" | "UNEXPECTED_ERROR" | M["codes"]["newPassword"]
  >;
}

/** The calls as they appear on the client. */
export interface PhoneNumberClient<C extends PhoneNumberCalls<Models>> {
  readonly signIn: {
    readonly phoneNumber: C["signInPhoneNumber"]["client"];
  };
  readonly phoneNumber: {
    readonly sendOtp: C["sendPhoneNumberOTP"]["client"];
    readonly verify: C["verifyPhoneNumber"]["client"];
    readonly requestPasswordReset: C["requestPasswordResetPhoneNumber"]["client"];
    readonly resetPassword: C["resetPasswordPhoneNumber"]["client"];
  };
}

interface PhoneNumberFields {
  /** In E.164 form. Only verified numbers are stored. */
  readonly phoneNumber: string | null;
  readonly phoneNumberVerified: boolean | null;
}

interface PhoneNumberStageErrors {
  readonly updateUser: "PHONE_NUMBER_CANNOT_BE_UPDATED" | "CANNOT_REMOVE_LAST_SIGN_IN_METHOD" | "SESSION_NOT_FRESH";
}

/** What the plugin adds to an app's types. */
export interface PhoneNumberTypes extends PluginTypes {
  readonly user: PhoneNumberFields;
  readonly stageCodes: PhoneNumberStageErrors;
  readonly calls: PhoneNumberCalls<this["$app"]>;
  readonly client: PhoneNumberClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface PhoneNumberCapabilities {
  /** Whether people can sign up with a number. */
  readonly signUp: boolean;
  /** Whether passwords can be reset by text. */
  readonly reset: boolean;
  /** The country of numbers without a country code, or `null`. */
  readonly defaultCountry: string | null;
  /** Countries that texts are sent to, ISO 3166-1. */
  readonly countries: readonly string[] | "all";
}

declare global {
  interface LatchkeyCapabilities {
    readonly "phone-number"?: PhoneNumberCapabilities;
  }
}
