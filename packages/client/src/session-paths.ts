/** Which calls change the session. */

import type { SessionData } from "@latchkey/core";

/**
 * Paths after which the session is another, those of plugins among them: the session belongs to the client, however it
 * came by its types.
 */
export const sessionPaths: readonly string[] = [
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
  "/two-factor/*",
  "/organization/set-active*",
  "/organization/create",
  "/organization/delete",
  "/organization/remove-member",
  "/organization/leave",
  "/organization/accept-invitation",
  "/admin/impersonate-user",
  "/admin/stop-impersonating",
];

/** Whether an answer has what a session has. */
export function isSession(answer: unknown): answer is SessionData {
  const { session, user } = (answer ?? {}) as Partial<SessionData>;
  return !!session?.id && !!user?.id;
}

/** What is known of the session once a call of such a path succeeded: it itself, `null` for none, or what to do. */
export function sessionAfter(
  path: string,
  answer: unknown,
  current: SessionData | null,
): SessionData | null | "unknown" | "changed" {
  if (path === "/sign-out" || path === "/revoke-sessions") return null;
  if (isSession(answer)) return answer;
  const { user, token } = (answer ?? {}) as Partial<Record<"user" | "token", { readonly id?: unknown }>>;
  // A session was made for someone else than was known: to go on showing the old state would send them back to the door.
  return token && user && user.id !== current?.user.id ? "unknown" : "changed";
}
