/** Tells whether a request comes from a browser on this machine. */

import type { RequestContext } from "@latchkey/core/plugin";

/**
 * Whether the client, every host name, and every address in a forwarding header belong to this machine.
 *
 * The address alone isn't enough: a proxy or tunnel also connects from this machine. The host alone isn't enough either:
 * a page on another site can make its own name resolve to 127.0.0.1 (DNS rebinding).
 */
export function isLocal(context: RequestContext): boolean {
  const own = context.settings.origin === null ? null : new URL(context.settings.origin).hostname;
  return (
    context.clientAddress !== null &&
    isLoopback(context.clientAddress) &&
    forwardedAddresses(context).every(isLoopback) &&
    hostsOf(context).every((host) => isLocalName(host) || host === own)
  );
}

/**
 * Whether a page on another site sent the request, or a page on another port did so by script. A link on another port
 * passes, because apps link from their own dev server to the console.
 */
export function isCrossSite({ headers }: RequestContext): boolean {
  const site = headers.get("sec-fetch-site");
  return site === "cross-site" || (site === "same-site" && headers.get("sec-fetch-mode") !== "navigate");
}

/** Every host that the request names: in its URL, in `Host`, and in what proxies add. */
function hostsOf({ request, headers }: RequestContext): string[] {
  const named = ["host", "x-forwarded-host", "x-original-host"].flatMap((name) => listed(headers.get(name)));
  const standard = forwardedValues(headers, "host");
  return [...(request ? [new URL(request.url).hostname] : []), ...[...named, ...standard].map(nameOf)];
}

function nameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

function forwardedAddresses({ headers, settings }: RequestContext): string[] {
  const names = new Set([...addressHeaders, ...settings.address.headers]);
  return [...[...names].flatMap((name) => listed(headers.get(name))), ...forwardedValues(headers, "for")];
}

/** Headers in which proxies and tunnels name the client. */
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

function listed(header: string | null): string[] {
  return header?.split(",").map((value) => value.trim()) ?? [];
}

/** Values of one parameter of `Forwarded`. @see RFC 7239 */
function forwardedValues(headers: Headers, parameter: "for" | "host"): string[] {
  const pattern = parameter === "for" ? /for="?([^;,"\s]+)/gi : /host="?([^;,"\s]+)/gi;
  return [...(headers.get("forwarded") ?? "").matchAll(pattern)].map(([, value = ""]) => value);
}

/** The origin of a request if its host is this machine, otherwise the same port of localhost. */
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
