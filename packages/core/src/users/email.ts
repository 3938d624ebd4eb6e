/** Normalizes emails to the one form in which they're stored, looked up, and used. */

// The local part is as in HTML's input type=email, without quotes and comments. The domain has at least two labels, in
// ASCII only (an internationalized domain comes in its xn-- form). Every part is bounded, so matching takes linear
// time.
const emailPattern =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Returns the email in lowercase, or `null` if it isn't exactly one valid email.
 *
 * Only ASCII is accepted, and it's checked before lowercasing. Otherwise, characters that lowercase to ASCII (such as
 * the Kelvin sign) could turn one email into another user's.
 */
export function normalizeEmail(text: string): string | null {
  return emailPattern.test(text) ? text.toLowerCase() : null;
}
