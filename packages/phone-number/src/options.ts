/** Options for `phoneNumber` and their defaults. */

import type { MailDelivery } from "@latchkey/core";
import {
  checkInteger,
  checkOneOf,
  checkOptionNames,
  normalizeCode,
  type OneTimeCodeKind,
  type OptionNames,
} from "@latchkey/core/plugin";
import { isCountry, parsePhoneNumber } from "./numbers.ts";

/** A text to send. */
export interface PhoneText {
  /** In E.164 form. */
  readonly phoneNumber: string;
  readonly code: string;
  /** The number's country, ISO 3166-1. */
  readonly country: string;
}

/** Sends one text. If it throws, it's retried for as long as the code is valid. */
export type TextSender = (text: PhoneText, delivery: MailDelivery) => Promise<void> | void;

/** How users without an account sign up with their number. */
export interface PhoneSignUp {
  /** Returns the email of a new user. Default: a placeholder that nothing is sent to. */
  getTempEmail?(phoneNumber: string): string;
  /** Returns the name of a new user. Default: empty. */
  getTempName?(phoneNumber: string): string;
}

/** Limits against SMS pumping. They can be changed but not turned off. */
export interface PhoneLimits {
  /** Texts to one number per hour, with at most one per minute. Default: 3. */
  readonly numberPerHour?: number;
  /** Texts to one number per day. Default: 6. */
  readonly numberPerDay?: number;
  /** Texts per hour that one client or browser requests and whose code no one enters. Default: 3. */
  readonly clientPerHour?: number;
  /** Texts per hour to numbers that share their first seven digits and whose code no one enters. Default: 5. */
  readonly rangePerHour?: number;
  /** Texts per hour to one country whose code no one enters. Default: 50. */
  readonly countryPerHour?: number;
  /** `countryPerHour` for individual countries. */
  readonly countries?: Readonly<Record<string, number>>;
  /** All texts that the app sends per day. Default: 1000. */
  readonly appPerDay?: number;
}

/** Options for `phoneNumber`. */
export interface PhoneNumberOptions {
  /** Sends a verification code. Without it, no one can verify a number. */
  readonly sendOTP?: TextSender;
  /** Sends a code to reset the password. Without it, passwords can't be reset by text. */
  readonly sendPasswordResetOTP?: TextSender;
  /**
   * Countries that texts are sent to, as ISO 3166-1 codes such as `US`. Attackers can use any country that you add for
   * SMS pumping.
   */
  readonly countries: readonly string[] | "all";
  /** Country for numbers without a country code. Default: none, so numbers must start with `+`. */
  readonly defaultCountry?: string;
  /** Lets people sign up by verifying a number. Default: off. */
  readonly signUpOnVerification?: PhoneSignUp;
  /** Number of digits in a code, 6 to 10. Default: 6. */
  readonly otpLength?: number;
  /** How long a code is valid, in seconds. Default: 300. */
  readonly expiresIn?: number;
  /** Maximum attempts per code. Default: 5. */
  readonly allowedAttempts?: number;
  /**
   * Who can reset their password by text. `without-email`: only users who have never verified an email, because phone
   * companies reassign numbers to other people. Default: `without-email`.
   */
  readonly passwordReset?: "without-email" | "always";
  /**
   * Whether a texted code is enough to sign in to an account with a verified email from a new browser. The next person
   * who is assigned the number can then sign in. Default: false.
   */
  readonly signInWithVerifiedEmail?: boolean;
  /** Limits on the number of texts. They can be changed but not turned off. */
  readonly limits?: PhoneLimits;
  /**
   * Called at most once per hour when a country's limit blocks texts. Use it to alert someone, because it's either an
   * attack or an unusual number of sign-ups.
   */
  onCountryPaused?(country: string): Promise<void> | void;
  /** Numbers with a fixed code. No texts are sent to them. Rejected unless `NODE_ENV` is `development` or `test`. */
  readonly testNumbers?: Readonly<Record<string, string>>;
}

/** The options with defaults filled in. */
export interface PhoneNumberSettings {
  readonly send: TextSender | null;
  readonly sendReset: TextSender | null;
  readonly countries: readonly string[] | "all";
  readonly defaultCountry: string | null;
  readonly signUp: Required<PhoneSignUp> | null;
  readonly codes: OneTimeCodeKind;
  readonly resetsOnlyWithoutEmail: boolean;
  readonly allowsVerifiedEmail: boolean;
  readonly limits: Required<PhoneLimits>;
  readonly onCountryPaused: ((country: string) => Promise<void> | void) | null;
  readonly testNumbers: ReadonlyMap<string, string>;
}

const optionNames: OptionNames<PhoneNumberOptions> = {
  sendOTP: true,
  sendPasswordResetOTP: true,
  countries: true,
  defaultCountry: true,
  signUpOnVerification: true,
  otpLength: true,
  expiresIn: true,
  allowedAttempts: true,
  passwordReset: true,
  signInWithVerifiedEmail: true,
  limits: true,
  onCountryPaused: true,
  testNumbers: true,
};

const limitNames: OptionNames<PhoneLimits> = {
  numberPerHour: true,
  numberPerDay: true,
  clientPerHour: true,
  rangePerHour: true,
  countryPerHour: true,
  countries: true,
  appPerDay: true,
};

/** Email domain for users who signed up with a number. */
export const placeholderDomain = "phone.placeholder.invalid";

/** @throws {Error} if an option is missing or invalid. The message names the option. */
export function resolvePhoneNumber(options: PhoneNumberOptions): PhoneNumberSettings {
  checkOptionNames("phoneNumber", options, optionNames);
  const { passwordReset = "without-email", signUpOnVerification: signUp, defaultCountry } = options;
  checkOneOf("phoneNumber.passwordReset", passwordReset, ["without-email", "always"]);
  const settings = {
    send: options.sendOTP?.bind(options) ?? null,
    sendReset: options.sendPasswordResetOTP?.bind(options) ?? null,
    countries: checkCountries(options.countries),
    defaultCountry: defaultCountry === undefined ? null : checkCountry("phoneNumber.defaultCountry", defaultCountry),
    signUp: signUp
      ? {
          getTempEmail: signUp.getTempEmail?.bind(signUp) ?? (() => ""),
          getTempName: signUp.getTempName?.bind(signUp) ?? (() => ""),
        }
      : null,
    codes: {
      name: "phone-code",
      digits: checkInteger("phoneNumber.otpLength", options.otpLength ?? 6, { min: 6, max: 10 }),
      expiresIn: checkInteger("phoneNumber.expiresIn", options.expiresIn ?? 300, { min: 60, max: 3600 }),
      maxAttempts: checkInteger("phoneNumber.allowedAttempts", options.allowedAttempts ?? 5, { min: 1, max: 10 }),
    },
    resetsOnlyWithoutEmail: passwordReset === "without-email",
    allowsVerifiedEmail: options.signInWithVerifiedEmail ?? false,
    limits: resolveLimits(options.limits ?? {}),
    onCountryPaused: options.onCountryPaused?.bind(options) ?? null,
  };
  return { ...settings, testNumbers: resolveTestNumbers(options.testNumbers ?? {}, settings) };
}

function checkCountries(countries: PhoneNumberOptions["countries"] | undefined): readonly string[] | "all" {
  if (countries === "all") return countries;
  if (!Array.isArray(countries) || countries.length === 0) {
    throw new Error(
      'phoneNumber.countries is missing. List the countries that texts are sent to, such as ["US", "CA"], or pass "all".',
    );
  }
  return countries.map((code: string) => checkCountry("phoneNumber.countries", code));
}

function checkCountry(option: string, code: string): string {
  if (isCountry(code)) return code;
  throw new Error(`${option} has "${code}", which isn't a country code. Use ISO 3166-1 codes such as "US".`);
}

function resolveLimits(limits: PhoneLimits): Required<PhoneLimits> {
  checkOptionNames("phoneNumber.limits", limits, limitNames);
  const bounded = (name: string, value: number) =>
    checkInteger(`phoneNumber.limits.${name}`, value, { min: 1, max: 1_000_000 });
  const countries = Object.entries(limits.countries ?? {}).map(([code, max]) => [
    checkCountry("phoneNumber.limits.countries", code),
    bounded(`countries.${code}`, max),
  ]);
  return {
    numberPerHour: bounded("numberPerHour", limits.numberPerHour ?? 3),
    numberPerDay: bounded("numberPerDay", limits.numberPerDay ?? 6),
    clientPerHour: bounded("clientPerHour", limits.clientPerHour ?? 3),
    rangePerHour: bounded("rangePerHour", limits.rangePerHour ?? 5),
    countryPerHour: bounded("countryPerHour", limits.countryPerHour ?? 50),
    countries: Object.fromEntries(countries) as Record<string, number>,
    appPerDay: bounded("appPerDay", limits.appPerDay ?? 1000),
  };
}

function resolveTestNumbers(
  numbers: Readonly<Record<string, string>>,
  settings: Omit<PhoneNumberSettings, "testNumbers">,
): ReadonlyMap<string, string> {
  const entries = Object.entries(numbers);
  const environment = globalThis.process?.env?.NODE_ENV;
  if (entries.length > 0 && environment !== "development" && environment !== "test") {
    throw new Error("phoneNumber.testNumbers is set in production, where anyone could sign in with them. Remove it.");
  }
  return new Map(
    entries.map(([typed, code]) => {
      const parsed = parsePhoneNumber(typed, settings);
      if (!parsed)
        throw new Error(`phoneNumber.testNumbers has "${typed}", which isn't a number in one of your countries.`);
      if (normalizeCode(code, settings.codes.digits) === null) {
        throw new Error(`phoneNumber.testNumbers["${typed}"] must have ${settings.codes.digits} digits.`);
      }
      return [parsed.number, code] as const;
    }),
  );
}
