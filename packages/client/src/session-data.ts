/** Reads the session from responses. */

import type { SessionData } from "@latchkey/core";

/** Whether a response is a session with its user. */
export function isSessionData(response: unknown): response is SessionData {
  const { session, user } = (response ?? {}) as Partial<SessionData>;
  return !!session?.id && !!user?.id;
}

/** Whether a successful call leaves no session. */
export function endsSession(path: string): boolean {
  return path === "/sign-out" || path === "/revoke-sessions";
}

/** Whether a response signs in a user other than the current one, without the session itself. */
export function isOtherUsersSignIn(response: unknown, current: SessionData | null): boolean {
  const { user, token } = (response ?? {}) as Partial<Record<"user" | "token", { readonly id?: unknown }>>;
  return !!token && !!user && user.id !== current?.user.id;
}
