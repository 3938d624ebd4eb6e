/** Telling people and the app that a password is another one. */

import { isMailable, mailDeliverer } from "../../outbox/mail.ts";
import type { OutboxHandler } from "../../plugin/plugin.ts";
import type { User } from "../../plugin/user.ts";
import { presentUser } from "../../sessions/present.ts";
import { findUser } from "../../users/store.ts";
import type { PasswordSettings } from "./options.ts";

interface About {
  readonly userId: string;
}

/** Tells the user; at the last proven address, while the present one is not. */
export function changedMailDeliverer({ tellChanged }: PasswordSettings): OutboxHandler {
  return mailDeliverer<About, { readonly user: User }>(tellChanged ?? (() => {}), async ({ userId }, context) => {
    const user = await findUser(context.db, userId);
    const to = user?.provenEmail ?? user?.email;
    return user && to && isMailable(to) ? { user: { ...presentUser(context, user), email: to } } : null;
  });
}

/** Calls the app's `onPasswordReset`. */
export function resetNotice({ afterReset }: PasswordSettings): OutboxHandler {
  return async (payload, context) => {
    const user = await findUser(context.db, (payload as About).userId);
    if (user) await afterReset?.(presentUser(context, user));
  };
}
