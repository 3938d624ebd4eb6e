/** One request and its result. */

import type { Fetch, FetchOptions, HeadersLike, Query, RequestOptions } from "@latchkey/core/plugin";
import { parseJson } from "./dates.ts";
import { networkError, type Result, resultOf } from "./result.ts";
import { isSession } from "./session-paths.ts";

export type { Fetch, FetchOptions, HeadersLike, Query, RequestOptions };

/** Sends, reads, and never throws. */
export type Send = (path: string, options: RequestOptions) => Promise<Result<unknown>>;

/** @param base origin and base path, or the base path alone for the page's own origin */
export function createSend(base: string, fetchWith?: typeof fetch, defaultHeaders?: HeadersLike): Send {
  return async (path, { method, body, query, headers, signal }) => {
    const isPost = method === "POST";
    try {
      const sent = new Headers(defaultHeaders);
      for (const [name, value] of new Headers(headers)) sent.set(name, value);
      if (isPost) sent.set("content-type", "application/json");
      // Looked up at each call: tools that watch or replace the global fetch may come after this module.
      const url = base + path + queryText(query);
      const response = await (fetchWith ?? fetch)(url, {
        method: isPost ? "POST" : "GET",
        headers: sent,
        credentials: "include",
        body: isPost ? JSON.stringify(body ?? {}) : null,
        signal: signal ?? null,
      });
      const result = await read(response, base + path);
      // Some other server's answer would break whatever shows a session.
      if (path !== "/get-session" || result.data === null || isSession(result.data)) return result;
      return networkError("not-a-session", `${base + path} has no session. Is baseURL right?`);
    } catch (error) {
      return networkError(
        signal?.aborted ? "aborted" : "unreachable",
        error instanceof Error ? error.message : String(error),
      );
    }
  };
}

async function read(response: Response, address: string): Promise<Result<unknown>> {
  const text = await response.text();
  try {
    return resultOf(response, text ? parseJson(text) : null);
  } catch {
    // A page instead of an answer: with an error status it is a proxy's, else baseURL leads to another server.
    return response.ok
      ? networkError("not-json", `${address} is not JSON. Is baseURL right?`)
      : resultOf(response, null);
  }
}

function queryText(query: Query = {}): string {
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
