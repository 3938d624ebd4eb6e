/** Converts Node's incoming message to a web-standard `Request`. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";

/** Properties that Express and Fastify add to a request. */
interface FrameworkRequest extends IncomingMessage {
  /** The path before a router removed its mount point. */
  readonly originalUrl?: string;
  /** The body as a body parser parsed it. */
  readonly body?: unknown;
}

/** Returns the request, or `null` if its host, path, method, or headers are unusable. */
export function toRequest(incoming: FrameworkRequest, outgoing: ServerResponse, origin?: string): Request | null {
  const url = urlOf(incoming, origin);
  if (!url) return null;
  const method = incoming.method ?? "GET";
  try {
    const headers = headersOf(incoming);
    if (method === "GET") return withSignal(new Request(url, { headers }), outgoing);
    const body = method === "HEAD" ? null : bodyOf(incoming);
    return withSignal(new Request(url, { method, headers, body, duplex: "half" } as RequestInit), outgoing);
  } catch {
    // A method that fetch forbids (TRACE), or an invalid header value.
    return null;
  }
}

/** Whether something read the body before the handler without leaving it on the request. */
export function isBodyConsumed(incoming: FrameworkRequest): boolean {
  return incoming.readableEnded && incoming.body === undefined && hasBody(incoming);
}

/** Returns all headers, with every value of repeated ones and without HTTP/2's pseudo-headers. */
export function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  const raw = incoming.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    if (!name.startsWith(":")) headers.append(name, raw[at + 1] as string);
  }
  // Several Cookie lines are one header, joined by semicolons (RFC 6265, section 5.4). HTTP/2 splits them on purpose.
  const cookie = incoming.headers.cookie;
  if (cookie !== undefined) headers.set("cookie", cookie);
  return headers;
}

const host = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

function urlOf(incoming: FrameworkRequest, origin: string | undefined): string | null {
  const target = incoming.originalUrl ?? incoming.url ?? "/";
  // Parsing would resolve dot segments and convert backslashes, so different URLs could reach the same endpoint.
  const path = target.split(/[?#]/, 1)[0] as string;
  if (!target.startsWith("/") || path.includes("\\") || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return null;
  if (origin !== undefined) return origin + target;
  const name = incoming.headers.host ?? (incoming.headers[":authority"] as string | undefined);
  if (name === undefined || !host.test(name)) return null;
  return `${"encrypted" in incoming.socket ? "https" : "http"}://${name}${target}`;
}

function bodyOf(incoming: FrameworkRequest): BodyInit | null {
  const { body } = incoming;
  if (body === undefined || !incoming.readableEnded) {
    return hasBody(incoming) ? (streamOf(incoming) as unknown as BodyInit) : null;
  }
  if (typeof body === "string" || body instanceof Uint8Array) return body as BodyInit;
  // Encode a parsed form again, as its content type says.
  if (incoming.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    return new URLSearchParams(
      Object.entries(body as object).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
    ).toString();
  return JSON.stringify(body);
}

/**
 * Starts reading only when the stream is read. If it never is, for example because the body is too long, Node discards
 * the body itself. Otherwise the connection's next request would be stuck behind it. If something else already listens,
 * such as a body logger, the stream must start now or miss the data.
 */
function streamOf(incoming: IncomingMessage): ReadableStream {
  return incoming.readableFlowing ? Readable.toWeb(incoming) : ReadableStream.from(incoming);
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return length === undefined ? headers["transfer-encoding"] !== undefined : length !== "0";
}

/** Creates the signal on first access. Most requests never use it, and it costs more than the rest of a `Request`. */
function withSignal(request: Request, outgoing: ServerResponse): Request {
  let signal: AbortSignal | null = null;
  return Object.defineProperty(request, "signal", {
    configurable: true,
    get() {
      signal ??= abortSignal(outgoing);
      return signal;
    },
  });
}

function abortSignal(outgoing: ServerResponse): AbortSignal {
  if (outgoing.destroyed && !outgoing.writableFinished) return AbortSignal.abort();
  const controller = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  return controller.signal;
}
