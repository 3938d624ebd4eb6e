/** Addresses of images: of users, organizations, and profiles at providers. */

import { fail, httpErrors } from "./errors.ts";
import { encodeTarget, hasDotSegment, isSafePath } from "./origins.ts";

const longestAddress = 2048;

/**
 * The canonical address of an image: an http or https URL, or a path relative to the page that shows it.
 *
 * @returns `null` for what isn't one: another scheme, credentials, control characters, quotes, angle brackets, dot
 * segments, or more than 2048 characters
 */
export function parseImage(text: string): string | null {
  if (text.length > longestAddress || /["<>`]/.test(text)) return null;
  const encoded = encodeTarget(text);
  if (encoded === null) return null;
  const address = /^https?:\/\//i.test(encoded) ? webAddress(encoded) : relativePath(encoded);
  return address === null || address.length > longestAddress ? null : address.replaceAll("'", "%27");
}

function webAddress(text: string): string | null {
  if (hasDotSegment(text) || !URL.canParse(text)) return null;
  const { username, password, href } = new URL(text);
  return username === "" && password === "" ? href : null;
}

/** A path such as `/avatars/ann.png`, or without the slash; what looks like a scheme isn't one. */
function relativePath(text: string): string | null {
  if (text.startsWith("/")) return isSafePath(text) ? text : null;
  const rooted = encodeTarget(`/${text}`);
  if (rooted === null || !/^\/[\w%~-][^:]*$/.test(rooted.split(/[?#]/, 1)[0] as string)) return null;
  return isSafePath(rooted) ? rooted.slice(1) : null;
}

/**
 * The image to store where a caller gives one. Empty text means none. The stored value is always taken back as it is, so
 * that a profile from elsewhere, with an inline image for example, can be saved.
 *
 * @param field the name that a refusal gives
 * @param stored the present value
 * @throws {AuthError} `VALIDATION_ERROR`
 */
export function acceptImage<T extends string | null | undefined>(
  field: string,
  given: T,
  stored: string | null = null,
): string | Exclude<T, string> | null {
  if (given === undefined || given === null) return given as Exclude<T, string>;
  if (given === "") return null;
  if (given === stored) return stored;
  const image = parseImage(given);
  if (image !== null) return image;
  const message = "must be an http or https URL, or a relative path";
  fail(httpErrors, "VALIDATION_ERROR", { details: { issues: [{ path: field, message }] } });
}
