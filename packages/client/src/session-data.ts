/** Reads the session from responses. */

import type { SessionData } from "@latchkey/core";

/** Whether a response is a session with its user. */
export function isSessionData(answer: unknown): answer is SessionData {
  const { session, user } = (answer ?? {}) as Partial<SessionData>;
  return !!session?.id && !!user?.id;
}

/**
 * The session after a call that changes it, or `null` if the call ended it. Both `changed` and `unknown` mean that it
 * must be read again. `unknown` also means that the old one must no longer be shown.
 */
export function nextSession(
  path: string,
  answer: unknown,
  current: SessionData | null,
): SessionData | null | "unknown" | "changed" {
  if (path === "/sign-out" || path === "/revoke-sessions") return null;
  if (isSessionData(answer)) return answer;
  const { user, token } = (answer ?? {}) as Partial<Record<"user" | "token", { readonly id?: unknown }>>;
  // Another user signed in. If the old state stayed, pages would redirect them to the sign-in form.
  return token && user && user.id !== current?.user.id ? "unknown" : "changed";
}
