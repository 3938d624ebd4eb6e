/** A password as text: one form, whatever keyboard it was typed on. */

/** Longest text that is looked at, in UTF-16 units. Far above any length that an app can allow. */
export const longestPassword = 4096;

/** The form that is hashed: NFKC, as NIST SP 800-63B (3.1.1.2) has it. Nothing is trimmed or cut. @see Unicode Annex 15 */
export function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Length in characters (code points) after normalisation, which can make a text eighteen times longer. Text beyond
 * {@link longestPassword} is not normalised: its length in UTF-16 units is given.
 */
export function passwordLength(password: string): number {
  if (password.length > longestPassword) return password.length;
  return [...normalizePassword(password)].length;
}

/**
 * Whether it has no half of a surrogate pair. Each half would be stored as U+FFFD, so that one opened the door to another.
 * Text beyond {@link longestPassword} is not looked at: its length is enough to refuse it.
 */
export function isWellFormedPassword(password: string): boolean {
  return password.length > longestPassword || !/\p{Surrogate}/u.test(password);
}
