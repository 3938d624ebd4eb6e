/** Builds links in emails, which lead to this server's endpoints and then to a page of the app. */

import type { AuthContext, RequestContext } from "./context.ts";

/** What a link needs from the request that caused it. Stored with the email until the link is built. */
export interface LinkBase {
  /** Origin of the auth server. */
  readonly origin: string;
  /** Where the user ends up. Already validated. */
  readonly callbackURL: string;
}

/**
 * Returns what a link needs from this request.
 * @param callbackURL as returned by `checkRedirect`
 */
export function linkBase(context: RequestContext, callbackURL: string): LinkBase {
  return { origin: context.origin, callbackURL };
}

/** The URL that all endpoints are under. Links start with it, and it's the issuer of signed tokens. */
export function serverURL({ settings }: AuthContext, { origin }: LinkBase): string {
  return origin + settings.basePath;
}

/** Builds a link to an endpoint. @param path with its parameters filled in */
export function mailLink(
  context: AuthContext,
  base: LinkBase,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const parameters = { ...query, callbackURL: base.callbackURL };
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${serverURL(context, base)}${path}?${pairs.join("&")}`;
}
