/** Gets the caller's IP address and user agent in a form that's safe to store. */

import { fail, httpErrors } from "../http/errors.ts";
import type { RequestContext } from "./context.ts";
import { oneLine } from "./log.ts";

/** The caller, as stored with sessions and audit log entries. */
export interface Caller {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/**
 * Rejects an `auth.api` call that reads the session but got neither headers nor a request. Otherwise, a forgotten
 * argument would look like a signed-out user.
 *
 * @throws {AuthError} `VALIDATION_ERROR` (400) `Headers is required`
 */
export function requireHeaders(context: RequestContext): void {
  if (context.isServerCall) fail(httpErrors, "VALIDATION_ERROR", { message: "Headers is required" });
}

const untracked: Caller = { ipAddress: null, userAgent: null };

/** Returns the caller's IP address and user agent. Both are `null` if the app doesn't track them. */
export function callerOf(context: RequestContext): Caller {
  if (!context.settings.trackClient) return untracked;
  const userAgent = context.header("user-agent");
  return { ipAddress: context.clientAddress, userAgent: userAgent === null ? null : oneLine(userAgent) };
}
