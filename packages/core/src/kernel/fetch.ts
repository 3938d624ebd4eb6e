/** Requests to other servers, with limits on time and size and without following redirects. */

import type { AuthContext } from "./context.ts";
import { withTimeout } from "./timeout.ts";

/** Default timeout of a request in milliseconds, including its response body. */
export const defaultTimeoutMs = 10_000;

/** Limits of a request to another server. */
export interface FetchLimits {
  /** Timeout in milliseconds, including the response body. Default: 10000. */
  readonly timeoutMs?: number;
  /** Maximum size of the response body in bytes. Default: 1048576. */
  readonly maxBytes?: number;
  /** Whether to allow plain HTTP. Only for development and tests. Default: false. */
  readonly allowHttp?: boolean;
  /** Whether to leave the response body unread, if only the status matters. Default: false. */
  readonly ignoreBody?: boolean;
}

/** The server responded with a redirect, which isn't followed. */
export class RedirectError extends Error {
  /** The status of the response. 0 if the runtime hides it. */
  readonly status: number;

  constructor(host: string, status: number) {
    super(`${host} responded with a redirect.`);
    this.name = "RedirectError";
    this.status = status;
  }
}

/** `fetch` with limits. The response body is already read completely. */
export type BoundedFetch = (address: string, init?: RequestInit) => Promise<Response>;

/** Some providers reject requests without a user agent. */
export const userAgent = "latchkey";

/**
 * Wraps the context's `fetch` with limits, for servers that the operator has chosen. The returned function throws an
 * `Error` if the URL isn't HTTPS, if the response is a redirect or too large, or on a timeout.
 */
export function boundedFetch(context: Pick<AuthContext, "fetch">, bounds: FetchLimits = {}): BoundedFetch {
  const { timeoutMs = defaultTimeoutMs, maxBytes = 1_048_576, allowHttp = false, ignoreBody = false } = bounds;
  return async (address, init = {}) => {
    const { protocol, host } = new URL(address);
    if (protocol !== "https:" && !(allowHttp && protocol === "http:")) throw new Error(`${host} doesn't use https.`);
    const headers = new Headers(init.headers);
    if (!headers.has("user-agent")) headers.set("user-agent", userAgent);
    if (!headers.has("accept")) headers.set("accept", "application/json");
    const request = { ...init, headers, redirect: "manual" } as const;
    return withTimeout(
      timeoutMs,
      (signal) => fetchWithoutRedirects(context.fetch, address, { ...request, signal }, ignoreBody ? null : maxBytes),
      host,
    );
  };
}

async function fetchWithoutRedirects(
  send: typeof fetch,
  address: string,
  init: RequestInit,
  sizeLimit: number | null,
): Promise<Response> {
  const { host } = new URL(address);
  const response = await send(address, init);
  // With `redirect: "manual"`, a browser's fetch reports a redirect as status 0.
  if (response.status === 0 || (response.status >= 300 && response.status < 400)) {
    void response.body?.cancel().catch(() => {});
    throw new RedirectError(host, response.status);
  }
  const { status, headers } = response;
  if (sizeLimit === null) void response.body?.cancel().catch(() => {});
  const hasBody = sizeLimit !== null && status !== 204;
  const body = hasBody ? await readLimited(response, host, sizeLimit) : null;
  const keptHeaders = {
    "content-type": headers.get("content-type") ?? "",
    "cache-control": headers.get("cache-control") ?? "",
  };
  return new Response(body, { status, headers: keptHeaders });
}

async function readLimited(response: Response, host: string, sizeLimit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    size += next.value.byteLength;
    if (size > sizeLimit) {
      void reader?.cancel().catch(() => {});
      throw new Error(`${host} responded with more than ${sizeLimit} bytes.`);
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
