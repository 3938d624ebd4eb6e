/** Node's incoming message as a web-standard Request. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";

/** Express and Fastify leave what they did to a request on it. */
interface FrameworkRequest extends IncomingMessage {
  /** The path before a router cut its mount point off. */
  readonly originalUrl?: string;
  /** What a body parser made of the body. */
  readonly body?: unknown;
}

/** The request, or `null` where it names no usable host or path. */
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
    // A method that fetch forbids (TRACE), a header value that it does not take.
    return null;
  }
}

/** Something before the handler has read the body, and left nothing of it on the request. */
export function isBodyGone(incoming: FrameworkRequest): boolean {
  return incoming.readableEnded && incoming.body === undefined && hasBody(incoming);
}

/** Headers with every value of a repeated one, names that HTTP/2 reserves left out. */
export function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  const raw = incoming.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    if (!name.startsWith(":")) headers.append(name, raw[at + 1] as string);
  }
  // Several Cookie lines are one header, joined by semicolons (RFC 6265, section 5.4; HTTP/2 splits them on purpose).
  const cookie = incoming.headers.cookie;
  if (cookie !== undefined) headers.set("cookie", cookie);
  return headers;
}

const host = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

function urlOf(incoming: FrameworkRequest, origin: string | undefined): string | null {
  const target = incoming.originalUrl ?? incoming.url ?? "/";
  // Parsing would resolve dot segments and turn backslashes round: then two spellings would reach one endpoint.
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
  // A parsed form goes back into the form that its content type names.
  if (incoming.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    return new URLSearchParams(
      Object.entries(body as object).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
    ).toString();
  return JSON.stringify(body);
}

/**
 * Begins to read when somebody asks for it. What nobody asks for, such as a body that is refused by its length, Node takes
 * off the connection by itself; the next request on it would wait behind it otherwise. Where something else listens
 * already, such as a log of bodies, the data goes by now or never.
 */
function streamOf(incoming: IncomingMessage): ReadableStream {
  return incoming.readableFlowing ? Readable.toWeb(incoming) : ReadableStream.from(incoming);
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return length === undefined ? headers["transfer-encoding"] !== undefined : length !== "0";
}

/** The signal is made when somebody asks for it: most never do, and it costs more than the rest of a `Request`. */
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
