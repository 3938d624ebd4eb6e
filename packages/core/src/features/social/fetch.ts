/** Requests to providers: bounded in time and size, and never led elsewhere by a redirect. */

import type { AuthContext } from "../../plugin/context.ts";

/** How long one request may take, its body included, in milliseconds. */
export const timeLimit = 10_000;

/** Most bytes of an answer. */
const sizeLimit = 1_048_576;

/** Some providers refuse requests that do not say what they come from. */
export const userAgent = "latchkey";

/**
 * `fetch` for one provider. The answer it gives is whole: its body was read.
 * @param insecure plain http is let through: development and tests
 * @throws {Error} no answer in time, a redirect, more than 1 MiB, or an address that is not https
 */
export function boundedFetch(context: AuthContext, insecure: boolean) {
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { protocol, host } = new URL(address);
    if (protocol !== "https:" && !(insecure && protocol === "http:")) throw new Error(`${host}: not https.`);
    const headers = new Headers(init.headers);
    if (!headers.has("user-agent")) headers.set("user-agent", userAgent);
    if (!headers.has("accept")) headers.set("accept", "application/json");
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`${host}: no answer within ${timeLimit / 1000} seconds.`));
        stop.abort();
      }, timeLimit);
    });
    try {
      const request = { ...init, headers, redirect: "manual", signal: stop.signal } as const;
      return await Promise.race([whole(context.fetch, address, request, host), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

export type BoundedFetch = ReturnType<typeof boundedFetch>;

async function whole(send: typeof fetch, address: string, init: RequestInit, host: string): Promise<Response> {
  const response = await send(address, init);
  // Where redirects are not followed, browsers' fetch shows them with status 0.
  if (response.status === 0 || (response.status >= 300 && response.status < 400)) {
    void response.body?.cancel().catch(() => {});
    throw new Error(`${host}: answered with a redirect.`);
  }
  const { status, headers } = response;
  const body = status === 204 ? null : await read(response, host);
  return new Response(body, { status, headers: { "content-type": headers.get("content-type") ?? "" } });
}

async function read(response: Response, host: string): Promise<Uint8Array<ArrayBuffer>> {
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
