/** The result of every call: data or an error, never an exception. */

import type { ClientError, CommonErrorCode, Result } from "@latchkey/core/plugin";

export type { ClientError, CommonErrorCode, Result };

/** Why a call failed with `NETWORK_ERROR`. */
export type NetworkErrorReason = "unreachable" | "aborted" | "not-json" | "not-a-session";

/** Turns an HTTP response into a result. An error without a usable body gets a code from its status. */
export function resultOf({ ok, status, statusText }: ResponseHead, body: unknown): Result<unknown> {
  if (ok) return { data: body, error: null };
  const { code, message, ...details } = (body instanceof Object ? body : {}) as Readonly<Record<string, unknown>>;
  const known = typeof code === "string" ? code : codeOfStatus(status);
  return failure({ code: known, message: String(message || statusText || known), status, statusText, details });
}

/** The result of a request that got no usable response. */
export function networkError(reason: NetworkErrorReason, message: string): Result<never> {
  return failure({ code: "NETWORK_ERROR", message, status: 0, statusText: "", details: { reason } });
}

/** The result of a failed call. */
function failure(error: ClientError): Result<never> {
  return { data: null, error };
}

interface ResponseHead {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
}

const codeByStatus: Readonly<Record<number, CommonErrorCode>> = {
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  413: "PAYLOAD_TOO_LARGE",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
};

/** A status of 501 or higher comes from a proxy in front of the auth server. */
function codeOfStatus(status: number): CommonErrorCode {
  return codeByStatus[status] ?? (status < 500 ? "BAD_REQUEST" : "SERVICE_UNAVAILABLE");
}
