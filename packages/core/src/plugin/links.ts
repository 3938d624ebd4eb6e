/** Links in mails: to this server's own endpoints, with where to go afterwards. */

import type { AuthContext, RequestContext } from "./context.ts";

/** What a link needs of the request that asked for it; kept with the mail until it is made. */
export interface LinkBase {
  /** Origin of the auth server. */
  readonly origin: string;
  /** Where the link leads in the end; checked. */
  readonly callbackURL: string;
}

/** @param callbackURL as the redirect check let it through */
export function linkBase(context: RequestContext, callbackURL: string): LinkBase {
  return { origin: context.origin, callbackURL };
}

/** Where the endpoints are: the issuer of signed tokens, and what links begin with. */
export function serverURL({ settings }: AuthContext, { origin }: LinkBase): string {
  return origin + settings.basePath;
}

/** A link to an endpoint. @param path with its parameters filled in */
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
