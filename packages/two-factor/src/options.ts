/** Options for `twoFactor` and their defaults. */

import type { MailSender, User } from "@latchkey/core";
import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** A code to send to a user. */
export interface OneTimeCode<U = User> {
  readonly user: U;
  readonly code: string;
  /** The same as `code`, for senders that expect this name. */
  readonly otp: string;
  readonly expiresInMinutes: number;
}

/** A lockout, after someone with the user's password entered too many wrong codes. */
export interface TwoFactorLock<U = User> {
  readonly user: U;
  /** When codes are accepted again. */
  readonly until: Date;
}

/** Options for authenticator apps. */
export interface TotpOptions {
  /** Whether to turn off authenticator apps. Default: false. */
  readonly disable?: boolean;
  /** Number of digits in a code: 6 or 8. Some apps support only 6. Default: 6. */
  readonly digits?: number;
  /** Seconds between codes: 15 to 120. Some apps support only 30. Default: 30. */
  readonly period?: number;
}

/** Options for codes that are sent. */
export interface OtpOptions {
  /** Sends a code, by email or another channel. Without it, sent codes are turned off. Delivered by the outbox. */
  readonly sendOTP?: MailSender<OneTimeCode>;
  /** Number of digits in a code: 6 to 10. Default: 6. */
  readonly digits?: number;
  /** Seconds until a code expires: 30 to 600. Default: 180. */
  readonly expiresIn?: number;
  /**
   * Whether users with an authenticator app can receive a code instead. Default: true. If codes are sent by email,
   * `false` prevents one mailbox from both resetting the password and providing the second factor.
   */
  readonly fallback?: boolean;
}

/** Options for the lock after wrong codes. */
export interface LockOptions {
  /** Number of consecutive wrong codes, across all sign-ins, before the first lockout: 5 to 100. Default: 10. */
  readonly maxFailures?: number;
  /**
   * Length of the first lockout in seconds: 60 to 86400. Default: 900. It doubles after every five additional wrong
   * codes, up to one day.
   */
  readonly duration?: number;
  /**
   * Notifies the user of a lockout. The person who entered the wrong codes completed the first sign-in step, usually
   * with the password, or is signed in. So the user should change the password.
   */
  readonly sendLocked?: MailSender<TwoFactorLock>;
}

/** Options for `twoFactor`. */
export interface TwoFactorOptions {
  /** The name that authenticator apps show. Default: the app's name. */
  readonly issuer?: string;
  readonly totpOptions?: TotpOptions;
  readonly otpOptions?: OtpOptions;
  readonly lockOptions?: LockOptions;
  /** Seconds that a device stays trusted after its last sign-in: 60 to 34560000. Default: 2592000 (30 days). */
  readonly trustDeviceMaxAge?: number;
}

/** The options with defaults filled in. */
export interface TwoFactorSettings {
  readonly issuer: string | null;
  readonly totp: { readonly enabled: boolean; readonly digits: number; readonly period: number };
  readonly otp: {
    readonly send: MailSender<OneTimeCode> | null;
    readonly digits: number;
    readonly expiresIn: number;
    readonly fallback: boolean;
  };
  readonly lock: {
    readonly maxFailures: number;
    readonly duration: number;
    readonly sendLocked: MailSender<TwoFactorLock> | null;
  };
  readonly trustDeviceMaxAge: number;
}

const totpOptionNames: OptionNames<TotpOptions> = { disable: true, digits: true, period: true };
const otpOptionNames: OptionNames<OtpOptions> = { sendOTP: true, digits: true, expiresIn: true, fallback: true };
const lockOptionNames: OptionNames<LockOptions> = { maxFailures: true, duration: true, sendLocked: true };

const optionNames: OptionNames<TwoFactorOptions> = {
  issuer: true,
  totpOptions: totpOptionNames,
  otpOptions: otpOptionNames,
  lockOptions: lockOptionNames,
  trustDeviceMaxAge: true,
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveTwoFactor(options: TwoFactorOptions): TwoFactorSettings {
  checkOptionNames("twoFactor", options, optionNames);
  const { totpOptions = {}, otpOptions = {}, lockOptions = {} } = options;
  const settings: TwoFactorSettings = {
    issuer: options.issuer ?? null,
    totp: {
      enabled: totpOptions.disable !== true,
      digits: checkInteger("twoFactor.totpOptions.digits", totpOptions.digits ?? 6, { min: 6, max: 8 }),
      period: checkInteger("twoFactor.totpOptions.period", totpOptions.period ?? 30, {
        min: 15,
        max: 120,
        unit: "seconds",
      }),
    },
    otp: {
      send: otpOptions.sendOTP?.bind(otpOptions) ?? null,
      digits: checkInteger("twoFactor.otpOptions.digits", otpOptions.digits ?? 6, { min: 6, max: 10 }),
      expiresIn: checkInteger("twoFactor.otpOptions.expiresIn", otpOptions.expiresIn ?? 180, {
        min: 30,
        max: 600,
        unit: "seconds",
      }),
      fallback: otpOptions.fallback ?? true,
    },
    lock: {
      maxFailures: checkInteger("twoFactor.lockOptions.maxFailures", lockOptions.maxFailures ?? 10, {
        min: 5,
        max: 100,
      }),
      duration: checkInteger("twoFactor.lockOptions.duration", lockOptions.duration ?? 900, {
        min: 60,
        max: 86_400,
        unit: "seconds",
      }),
      sendLocked: lockOptions.sendLocked?.bind(lockOptions) ?? null,
    },
    trustDeviceMaxAge: checkInteger("twoFactor.trustDeviceMaxAge", options.trustDeviceMaxAge ?? 2_592_000, {
      min: 60,
      max: 34_560_000,
      unit: "seconds",
    }),
  };
  if (settings.totp.digits === 7) throw new Error("twoFactor.totpOptions.digits is 7. Use 6 or 8.");
  if (settings.issuer?.includes(":"))
    throw new Error("twoFactor.issuer contains a colon, which authenticator apps use as a separator. Remove it.");
  if (!settings.totp.enabled && !settings.otp.send) {
    throw new Error("twoFactor has no second factor. Set otpOptions.sendOTP, or remove totpOptions.disable.");
  }
  return settings;
}
