/** The email that tells a user that someone with their password entered too many wrong codes. */

import { createMailHandler, findUser, type OutboxHandler, presentUser, recipientOf } from "@latchkey/core/plugin";
import type { TwoFactorLock, TwoFactorSettings } from "./options.ts";

/** The outbox message kind. */
export const lockoutMailKind = "mail.two-factor-locked";

interface LockoutMailPayload {
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Sends to the last verified email if the current one isn't verified yet. */
export function createLockoutMailHandler({ lock }: TwoFactorSettings): OutboxHandler {
  return createMailHandler<LockoutMailPayload, TwoFactorLock>(
    lock.sendLocked ?? (() => {}),
    async ({ userId, until }, context) => {
      const user = await findUser(context.db, userId);
      const to = user && recipientOf(user);
      if (!to) return null;
      return { user: { ...presentUser(context, user), email: to }, until: new Date(until) };
    },
  );
}
