/** The types that the plugin adds to an app and to its client. */

import type {
  Call,
  ClientCall,
  InPersonErrorCode,
  OptionalClientCall,
  PluginTypes,
  SessionCallOptions,
  SessionErrorCode,
  StatusAnswer,
  WithBody,
  WithSessionBody,
} from "@latchkey/core";
import type {
  EnableTwoFactorErrorCode,
  EnableTwoFactorInput,
  NewBackupCodes,
  OwnerErrorCode,
  OwnerInput,
  RemainingBackupCodes,
  ResetTwoFactorInput,
  RevokeTrustedDeviceInput,
  SendOtpErrorCode,
  TotpURI,
  TrustedDevice,
  TwoFactorChallenge,
  TwoFactorChanged,
  TwoFactorEnrolment,
  VerifiedBackupCode,
  VerifiedCode,
  VerifyBackupCodeErrorCode,
  VerifyBackupCodeInput,
  VerifyCodeInput,
  VerifyOtpErrorCode,
  VerifyTotpErrorCode,
} from "./inputs.ts";

/** As `auth.api` has it. The calls that check a code also answer and refuse what other gates do. */
export interface TwoFactorApi<U, Refusal extends string = never> {
  /** Begins an enrolment. A first code finishes it. */
  readonly enableTwoFactor: Call<WithSessionBody<EnableTwoFactorInput>, TwoFactorEnrolment, EnableTwoFactorErrorCode>;
  /** Removes factors, backup codes and trusted devices. */
  readonly disableTwoFactor: Call<WithSessionBody<OwnerInput>, TwoFactorChanged, OwnerErrorCode>;
  /**
   * Takes the second factor from somebody who lost it, and ends their sessions. Only on the server: ask first who it is,
   * in a way that a thief of their password cannot answer.
   */
  readonly resetTwoFactor: Call<WithBody<ResetTwoFactorInput>, StatusAnswer, "TWO_FACTOR_NOT_ENABLED">;
  /** What an authenticator app scans, once more. */
  readonly getTOTPURI: Call<
    WithSessionBody<OwnerInput>,
    TotpURI,
    OwnerErrorCode | "TOTP_NOT_ENABLED" | "TOTP_NOT_CONFIGURED"
  >;
  /** Checks a code of an app. */
  readonly verifyTOTP: Call<WithSessionBody<VerifyCodeInput>, VerifiedCode<U>, VerifyTotpErrorCode | Refusal>;
  /** Sends a code. */
  readonly sendTwoFactorOTP: Call<SessionCallOptions, StatusAnswer, SendOtpErrorCode>;
  /** Checks a code that was sent. */
  readonly verifyTwoFactorOTP: Call<WithSessionBody<VerifyCodeInput>, VerifiedCode<U>, VerifyOtpErrorCode | Refusal>;
  /** Makes new backup codes in place of the old ones. */
  readonly generateBackupCodes: Call<
    WithSessionBody<OwnerInput>,
    NewBackupCodes,
    OwnerErrorCode | "TWO_FACTOR_NOT_ENABLED"
  >;
  /** Checks a backup code and spends it. */
  readonly verifyBackupCode: Call<
    WithSessionBody<VerifyBackupCodeInput>,
    VerifiedBackupCode<U>,
    VerifyBackupCodeErrorCode | Refusal
  >;
  /** How many backup codes a user has left. Only on the server. The codes themselves nobody can read. */
  readonly viewBackupCodes: Call<
    WithBody<{ readonly userId: string }>,
    RemainingBackupCodes,
    "BACKUP_CODES_NOT_ENABLED"
  >;
  /** The code that an app with this secret (base32) shows now. Only on the server. */
  readonly generateTOTP: Call<WithBody<{ readonly secret: string }>, { readonly code: string }, "VALIDATION_ERROR">;
  /** The browsers that are not asked for a second factor. */
  readonly listTrustedDevices: Call<SessionCallOptions, TrustedDevice[], SessionErrorCode>;
  /** Has one of them asked again. */
  readonly revokeTrustedDevice: Call<
    WithSessionBody<RevokeTrustedDeviceInput>,
    StatusAnswer,
    SessionErrorCode | InPersonErrorCode
  >;
  /** Has all of them asked again. */
  readonly revokeTrustedDevices: Call<SessionCallOptions, StatusAnswer, SessionErrorCode | InPersonErrorCode>;
}

/** As the client has it, under `twoFactor`. */
export interface TwoFactorCalls<U, Refusal extends string = never> {
  readonly enable: ClientCall<EnableTwoFactorInput, TwoFactorEnrolment, EnableTwoFactorErrorCode>;
  readonly disable: ClientCall<OwnerInput, TwoFactorChanged, OwnerErrorCode>;
  readonly getTotpUri: ClientCall<OwnerInput, TotpURI, OwnerErrorCode | "TOTP_NOT_ENABLED" | "TOTP_NOT_CONFIGURED">;
  readonly verifyTotp: ClientCall<VerifyCodeInput, VerifiedCode<U>, VerifyTotpErrorCode | Refusal>;
  readonly sendOtp: OptionalClientCall<unknown, StatusAnswer, SendOtpErrorCode>;
  readonly verifyOtp: ClientCall<VerifyCodeInput, VerifiedCode<U>, VerifyOtpErrorCode | Refusal>;
  readonly generateBackupCodes: ClientCall<OwnerInput, NewBackupCodes, OwnerErrorCode | "TWO_FACTOR_NOT_ENABLED">;
  readonly verifyBackupCode: ClientCall<
    VerifyBackupCodeInput,
    VerifiedBackupCode<U>,
    VerifyBackupCodeErrorCode | Refusal
  >;
  readonly listTrustedDevices: OptionalClientCall<unknown, TrustedDevice[], SessionErrorCode>;
  readonly revokeTrustedDevice: ClientCall<
    RevokeTrustedDeviceInput,
    StatusAnswer,
    SessionErrorCode | InPersonErrorCode
  >;
  readonly revokeTrustedDevices: OptionalClientCall<unknown, StatusAnswer, SessionErrorCode | InPersonErrorCode>;
}

/** The client's part of it. */
export interface TwoFactorClientCalls<U, Refusal extends string = never> {
  readonly twoFactor: TwoFactorCalls<U, Refusal>;
}

interface EnabledField {
  /** Whether signing in asks for a second factor. */
  readonly twoFactorEnabled: boolean;
}

interface TwoFactorStores {
  /** `client.$stores.trustedDevices`, and `useTrustedDevices` in React. */
  readonly trustedDevices: TrustedDevice[];
}

/** What the plugin adds to the types of an app. */
export interface TwoFactorTypes extends PluginTypes {
  readonly user: EnabledField;
  readonly challenge: TwoFactorChallenge;
  readonly api: TwoFactorApi<this["$user"], this["$refusal"]>;
  readonly client: TwoFactorClientCalls<this["$user"], this["$refusal"]>;
  readonly stores: TwoFactorStores;
}
