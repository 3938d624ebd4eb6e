/** Finds the origin of a request, from the server's configuration or the host that the request names. */

import type { IncomingMessage } from "node:http";

/** Returns the normalized origin of a request, or `null` if its host is missing or isn't a host. */
export type OriginOf = (incoming: IncomingMessage) => string | null;

/** @throws {Error} if the configured origin isn't a scheme and host */
export function resolveOrigin(configured: string | undefined): OriginOf {
  if (configured !== undefined) {
    const origin = parseOrigin(configured);
    return () => origin;
  }
  // Most requests have the same host as the one before, so it's parsed once.
  let known = { scheme: "", host: "", origin: null as string | null };
  return (incoming) => {
    const host = hostOf(incoming);
    const scheme = "encrypted" in incoming.socket ? "https" : "http";
    if (host !== known.host || scheme !== known.scheme) known = { scheme, host, origin: hostOrigin(scheme, host) };
    return known.origin;
  };
}

/** HTTP/2 routes by `:authority`. The `Host` header can differ from it (RFC 9113, section 8.3.1). */
function hostOf({ headers, httpVersionMajor }: IncomingMessage): string {
  const authority = httpVersionMajor < 2 ? undefined : headers[":authority"];
  return typeof authority === "string" ? authority : (headers.host ?? "");
}

function parseOrigin(configured: string): string {
  const url = URL.canParse(configured) ? new URL(configured) : null;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new Error(`toNodeHandler: origin is "${configured}". Use a scheme and host, such as "https://example.com".`);
}

const hostPattern = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

function hostOrigin(scheme: string, host: string): string | null {
  const url = `${scheme}://${host}`;
  return hostPattern.test(host) && URL.canParse(url) ? new URL(url).origin : null;
}
