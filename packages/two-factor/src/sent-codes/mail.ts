/** The message with a code. */

import { findUser, isMailable, mailDeliverer, type OutboxHandler, presentUser } from "@latchkey/core/plugin";
import type { OneTimeCode, TwoFactorSettings } from "../options.ts";

/** The kind of the outbox's message. */
export const sentCodeKind = "mail.two-factor-code";

/** What the outbox holds, encrypted. */
export interface SentCode {
  readonly userId: string;
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Sends a code that is still good; at the last proven address, while the present one is not. */
export function sentCodeDeliverer({ otp }: TwoFactorSettings): OutboxHandler {
  return mailDeliverer<SentCode, OneTimeCode>(otp.send ?? (() => {}), async ({ userId, code, expiresAt }, context) => {
    const left = expiresAt - context.now().getTime();
    const user = left > 0 ? await findUser(context.db, userId) : null;
    const to = user?.provenEmail ?? user?.email;
    if (!user || !to || !isMailable(to)) return null;
    const expiresInMinutes = Math.max(1, Math.round(otp.expiresIn / 60));
    return { user: { ...presentUser(context, user), email: to }, code, otp: code, expiresInMinutes };
  });
}
