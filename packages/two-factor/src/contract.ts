/** The calls of two-factor authentication: what they take, return, and fail with. */

import type { User } from "@latchkey/core";
import type {
  CoreModels,
  InPersonErrorCode,
  Models,
  PluginTypes,
  ServerCall,
  SessionCall,
  SessionQuery,
  StatusAnswer,
} from "@latchkey/core/plugin";

/** A factor by which a sign-in can be finished; backup codes always can. */
export type TwoFactorMethod = "totp" | "otp";

/**
 * What a sign-in answers to somebody with a second factor, in place of a session. The keys of the other answer are there
 * as `undefined`, so that a look at `user` or `token` tells them apart.
 */
export interface TwoFactorChallenge {
  readonly twoFactorRedirect: true;
  readonly twoFactorMethods: readonly TwoFactorMethod[];
  readonly token?: undefined;
  readonly user?: undefined;
  readonly redirect?: undefined;
  readonly url?: undefined;
}

/** What asks for the owner: the password, or nothing where the user has none and proved themselves lately. */
export interface OwnerInput {
  readonly password?: string | undefined;
}

/** What `resetTwoFactor` takes. */
export interface ResetTwoFactorInput {
  readonly userId: string;
}

/** What `/two-factor/enable` takes. */
export interface EnableTwoFactorInput extends OwnerInput {
  /** Default: `totp`. */
  readonly method?: TwoFactorMethod | undefined;
  /** Shown in the app in place of the configured one. */
  readonly issuer?: string | undefined;
}

/** What it answers. Nothing is asked for at sign-in until a first code is given. */
export type TwoFactorEnrolment =
  | { readonly method: "totp"; readonly totpURI: string; readonly backupCodes: readonly string[] }
  | { readonly method: "otp"; readonly backupCodes: readonly string[] };

/** Done. The session has a new token; a caller that is no browser is told it. */
export interface TwoFactorChanged {
  readonly status: true;
  readonly token?: string | undefined;
}

/** What `/two-factor/get-totp-uri` answers: what an app scans. */
export interface TotpURI {
  readonly totpURI: string;
}

/** What the calls that check a code take. */
export interface VerifyCodeInput {
  /** Spaces are ignored. */
  readonly code: string;
  /** Whether to trust this device, for `trustDeviceMaxAge` seconds after its last sign-in. Default: false. */
  readonly trustDevice?: boolean | undefined;
}

/** What `/two-factor/verify-backup-code` takes. */
export interface VerifyBackupCodeInput extends VerifyCodeInput {
  /** Only checks and spends the code: no session is made of the sign-in. */
  readonly disableSession?: boolean | undefined;
}

/** What a right code is answered with. */
export interface VerifiedCode<U = User> {
  /** The session's secret, for clients without cookies. */
  readonly token: string;
  readonly user: U;
}

/** The same, where no session was asked for. */
export interface VerifiedBackupCode<U = User> {
  readonly token?: string | undefined;
  readonly user: U;
}

/** New backup codes. The old ones no longer work. */
export interface NewBackupCodes extends TwoFactorChanged {
  readonly backupCodes: readonly string[];
}

/** How many backup codes are left. */
export interface RemainingBackupCodes {
  readonly status: true;
  readonly remaining: number;
}

/** A browser that is not asked for a second factor. */
export interface TrustedDevice {
  readonly id: string;
  /** Whether it is the one that asks. */
  readonly current: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** What `/two-factor/revoke-trusted-device` takes. */
export interface RevokeTrustedDeviceInput {
  /** From the list. */
  readonly id: string;
}

/** The codes of calls that ask for the owner again. */
export type OwnerErrorCode =
  | InPersonErrorCode
  | "SESSION_NOT_FRESH"
  | "INVALID_PASSWORD"
  | "CREDENTIAL_ACCOUNT_NOT_FOUND";

/** The codes of calls that send or check a code, during sign-in or in a session. */
export type ChallengeErrorCode =
  | InPersonErrorCode
  | "INVALID_TWO_FACTOR_COOKIE"
  | "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"
  | "ACCOUNT_TEMPORARILY_LOCKED";

/** The plugin's calls. */
export interface TwoFactorCalls<M extends Models = CoreModels> {
  /** Starts an enrollment. 2FA turns on after the user enters a valid code. */
  readonly enableTwoFactor: SessionCall<
    EnableTwoFactorInput,
    TwoFactorEnrolment,
    OwnerErrorCode | "OTP_NOT_CONFIGURED" | "TOTP_NOT_CONFIGURED"
  >;
  /** Removes all factors, backup codes, and trusted devices. */
  readonly disableTwoFactor: SessionCall<OwnerInput, TwoFactorChanged, OwnerErrorCode>;
  /**
   * Resets 2FA for a user who lost their factors, and ends their sessions. Verify the user's identity first, in a way that
   * someone who stole their password can't answer.
   */
  readonly resetTwoFactor: ServerCall<ResetTwoFactorInput, StatusAnswer, "TWO_FACTOR_NOT_ENABLED">;
  /** Returns the setup URI of the authenticator app again. */
  readonly getTOTPURI: SessionCall<OwnerInput, TotpURI, OwnerErrorCode | "TOTP_NOT_ENABLED" | "TOTP_NOT_CONFIGURED">;
  /** Verifies a code from an authenticator app. */
  readonly verifyTOTP: SessionCall<
    VerifyCodeInput,
    VerifiedCode<M["user"]>,
    ChallengeErrorCode | "INVALID_CODE" | "TOTP_NOT_ENABLED" | "TOTP_NOT_CONFIGURED" | M["codes"]["signIn"]
  >;
  /** Sends a code. */
  readonly sendTwoFactorOTP: SessionCall<
    void,
    StatusAnswer,
    ChallengeErrorCode | "OTP_NOT_CONFIGURED" | "TWO_FACTOR_NOT_ENABLED"
  >;
  /** Verifies a code that was sent. */
  readonly verifyTwoFactorOTP: SessionCall<
    VerifyCodeInput,
    VerifiedCode<M["user"]>,
    | ChallengeErrorCode
    | "INVALID_CODE"
    | "OTP_HAS_EXPIRED"
    | "OTP_NOT_CONFIGURED"
    | "TWO_FACTOR_NOT_ENABLED"
    | M["codes"]["signIn"]
  >;
  /** Replaces the backup codes. The old ones no longer work. */
  readonly generateBackupCodes: SessionCall<OwnerInput, NewBackupCodes, OwnerErrorCode | "TWO_FACTOR_NOT_ENABLED">;
  /** Verifies a backup code. Each one works once. */
  readonly verifyBackupCode: SessionCall<
    VerifyBackupCodeInput,
    VerifiedBackupCode<M["user"]>,
    ChallengeErrorCode | "INVALID_BACKUP_CODE" | "BACKUP_CODES_NOT_ENABLED" | M["codes"]["signIn"]
  >;
  /** Returns how many backup codes a user has left. The codes themselves are stored hashed. */
  readonly viewBackupCodes: ServerCall<{ readonly userId: string }, RemainingBackupCodes, "BACKUP_CODES_NOT_ENABLED">;
  /** Returns the code that an authenticator app with this secret (base32) shows now. */
  readonly generateTOTP: ServerCall<{ readonly secret: string }, { readonly code: string }>;
  /** Returns the devices that sign in without a second factor, most recently used first. */
  readonly listTrustedDevices: SessionQuery<void, TrustedDevice[]>;
  /** Removes a trusted device. */
  readonly revokeTrustedDevice: SessionCall<RevokeTrustedDeviceInput, StatusAnswer, InPersonErrorCode>;
  /** Removes all trusted devices. */
  readonly revokeTrustedDevices: SessionCall<void, StatusAnswer, InPersonErrorCode>;
}

/** The calls as the client has them. */
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
  };
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
  readonly calls: TwoFactorCalls<this["$app"]>;
  readonly client: TwoFactorClient<this["calls"]>;
  readonly stores: TwoFactorStores;
}
