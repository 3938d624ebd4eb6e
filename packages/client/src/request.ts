/** Sends one request and reads its result. */

import type { Fetch, FetchOptions, HeadersLike, Query, RequestOptions } from "@latchkey/core/plugin";
import { parseJson } from "./dates.ts";
import { networkError, type Result, resultOf } from "./result.ts";
import { isSessionData } from "./session-data.ts";

export type { Fetch, FetchOptions, HeadersLike, Query, RequestOptions };

/** Sends a request and resolves to its result. Never throws. */
export type Send = (path: string, options: RequestOptions) => Promise<Result<unknown>>;

/**
 * @param base origin and base path, or only the base path for the page's own origin
 */
export function createSend(base: string, customFetch?: typeof fetch, defaultHeaders?: HeadersLike): Send {
  return async (path, { method, body, query, headers, signal }) => {
    const isPost = method === "POST";
    try {
      const requestHeaders = new Headers(defaultHeaders);
      for (const [name, value] of new Headers(headers)) requestHeaders.set(name, value);
      if (isPost) requestHeaders.set("content-type", "application/json");
      // `fetch` is looked up on each call, because tools that wrap or replace it can load after this module.
      const url = base + path + toQueryString(query);
      const response = await (customFetch ?? fetch)(url, {
        method: isPost ? "POST" : "GET",
        headers: requestHeaders,
        credentials: "include",
        body: isPost ? JSON.stringify(body ?? {}) : null,
        signal: signal ?? null,
      });
      const result = readResponse(response, await response.text(), base + path);
      // A response from a different server would break every component that shows the session.
      if (path !== "/get-session" || result.data === null || isSessionData(result.data)) return result;
      return networkError("not-a-session", `${base + path} sent no session. Check baseURL.`);
    } catch (error) {
      return networkError(
        signal?.aborted ? "aborted" : "unreachable",
        error instanceof Error ? error.message : String(error),
      );
    }
  };
}

function readResponse(response: Response, text: string, address: string): Result<unknown> {
  // A file to save, such as an export, is returned as is.
  const isFile = response.headers.has("content-disposition");
  try {
    return resultOf(response, isFile ? text : parseJson(text || "null"));
  } catch {
    // Not JSON. With an error status, it comes from a proxy. Otherwise, `baseURL` points to another server.
    return response.ok ? networkError("not-json", `${address} sent no JSON. Check baseURL.`) : resultOf(response, null);
  }
}

function toQueryString(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) {
      if (value !== null && value !== undefined)
        parameters.append(name, value instanceof Date ? value.toISOString() : String(value));
    }
  }
  const text = parameters.toString();
  return text && `?${text}`;
}
