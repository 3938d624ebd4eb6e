/** Types of server calls, which run an endpoint without HTTP: `auth.api.signInEmail({ body, headers })`. */

import type { ResponseCookie } from "./cookies.ts";
import type { AuthError, HttpErrorCode } from "./errors.ts";

/** Headers as frameworks provide them: a `Headers` object, or Node's plain object. */
export type CallHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A call that doesn't need a session. Pass the request's `headers` if the IP address or user agent matters. */
export interface CallOptions extends CallEnvironment {
  readonly headers?: CallHeaders;
}

/** What the server provides in addition to the call's input. */
export interface CallEnvironment {
  readonly request?: Request;
  /** The platform's function that keeps a worker alive for work after the response, such as sending email. */
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

/** A call with an optional body. */
export interface WithOptionalBody<Body> extends CallOptions {
  readonly body?: Body | undefined;
}

/** A call with an optional query. */
export interface WithOptionalQuery<Query> extends CallOptions {
  readonly query?: Query | undefined;
}

/** A call that needs a session and has an optional body. */
export interface WithOptionalSessionBody<Body> extends SessionCallOptions {
  readonly body?: Body | undefined;
}

/** A call that needs a session and has an optional query. */
export interface WithOptionalSessionQuery<Query> extends SessionCallOptions {
  readonly query?: Query | undefined;
}

/** The result of a call with `returnHeaders`. */
export interface WithHeaders<Output> {
  /** Headers to send to the client, including `Set-Cookie`. */
  readonly headers: Headers;
  readonly response: Output;
}

/** One endpoint as a function. */
export interface Call<Input, Output, Code extends string = string> {
  /** Same as `.response()`, for compatibility with better-auth. */
  (input: Input & { readonly asResponse: true }): Promise<Response>;
  /**
   * Returns the data and the headers to send to the client, for compatibility with better-auth. Throws on errors. With
   * `.result()`, you get the headers of errors too.
   */
  (input: Input & { readonly returnHeaders: true }): Promise<WithHeaders<Output>>;
  /**
   * Runs the endpoint with the same guards and rules as over HTTP, but without the origin check and rate limit.
   * @throws {AuthError} with a `code` from the endpoint's catalog
   */
  (input: Input): Promise<Output>;
  /** Returns an HTTP response with cookies. An error becomes an error response, not an exception. */
  response(input: Input): Promise<Response>;
  /** Returns data or an error, with headers and cookies to send to the client. Throws only if there's a bug. */
  result(input: Input): Promise<CallResult<Output, Code>>;
}

/** A call with optional input. */
export interface OptionalCall<Input, Output, Code extends string = string> {
  (input?: Input): Promise<Output>;
  response(input?: Input): Promise<Response>;
  result(input?: Input): Promise<CallResult<Output, Code>>;
}

/** What every `.result()` has in addition to data or an error. */
export interface ResponseMeta {
  /** Headers to send to the client, including `Set-Cookie`. */
  readonly headers: Headers;
  /**
   * The cookies of `headers` as values, for frameworks that set cookies one by one.
   *
   * @example for (const { name, value, ...attributes } of cookies) store.set(name, value, attributes)
   */
  readonly cookies: readonly ResponseCookie[];
}

/** The value of `.result()`: data or an error, with headers and cookies. */
export type CallResult<Output, Code extends string = string> =
  | (ResponseMeta & { readonly data: Output; readonly error: null })
  | (ResponseMeta & { readonly data: null; readonly error: AuthError<Code | HttpErrorCode> });

/** The response of calls that return `{ status: true }`. */
export interface StatusResponse {
  readonly status: true;
}

/** The response of calls that return `{ success: true }`. */
export interface SuccessResponse {
  readonly success: true;
}
