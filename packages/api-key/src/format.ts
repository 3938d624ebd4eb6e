/**
 * The text of a key: a prefix, 256 random bits, and check digits, so that most invalid keys are rejected without a
 * query.
 */

import { LETTERS_AND_DIGITS, type RandomBytes, randomString, sha256Base64Url } from "@latchkey/core/crypto";

const secretLength = 43;
const checkLength = 6;
const generated = /^[\w-]{0,32}[0-9A-Za-z]{49}$/;
/** Keys that better-auth issued have no check digits. */
const fromBetterAuth = /^[\w-]{0,32}[A-Za-z]{64}$/;

/** Returns a new key. */
export function generateKey(random: RandomBytes, prefix: string): string {
  const secret = prefix + randomString(random, secretLength, LETTERS_AND_DIGITS);
  return secret + checkDigits(secret);
}

/** Whether a string could be a key. If not, no row can match. */
export function isKey(text: string): boolean {
  if (fromBetterAuth.test(text)) return true;
  return generated.test(text) && text.endsWith(checkDigits(text.slice(0, -checkLength)));
}

/** Returns the hash to store. It's the same as better-auth's. */
export function hashKey(key: string): string {
  return sha256Base64Url(key);
}

/** Returns the CRC-32 of a string as six letters and digits. */
function checkDigits(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < checkLength; place++) {
    digits = LETTERS_AND_DIGITS.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Returns the CRC-32 (ISO 3309) of an ASCII string. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
