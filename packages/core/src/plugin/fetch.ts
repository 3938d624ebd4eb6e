/** Requests to other servers: bounded in time and size, and never led elsewhere by a redirect. */

import type { AuthContext } from "./context.ts";

/** How long one request may take unless said otherwise, its body included, in milliseconds. */
export const timeLimit = 10_000;

/** What a request to another server may take. */
export interface FetchBounds {
  /** Most milliseconds, the answer's body included. Default: 10000. */
  readonly timeLimitMs?: number;
  /** Most bytes of the answer's body. Default: 1048576. */
  readonly sizeLimit?: number;
  /** Plain http is let through: for development and tests alone. Default: false. */
  readonly insecure?: boolean;
}

/** `fetch` within bounds. The answer it gives is whole: its body was read. */
export type BoundedFetch = (address: string, init?: RequestInit) => Promise<Response>;

/** Some providers refuse requests that do not say what they come from. */
export const userAgent = "latchkey";

/**
 * The context's `fetch` within bounds, for servers that the operator has chosen. The function that it gives throws an
 * `Error` where no answer comes in time, is a redirect or too long, and where an address is not https.
 */
export function boundedFetch(context: AuthContext, bounds: FetchBounds = {}): BoundedFetch {
  const { timeLimitMs = timeLimit, sizeLimit = 1_048_576, insecure = false } = bounds;
  return async (address, init = {}) => {
    const { protocol, host } = new URL(address);
    if (protocol !== "https:" && !(insecure && protocol === "http:")) throw new Error(`${host}: not https.`);
    const headers = new Headers(init.headers);
    if (!headers.has("user-agent")) headers.set("user-agent", userAgent);
    if (!headers.has("accept")) headers.set("accept", "application/json");
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`${host}: no answer within ${timeLimitMs / 1000} seconds.`));
        stop.abort();
      }, timeLimitMs);
    });
    try {
      const request = { ...init, headers, redirect: "manual", signal: stop.signal } as const;
      return await Promise.race([whole(context.fetch, address, request, sizeLimit), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function whole(send: typeof fetch, address: string, init: RequestInit, sizeLimit: number): Promise<Response> {
  const { host } = new URL(address);
  const response = await send(address, init);
  // Where redirects are not followed, browsers' fetch shows them with status 0.
  if (response.status === 0 || (response.status >= 300 && response.status < 400)) {
    void response.body?.cancel().catch(() => {});
    throw new Error(`${host}: answered with a redirect.`);
  }
  const { status, headers } = response;
  const body = status === 204 ? null : await read(response, host, sizeLimit);
  return new Response(body, { status, headers: { "content-type": headers.get("content-type") ?? "" } });
}

async function read(response: Response, host: string, sizeLimit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    size += next.value.byteLength;
    if (size > sizeLimit) {
      void reader?.cancel().catch(() => {});
      throw new Error(`${host}: answered with more than ${sizeLimit} bytes.`);
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
