/** Which method a call has. */

import type { Methods } from "@latchkey/core/plugin";
import { matches } from "./paths.ts";

export type { Methods };

/**
 * The calls of this library's server that the rule gets wrong. Those of plugins are among them, since a client that
 * takes its types from `typeof auth` may come without their client halves.
 */
export const knownMethods: Methods = {
  "/sign-out": "POST",
  "/revoke-sessions": "POST",
  "/revoke-other-sessions": "POST",
  "/delete-user": "POST",
  "/two-factor/*": "POST",
  "/two-factor/list-trusted-devices": "GET",
  "/billing/portal": "POST",
  "/billing/claim": "POST",
  "/admin/stop-impersonating": "POST",
  "/admin/impersonate-user": "POST",
  "/admin/list-users": "GET",
  "/organization/get-full-organization": "GET",
  "/organization/list-user-teams": "GET",
};

/** The table first, then what the caller chose, then the rule. */
export function methodOf(
  path: string,
  methods: Methods,
  chosen: "GET" | "POST" | undefined,
  body?: object | null,
): "GET" | "POST" {
  const pattern = Object.keys(methods).find((known) => matches(path, known)) ?? "";
  return methods[path] ?? methods[pattern] ?? chosen ?? (Object.keys(body ?? {}).length > 0 ? "POST" : "GET");
}
