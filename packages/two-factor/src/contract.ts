/** The calls of two-factor authentication, with their inputs, responses, and errors. */

import type { User } from "@latchkey/core";
import type {
  CoreModels,
  GuestErrorCode,
  ImpersonationErrorCode,
  Models,
  PendingSignIn,
  PluginTypes,
  PublicQuery,
  ServerCall,
  SessionCall,
  SessionQuery,
  StatusResponse,
} from "@latchkey/core/plugin";

/** A factor that can finish a sign-in. Backup codes aren't listed, because they always can. */
export type TwoFactorMethod = "totp" | "otp";

/** A factor that can finish a sign-in, from this plugin or from the passkey plugin. */
export type SecondFactorName = TwoFactorMethod | "passkey";

/**
 * What a sign-in returns instead of a session if the user has 2FA. The keys of the normal response are `undefined`, so
 * checking `user` or `token` narrows the type.
 */
export interface TwoFactorChallenge {
  readonly twoFactorRedirect: true;
  readonly twoFactorMethods: readonly SecondFactorName[];
  readonly token?: undefined;
  readonly user?: undefined;
  readonly redirect?: undefined;
  readonly url?: undefined;
}

/**
 * Confirms that the caller is the user. The password can be omitted only if the user has none and recently proved a
 * factor.
 */
export interface ReauthInput {
  readonly password?: string | undefined;
}

/** Input for `resetTwoFactor`. */
export interface ResetTwoFactorInput {
  readonly userId: string;
}

/** Input for `/two-factor/enable`. */
export interface EnableTwoFactorInput extends ReauthInput {
  /** Default: `totp`. */
  readonly method?: TwoFactorMethod | undefined;
  /** Shown in the authenticator app instead of the configured issuer. */
  readonly issuer?: string | undefined;
}

/** Response from `/two-factor/enable`. Sign-ins don't ask for a second factor until the user enters a valid code. */
export type TwoFactorEnrollment =
  | { readonly method: "totp"; readonly totpURI: string; readonly backupCodes: readonly string[] }
  | { readonly method: "otp"; readonly backupCodes: readonly string[] };

/**
 * Response from calls that give the session a new token. `token` is set only for callers that use bearer tokens instead
 * of cookies.
 */
export interface TwoFactorChangeResponse {
  readonly status: true;
  readonly token?: string | undefined;
}

/** Response from `/two-factor/get-totp-uri`: the URI that an authenticator app scans. */
export interface TotpURI {
  readonly totpURI: string;
}

/** Input for calls that verify a code. */
export interface VerifyCodeInput {
  /** Spaces are ignored. */
  readonly code: string;
  /** Whether to trust this device until `trustDeviceMaxAge` seconds after its last sign-in. Default: false. */
  readonly trustDevice?: boolean | undefined;
}

/** Input for `/two-factor/verify-backup-code`. */
export interface VerifyBackupCodeInput extends VerifyCodeInput {
  /** Whether to verify and consume the code without creating a session. Default: false. */
  readonly disableSession?: boolean | undefined;
}

/** Response to a correct code. */
export interface VerifyCodeResponse<U = User> {
  /** The session's secret, for clients without cookies. */
  readonly token: string;
  readonly user: U;
}

/** Response to a correct backup code. Without `token` if no session was created. */
export interface VerifyBackupCodeResponse<U = User> {
  readonly token?: string | undefined;
  readonly user: U;
}

/** New backup codes. The old ones no longer work. */
export interface NewBackupCodes extends TwoFactorChangeResponse {
  readonly backupCodes: readonly string[];
}

/** How many backup codes are left. */
export interface RemainingBackupCodes {
  readonly status: true;
  readonly remaining: number;
}

/** A device that signs in without a second factor. */
export interface TrustedDevice {
  readonly id: string;
  /** Whether it's the device that sent the request. */
  readonly current: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** Input for `/two-factor/revoke-trusted-device`. */
export interface RevokeTrustedDeviceInput {
  /** The ID from `listTrustedDevices`. */
  readonly id: string;
}

/** Error codes of calls that ask the user to reauthenticate. */
export type ReauthErrorCode =
  | ImpersonationErrorCode
  | "SESSION_NOT_FRESH"
  | "INVALID_PASSWORD"
  | "CREDENTIAL_ACCOUNT_NOT_FOUND";

/** Error codes of calls that send or verify a code, during sign-in or in a session. */
export type ChallengeErrorCode =
  | ImpersonationErrorCode
  | "INVALID_TWO_FACTOR_COOKIE"
  | "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"
  | "ACCOUNT_TEMPORARILY_LOCKED";

/** The plugin's calls. */
export interface TwoFactorCalls<M extends Models = CoreModels> {
  /** Starts an enrollment. 2FA turns on after the user enters a valid code. */
  readonly enableTwoFactor: SessionCall<
    EnableTwoFactorInput,
    TwoFactorEnrollment,
    ReauthErrorCode | GuestErrorCode | "OTP_NOT_CONFIGURED" | "TOTP_NOT_CONFIGURED"
  >;
  /** Removes all factors, backup codes, and trusted devices. */
  readonly disableTwoFactor: SessionCall<ReauthInput, TwoFactorChangeResponse, ReauthErrorCode>;
  /**
   * Resets 2FA for a user who lost their factors, and ends their sessions. First verify the user's identity in a way
   * that doesn't work for someone who stole their password.
   */
  readonly resetTwoFactor: ServerCall<ResetTwoFactorInput, StatusResponse, "TWO_FACTOR_NOT_ENABLED">;
  /** Returns the setup URI of the authenticator app again. */
  readonly getTOTPURI: SessionCall<ReauthInput, TotpURI, ReauthErrorCode | "TOTP_NOT_ENABLED" | "TOTP_NOT_CONFIGURED">;
  /** Verifies a code from an authenticator app. */
  readonly verifyTOTP: SessionCall<
    VerifyCodeInput,
    VerifyCodeResponse<M["user"]>,
    ChallengeErrorCode | "INVALID_CODE" | "TOTP_NOT_ENABLED" | "TOTP_NOT_CONFIGURED" | M["codes"]["signIn"]
  >;
  /** Sends a code. */
  readonly sendTwoFactorOTP: SessionCall<
    void,
    StatusResponse,
    ChallengeErrorCode | "OTP_NOT_CONFIGURED" | "TWO_FACTOR_NOT_ENABLED"
  >;
  /** Verifies a code that was sent. */
  readonly verifyTwoFactorOTP: SessionCall<
    VerifyCodeInput,
    VerifyCodeResponse<M["user"]>,
    | ChallengeErrorCode
    | "INVALID_CODE"
    | "OTP_HAS_EXPIRED"
    | "OTP_NOT_CONFIGURED"
    | "TWO_FACTOR_NOT_ENABLED"
    | M["codes"]["signIn"]
  >;
  /** Replaces the backup codes. The old ones no longer work. */
  readonly generateBackupCodes: SessionCall<ReauthInput, NewBackupCodes, ReauthErrorCode | "TWO_FACTOR_NOT_ENABLED">;
  /** Verifies a backup code. Each one works once. */
  readonly verifyBackupCode: SessionCall<
    VerifyBackupCodeInput,
    VerifyBackupCodeResponse<M["user"]>,
    ChallengeErrorCode | "INVALID_BACKUP_CODE" | "BACKUP_CODES_NOT_ENABLED" | M["codes"]["signIn"]
  >;
  /** Returns how many backup codes a user has left. The codes themselves are stored hashed. */
  readonly viewBackupCodes: ServerCall<{ readonly userId: string }, RemainingBackupCodes, "BACKUP_CODES_NOT_ENABLED">;
  /**
   * Resets a user's two-factor authentication, for an admin with the `user: reset-two-factor` permission. Exists only
   * if the app has the `admin()` plugin from `@latchkey/admin`.
   */
  readonly resetUserTwoFactor: SessionCall<
    ResetTwoFactorInput,
    StatusResponse,
    | ImpersonationErrorCode
    | "SESSION_NOT_FRESH"
    | "YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR"
    | "USER_NOT_FOUND"
    | "TWO_FACTOR_NOT_ENABLED"
  >;
  /** The same as `pendingSignIn`. Returns the browser's sign-in that's waiting for a second factor, or `null`. */
  readonly pendingTwoFactor: PublicQuery<void, PendingSignIn | null>;
  /** Returns the code that an authenticator app with this secret (base32) currently shows. */
  readonly generateTOTP: ServerCall<{ readonly secret: string }, { readonly code: string }>;
  /** Returns the devices that sign in without a second factor, most recently used first. */
  readonly listTrustedDevices: SessionQuery<void, TrustedDevice[]>;
  /** Removes a trusted device. */
  readonly revokeTrustedDevice: SessionCall<RevokeTrustedDeviceInput, StatusResponse, ImpersonationErrorCode>;
  /** Removes all trusted devices. */
  readonly revokeTrustedDevices: SessionCall<void, StatusResponse, ImpersonationErrorCode>;
}

/** The calls as they appear on the client. */
export interface TwoFactorClient<C extends TwoFactorCalls<Models>> {
  readonly twoFactor: {
    readonly enable: C["enableTwoFactor"]["client"];
    readonly disable: C["disableTwoFactor"]["client"];
    readonly getTotpUri: C["getTOTPURI"]["client"];
    readonly verifyTotp: C["verifyTOTP"]["client"];
    readonly sendOtp: C["sendTwoFactorOTP"]["client"];
    readonly verifyOtp: C["verifyTwoFactorOTP"]["client"];
    readonly generateBackupCodes: C["generateBackupCodes"]["client"];
    readonly verifyBackupCode: C["verifyBackupCode"]["client"];
    readonly listTrustedDevices: C["listTrustedDevices"]["client"];
    readonly revokeTrustedDevice: C["revokeTrustedDevice"]["client"];
    readonly revokeTrustedDevices: C["revokeTrustedDevices"]["client"];
    readonly pending: C["pendingTwoFactor"]["client"];
  };
}

/** The plugin's part of `GET /capabilities`. Times are in seconds. */
export interface TwoFactorCapabilities {
  /** Authenticator apps. `null` if they're off. */
  readonly totp: null | { readonly digits: number; readonly period: number };
  /**
   * Codes that the server sends. `null` if they're off. `fallback` says whether users with an authenticator app can
   * also use them.
   */
  readonly otp: null | { readonly digits: number; readonly expiresIn: number; readonly fallback: boolean };
  /** How long a device stays trusted after its last sign-in. */
  readonly trustFor: number;
  /** The length of a backup code, with its dash. */
  readonly backupCode: { readonly length: number };
}

/** What the plugin adds to `GET /account-state`. */
export interface TwoFactorAccountState {
  /** The user's second factors. `null` if two-factor authentication is off. */
  readonly twoFactor?: null | {
    /** The methods that a sign-in currently accepts, in addition to backup codes. */
    readonly methods: readonly TwoFactorMethod[];
    /** How many backup codes are left. */
    readonly backupCodes: number;
  };
}

declare global {
  interface LatchkeyAccountState extends TwoFactorAccountState {}
  interface LatchkeyCapabilities {
    readonly "two-factor"?: TwoFactorCapabilities;
  }
  interface LatchkeyAdminClient {
    readonly resetUserTwoFactor: TwoFactorCalls["resetUserTwoFactor"]["client"];
  }
}

interface TwoFactorUserFields {
  /** Whether signing in asks for a second factor. */
  readonly twoFactorEnabled: boolean;
}

interface TwoFactorStores {
  /** `client.$stores.trustedDevices`, and `useTrustedDevices` in React. */
  readonly trustedDevices: TrustedDevice[];
}

/** What the plugin adds to an app's types. */
export interface TwoFactorTypes extends PluginTypes {
  readonly user: TwoFactorUserFields;
  readonly challenge: TwoFactorChallenge;
  readonly calls: TwoFactorCalls<this["$app"]>;
  readonly client: TwoFactorClient<this["calls"]>;
  readonly stores: TwoFactorStores;
}
