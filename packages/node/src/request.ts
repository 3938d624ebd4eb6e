/** Node's incoming message as the kernel's request, and as a web-standard one if something asks for it. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { ReadableStream } from "node:stream/web";
import type { HttpRequest } from "@latchkey/core";
import { chunksOf, type FrameworkRequest, hasBody, parsedBody, readChunks, streamOf } from "./body.ts";

/** A request from a socket. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly origin: string;
  readonly target: string;
  readonly #incoming: FrameworkRequest;
  readonly #outgoing: ServerResponse;
  #headers: Headers | null = null;
  #request: Request | null = null;
  #isBodyTaken = false;

  /** @param origin the normalized origin */
  constructor(incoming: FrameworkRequest, outgoing: ServerResponse, origin: string, target: string) {
    this.method = incoming.method ?? "GET";
    this.origin = origin;
    this.target = target;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  get hasBody(): boolean {
    return hasBody(this.#incoming);
  }

  /**
   * Whether the kernel can handle the request directly. Otherwise, it's converted to a web-standard request, which
   * rejects some methods and keeps a body that something else is already reading.
   */
  get isOrdinary(): boolean {
    const { readableEnded, readableFlowing } = this.#incoming;
    return methods.has(this.method) && (readableEnded || !readableFlowing);
  }

  /**
   * Whether only part of the body was read. Over HTTP/1, the rest blocks the connection's next request. Over HTTP/2,
   * the stream stays open until the client ends it.
   */
  get isPartlyRead(): boolean {
    const { readableDidRead, readableEnded } = this.#incoming;
    return readableDidRead && !readableEnded;
  }

  header(name: string): string | null {
    const wanted = name.toLowerCase();
    if (wanted === "cookie") return this.#incoming.headers.cookie ?? null;
    const raw = this.#incoming.rawHeaders;
    let value: string | null = null;
    for (let at = 0; at < raw.length; at += 2) {
      const found = raw[at] as string;
      if (found.length !== wanted.length || found.toLowerCase() !== wanted) continue;
      value = value === null ? (raw[at + 1] as string) : `${value}, ${raw[at + 1]}`;
    }
    return value;
  }

  async readBody(limit: number): Promise<Uint8Array | null> {
    if (!this.hasBody) return new Uint8Array();
    if (this.#request?.body) return readChunks(this.#request.body as ReadableStream<Uint8Array>, limit);
    this.#isBodyTaken = true;
    const parsed = parsedBody(this.#incoming);
    if (parsed !== null) return limited(Buffer.from(parsed), limit);
    return readChunks(chunksOf(this.#incoming), limit);
  }

  toHeaders(): Headers {
    this.#headers ??= headersOf(this.#incoming);
    return this.#headers;
  }

  toRequest(): Request {
    this.#request ??= this.#createRequest();
    return this.#request;
  }

  #createRequest(): Request {
    const { method, origin, target } = this;
    const init = { method, headers: this.toHeaders(), body: this.#body(), duplex: "half" } as RequestInit;
    const request = new Request(origin + target, init);
    // The kernel has read the body, so that no one else can.
    if (this.#isBodyTaken) void request.arrayBuffer();
    return withSignal(request, this.#outgoing);
  }

  #body(): BodyInit | null {
    if (!this.hasBody) return null;
    if (this.#isBodyTaken) return new Uint8Array();
    return (parsedBody(this.#incoming) ?? streamOf(this.#incoming)) as BodyInit;
  }
}

function limited(bytes: Uint8Array, limit: number): Uint8Array | null {
  return bytes.byteLength > limit ? null : bytes;
}

const methods: ReadonlySet<string> = new Set(["GET", "POST", "OPTIONS", "HEAD", "PUT", "PATCH", "DELETE"]);

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

/** Targets that a URL parser leaves unchanged. */
const plainTarget = /^(?:\/[\w-]+)+(?:\?[\w\-.~%=&+:/,@]*)?$/;

/** Returns a request's path and query as `Request.url` has them. `null` if they're unusable. */
export function targetOf(incoming: FrameworkRequest, origin: string): string | null {
  const target = incoming.originalUrl ?? incoming.url ?? "/";
  if (plainTarget.test(target)) return target;
  // Parsing would resolve dot segments and convert backslashes, so different URLs could reach the same endpoint.
  const path = target.split(/[?#]/, 1)[0] as string;
  if (!target.startsWith("/") || path.includes("\\") || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return null;
  return URL.canParse(origin + target) ? new URL(origin + target).href.slice(origin.length) : null;
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
