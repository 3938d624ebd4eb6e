/** Detects whether a request comes from a browser on this machine. */

import type { RequestContext } from "@latchkey/core/plugin";

/**
 * Whether the client and all addresses in forwarding headers belong to this machine. All hostnames must be this
 * machine's, too, or the one in `baseURL`.
 *
 * The address isn't enough, because a proxy or tunnel also connects from this machine. The hostname isn't enough
 * either, because another site can make its own name resolve to 127.0.0.1 (DNS rebinding).
 */
export function isLocal(context: RequestContext): boolean {
  const own = context.settings.origin === null ? null : new URL(context.settings.origin).hostname;
  return (
    context.clientAddress !== null &&
    isLoopback(context.clientAddress) &&
    forwardedAddresses(context).every(isLoopback) &&
    requestedHosts(context).every((host) => isLocalName(host) || host === own)
  );
}

/**
 * Whether a page on another site sent the request, or a script on another port did. Links from another port are
 * allowed, because apps link to the console from their own dev server.
 */
export function isCrossSite({ headers }: RequestContext): boolean {
  const site = headers.get("sec-fetch-site");
  return site === "cross-site" || (site === "same-site" && headers.get("sec-fetch-mode") !== "navigate");
}

/** Returns all hostnames in the request's URL, in `Host`, and in proxy headers. */
function requestedHosts({ request, headers }: RequestContext): string[] {
  const named = ["host", "x-forwarded-host", "x-original-host"].flatMap((name) => splitHeader(headers.get(name)));
  const standard = forwardedValues(headers, "host");
  return [...(request ? [new URL(request.url).hostname] : []), ...[...named, ...standard].map(hostnameOf)];
}

function hostnameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

function forwardedAddresses({ headers, settings }: RequestContext): string[] {
  const names = new Set([...addressHeaders, ...settings.proxies.headers]);
  return [...[...names].flatMap((name) => splitHeader(headers.get(name))), ...forwardedValues(headers, "for")];
}

/** Headers that proxies and tunnels use to send the client's address. */
const addressHeaders = [
  "x-forwarded-for",
  "x-original-forwarded-for",
  "x-real-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "cf-connecting-ip",
  "true-client-ip",
  "fly-client-ip",
  "fastly-client-ip",
];

function splitHeader(header: string | null): string[] {
  return header?.split(",").map((value) => value.trim()) ?? [];
}

/** Returns the values of one parameter of `Forwarded`. @see RFC 7239 */
function forwardedValues(headers: Headers, parameter: "for" | "host"): string[] {
  const pattern = parameter === "for" ? /for="?([^;,"\s]+)/gi : /host="?([^;,"\s]+)/gi;
  return [...(headers.get("forwarded") ?? "").matchAll(pattern)].map(([, value = ""]) => value);
}

/** Returns the request's origin if its host is this machine, or else `localhost` with the same port. */
export function localOrigin(origin: string): string {
  const url = new URL(origin);
  return isLocalName(url.hostname) ? origin : `${url.protocol}//localhost${url.port && `:${url.port}`}`;
}

function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}(?::\d+)?$|^::1$|^\[::1\](?::\d+)?$/i.test(address);
}
