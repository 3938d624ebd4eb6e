/** The message that delivers a code. */

import { createMailHandler, findUser, type OutboxHandler, presentUser, recipientOf } from "@latchkey/core/plugin";
import type { OneTimeCode, TwoFactorSettings } from "../options.ts";

/** The outbox message kind. */
export const otpMailKind = "mail.two-factor-code";

/** The message's payload, which the outbox stores encrypted. */
export interface OtpMailPayload {
  readonly userId: string;
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Sends a code that hasn't expired. Sends to the last verified email if the current one isn't verified yet. */
export function createOtpMailHandler({ otp }: TwoFactorSettings): OutboxHandler {
  return createMailHandler<OtpMailPayload, OneTimeCode>(
    otp.send ?? (() => {}),
    async ({ userId, code, expiresAt }, context) => {
      const left = expiresAt - context.now().getTime();
      const user = left > 0 ? await findUser(context.db, userId) : null;
      const to = user && recipientOf(user);
      if (!to) return null;
      const expiresInMinutes = Math.max(1, Math.round(otp.expiresIn / 60));
      return { user: { ...presentUser(context, user), email: to }, code, otp: code, expiresInMinutes };
    },
  );
}
