/** What the calls take and answer. */

import type { InPersonErrorCode, SessionErrorCode, User } from "@latchkey/core";

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
  /** This browser is asked no more for 30 days. */
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

/** New backup codes; the ones before are nothing any more. */
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

/** What asking for the owner can refuse. */
export type OwnerErrorCode = SessionErrorCode | InPersonErrorCode | "INVALID_PASSWORD" | "CREDENTIAL_ACCOUNT_NOT_FOUND";

/** What enrolling can refuse. */
export type EnableTwoFactorErrorCode = OwnerErrorCode | "OTP_NOT_CONFIGURED" | "TOTP_NOT_CONFIGURED";

/** What any call in the middle of a sign-in can refuse. */
export type ChallengeErrorCode =
  | InPersonErrorCode
  | "INVALID_TWO_FACTOR_COOKIE"
  | "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"
  | "ACCOUNT_TEMPORARILY_LOCKED";

/** What checking a code of an app can refuse. */
export type VerifyTotpErrorCode = ChallengeErrorCode | "INVALID_CODE" | "TOTP_NOT_ENABLED";

/** What having a code sent can refuse. */
export type SendOtpErrorCode = ChallengeErrorCode | "OTP_NOT_CONFIGURED" | "TWO_FACTOR_NOT_ENABLED";

/** What checking a code that was sent can refuse. */
export type VerifyOtpErrorCode = ChallengeErrorCode | "INVALID_CODE" | "OTP_HAS_EXPIRED" | "TWO_FACTOR_NOT_ENABLED";

/** What checking a backup code can refuse. */
export type VerifyBackupCodeErrorCode = ChallengeErrorCode | "INVALID_BACKUP_CODE" | "BACKUP_CODES_NOT_ENABLED";
