/** Random values from the platform's cryptographic generator. */

import { toBase64Url } from "./encoding.ts";

/** Returns `length` random bytes. Tests replace it through the context. */
export type RandomBytes = (length: number) => Uint8Array;

/** Uses the platform's cryptographic generator. @param length at most 65,536 */
export const randomBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

/** Alphabet of codes that users type, 10 characters. */
export const DIGITS = "0123456789";
/** Alphabet of case-insensitive names, 36 characters. */
export const DIGITS_AND_LOWERCASE = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Alphabet of ids, 62 characters. */
export const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Returns random text with each character of the alphabet equally likely.
 *
 * @param length in characters
 * @param alphabet 1 to 256 distinct UTF-16 code units
 * @throws {RangeError} if the alphabet has any other size
 */
export function randomString(random: RandomBytes, length: number, alphabet: string): string {
  if (alphabet.length < 1 || alphabet.length > 256) throw new RangeError("An alphabet must have 1 to 256 characters.");
  // Skip bytes beyond the last whole multiple of the alphabet. Using them would favor its first characters.
  const limit = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of random(length - text.length + 8)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/** 256 bits as 43 characters that need no escaping in cookies, URLs, and headers. */
export function randomToken(random: RandomBytes): string {
  return toBase64Url(random(32));
}

/** 32 letters and digits, 190 bits. */
export function randomId(random: RandomBytes): string {
  return randomString(random, 32, LETTERS_AND_DIGITS);
}
