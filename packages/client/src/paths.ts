/** Knows which HTTP method a path uses and which calls change which store. */

import type { Methods } from "@latchkey/core/plugin";

export type { Methods };

/** Core calls that are a POST even without required fields. Plugins list theirs in their client half. */
export const coreMethods: Methods = {
  "/sign-out": "POST",
  "/revoke-sessions": "POST",
  "/revoke-other-sessions": "POST",
  "/update-user": "POST",
  "/update-session": "POST",
  "/delete-user": "POST",
};

/** Core calls that change the session. The first two patterns also cover sign-ins and sign-ups of plugins. */
export const coreSessionPaths: readonly string[] = [
  "/sign-in/*",
  "/sign-up/*",
  "/sign-out",
  "/update-user",
  "/update-session",
  "/delete-user",
  "/verify-email",
  "/revoke-session",
  "/revoke-sessions",
  "/revoke-other-sessions",
  "/change-email",
  "/change-password",
  "/verify-password",
];

/** Whether a path matches a pattern exactly, or by prefix if the pattern ends in `*`. */
export function matches(path: string, pattern: string): boolean {
  return pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** Whether a path matches any of the patterns. */
export function matchesAny(path: string, patterns: readonly string[] = []): boolean {
  return patterns.some((pattern) => matches(path, pattern));
}

/** The method that core or a client half lists for a path. An exact path wins over a pattern. */
export function listedMethod(path: string, methods: Methods): "GET" | "POST" | undefined {
  return methods[path] ?? methods[Object.keys(methods).find((pattern) => matches(path, pattern)) ?? ""];
}

/**
 * The method of a call: the listed one, then the caller's choice. Otherwise POST if the call has fields, GET if not.
 */
export function methodOf(
  path: string,
  methods: Methods,
  chosen: "GET" | "POST" | undefined,
  body?: object | null,
): "GET" | "POST" {
  return listedMethod(path, methods) ?? chosen ?? (Object.keys(body ?? {}).length > 0 ? "POST" : "GET");
}
