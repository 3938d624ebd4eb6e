/** Validates redirect targets from callers, and builds redirects. No other file does this. */

import { AuthError, fail, type HttpErrorCode, httpErrors } from "../http/errors.ts";
import { encodeRedirectTarget, hasDotSegment, isSafePath, parseUrl, type SafeURL } from "../http/origins.ts";
import type { RequestContext } from "./context.ts";
import { isTrusted } from "./origin.ts";

/** The fields that can contain a redirect target. */
export type RedirectField = "callbackURL" | "redirectTo" | "errorCallbackURL" | "newUserCallbackURL";

const codes: Readonly<Record<RedirectField, HttpErrorCode>> = {
  callbackURL: "INVALID_CALLBACK_URL",
  redirectTo: "INVALID_REDIRECT_URL",
  errorCallbackURL: "INVALID_ERROR_CALLBACK_URL",
  newUserCallbackURL: "INVALID_NEW_USER_CALLBACK_URL",
};

/**
 * Accepts a path on the app's own host or a URL on a trusted origin. Returns the target with unsafe characters encoded,
 * so use the returned value instead of the given one.
 *
 * @throws {AuthError} 403 with the field's code, or 400 `VALIDATION_ERROR` if it isn't a string
 */
export async function checkRedirect(context: RequestContext, field: RedirectField, target: unknown): Promise<SafeURL> {
  if (typeof target !== "string") {
    fail(httpErrors, "VALIDATION_ERROR", { message: `Invalid ${field}: expected a string` });
  }
  const encoded = encodeRedirectTarget(target);
  if (encoded === null || !(isSafePath(encoded) || (await isTrustedTarget(context, encoded)))) {
    throw new AuthError(codes[field], httpErrors[codes[field]]);
  }
  if (field === "callbackURL") context.requestCache.set(callbackKey, encoded);
  return encoded as SafeURL;
}

async function isTrustedTarget(context: RequestContext, url: string): Promise<boolean> {
  return parseUrl(url) !== null && !hasDotSegment(url) && (await isTrusted(context, url));
}

const callbackKey: unique symbol = Symbol("callbackURL");

/** The validated `callbackURL` of this request, or `/` if there is none. */
export function getCallbackURL(context: RequestContext): SafeURL {
  return (context.requestCache.get(callbackKey) ?? "/") as SafeURL;
}

/**
 * Builds an absolute URL from a target and adds query parameters. Paths are resolved against the auth server's origin.
 */
export function buildRedirect(
  context: RequestContext,
  target: SafeURL,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(target, context.origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.toString();
}
