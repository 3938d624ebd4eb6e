/** Derives from a call's name which HTTP method it uses and whether it changes something. */

import type { Methods } from "@latchkey/core/plugin";

export type { Methods };

/** Names of calls that are a POST even without fields, such as `/sign-out` and `/organization/set-active`. */
const postNames = /\/(sign-(in|up)\/|(sign|revoke|update|delete|set|stop|send|generate|enable|disable|cancel)\b)[^/]*$/;

/** Names of calls that read, even if they are a POST, such as `/organization/has-permission`. */
const readNames = /\/(get|list|has|check|is)\b[^/]*$/;

/**
 * The method of a call: the one that a client plugin lists, then the caller's choice. Otherwise POST if the call has
 * fields or its name says that it's one, and GET if not.
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

/** Whether a call can change what the stores show. A GET can't, except that opening a verification link does. */
export function isChange(path: string, method: "GET" | "POST"): boolean {
  return method === "GET" ? path === "/verify-email" : !readNames.test(path);
}
