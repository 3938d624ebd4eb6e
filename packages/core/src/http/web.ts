/** Converts web-standard requests and responses to the kernel's and back. */

import type { HttpRequest, HttpResponse, RequestInfo } from "./exchange.ts";
import { readStream } from "./stream.ts";

/** A web-standard request in the kernel's form. */
export class WebRequest implements HttpRequest {
  readonly method: string;
  readonly origin: string;
  readonly target: string;
  readonly remoteAddress: string | undefined;
  readonly waitUntil: RequestInfo["waitUntil"];
  readonly #request: Request;
  readonly #headers: Headers;

  constructor(request: Request, info?: RequestInfo) {
    // Runtimes compute these on each access.
    const { url } = request;
    const slash = pathStart(url);
    this.method = request.method;
    this.origin = url.slice(0, slash);
    this.target = url.slice(slash);
    this.remoteAddress = info?.remoteAddress;
    this.waitUntil = info?.waitUntil;
    this.#request = request;
    this.#headers = request.headers;
  }

  get hasBody(): boolean {
    return this.#request.body !== null;
  }

  header(name: string): string | null {
    return this.#headers.get(name);
  }

  async readBody(limit: number): Promise<Uint8Array | null> {
    const { body } = this.#request;
    if (body === null) return new Uint8Array();
    const bytes = await readStream(body, limit);
    return typeof bytes === "string" ? null : bytes;
  }

  toHeaders(): Headers {
    return this.#headers;
  }

  toRequest(): Request {
    return this.#request;
  }
}

/** Returns the origin of an absolute URL. The URL of a `Request` is always absolute. */
export function originOf(url: string): string {
  return url.slice(0, pathStart(url));
}

function pathStart(url: string): number {
  const slash = url.indexOf("/", url.indexOf("//") + 2);
  return slash === -1 ? url.length : slash;
}

/** Creates the web-standard response. */
export function toWebResponse({ status, headers, cookies, body }: HttpResponse): Response {
  // A new object for each response. Some servers keep it, which would send one user's cookies to others.
  const init = cookies.length === 0 ? headers : new Headers(headers);
  if (init instanceof Headers) for (const line of cookies) init.append("set-cookie", line);
  if (!(body instanceof Response)) return new Response(body, { status, headers: init });
  return new Response(body.body, { status, statusText: body.statusText, headers: init });
}

/**
 * Converts an endpoint's response.
 * @throws {Error} if it can't be sent: it has no status, or its body was read already
 */
export function fromWebResponse(response: Response): HttpResponse {
  const { status } = response;
  if (status < 200 || status > 599) throw new RangeError(`An endpoint returned a response with the status ${status}.`);
  if (response.bodyUsed || response.body?.locked)
    throw new TypeError("An endpoint returned a response whose body was read already.");
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) if (name !== "set-cookie") headers[name] = value;
  return { status, headers, cookies: response.headers.getSetCookie(), body: response };
}
