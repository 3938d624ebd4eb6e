/** The two codes: a long one that the device keeps, and a short one that the user enters. */

import { createHmacKey, LETTERS_AND_DIGITS, randomString, sha256Base64Url } from "@latchkey/core/crypto";
import type { AuthContext } from "@latchkey/core/plugin";
import type { DeviceSettings } from "./options.ts";

/** Consonants that don't look alike. Codes never form words, and case doesn't matter. RFC 8628, section 6.1. */
const letters = "BCDFGHJKLMNPQRSTVWXZ";

/** Returns a new code for the device. */
export function generateDeviceCode({ random }: AuthContext, { deviceCodeLength }: DeviceSettings): string {
  return randomString(random, deviceCodeLength, LETTERS_AND_DIGITS);
}

/** Returns a new code for the user. */
export function generateUserCode({ random }: AuthContext, { userCodeLength }: DeviceSettings): string {
  return randomString(random, userCodeLength, letters);
}

/**
 * Returns a code in the form in which it was generated, without the spaces and hyphens that people type between groups.
 */
export function normalizeUserCode(typed: string): string {
  return typed.replace(/[\s\-–—.]/g, "").toUpperCase();
}

/** Returns the digest of a device's code. */
export function digestDeviceCode(code: string): string {
  return sha256Base64Url(code);
}

const purpose = "device-user-code";

/** Returns the digest that's stored for a user's code. */
export function digestUserCode(context: AuthContext, code: string): string {
  return digestsOfUserCode(context, code)[0] as string;
}

/**
 * Returns the digests that a user's code can be stored under: one for each of the app's secrets, starting with the
 * current one. A short code needs a keyed digest, so that a copy of the database doesn't reveal it.
 */
export function digestsOfUserCode({ keys }: AuthContext, code: string): readonly string[] {
  return keys.bytes(purpose).map((key) => createHmacKey(key).signBase64Url(normalizeUserCode(code)));
}
