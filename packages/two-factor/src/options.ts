/** What an app may set about the second factor. */

import type { MailSender, User } from "@latchkey/core";

/** A code on its way to its user. */
export interface OneTimeCode<U = User> {
  readonly user: U;
  readonly code: string;
  /** The code again, under its other usual name. */
  readonly otp: string;
  readonly expiresInMinutes: number;
}

/** Somebody with the right password has given too many wrong codes. */
export interface TwoFactorLock<U = User> {
  readonly user: U;
  /** From then on codes are looked at again. */
  readonly until: Date;
}

/** Options of authenticator apps. */
export interface TotpOptions {
  /** Default: false. `true`: nobody can enrol one. */
  readonly disable?: boolean;
  /** Characters of a code: 6 or 8. Default: 6; some apps show nothing else. */
  readonly digits?: number;
  /** Seconds for which a code is shown: 15 to 120. Default: 30; some apps know nothing else. */
  readonly period?: number;
}

/** Options of codes that are sent. */
export interface OtpOptions {
  /** Sends a code, by mail or any other way. Without it there are no such codes. Delivered by the outbox. */
  readonly sendOTP?: MailSender<OneTimeCode>;
  /** Characters of a code: 6 to 10. Default: 6. */
  readonly digits?: number;
  /** Seconds for which a code is good: 30 to 600. Default: 180. */
  readonly expiresIn?: number;
  /**
   * Whether people who enrolled an authenticator app may have a code sent instead. Default: true. With codes by mail,
   * `false` keeps one mailbox from being both the recovery of the password and the second factor.
   */
  readonly fallback?: boolean;
}

/** Options of the lock after wrong codes. */
export interface LockOptions {
  /** Wrong codes in a row, over all sign-ins, before a first lock: 5 to 100. Default: 10. */
  readonly maxFailures?: number;
  /** Seconds of the first lock: 60 to 86400. Default: 900. Each further five wrong codes double it, up to a day. */
  readonly duration?: number;
  /** Tells the user. Whoever gave the wrong codes knows the password: it is time to change it. */
  readonly sendLocked?: MailSender<TwoFactorLock>;
}

/** Options of `twoFactor`. */
export interface TwoFactorOptions {
  /** Shown in authenticator apps. Default: the app's name. */
  readonly issuer?: string;
  readonly totpOptions?: TotpOptions;
  readonly otpOptions?: OtpOptions;
  readonly lockOptions?: LockOptions;
  /** Seconds for which a device stays trusted after its last sign-in: 60 to 34560000. Default: 2592000, 30 days. */
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
    readonly tell: MailSender<TwoFactorLock> | null;
  };
  readonly trustFor: number;
}

/** @throws {Error} naming the option that makes no sense */
export function resolveTwoFactor(options: TwoFactorOptions): TwoFactorSettings {
  const { totpOptions = {}, otpOptions = {}, lockOptions = {} } = options;
  const settings: TwoFactorSettings = {
    issuer: options.issuer ?? null,
    totp: {
      enabled: totpOptions.disable !== true,
      digits: whole("totpOptions.digits", totpOptions.digits ?? 6, 6, 8),
      period: whole("totpOptions.period", totpOptions.period ?? 30, 15, 120),
    },
    otp: {
      send: otpOptions.sendOTP?.bind(otpOptions) ?? null,
      digits: whole("otpOptions.digits", otpOptions.digits ?? 6, 6, 10),
      expiresIn: whole("otpOptions.expiresIn", otpOptions.expiresIn ?? 180, 30, 600),
      fallback: otpOptions.fallback ?? true,
    },
    lock: {
      maxFailures: whole("lockOptions.maxFailures", lockOptions.maxFailures ?? 10, 5, 100),
      duration: whole("lockOptions.duration", lockOptions.duration ?? 900, 60, 86_400),
      tell: lockOptions.sendLocked?.bind(lockOptions) ?? null,
    },
    trustFor: whole("trustDeviceMaxAge", options.trustDeviceMaxAge ?? 2_592_000, 60, 34_560_000),
  };
  if (settings.totp.digits === 7) throw new Error("twoFactor.totpOptions.digits is 7: give 6 or 8.");
  if (settings.issuer?.includes(":"))
    throw new Error("twoFactor.issuer holds a colon: authenticator apps split there.");
  if (!settings.totp.enabled && !settings.otp.send) {
    throw new Error("twoFactor has no factor: give otpOptions.sendOTP, or do not disable totpOptions.");
  }
  return settings;
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`twoFactor.${name} is ${value}: give a whole number from ${least} to ${most}.`);
}
