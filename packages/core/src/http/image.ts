/** Validates image URLs of users, organizations, and provider profiles. */

import { fail, httpErrors } from "./errors.ts";
import { encodeRedirectTarget, hasDotSegment, isSafePath } from "./origins.ts";

const maxURLLength = 2048;

/**
 * Returns the canonical form of an image URL: an http or https URL, or a path relative to the page that shows it.
 *
 * @returns `null` for anything else: a different scheme, credentials, control characters, quotes, angle brackets, dot
 *   segments, or more than 2048 characters
 */
export function parseImageURL(text: string): string | null {
  if (text.length > maxURLLength || /["<>`]/.test(text)) return null;
  const encoded = encodeRedirectTarget(text);
  if (encoded === null) return null;
  const address = /^https?:\/\//i.test(encoded) ? webAddress(encoded) : relativePath(encoded);
  return address === null || address.length > maxURLLength ? null : address.replaceAll("'", "%27");
}

function webAddress(text: string): string | null {
  if (hasDotSegment(text) || !URL.canParse(text)) return null;
  const { username, password, href } = new URL(text);
  return username === "" && password === "" ? href : null;
}

/**
 * Accepts a path such as `/avatars/ann.png`, with or without the leading slash. Rejects anything that looks like a
 * scheme.
 */
function relativePath(text: string): string | null {
  if (text.startsWith("/")) return isSafePath(text) ? text : null;
  const rooted = encodeRedirectTarget(`/${text}`);
  if (rooted === null || !/^\/[\w%~-][^:]*$/.test(rooted.split(/[?#]/, 1)[0] as string)) return null;
  return isSafePath(rooted) ? rooted.slice(1) : null;
}

/**
 * Returns the image to store. An empty string removes the image. The stored value is always accepted unchanged, so that
 * a profile with an inline image from another system can still be saved.
 *
 * @param field the field name in the error
 * @param stored the current value
 * @throws {AuthError} `VALIDATION_ERROR`
 */
export function validateImage<T extends string | null | undefined>(
  field: string,
  given: T,
  stored: string | null = null,
): string | Exclude<T, string> | null {
  if (given === undefined || given === null) return given as Exclude<T, string>;
  if (given === "") return null;
  if (given === stored) return stored;
  const image = parseImageURL(given);
  if (image !== null) return image;
  const message = "must be an http or https URL, or a relative path";
  fail(httpErrors, "VALIDATION_ERROR", { details: { issues: [{ path: field, message }] } });
}
