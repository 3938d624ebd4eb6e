/** Collects the headers and cookies of a response, and creates responses. */

import type { CookieSpec, ResponseCookie } from "./cookies.ts";
import { responseCookie, serializeCookie } from "./cookies.ts";
import type { ErrorFormat } from "./error-format.ts";
import type { AuthError } from "./errors.ts";
import type { HttpResponse } from "./exchange.ts";
import { toJson } from "./to-json.ts";
import { fromWebResponse } from "./web.ts";

/** How a request ended. It decides which headers and cookies are sent, and which deferred work runs. */
export type Outcome = "success" | "error";

/** The statuses that an endpoint can choose for its data. */
export type SuccessStatus = 200 | 201 | 202 | 204 | 304;

interface PendingCookie {
  readonly spec: CookieSpec;
  readonly value: string;
  readonly maxAge: number | undefined;
}

/** The cookies and headers to send. Setting a cookie again replaces it, so each name is sent once. */
export class Reply {
  #cookies: Map<string, PendingCookie> | null = null;
  #always: Set<string> | null = null;
  #headers: Map<string, string> | null = null;
  #successHeaders: Map<string, string> | null = null;
  #successStatus: SuccessStatus = 200;

  /**
   * Sets a cookie, unless the request ends in an error. `maxAge` is in seconds. Without it, the cookie lasts until the
   * browser closes.
   */
  setCookie(spec: CookieSpec, value: string, maxAge?: number): void {
    this.#cookies ??= new Map();
    this.#cookies.set(spec.name, { spec, value, maxAge });
    this.#always?.delete(spec.name);
  }

  /** Sets a cookie even if the request ends in an error, for the next step that the error requires. */
  setCookieAlways(spec: CookieSpec, value: string, maxAge?: number): void {
    this.setCookie(spec, value, maxAge);
    this.#always ??= new Set();
    this.#always.add(spec.name);
  }

  /** Deletes a cookie in the browser, even if the request ends in an error. */
  clearCookie(spec: CookieSpec): void {
    this.setCookieAlways(spec, "", 0);
  }

  /** Sets a header. @throws {TypeError} if the name or value would break it, or if it's `set-cookie` */
  setHeader(name: string, value: string): void {
    this.#headers ??= new Map();
    this.#headers.set(headerName(name), headerValue(name, value));
  }

  /**
   * The status of the response, unless the request ends in an error. With 204 and 304, it has no body. Default: 200.
   */
  get successStatus(): SuccessStatus {
    return this.#successStatus;
  }

  set successStatus(status: SuccessStatus) {
    this.#successStatus = status;
  }

  /** Sets a header, unless the request ends in an error. `null` removes it. @throws {TypeError} like `setHeader` */
  setSuccessHeader(name: string, value: string | null): void {
    this.#successHeaders ??= new Map();
    if (value === null) this.#successHeaders.delete(headerName(name));
    else this.#successHeaders.set(headerName(name), headerValue(name, value));
  }

  /** Adds the reply's headers to a response's headers, without the cookies. */
  addHeaders(headers: Record<string, string>, outcome: Outcome = "success"): void {
    if (this.#headers) for (const [name, value] of this.#headers) headers[name] = value;
    if (this.#successHeaders && outcome === "success") {
      for (const [name, value] of this.#successHeaders) headers[name] = value;
    }
  }

  /** Returns the `Set-Cookie` lines. */
  cookieLines(outcome: Outcome = "success"): readonly string[] {
    if (!this.#cookies) return none;
    return this.#cookiesFor(outcome).map(({ spec, value, maxAge }) => serializeCookie(spec, value, maxAge));
  }

  /** Returns the headers and cookies as a web-standard object. */
  toHeaders(outcome: Outcome = "success"): Headers {
    const plainHeaders: Record<string, string> = {};
    this.addHeaders(plainHeaders, outcome);
    const headers = new Headers(plainHeaders);
    for (const line of this.cookieLines(outcome)) headers.append("set-cookie", line);
    return headers;
  }

  /** Returns the cookies of `cookieLines` as values, for frameworks that set cookies themselves. */
  cookies(outcome: Outcome = "success"): readonly ResponseCookie[] {
    return this.#cookiesFor(outcome).map(({ spec, value, maxAge }) => responseCookie(spec, value, maxAge));
  }

  #cookiesFor(outcome: Outcome): readonly PendingCookie[] {
    if (!this.#cookies) return [];
    const all = [...this.#cookies.values()];
    return outcome === "success" ? all : all.filter(({ spec }) => this.#always?.has(spec.name));
  }
}

const none: readonly string[] = [];

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function headerName(name: string): string {
  const lower = name.toLowerCase();
  if (lower === "set-cookie") throw new TypeError("Set cookies with reply.setCookie, not as a header.");
  if (!token.test(lower)) throw new TypeError(`"${name}" isn't a valid header name.`);
  return lower;
}

/** Rejects values that would break the header, such as those with a line break, as every server does. */
function headerValue(name: string, value: string): string {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new TypeError(`The header "${name}" contains a character that headers can't have. Encode its value.`);
  }
  return value;
}

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Creates a JSON response. `undefined` is sent as `null`, so the body is only empty if the status doesn't allow one.
 */
export function jsonResponse(data: unknown, status: number, reply: Reply, outcome?: Outcome): HttpResponse {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "cache-control": "no-store",
    pragma: "no-cache",
    "x-content-type-options": "nosniff",
  };
  reply.addHeaders(headers, outcome);
  // If an endpoint allows caching, `pragma` would contradict it.
  if (headers["cache-control"] !== "no-store") delete headers.pragma;
  const cookies = reply.cookieLines(outcome);
  if (!statusesWithoutBody.has(status)) return { status, headers, cookies, body: toJson(data) };
  delete headers["content-type"];
  return { status, headers, cookies, body: null };
}

/**
 * Creates an error response: `{ code, message }` plus the error's details and headers, unless the format prescribes a
 * different body.
 */
export function errorResponse(error: AuthError, reply: Reply, errorFormat?: ErrorFormat): HttpResponse {
  const { body, status = error.status } = errorFormat?.body(error) ?? {
    body: { ...error.details, code: error.code, message: error.message },
  };
  const isSendable = Number.isInteger(status) && status >= 200 && status <= 599 && !statusesWithoutBody.has(status);
  if (!isSendable) throw new RangeError(`The error "${error.code}" has the status ${status}, which can't have a body.`);
  const response = jsonResponse(body, status, reply, "error");
  if (errorFormat?.mediaType !== undefined) response.headers["content-type"] = errorFormat.mediaType;
  for (const [name, value] of Object.entries(error.headers)) {
    response.headers[headerName(name)] = headerValue(name, value);
  }
  return response;
}

/** Adds the reply's headers and cookies to a response that an endpoint returned. @throws {Error} if it can't be sent */
export function endpointResponse(returned: Response, reply: Reply): HttpResponse {
  const response = fromWebResponse(returned);
  reply.addHeaders(response.headers);
  const cookies = [...response.cookies, ...reply.cookieLines()];
  // A shared cache would send one user's cookies to others.
  if (cookies.length > 0 && /public|s-maxage/i.test(response.headers["cache-control"] ?? "")) {
    response.headers["cache-control"] = "private, no-store";
  }
  return { ...response, cookies };
}

/** Creates a redirect. The target must have passed the redirect check. */
export function redirectResponse(location: string, status: 302 | 303 = 302): Response {
  return new Response(null, {
    status,
    headers: {
      location,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}

/**
 * Creates the response for a built-in page. Doesn't allow scripts, framing, or a referrer.
 * @param withForm whether it has a form that posts to this server, or the URLs that the form's response can redirect to
 */
export function htmlResponse(html: string, status = 200, withForm: boolean | readonly string[] = false): Response {
  const formAction = withForm === false ? "'none'" : ["'self'", ...[withForm].flat().map(formSource)].join(" ").trim();
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
    },
  });
}

/** Browsers check the redirects after a form against the policy, too. */
function formSource(target: string | boolean): string {
  if (typeof target === "boolean") return "";
  const { protocol, host } = new URL(target);
  return /^https?:$/.test(protocol) ? `${protocol}//${host}` : protocol;
}

/** Escapes text for HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
