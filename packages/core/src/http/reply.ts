/** The answer in the making: headers and cookies that guards, gates and handler leave on it. */

import type { CookieSpec, ResponseCookie } from "./cookies.ts";
import { responseCookie, serializeCookie } from "./cookies.ts";
import type { AuthError } from "./errors.ts";

/** Makes a `Response` of a whole text. */
export type Respond = (text: string, init: { readonly status: number; readonly headers: Headers }) => Response;

type Outcome = "answer" | "refusal";

interface PendingCookie {
  readonly spec: CookieSpec;
  readonly value: string;
  readonly maxAge: number | undefined;
}

/** Cookies and headers to send. A later write of one cookie replaces an earlier one: one line a name. */
export class Reply {
  #cookies: Map<string, PendingCookie> | null = null;
  #always: Set<string> | null = null;
  #headers: [string, string][] | null = null;
  #answerHeaders: Map<string, string> | null = null;

  readonly respond: Respond;

  constructor(respond: Respond = (text, init) => new Response(text, init)) {
    this.respond = respond;
  }

  /** Sets a cookie; dropped again if the request ends in a refusal. `maxAge` in seconds, none: until the browser ends. */
  setCookie(spec: CookieSpec, value: string, maxAge?: number): void {
    this.#cookies ??= new Map();
    this.#cookies.set(spec.name, { spec, value, maxAge });
    this.#always?.delete(spec.name);
  }

  /** Sets a cookie even if the request ends in a refusal, for the step that the refusal asks for. */
  setCookieAlways(spec: CookieSpec, value: string, maxAge?: number): void {
    this.setCookie(spec, value, maxAge);
    this.#always ??= new Set();
    this.#always.add(spec.name);
  }

  /** Deletes a cookie in the browser, whatever the request ends in. */
  clearCookie(spec: CookieSpec): void {
    this.setCookieAlways(spec, "", 0);
  }

  setHeader(name: string, value: string): void {
    this.#headers ??= [];
    this.#headers.push([name, value]);
  }

  /** Sets a header that is dropped again if the request ends in a refusal. `null`: takes it back. */
  setAnswerHeader(name: string, value: string | null): void {
    this.#answerHeaders ??= new Map();
    if (value === null) this.#answerHeaders.delete(name);
    else this.#answerHeaders.set(name, value);
  }

  /** Writes everything onto an answer's headers. */
  applyTo(headers: Headers, outcome: Outcome = "answer"): void {
    if (this.#headers) for (const [name, value] of this.#headers) headers.set(name, value);
    if (this.#answerHeaders && outcome === "answer") {
      for (const [name, value] of this.#answerHeaders) headers.set(name, value);
    }
    for (const { spec, value, maxAge } of this.#sent(outcome)) {
      headers.append("set-cookie", serializeCookie(spec, value, maxAge));
    }
  }

  /** The cookies that `applyTo` writes, for a framework that keeps cookies itself. */
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

// As `Headers` they are checked once and then copied; not made before the first answer, for that loads half of fetch.
let commonHeaders: Headers | null = null;

/** A JSON answer. `undefined` is sent as `null`: a body is never empty. */
export function jsonResponse(data: unknown, status: number, reply: Reply, outcome?: Outcome): Response {
  commonHeaders ??= new Headers(common);
  // A copy for each answer: what stands in for `Response` on some servers keeps the very object that it is given, and
  // one person's cookies would be on everybody's answers.
  const headers = new Headers(commonHeaders);
  reply.applyTo(headers, outcome);
  return reply.respond(JSON.stringify(data ?? null), { status, headers });
}

/** A refusal as the wire has it: `{ code, message }` and what the error adds. */
export function errorResponse(error: AuthError, reply: Reply): Response {
  const body = { ...error.details, code: error.code, message: error.message };
  const response = jsonResponse(body, error.status, reply, "refusal");
  for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
  return response;
}

/** A redirect (302). The target must have come through the redirect check. */
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
 * A page of the library's own: no script, no frame, no referrer.
 * @param withForm it has a form that posts to this server
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

/** Text made safe to stand in HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
