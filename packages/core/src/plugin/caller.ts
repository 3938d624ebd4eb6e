/** What is kept of who is calling: address and user agent, bounded and harmless. */

import { fail, httpErrors } from "../http/errors.ts";
import type { RequestContext } from "./context.ts";
import { oneLine } from "./log.ts";

/** Who is calling, as it is stored. */
export interface Caller {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/**
 * Refuses a call of `auth.api` that needs to know who asks, but got neither headers nor a request: a forgotten argument
 * must not look like a visitor who is signed out.
 *
 * @throws {AuthError} `VALIDATION_ERROR` (400) `Headers is required`
 */
export function requireHeaders(context: RequestContext): void {
  if (context.byApp) fail(httpErrors, "VALIDATION_ERROR", { message: "Headers is required" });
}

const nobody: Caller = { ipAddress: null, userAgent: null };

/** Address and user agent of the caller, as they are stored; `null`s where the app does not track them. */
export function callerOf(context: RequestContext): Caller {
  if (!context.settings.trackAddress) return nobody;
  const userAgent = context.headers.get("user-agent");
  return { ipAddress: context.clientAddress, userAgent: userAgent === null ? null : oneLine(userAgent) };
}
