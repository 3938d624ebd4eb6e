/** Checks webhook URLs. */

import {
  type AuthContext,
  type BoundedFetch,
  boundedFetch,
  isPublicServer,
  publicFetch,
  type RequestContext,
} from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import type { EventsSettings } from "../options.ts";

/** The time that a server has to respond, in milliseconds. */
export const timeoutMs = 10_000;

/**
 * Returns the URL in canonical form. Sends at most one DNS query.
 * @throws {AuthError} `INVALID_WEBHOOK_URL` if it isn't https or names a private server, unless `allowPrivateURLs` is
 * on, or if it contains credentials
 */
export async function checkURL(context: RequestContext, settings: EventsSettings, text: string): Promise<string> {
  if (!URL.canParse(text)) return failWith("INVALID_WEBHOOK_URL");
  const url = new URL(text);
  url.hash = "";
  const isAllowed = settings.allowPrivateURLs
    ? ["http:", "https:"].includes(url.protocol)
    : await isPublicServer(context, url.href);
  return isAllowed && url.username === "" && url.password === "" ? url.href : failWith("INVALID_WEBHOOK_URL");
}

/**
 * Returns the part of a URL that the audit log contains. The path and query are left out, because many services put a
 * secret there.
 */
export function originOf(url: string): string {
  return new URL(url).origin;
}

/** Returns the `fetch` for webhooks. It only reaches public servers, and doesn't read the response's body. */
export function webhookFetch(context: AuthContext, { allowPrivateURLs }: EventsSettings): BoundedFetch {
  const limits = { timeoutMs, ignoreBody: true };
  return allowPrivateURLs ? boundedFetch(context, { ...limits, allowHttp: true }) : publicFetch(context, limits);
}
