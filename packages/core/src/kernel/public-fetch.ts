/**
 * Requests to URLs from untrusted sources, such as apps that ask for tokens. They only reach public addresses, so that
 * no one can use this server to reach its own network.
 */

import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { builtinModule } from "../crypto/native.ts";
import { contains, type Network, parseAddress, parseNetwork } from "../http/client-address.ts";
import type { AuthContext } from "./context.ts";
import { type BoundedFetch, boundedFetch, type FetchLimits } from "./fetch.ts";
import { withTimeout } from "./timeout.ts";

type Dns = typeof import("node:dns");
type Https = typeof import("node:https");
type Stream = typeof import("node:stream");

/** Finds all addresses of a host. */
export type ResolveHost = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** Networks that aren't part of the public internet. See RFC 6890 and its registries. */
const privateNetworks: readonly Network[] = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
].map(parseNetwork);

/** All public IPv6 addresses are in this network. */
const publicIPv6 = parseNetwork("2000::/3");

/** Whether the text is an IP address on the public internet. */
export function isPublicAddress(text: string): boolean {
  const bytes = parseAddress(text);
  if (!bytes || (bytes.length === 16 && !contains(publicIPv6, bytes))) return false;
  return !privateNetworks.some((network) => network.bytes.length === bytes.length && contains(network, bytes));
}

/**
 * Whether the URL can point to a public server. It needs a full host name or a public address, and no username. Only
 * https on its default port is allowed, so that no one can use this server to scan ports.
 */
export function isPublicURL(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port } = new URL(text);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  if (parseAddress(hostname)) return isPublicAddress(hostname);
  const name = hostname.replace(/\.$/, "");
  return name.includes(".") && !/\.(?:localhost|local|internal|home\.arpa|onion)$/.test(name);
}

/**
 * Returns a `fetch` with limits, for URLs from untrusted sources. It throws an `Error` for private addresses, in
 * addition to the errors of `boundedFetch`. On Node.js, the connection goes to the address that was checked, so a name
 * that resolves differently the second time doesn't help an attacker. On other runtimes, only the name can be checked.
 */
export function publicFetch(context: AuthContext, limits: Omit<FetchLimits, "allowHttp"> = {}): BoundedFetch {
  const send = boundedFetch({ fetch: context.publicFetch ?? createPublicSender() ?? context.fetch }, limits);
  return async (address, init) => {
    if (!isPublicURL(address)) throw new Error("The URL doesn't point to a public https server.");
    return send(address, init);
  };
}

/** How long a host lookup can take, in milliseconds. */
const lookupTimeoutMs = 3000;

/**
 * Whether the URL points to a public server and its host currently has only public addresses, so that users learn about
 * a mistake early. True if the host can't be resolved now, on runtimes that can't tell, and if the app has its own
 * `publicFetch`, because requests check again.
 */
export async function isPublicServer(
  { publicFetch: own }: Pick<AuthContext, "publicFetch">,
  url: string,
  resolveHost: ResolveHost | null = systemResolver(),
): Promise<boolean> {
  if (!isPublicURL(url)) return false;
  const { hostname } = new URL(url);
  if (own || !resolveHost || parseAddress(hostname)) return true;
  try {
    const found = await withTimeout(lookupTimeoutMs, () => resolveHost(hostname), hostname);
    return found.every(({ address }) => isPublicAddress(address));
  } catch {
    return true;
  }
}

/** Creates a `fetch` that connects to public addresses only. `null` on runtimes without Node.js's modules. */
export function createPublicSender(resolveHost: ResolveHost | null = systemResolver()): typeof fetch | null {
  const https = builtinModule<Https>("node:https");
  const stream = builtinModule<Stream>("node:stream");
  if (!https?.request || !stream || !resolveHost) return null;
  return (input, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      const { method = "GET", body, signal } = init;
      const request = https.request(String(input), {
        method,
        headers: Object.fromEntries(new Headers(init.headers)),
        agent: false,
        lookup: checkedLookup(resolveHost),
        ...(signal ? { signal } : {}),
      });
      request.on("error", reject);
      request.on("response", (response) => {
        // An error that is thrown in this listener would end the process.
        try {
          resolve(toResponse(response, stream));
        } catch (error) {
          request.destroy();
          reject(error);
        }
      });
      request.end(body === undefined || body === null ? undefined : String(body));
    });
}

/** The parts of a `node:https` response that are read. */
type Incoming = Readable & Pick<IncomingMessage, "statusCode" | "headers">;

/**
 * Turns a Node.js response into a `Response` with the headers that callers read.
 * @throws {Error} for a status that a `Response` can't have
 */
export function toResponse(incoming: Incoming, stream: Stream): Response {
  const { statusCode = 0, headers } = incoming;
  if (statusCode < 200 || statusCode > 599) throw new Error(`The server responded with the status ${statusCode}.`);
  const hasBody = ![204, 205, 304].includes(statusCode);
  // Not read to its end, because it may never end.
  if (!hasBody) incoming.destroy();
  const content = hasBody ? (stream.Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null;
  const { "content-type": type = "", "cache-control": cache = "" } = headers;
  return new Response(content, { status: statusCode, headers: { "content-type": type, "cache-control": cache } });
}

function systemResolver(): ResolveHost | null {
  const dns = builtinModule<Dns>("node:dns");
  return dns?.promises ? (host) => dns.promises.lookup(host, { all: true }) : null;
}

type LookupCallback = (
  error: Error | null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void;

/** Replaces a connection's DNS lookup. The connection uses exactly the addresses that were checked. */
function checkedLookup(resolveHost: ResolveHost) {
  return (host: string, options: { readonly all?: boolean | undefined }, callback: LookupCallback): void => {
    resolveHost(host).then(
      (found) => {
        const [first] = found;
        if (!first || found.some(({ address }) => !isPublicAddress(address))) {
          callback(new Error(`${host} isn't a public server.`), "");
        } else if (options.all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ""),
    );
  };
}
