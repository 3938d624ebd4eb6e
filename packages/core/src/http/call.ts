/** Endpoints called on the server, without HTTP: `auth.api.signInEmail({ body, headers })`. */

import type { ResponseCookie } from "./cookies.ts";
import type { AuthError, HttpErrorCode } from "./errors.ts";

/** Headers as frameworks hand them over: web-standard, or Node's plain object. */
export type CallHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A call that needs no session. Pass the request's `headers` where it matters who asks (address, user agent). */
export interface CallOptions extends CallEnvironment {
  readonly headers?: CallHeaders;
}

/** What a server knows of a call beside what it says. */
export interface CallEnvironment {
  readonly request?: Request;
  /** Keeps a worker alive for what goes on after the answer, such as mail: the platform's own function. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
}

/** A call that reads the caller's session, from the cookie or bearer token in `headers`. */
export interface SessionCallOptions extends CallEnvironment {
  readonly headers: CallHeaders;
}

/** A call that takes a body. */
export interface WithBody<Body> extends CallOptions {
  readonly body: Body;
}

/** A call that takes a query. */
export interface WithQuery<Query> extends CallOptions {
  readonly query: Query;
}

/** A call that needs a session and takes a body. */
export interface WithSessionBody<Body> extends SessionCallOptions {
  readonly body: Body;
}

/** A call that needs a session and takes a query. */
export interface WithSessionQuery<Query> extends SessionCallOptions {
  readonly query: Query;
}

/** A call whose body can be left out. */
export interface WithOptionalBody<Body> extends CallOptions {
  readonly body?: Body | undefined;
}

/** A call whose query can be left out. */
export interface WithOptionalQuery<Query> extends CallOptions {
  readonly query?: Query | undefined;
}

/** A call that needs a session and whose body can be left out. */
export interface WithOptionalSessionBody<Body> extends SessionCallOptions {
  readonly body?: Body | undefined;
}

/** A call that needs a session and whose query can be left out. */
export interface WithOptionalSessionQuery<Query> extends SessionCallOptions {
  readonly query?: Query | undefined;
}

/** What a call with `returnHeaders` gives. */
export interface WithHeaders<Output> {
  /** Headers to hand on, `Set-Cookie` among them. */
  readonly headers: Headers;
  readonly response: Output;
}

/** One endpoint as a function. */
export interface Call<Input, Output, Code extends string = string> {
  /** As better-auth has it: the same as `.response()`. */
  (input: Input & { readonly asResponse: true }): Promise<Response>;
  /** As better-auth has it: the data with the headers to hand on. A refusal is thrown; `.result()` has both. */
  (input: Input & { readonly returnHeaders: true }): Promise<WithHeaders<Output>>;
  /**
   * Runs the endpoint: same guards, same rules as over HTTP, but no origin check and no rate limit.
   * @throws {AuthError} with a `code` of the endpoint's catalogue
   */
  (input: Input): Promise<Output>;
  /** As an HTTP answer, cookies included; a refusal is a 4xx answer, not an exception. */
  response(input: Input): Promise<Response>;
  /** As a value: data or error, and the headers or cookies to hand on. Throws only what is a bug. */
  result(input: Input): Promise<CallResult<Output, Code>>;
}

/** A call whose input may be left out. */
export interface OptionalCall<Input, Output, Code extends string = string> {
  (input?: Input): Promise<Output>;
  response(input?: Input): Promise<Response>;
  result(input?: Input): Promise<CallResult<Output, Code>>;
}

/** What every `.result()` gives beside data or error. */
export interface HandedOn {
  /** Headers to hand on, `Set-Cookie` among them. */
  readonly headers: Headers;
  /**
   * The cookies of `headers` once more, for frameworks that set cookies one by one.
   *
   * @example for (const { name, value, ...attributes } of cookies) store.set(name, value, attributes)
   */
  readonly cookies: readonly ResponseCookie[];
}

/** What `.result()` gives: data or error, and what to hand on. */
export type CallResult<Output, Code extends string = string> =
  | (HandedOn & { readonly data: Output; readonly error: null })
  | (HandedOn & { readonly data: null; readonly error: AuthError<Code | HttpErrorCode> });

/** Done. */
export interface StatusAnswer {
  readonly status: true;
}

/** Done. */
export interface SuccessAnswer {
  readonly success: true;
}
