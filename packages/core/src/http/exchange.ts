/**
 * Requests and responses as the kernel works with them. A server's adapter can create them without the web-standard
 * objects, which cost more than handling most requests does. `auth.handler` converts between the two.
 */

/** What the server knows about a request, apart from its content. */
export interface RequestInfo {
  /** IP address of the peer: the socket's remote address. */
  readonly remoteAddress?: string | undefined;
  /** Keeps a worker alive for work after the response. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** The caller and the headers: a request over HTTP, or a server call on behalf of one. */
export interface CallSource extends RequestInfo {
  /** The HTTP method in uppercase. `null` if a server call was made without a request. */
  readonly method: string | null;
  /** Origin of the request's URL, such as `https://example.com`. `null` whenever `method` is. */
  readonly origin: string | null;
  /** Returns a header's value, or `null`. Several values are joined by a comma and a space, as in `Headers`. */
  header(name: string): string | null;
  /** Returns all headers as a web-standard object, the same one each time. */
  toHeaders(): Headers;
  /** Returns the web-standard request, the same one each time. `null` whenever `method` is. */
  toRequest(): Request | null;
}

/** A request over HTTP. */
export interface HttpRequest extends CallSource {
  readonly method: string;
  readonly origin: string;
  /** Path and query, as in `Request.url`: normalized, and starting with a slash. */
  readonly target: string;
  readonly hasBody: boolean;
  /**
   * Reads the whole body. Resolves to `null` once it's longer than `limit` bytes, and rejects if the client
   * disconnects. A body can be read once, here or through the web-standard request.
   */
  readBody(limit: number): Promise<Uint8Array | null>;
  toRequest(): Request;
}

/** A response over HTTP. */
export interface HttpResponse {
  readonly status: number;
  /** Names are lowercase. Cookies aren't among them. */
  readonly headers: Record<string, string>;
  /** The `Set-Cookie` lines. */
  readonly cookies: readonly string[];
  /** The endpoint's `Response` if it returned one. Only its body is used. */
  readonly body: string | Response | null;
}

/** Handles a request without web-standard objects. Never throws. */
export type Exchange = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * The function behind `auth.handler`. An adapter uses `exchange` only if the handler that it gets has this property. If
 * an app wraps the handler in its own function, every request must go through that function.
 */
export interface Handler {
  (request: Request, info?: RequestInfo): Promise<Response>;
  readonly exchange: Exchange;
}
