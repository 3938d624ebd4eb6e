/** The mail to the owner of an address with which somebody tried to sign up. */

import { isMailable, mailDeliverer } from "../../outbox/mail.ts";
import { plainMessage, type SealedMessage } from "../../outbox/store.ts";
import type { AuthContext } from "../../plugin/context.ts";
import type { OutboxHandler } from "../../plugin/plugin.ts";
import type { User } from "../../plugin/user.ts";
import { presentUser } from "../../sessions/present.ts";
import { findUserByEmail } from "../../users/store.ts";
import type { EmailPasswordSettings } from "./options.ts";

export const ownerNoticeKind = "mail.existing-user";

interface About {
  readonly email: string;
}

export function ownerNotice(context: AuthContext, email: string): SealedMessage {
  return plainMessage(context, ownerNoticeKind, { email } satisfies About);
}

export function ownerNoticeDeliverer({ tellOwner }: EmailPasswordSettings): OutboxHandler {
  return mailDeliverer<About, { readonly user: User }>(tellOwner ?? (() => {}), async ({ email }, context) => {
    const user = await findUserByEmail(context.db, email);
    return user && isMailable(email) ? { user: presentUser(context, user) } : null;
  });
}
