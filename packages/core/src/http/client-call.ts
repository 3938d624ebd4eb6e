/** Types of client calls. `@latchkey/client` implements them. */

import type { HttpErrorCode } from "./errors.ts";

/** Codes that any call can fail with, in addition to its own. */
export type CommonErrorCode =
  | HttpErrorCode
  /** An error without a code, for example from a proxy or firewall. */
  | "FORBIDDEN"
  /** No response, an aborted call, or a response that isn't JSON. `details.reason` says which. */
  | "NETWORK_ERROR";

/** An error response, or a network failure. */
export interface ClientError<Code extends string = string> {
  readonly code: Code | CommonErrorCode;
  /** For developers. Show users your own text, based on `code`. */
  readonly message: string;
  /** HTTP status. 0 for `NETWORK_ERROR`. */
  readonly status: number;
  readonly statusText: string;
  /** The rest of the response: validation `issues`, the required `proof`, `missingPermissions`. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Either data or an error. Check one, and TypeScript narrows the other. */
export type Result<T, Code extends string = string> =
  | { readonly data: T; readonly error: null }
  | { readonly data: null; readonly error: ClientError<Code> };

/** Query parameters. `null` and `undefined` are omitted. An array repeats its name. */
export type Query = Readonly<Record<string, unknown>>;

/** A `Headers` object or a plain object. */
export type HeadersLike = Headers | Readonly<Record<string, string>>;

/** Options for one call. */
export interface FetchOptions<T = unknown, Code extends string = string> {
  /** Overrides the method that the path and fields would select. */
  readonly method?: "GET" | "POST" | undefined;
  readonly query?: Query | undefined;
  readonly headers?: HeadersLike | undefined;
  /** Aborts the call, which then resolves to `NETWORK_ERROR` with `details.reason` set to `"aborted"`. */
  readonly signal?: AbortSignal | undefined;
  /** Whether to leave stores unchanged after this call. */
  readonly disableSignal?: boolean | undefined;
  /** Whether to skip the client's `onError`, for reads that handle their own errors. */
  readonly disableOnError?: boolean | undefined;
  /** Called with the data before the promise resolves. If it throws, the error is logged. */
  onSuccess?(data: T): void;
  onError?(error: ClientError<Code>): void;
}

/** Options for a `$fetch` call. */
export interface RequestOptions<T = unknown, Code extends string = string> extends FetchOptions<T, Code> {
  /** Sent as JSON, if the method is POST. */
  readonly body?: object | undefined;
}

/**
 * Calls any path under the base path.
 * @param path starts with a slash, such as `/sign-in/email`
 */
export type Fetch = <T = unknown, Code extends string = string>(
  path: string,
  options?: RequestOptions<T, Code>,
) => Promise<Result<T, Code>>;

/** Options for one call, passed with its fields. */
export interface CallSettings<T, Code extends string> {
  readonly fetchOptions?: FetchOptions<T, Code> | undefined;
}

/**
 * A call that takes fields. Body fields are at the top level, next to `query`. `Code` lists the codes that it can fail
 * with, in addition to those of any call (`never` if there are none).
 */
export type ClientCall<Fields, T, Code extends string = string> = (
  fields: Fields & CallSettings<T, Code>,
  options?: FetchOptions<T, Code>,
) => Promise<Result<T, Code>>;

/** A call with optional fields. `Fields` is `unknown` if there are none. */
export type OptionalClientCall<Fields, T, Code extends string = string> = (
  fields?: Fields & CallSettings<T, Code>,
  options?: FetchOptions<T, Code>,
) => Promise<Result<T, Code>>;

/** The fields of a GET. */
export interface QueryField<Query> {
  readonly query: Query;
}

/** The fields of a GET with an optional query. */
export interface OptionalQueryField<Query> {
  readonly query?: Query | undefined;
}
