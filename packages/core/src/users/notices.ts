/** Telling the owner of an account of changes that somebody else might have made. */

import type { Adapter } from "../database/adapter.ts";
import { isMailable, type MailSender, mailDeliverer } from "../outbox/mail.ts";
import { plainMessage, putMessage } from "../outbox/store.ts";
import type { RequestContext } from "../plugin/context.ts";
import type { OutboxHandler } from "../plugin/plugin.ts";
import type { User } from "../plugin/user.ts";
import { presentUser } from "../sessions/present.ts";
import { findUser } from "./store.ts";

/** What has changed, as far as core and its plugins tell: further plugins have names of their own. */
export type SecurityChange =
  | "account-linked"
  | "account-unlinked"
  | "password-removed"
  | "email-changed"
  | "two-factor-enabled"
  | "two-factor-disabled"
  | "backup-codes-replaced"
  | "backup-code-used"
  | (string & {});

/** A mail to the owner of an account: another way in, a second factor that is gone. */
export interface SecurityNotice {
  /** `email` is where to send it: the stored address, or the last proven one while that is not proven. */
  readonly user: User;
  readonly change: SecurityChange;
  /** The provider of an account that was linked or unlinked; else `null`. */
  readonly provider: string | null;
  readonly at: Date;
}

export const securityNoticeKind = "mail.security-notice";

interface Told {
  readonly userId: string;
  readonly change: string;
  readonly provider: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** In place of the user's address. */
  readonly to: string | null;
}

/**
 * Has the owner told by mail, after the commit, where the app has a sender for that (`user.sendSecurityNotice`). A new
 * password and an address that its owner changes have mails of their own.
 *
 * @param detail `to`: another address than the user's, for one that was just replaced
 */
export async function tellOwner(
  tx: Adapter,
  context: RequestContext,
  userId: string,
  change: SecurityChange,
  { provider = null, to = null }: { readonly provider?: string | null; readonly to?: string | null } = {},
): Promise<void> {
  if (!context.settings.tellsOwner) return;
  const told: Told = { userId, change, provider, to, at: context.now().getTime() };
  await putMessage(tx, context, plainMessage(context, securityNoticeKind, told));
}

/** Sends what `tellOwner` asked for. */
export function securityNoticeDeliverer(send: MailSender<SecurityNotice> | undefined): OutboxHandler {
  return mailDeliverer<Told, SecurityNotice>(send ?? (() => {}), async (told, context) => {
    const user = await findUser(context.db, told.userId);
    const email = told.to ?? user?.provenEmail ?? user?.email;
    if (!user || !email || !isMailable(email)) return null;
    const { change, provider, at } = told;
    return { user: { ...presentUser(context, user), email }, change, provider, at: new Date(at) };
  });
}
