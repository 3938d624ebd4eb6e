/** Finds the user whose keys a call is about. */

import {
  checkNotGuest,
  defineGuard,
  denyImpersonation,
  type Guard,
  type GuestErrorCode,
  guestErrors,
  httpErrors,
  type ImpersonationErrorCode,
  impersonationErrors,
  requireFreshSession,
  type SessionErrorCode,
  sessionErrors,
} from "@latchkey/core/plugin";
import { failWith, pickErrors } from "./errors.ts";

/** Adds `ownerId` and, for the audit log, `actorId`. */
export interface KeyOwner {
  readonly ownerId: string;
  /** `null` if the app's server calls. */
  readonly actorId: string | null;
  /** The email whose mailbox the session has proven. */
  readonly verifiedEmail: string | null;
}

/**
 * Requires a fresh session of the user in person, or a call from the server that names the user. A stolen old session
 * or an impersonator could otherwise create access that outlasts the session.
 */
export const requireKeyOwner: Guard<
  KeyOwner,
  SessionErrorCode | ImpersonationErrorCode | GuestErrorCode | "UNAUTHORIZED_SESSION"
> = defineGuard({
  name: "requireKeyOwner",
  summary: "A user is signed in, in person, and recently confirmed who they are.",
  errors: {
    ...sessionErrors,
    ...impersonationErrors,
    ...guestErrors,
    ...pickErrors("UNAUTHORIZED_SESSION"),
    UNAUTHORIZED: httpErrors.UNAUTHORIZED,
  },
  async check(context, input) {
    const { userId } = input as { readonly userId?: string };
    if (context.isServerCall && userId !== undefined) return { ownerId: userId, actorId: null, verifiedEmail: null };
    const active = await requireFreshSession.check(context, input);
    await denyImpersonation.check(context, input);
    if (!active || (userId !== undefined && userId !== active.user.id)) return failWith("UNAUTHORIZED_SESSION");
    const { user, session } = active;
    checkNotGuest(context, user);
    return { ownerId: user.id, actorId: user.id, verifiedEmail: session.verifiedEmail };
  },
});
