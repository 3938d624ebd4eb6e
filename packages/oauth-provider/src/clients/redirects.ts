/** Redirect URIs: which ones can be registered, and which ones match a registered one. */

import type { OAuthClientRow } from "../tables.ts";

const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Whether a request's redirect URI is registered for the client. Compares the exact strings, except for the port of a
 * loopback address, which native apps choose at startup. RFC 8252, section 7.3.
 */
export function isRegisteredRedirect({ redirectUris }: OAuthClientRow, uri: string): boolean {
  if (redirectUris.includes(uri)) return true;
  const own = withoutLoopbackPort(uri);
  return own !== null && redirectUris.some((registered) => withoutLoopbackPort(registered) === own);
}

/** Returns a loopback URI without its port. `null` for other URIs, and for URIs that a parser would normalize. */
function withoutLoopbackPort(uri: string): string | null {
  const match = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(\/[\x21\x24-\x5b\x5d-\x7e]*)?$/.exec(uri);
  if (!match || !URL.canParse(uri)) return null;
  const path = match[2] ?? "/";
  return new URL(`http://a${path}`).pathname + new URL(`http://a${path}`).search === path ? `${match[1]}${path}` : null;
}

/** Whether the URI leads to an app on the user's device, whose identity can't be verified. RFC 9700, section 4.4. */
export function isNativeRedirect(uri: string): boolean {
  const url = new URL(uri);
  return url.protocol !== "https:" || loopbackHosts.has(url.hostname);
}

const unsafeSchemes: ReadonlySet<string> = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "blob:",
  "file:",
  "about:",
  "ws:",
  "wss:",
  "ftp:",
  "mailto:",
]);

/**
 * Returns why a redirect URI can't be registered, or `null` if it can. Allows https, http on a loopback address, and an
 * app's own scheme, which contains a dot.
 */
export function redirectProblem(uri: string): string | null {
  if (uri.length > 2048 || !URL.canParse(uri) || !/^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/.test(uri))
    return "must be an absolute URL";
  const url = new URL(uri);
  if (uri.includes("#")) return "has a fragment";
  if (uri.includes("*")) return "has a wildcard";
  if (url.username !== "" || url.password !== "") return "has a username or password";
  if (unsafeSchemes.has(url.protocol)) return "has an unsafe scheme";
  if (url.protocol === "https:") return url.hostname === "" ? "has no host" : null;
  if (url.protocol === "http:") return loopbackHosts.has(url.hostname) ? null : "doesn't use https";
  return url.protocol.includes(".") ? null : "has a custom scheme without a dot";
}
