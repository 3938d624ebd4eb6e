/**
 * The client half of a plugin, and what its calls look like. Types alone: `@latchkey/client` brings them to life, and a
 * plugin need not depend on it to describe its half.
 */

import type { HttpErrorCode } from "../http/errors.ts";
import type { HasTypes, PluginTypes } from "./types.ts";

/** Codes that any call can come back with, besides its own. */
export type CommonErrorCode =
  | HttpErrorCode
  /** A refusal that names no reason: a proxy's, or a firewall's. */
  | "FORBIDDEN"
  /** No answer, an aborted call, or an answer that is not JSON: `details.reason` says which. */
  | "NETWORK_ERROR";

/** A refusal, or a failure on the way. */
export interface ClientError<Code extends string = string> {
  readonly code: Code | CommonErrorCode;
  /** For developers; show people a text of your own by `code`. */
  readonly message: string;
  /** HTTP status; 0 with `NETWORK_ERROR`. */
  readonly status: number;
  readonly statusText: string;
  /** What else the answer said: `issues` of a validation, `proof` that is asked for, `missingPermissions`. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Either data or an error: check one and the other is known. */
export type Result<T, Code extends string = string> =
  | { readonly data: T; readonly error: null }
  | { readonly data: null; readonly error: ClientError<Code> };

/** A query's values; `null` and `undefined` are left out, an array repeats its name. */
export type Query = Readonly<Record<string, unknown>>;

/** Headers, or what becomes some. */
export type HeadersLike = Headers | Readonly<Record<string, string>>;

/** Settings of one call. */
export interface FetchOptions<T = unknown, Code extends string = string> {
  /** Where neither the path nor the fields decide it. */
  readonly method?: "GET" | "POST" | undefined;
  readonly query?: Query | undefined;
  readonly headers?: HeadersLike | undefined;
  /** Aborts the call; it then resolves to `NETWORK_ERROR` with `details.reason` `"aborted"`. */
  readonly signal?: AbortSignal | undefined;
  /** Stores do not take notice of this call. */
  readonly disableSignal?: boolean | undefined;
  /** Sees the data before the promise resolves. What it throws is logged. */
  onSuccess?(data: T): void;
  onError?(error: ClientError<Code>): void;
}

/** Settings of a call by `$fetch`. */
export interface RequestOptions<T = unknown, Code extends string = string> extends FetchOptions<T, Code> {
  /** Sent as JSON, if the method is POST. */
  readonly body?: object | undefined;
}

/**
 * Calls any path under the base path.
 * @param path begins with a slash: `/sign-in/email`
 */
export type Fetch = <T = unknown, Code extends string = string>(
  path: string,
  options?: RequestOptions<T, Code>,
) => Promise<Result<T, Code>>;

/** Settings of one call, beside its fields. */
export interface CallSettings<T, Code extends string> {
  readonly fetchOptions?: FetchOptions<T, Code> | undefined;
}

/**
 * A call that takes fields: body fields flat, `query` beside them.
 * `Code` are the codes it can be refused with, besides those of any call (`never`: no others).
 */
export type ClientCall<Fields, T, Code extends string = string> = (
  fields: Fields & CallSettings<T, Code>,
  options?: FetchOptions<T, Code>,
) => Promise<Result<T, Code>>;

/** A call whose fields may be left out. `Fields` is `unknown` where there are none. */
export type OptionalClientCall<Fields, T, Code extends string = string> = (
  fields?: Fields & CallSettings<T, Code>,
  options?: FetchOptions<T, Code>,
) => Promise<Result<T, Code>>;

/** The fields of a GET. */
export interface QueryField<Query> {
  readonly query: Query;
}

/** The fields of a GET whose query can be left out. */
export interface OptionalQueryField<Query> {
  readonly query?: Query | undefined;
}

/** Exceptions to the rule that a call with fields is a POST and one without is a GET. A path may end in `*`. */
export type Methods = Readonly<Record<string, "GET" | "POST">>;

/** A few bytes beside a server plugin: what the rules of path and method do not say. */
export interface ClientPlugin<T extends PluginTypes = PluginTypes> extends HasTypes<T> {
  readonly id: string;
  /** Exceptions to the method rule, by path: a POST that takes no field, or the other way round. */
  readonly methods?: Methods;
  /** Stores by name: `activeOrganization` is `client.$stores.activeOrganization`, and `useActiveOrganization` in React. */
  readonly stores?: Readonly<Record<string, StoreSource>>;
  /**
   * By the name of a store, its own or `session`: calls after which it is read again. A path that ends in `*` stands
   * for all that begin so.
   */
  readonly signals?: Readonly<Record<string, readonly string[]>>;
  /** Functions that are no paths, merged into the client at any depth. */
  actions?($fetch: Fetch): object;
  /** Sees every answer of a call that succeeded, after the stores and before the caller. */
  onSuccess?(answer: Answer): void;
  /** Not here: a plugin with endpoints is the server half, and its code would come into the browser. */
  readonly endpoints?: never;
}

/** Where a store reads. */
export interface StoreSource {
  readonly path: string;
  readonly query?: Query;
}

/** An answer, and what can be done about it. */
export interface Answer {
  readonly path: string;
  readonly data: unknown;
  /** Goes to a web address the way the app goes; anything else is left alone. */
  navigate(url: string): void;
}
