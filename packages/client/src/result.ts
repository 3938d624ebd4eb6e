/** What every call resolves to: data or an error, never an exception. */

import type { ClientError, CommonErrorCode, Result } from "@latchkey/core/plugin";

export type { ClientError, CommonErrorCode, Result };

/** Why a call failed with `NETWORK_ERROR`. */
export type NetworkErrorReason = "unreachable" | "aborted" | "not-json" | "not-a-session";

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
