/** What every call resolves to: data or an error, never an exception. */

import type { HttpErrorCode } from "@latchkey/core";

/** Codes that any call can come back with, besides its own. */
export type CommonErrorCode =
  | HttpErrorCode
  /** A refusal that names no reason: a proxy's, or a firewall's. */
  | "FORBIDDEN"
  /** No answer, an aborted call, or an answer that is not JSON: `details.reason` says which. */
  | "NETWORK_ERROR";

/** Why a call failed with `NETWORK_ERROR`. */
export type NetworkErrorReason = "unreachable" | "aborted" | "not-json";

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

/** What an HTTP answer means. An error without a usable body still has a code, by its status. */
export function resultOf({ ok, status, statusText }: ResponseHead, body: unknown): Result<unknown> {
  if (ok) return { data: body ?? null, error: null };
  const { code, message, ...details } = (typeof body === "object" && body !== null ? body : {}) as Readonly<
    Record<string, unknown>
  >;
  const known = typeof code === "string" ? code : codeOfStatus(status);
  return {
    data: null,
    error: { code: known, message: String(message || statusText || known), status, statusText, details },
  };
}

/** A failure on the way. */
export function networkError(reason: NetworkErrorReason, message: string): Result<never> {
  return { data: null, error: { code: "NETWORK_ERROR", message, status: 0, statusText: "", details: { reason } } };
}

interface ResponseHead {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
}

const codes: Readonly<Record<number, CommonErrorCode>> = {
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  413: "PAYLOAD_TOO_LARGE",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
};

/** From 501 on it is what stands before the server that answers for it. */
function codeOfStatus(status: number): CommonErrorCode {
  return codes[status] ?? (status < 500 ? "BAD_REQUEST" : "SERVICE_UNAVAILABLE");
}
