/** The one form in which an email address is stored, looked up and mailed. */

// Local part as in the HTML standard's input type=email, without quotes and comments; labels of a host name, at least
// two, of ASCII only (an internationalised domain comes in its xn-- form). Every part is bounded, so time is linear.
const address =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * The address in lower case, or `null` if it is not exactly one address.
 *
 * Only ASCII passes, and it is checked before the case is folded: letters that merely fold to ASCII (the Kelvin sign,
 * the dotless i) never become somebody else's address.
 */
export function normalizeEmail(text: string): string | null {
  return address.test(text) ? text.toLowerCase() : null;
}
