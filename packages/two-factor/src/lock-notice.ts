/** Telling a user that somebody with their password has given too many wrong codes. */

import { findUser, isMailable, mailDeliverer, type OutboxHandler, presentUser } from "@latchkey/core/plugin";
import type { TwoFactorLock, TwoFactorSettings } from "./options.ts";

/** The kind of the outbox's message. */
export const lockedKind = "mail.two-factor-locked";

interface About {
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** To the last proven address, while the present one is not. */
export function lockedDeliverer({ lock }: TwoFactorSettings): OutboxHandler {
  return mailDeliverer<About, TwoFactorLock>(lock.tell ?? (() => {}), async ({ userId, until }, context) => {
    const user = await findUser(context.db, userId);
    const to = user?.provenEmail ?? user?.email;
    if (!user || !to || !isMailable(to)) return null;
    return { user: { ...presentUser(context, user), email: to }, until: new Date(until) };
  });
}
