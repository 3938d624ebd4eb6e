/** Tells users and the app about changed passwords. */

import type { OutboxHandler } from "../../kernel/context.ts";
import { createMailHandler } from "../../outbox/mail.ts";
import type { User } from "../../plugin/user.ts";
import { presentUser } from "../../sessions/present.ts";
import { recipientOf } from "../../users/recipient.ts";
import { findUser } from "../../users/store.ts";
import type { PasswordSettings } from "./options.ts";

interface PasswordPayload {
  readonly userId: string;
}

/** Sends the email to the last verified email if the current one is unverified. */
export function createPasswordChangedMailHandler({ sendChanged }: PasswordSettings): OutboxHandler {
  return createMailHandler<PasswordPayload, { readonly user: User }>(
    sendChanged ?? (() => {}),
    async ({ userId }, context) => {
      const user = await findUser(context.db, userId);
      const to = user && recipientOf(user);
      return to ? { user: { ...presentUser(context, user), email: to } } : null;
    },
  );
}

/** Runs the app's `onPasswordReset`. */
export function createPasswordResetHandler({ afterReset }: PasswordSettings): OutboxHandler {
  return async (payload, context) => {
    const user = await findUser(context.db, (payload as PasswordPayload).userId);
    if (user) await afterReset?.(presentUser(context, user));
  };
}
