/** The one place where a redirect target that a caller named is let through, and where a target is built. */

import { AuthError, fail, type HttpErrorCode, httpErrors } from "../http/errors.ts";
import { encodeTarget, hasDotSegment, isSafePath, parseUrl } from "../http/origins.ts";
import type { RequestContext } from "./context.ts";
import { isTrusted } from "./origin.ts";

/** The fields in which callers name targets. */
export type RedirectField = "callbackURL" | "redirectTo" | "errorCallbackURL" | "newUserCallbackURL";

/** A target that passed the check. Only this module makes one. */
export type SafeURL = string & { readonly __safe: unique symbol };

const codes: Readonly<Record<RedirectField, HttpErrorCode>> = {
  callbackURL: "INVALID_CALLBACK_URL",
  redirectTo: "INVALID_REDIRECT_URL",
  errorCallbackURL: "INVALID_ERROR_CALLBACK_URL",
  newUserCallbackURL: "INVALID_NEW_USER_CALLBACK_URL",
};

/**
 * Lets a target through: a path on the own host, or a URL on a trusted origin. What a URL can't hold as it is comes back
 * encoded, so use the returned target, not the given one.
 *
 * @throws {AuthError} 403 with the field's code, or 400 `VALIDATION_ERROR` for what is not a string
 */
export async function checkRedirect(context: RequestContext, field: RedirectField, target: unknown): Promise<SafeURL> {
  if (typeof target !== "string") {
    fail(httpErrors, "VALIDATION_ERROR", { message: `Invalid ${field}: expected a string` });
  }
  const encoded = encodeTarget(target);
  if (encoded === null || !(isSafePath(encoded) || (await isTrustedURL(context, encoded)))) {
    throw new AuthError(codes[field], httpErrors[codes[field]]);
  }
  if (field === "callbackURL") context.memo.set(callbackKey, encoded);
  return encoded as SafeURL;
}

async function isTrustedURL(context: RequestContext, url: string): Promise<boolean> {
  return parseUrl(url) !== null && !hasDotSegment(url) && (await isTrusted(context, context.request, url));
}

const callbackKey: unique symbol = Symbol("callbackURL");

/** The `callbackURL` of this request, if it had one that passed; else the app's front page. */
export function checkedCallback(context: RequestContext): SafeURL {
  return (context.memo.get(callbackKey) ?? "/") as SafeURL;
}

/** The target as an absolute URL, paths on the auth server's origin, with further query parameters. */
export function buildRedirect(
  context: RequestContext,
  target: SafeURL,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(target, context.origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.toString();
}
