/** Collects the headers and cookies of a response, and builds responses. */

import type { CookieSpec, ResponseCookie } from "./cookies.ts";
import { responseCookie, serializeCookie } from "./cookies.ts";
import type { AuthError } from "./errors.ts";

/** Creates a `Response` from complete text. */
export type Respond = (text: string, init: { readonly status: number; readonly headers: Headers }) => Response;

type Outcome = "answer" | "refusal";

interface PendingCookie {
  readonly spec: CookieSpec;
  readonly value: string;
  readonly maxAge: number | undefined;
}

/** The cookies and headers to send. Setting a cookie again replaces it, so each name is sent once. */
export class Reply {
  #cookies: Map<string, PendingCookie> | null = null;
  #always: Set<string> | null = null;
  #headers: [string, string][] | null = null;
  #answerHeaders: Map<string, string> | null = null;

  readonly respond: Respond;

  constructor(respond: Respond = (text, init) => new Response(text, init)) {
    this.respond = respond;
  }

  /**
   * Sets a cookie, unless the request ends in an error. `maxAge` is in seconds. Without it, the cookie lasts until the
   * browser closes.
   */
  setCookie(spec: CookieSpec, value: string, maxAge?: number): void {
    this.#cookies ??= new Map();
    this.#cookies.set(spec.name, { spec, value, maxAge });
    this.#always?.delete(spec.name);
  }

  /** Sets a cookie even if the request ends in an error, for the step that the error asks for. */
  setCookieAlways(spec: CookieSpec, value: string, maxAge?: number): void {
    this.setCookie(spec, value, maxAge);
    this.#always ??= new Set();
    this.#always.add(spec.name);
  }

  /** Deletes a cookie in the browser, even if the request ends in an error. */
  clearCookie(spec: CookieSpec): void {
    this.setCookieAlways(spec, "", 0);
  }

  setHeader(name: string, value: string): void {
    this.#headers ??= [];
    this.#headers.push([name, value]);
  }

  /** Sets a header, unless the request ends in an error. `null` removes it. */
  setSuccessHeader(name: string, value: string | null): void {
    this.#answerHeaders ??= new Map();
    if (value === null) this.#answerHeaders.delete(name);
    else this.#answerHeaders.set(name, value);
  }

  /** Adds the cookies and headers to a response. */
  applyTo(headers: Headers, outcome: Outcome = "answer"): void {
    if (this.#headers) for (const [name, value] of this.#headers) headers.set(name, value);
    if (this.#answerHeaders && outcome === "answer") {
      for (const [name, value] of this.#answerHeaders) headers.set(name, value);
    }
    for (const { spec, value, maxAge } of this.#sent(outcome)) {
      headers.append("set-cookie", serializeCookie(spec, value, maxAge));
    }
  }

  /** Returns the cookies that `applyTo` writes, for frameworks that set cookies themselves. */
  cookies(outcome: Outcome = "answer"): readonly ResponseCookie[] {
    return this.#sent(outcome).map(({ spec, value, maxAge }) => responseCookie(spec, value, maxAge));
  }

  #sent(outcome: Outcome): readonly PendingCookie[] {
    if (!this.#cookies) return [];
    const all = [...this.#cookies.values()];
    return outcome === "answer" ? all : all.filter(({ spec }) => this.#always?.has(spec.name));
  }
}

const common: Readonly<Record<string, string>> = {
  "content-type": "application/json",
  "cache-control": "no-store",
  pragma: "no-cache",
  "x-content-type-options": "nosniff",
};

/**
 * `common` as validated `Headers`. Created by the first response instead of at import, because it loads half of fetch.
 */
let template: Headers | null = null;

/**
 * Copies the headers for each response. Some servers keep the object, which would send one user's cookies to others.
 */
function commonHeaders(): Headers {
  template ??= new Headers(common);
  return new Headers(template);
}

/** Creates a JSON response. `undefined` is sent as `null`, so the body is never empty. */
export function jsonResponse(data: unknown, status: number, reply: Reply, outcome?: Outcome): Response {
  const headers = commonHeaders();
  reply.applyTo(headers, outcome);
  return reply.respond(JSON.stringify(data ?? null), { status, headers });
}

/** Creates an error response: `{ code, message }` plus the error's details and headers. */
export function errorResponse(error: AuthError, reply: Reply): Response {
  const body = { ...error.details, code: error.code, message: error.message };
  const response = jsonResponse(body, error.status, reply, "refusal");
  for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
  return response;
}

/** Creates a 302 redirect. The target must have passed the redirect check. */
export function redirectResponse(location: string): Response {
  return new Response(null, {
    status: 302,
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
 * @param withForm whether it has a form that posts to this server
 */
export function htmlResponse(html: string, status = 200, withForm = false): Response {
  const formAction = withForm ? "'self'" : "'none'";
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

/** Escapes text for HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
