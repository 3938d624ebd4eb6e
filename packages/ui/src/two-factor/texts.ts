/** The texts of two-factor authentication. */

/** All texts of the two-factor components. */
export interface TwoFactorTexts {
  /** The second step of a sign-in. */
  readonly step: {
    readonly title: string;
    /** By method. */
    readonly totpText: string;
    readonly otpText: string;
    readonly backupText: string;
    readonly code: string;
    readonly backupCode: string;
    readonly trust: string;
    readonly submit: string;
    readonly send: string;
    readonly sendAgain: string;
    readonly sent: string;
    /** Links to the other methods. */
    readonly useTotp: string;
    readonly useOtp: string;
    readonly useBackup: string;
    readonly startAgain: string;
  };
  readonly card: {
    readonly title: string;
    readonly subtitle: string;
    readonly on: string;
    readonly off: string;
    readonly turnOnTotp: string;
    readonly turnOnOtp: string;
    readonly turnOff: string;
    readonly turnOffText: string;
    readonly turnedOff: string;
    readonly newCodes: string;
    readonly newCodesText: string;
    readonly anotherDevice: string;
    readonly anotherDeviceText: string;
    /** Shown before any change. */
    readonly confirmText: string;
    readonly goOn: string;
  };
  readonly enrol: {
    readonly scanText: string;
    readonly qrLabel: string;
    readonly keyText: string;
    readonly copyKey: string;
    readonly code: string;
    readonly mailText: string;
    readonly submit: string;
    readonly done: string;
  };
  readonly backupCodes: {
    readonly title: string;
    readonly text: string;
    readonly copy: string;
    readonly download: string;
    /** `{site}`. First line of the file. */
    readonly fileHeading: string;
    readonly saved: string;
  };
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
  };
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const twoFactorEn: TwoFactorTexts = {
  step: {
    title: "One more step",
    totpText: "Enter the code that your authenticator app shows.",
    otpText: "Enter the code that we send you by mail.",
    backupText: "Enter one of the backup codes that you kept. Each works once.",
    code: "Code",
    backupCode: "Backup code",
    trust: "Do not ask again on this device for 30 days",
    submit: "Sign in",
    send: "Send me a code",
    sendAgain: "Send another code",
    sent: "A code is on its way. It is good for a few minutes.",
    useTotp: "Use my authenticator app",
    useOtp: "Send me a code by mail",
    useBackup: "Use a backup code",
    startAgain: "Back to sign-in",
  },
  card: {
    title: "Two-step sign-in",
    subtitle: "Besides your password, a code that only you can get. A stolen password is then not enough.",
    on: "On",
    off: "Off",
    turnOnTotp: "Set up an authenticator app",
    turnOnOtp: "Use codes by mail",
    turnOff: "Turn off",
    turnOffText: "Your password alone will be enough to sign in. Backup codes and trusted devices are forgotten.",
    turnedOff: "Two-step sign-in is off.",
    newCodes: "New backup codes",
    newCodesText: "The codes that you have now will no longer work.",
    anotherDevice: "Show the QR code",
    anotherDeviceText: "Scan it with a further device. It gets the same codes.",
    confirmText: "Confirm that it is you.",
    goOn: "Continue",
  },
  enrol: {
    scanText: "Scan this with an authenticator app, then enter the code that it shows.",
    qrLabel: "QR code for your authenticator app",
    keyText: "The app cannot scan? Enter this key:",
    copyKey: "Copy the key",
    code: "Code from the app",
    mailText: "We sent you a code by mail. Enter it to turn two-step sign-in on.",
    submit: "Turn on",
    done: "Two-step sign-in is on.",
  },
  backupCodes: {
    title: "Your backup codes",
    text: "Keep them where you find them without your phone. Each works once; nobody can show them to you again.",
    copy: "Copy",
    download: "Download",
    fileHeading: "Backup codes for {site}",
    saved: "I have kept them",
  },
  devices: {
    title: "Trusted devices",
    text: "These are not asked for a code.",
    lastUsed: "Last used {time}",
    current: "This device",
    revoke: "Forget",
    revokeLabel: "Forget {device}",
    revokeAll: "Forget all of them",
  },
  errors: {
    USER_NOT_FOUND: "This account no longer exists.",
    YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR: "You don't have permission to reset a user's two-factor authentication.",
    INVALID_CODE: "This code is not right. Wait for the next one, or check the clock of your phone.",
    INVALID_BACKUP_CODE: "This backup code is not right, or was used before.",
    OTP_HAS_EXPIRED: "This code has run out. Have another one sent.",
    OTP_NOT_CONFIGURED: "Codes by mail are not available here.",
    TOTP_NOT_CONFIGURED: "Authenticator apps are not available here.",
    TOTP_NOT_ENABLED: "You have not set up an authenticator app. Choose another way.",
    TWO_FACTOR_NOT_ENABLED: "Two-step sign-in is not on.",
    BACKUP_CODES_NOT_ENABLED: "You have no backup codes.",
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many wrong codes. Sign in again from the start.",
    ACCOUNT_TEMPORARILY_LOCKED: "Too many wrong codes. Try again in a while. If it was not you, change your password.",
    INVALID_TWO_FACTOR_COOKIE: "This sign-in has run out. Start again.",
  },
};
