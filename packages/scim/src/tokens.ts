/**
 * Creates and checks tokens. A token is a prefix, 256 random bits, and a checksum, so most invalid tokens are rejected
 * without a query.
 */

import { LETTERS_AND_DIGITS, type RandomBytes, randomString, sha256Base64Url } from "@latchkey/core/crypto";

const prefix = "scim_";
const secretLength = 43;
const checkLength = 6;
const shape = /^scim_[0-9A-Za-z]{49}$/;

/** Returns a new token. */
export function generateToken(random: RandomBytes): string {
  const secret = prefix + randomString(random, secretLength, LETTERS_AND_DIGITS);
  return secret + checkDigits(secret);
}

/** Whether a string could be a token. If not, no row can match it. */
export function isToken(text: string): boolean {
  return shape.test(text) && text.endsWith(checkDigits(text.slice(0, -checkLength)));
}

/** Returns the digest that's stored. */
export function hashToken(token: string): string {
  return sha256Base64Url(token);
}

/** Returns the token's first characters, for lists. */
export function startOf(token: string): string {
  return token.slice(0, prefix.length + 4);
}

/** Returns the CRC-32 (ISO 3309) of an ASCII string as six letters and digits. */
function checkDigits(text: string): string {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = "";
  for (let place = 0; place < checkLength; place++) {
    digits = LETTERS_AND_DIGITS.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
