/** Parses phone numbers into the form in which they're stored and compared. */

import { fail } from "@latchkey/core/plugin";
// This metadata covers only mobile numbers. It's a third smaller than the largest set, and agrees with it on which
// numbers are mobile.
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import { phoneNumberErrors } from "./errors.ts";

/** A number that can get a text. */
export interface PhoneNumber {
  /** In E.164 form. */
  readonly number: string;
  /** ISO 3166-1, such as `US`. */
  readonly country: string;
}

/** Which numbers the app accepts. */
export interface NumberRules {
  readonly countries: readonly string[] | "all";
  /** Country for numbers without a country code. */
  readonly defaultCountry: string | null;
}

/** Whether a string is the code of a country with phone numbers. */
export function isCountry(code: string): code is CountryCode {
  return isSupportedCountry(code);
}

/**
 * Returns the number, or `null` if it isn't exactly one valid mobile number in a country that the app allows. Premium,
 * shared-cost, VoIP, personal, satellite, and landline numbers aren't mobile numbers. In countries whose numbering plan
 * doesn't distinguish landlines, such as the US, landline numbers are accepted.
 */
export function parsePhoneNumber(text: string, { countries, defaultCountry }: NumberRules): PhoneNumber | null {
  const bare = text.trim().replace(/^tel:/i, "");
  // With parameters or extensions, one number could look like several.
  if (bare.length > 40 || /[;,#a-z]/i.test(bare)) return null;
  const options = { extract: false, ...(defaultCountry ? { defaultCountry: defaultCountry as CountryCode } : {}) };
  const parsed = parsePhoneNumberFromString(bare, options);
  if (!parsed?.isValid() || parsed.ext || !parsed.country) return null;
  if (countries !== "all" && !countries.includes(parsed.country)) return null;
  return { number: parsed.number, country: parsed.country };
}

/** Returns a mobile number from any country in E.164 form, or `null` if it isn't one. The input must start with `+`. */
export function toE164(text: string): string | null {
  return parsePhoneNumber(text, { countries: "all", defaultCountry: null })?.number ?? null;
}

/** @throws {AuthError} `INVALID_PHONE_NUMBER` */
export function requirePhoneNumber(text: string, settings: NumberRules): PhoneNumber {
  return parsePhoneNumber(text, settings) ?? fail(phoneNumberErrors, "INVALID_PHONE_NUMBER");
}

/** Returns the first seven digits of a number, which all numbers in a block share. */
export function rangeOf(number: string): string {
  return number.slice(1, 8);
}
