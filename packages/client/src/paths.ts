/** Derives from a call's name which HTTP method it uses and whether it changes something. */

import type { Methods } from "@latchkey/core/plugin";

export type { Methods };

/** Names of calls that are a POST even without fields, such as `/sign-out` and `/organization/set-active`. */
const postNames = /\/(sign-(in|up)\/|(sign|revoke|update|delete|set|stop|send|generate|enable|disable|cancel)\b)[^/]*$/;

/** Names of calls that read, even if they are a POST, such as `/organization/has-permission`. */
const readNames = /\/(get|list|has|check|is)\b[^/]*$/;

/**
 * Returns a call's HTTP method. A client plugin's choice takes precedence over the caller's. Without either, it's POST
 * if the call has fields or a name that implies POST. Otherwise, it's GET.
 */
export function methodOf(
  path: string,
  methods: Methods,
  chosen: "GET" | "POST" | undefined,
  body?: object | null,
): "GET" | "POST" {
  const isPost = Object.keys(body ?? {}).length > 0 || postNames.test(path);
  return methods[path] ?? chosen ?? (isPost ? "POST" : "GET");
}

/** Whether a call can change what the stores show. A GET can't, unless it opens a verification link. */
export function isChange(path: string, method: "GET" | "POST"): boolean {
  return method === "GET" ? path === "/verify-email" : !readNames.test(path);
}
