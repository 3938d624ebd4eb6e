/** Texts for two-factor authentication. */

import {
  type BackupCodesRowTexts,
  type BackupCodesTexts,
  backupCodesEn,
  backupCodesRowEn,
} from "../texts/backup-codes.ts";
import type { PluralText } from "../texts/texts.ts";

/** All texts for the two-factor components. */
export interface TwoFactorTexts {
  /** The second step of a sign-in. */
  readonly step: {
    readonly title: string;
    /** By method. */
    readonly totpText: string;
    readonly otpText: string;
    readonly backupText: string;
    readonly code: string;
    /** `{digits}`. */
    readonly codeHint: string;
    readonly backupCode: string;
    /** `{time}`, such as "30 days". */
    readonly trust: string;
    readonly submit: string;
    readonly send: string;
    readonly sendAgain: string;
    /** `{seconds}`. */
    readonly sendAgainIn: string;
    readonly sent: string;
    readonly attemptsLeft: PluralText;
    /** Shows the other methods. */
    readonly otherMethods: string;
    readonly useTotp: string;
    readonly useOtp: string;
    readonly useBackup: string;
    readonly toSignIn: string;
    /** Shown if there's no sign-in to complete. */
    readonly expiredTitle: string;
    readonly expiredText: string;
    readonly lockedTitle: string;
    readonly startAgain: string;
  };
  /** The rows of the account page. */
  readonly settings: BackupCodesRowTexts & {
    readonly title: string;
    readonly subtitle: string;
    readonly totp: string;
    readonly otp: string;
    readonly on: string;
    readonly off: string;
    readonly setUp: string;
    /** Label of a row's menu. `{name}` is the method. */
    readonly manage: string;
    /** Titles of the dialogs. */
    readonly turnOnTotp: string;
    readonly turnOnOtp: string;
    readonly turnOff: string;
    readonly turnOffItem: string;
    readonly turnOffTitle: string;
    readonly turnOffText: string;
    readonly turnedOff: string;
    readonly anotherDevice: string;
    readonly anotherDeviceText: string;
    readonly newApp: string;
    /** Shown before any change. */
    readonly confirmTitle: string;
    readonly confirmText: string;
    readonly continue: string;
    readonly done: string;
  };
  /** The dialog to reauthenticate. */
  readonly proof: {
    readonly submit: string;
    readonly otpSent: string;
  };
  readonly enroll: {
    readonly scanText: string;
    readonly qrLabel: string;
    readonly keyText: string;
    readonly copyKey: string;
    readonly code: string;
    readonly codeText: string;
    readonly mailText: string;
    readonly back: string;
    readonly submit: string;
    readonly done: string;
  };
  readonly backupCodes: BackupCodesTexts;
  readonly devices: {
    readonly title: string;
    readonly text: string;
    /** `{time}`. */
    readonly lastUsed: string;
    readonly current: string;
    readonly revoke: string;
    /** `{device}`. */
    readonly revokeLabel: string;
    readonly revokeAll: string;
    readonly revokeAllTitle: string;
    readonly revokeAllText: string;
    readonly revoked: string;
    readonly allRevoked: string;
  };
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const twoFactorEn: TwoFactorTexts = {
  step: {
    title: "Two-factor authentication",
    totpText: "Enter the code from your authenticator app.",
    otpText: "We'll email you a code.",
    backupText: "Enter one of your backup codes. Each code works once.",
    code: "Verification code",
    codeHint: "{digits} digits",
    backupCode: "Backup code",
    trust: "Trust this device for {time}",
    submit: "Sign in",
    send: "Email me a code",
    sendAgain: "Send a new code",
    sendAgainIn: "Send a new code in {seconds} s",
    sent: "Code sent. It expires in a few minutes.",
    attemptsLeft: { one: "{count} attempt left", other: "{count} attempts left" },
    otherMethods: "Try another way",
    useTotp: "Use your authenticator app",
    useOtp: "Get a code by email",
    useBackup: "Use a backup code",
    toSignIn: "Back to sign in",
    expiredTitle: "This sign-in has expired",
    expiredText: "Sign in again to get a new code.",
    lockedTitle: "Your account is temporarily locked",
    startAgain: "Start again",
  },
  settings: {
    ...backupCodesRowEn,
    title: "Two-factor authentication",
    subtitle: "Protect your account with a code in addition to your password.",
    totp: "Authenticator app",
    otp: "Email codes",
    on: "On",
    off: "Off",
    setUp: "Set up",
    manage: "Manage {name}",
    turnOnTotp: "Set up authenticator app",
    turnOnOtp: "Set up email codes",
    turnOff: "Turn off",
    turnOffItem: "Turn off two-factor authentication",
    turnOffTitle: "Turn off two-factor authentication?",
    turnOffText: "You'll only need your password to sign in. This also removes your backup codes and trusted devices.",
    turnedOff: "Two-factor authentication is off.",
    anotherDevice: "Show QR code",
    anotherDeviceText: "Scan it with another device to get the same codes there.",
    newApp: "Set up a new app",
    confirmTitle: "Confirm it's you",
    confirmText: "Confirm it's you to continue.",
    continue: "Continue",
    done: "Done",
  },
  proof: {
    submit: "Continue",
    otpSent: "Enter the code that we emailed you.",
  },
  enroll: {
    scanText: "Scan this QR code with your authenticator app.",
    qrLabel: "QR code for your authenticator app",
    keyText: "Can't scan it? Enter this key instead:",
    copyKey: "Copy key",
    code: "Verification code",
    codeText: "Enter the code from your authenticator app.",
    mailText: "We emailed you a code. Enter it to turn on two-factor authentication.",
    back: "Back",
    submit: "Turn on",
    done: "Two-factor authentication is on.",
  },
  backupCodes: backupCodesEn,
  devices: {
    title: "Trusted devices",
    text: "You won't be asked for a code on these devices.",
    lastUsed: "Last used {time}",
    current: "This device",
    revoke: "Remove",
    revokeLabel: "Remove {device}",
    revokeAll: "Remove all",
    revokeAllTitle: "Remove all trusted devices?",
    revokeAllText: "You'll be asked for a code the next time you sign in on these devices.",
    revoked: "Device removed.",
    allRevoked: "All trusted devices removed.",
  },
  errors: {
    USER_NOT_FOUND: "This account no longer exists.",
    YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR: "You don't have permission to reset a user's two-factor authentication.",
    INVALID_CODE: "That code is incorrect or has expired. Try a new one.",
    INVALID_BACKUP_CODE: "That backup code is incorrect or was already used.",
    OTP_HAS_EXPIRED: "That code has expired. Request a new one.",
    OTP_NOT_CONFIGURED: "Email codes aren't available.",
    TOTP_NOT_CONFIGURED: "Authenticator apps aren't available.",
    TOTP_NOT_ENABLED: "You haven't set up an authenticator app. Use another method.",
    TWO_FACTOR_NOT_ENABLED: "Two-factor authentication isn't turned on.",
    BACKUP_CODES_NOT_ENABLED: "Backup codes aren't available for your account.",
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many incorrect codes. Sign in again.",
    ACCOUNT_TEMPORARILY_LOCKED: "Too many incorrect codes. Try again later. If this wasn't you, change your password.",
    INVALID_TWO_FACTOR_COOKIE: "This sign-in attempt has expired. Sign in again.",
  },
};
