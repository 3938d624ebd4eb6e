/** Normalizes passwords, so that they're the same on every keyboard. */

import { isWellFormed } from "../encoding.ts";

/** Maximum length to process, in UTF-16 units. Far above any length that an app can allow. */
export const maxPasswordUnits = 4096;

/**
 * Returns the form that gets hashed: Unicode NFKC, as in NIST SP 800-63B (3.1.1.2). Doesn't trim or truncate.
 * @see Unicode Standard Annex 15
 */
export function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Returns the length in characters (code points) after normalization, which can make text eighteen times longer. Text
 * beyond {@link maxPasswordUnits} isn't normalized; its length in UTF-16 units is returned.
 */
export function passwordLength(password: string): number {
  if (password.length > maxPasswordUnits) return password.length;
  return [...normalizePassword(password)].length;
}

/**
 * Whether the password has no unpaired surrogates. Each of them would be hashed as U+FFFD, so different passwords would
 * match. Text beyond {@link maxPasswordUnits} isn't checked, because it's rejected for its length.
 */
export function isWellFormedPassword(password: string): boolean {
  return password.length > maxPasswordUnits || isWellFormed(password);
}
