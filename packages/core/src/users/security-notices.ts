/** Emails users about changes to their account that someone else might have made. */

import type { Adapter } from "../database/adapter.ts";
import type { AuthContext, OutboxHandler, RequestContext } from "../kernel/context.ts";
import { createMailHandler, isMailable, type MailSender } from "../outbox/mail.ts";
import { createMessage, enqueueMessage, storeMessage } from "../outbox/store.ts";
import type { User } from "../plugin/user.ts";
import { presentUser } from "../sessions/present.ts";
import { recipientOf } from "./recipient.ts";
import { findUser } from "./store.ts";

/** The change. Core and official plugins use the listed values. Other plugins can add their own. */
export type SecurityChange =
  | "account-linked"
  | "account-unlinked"
  | "password-removed"
  | "email-changed"
  | "two-factor-enabled"
  | "two-factor-disabled"
  | "backup-codes-replaced"
  | "backup-code-used"
  | "passkey-added"
  | "passkey-removed"
  | "passkey-cloned"
  | "sso-bypassed"
  | "sso-domain-lapsed"
  | "sso-certificate-expiring"
  | "sso-metadata-changed"
  | "sso-metadata-rejected"
  | (string & {});

/** An email about a change to the user's sign-in methods or factors. */
export interface SecurityNotice {
  /**
   * `email` is where to send it: the current email, the last verified one if the current one isn't verified, or the old
   * one after an email change.
   */
  readonly user: User;
  readonly change: SecurityChange;
  /**
   * The provider of a linked or unlinked account, or the identity provider that the change is about. Otherwise `null`.
   */
  readonly provider: string | null;
  readonly at: Date;
}

export const securityNoticeKind = "mail.security-notice";

interface NoticePayload {
  readonly userId: string;
  readonly change: string;
  readonly provider: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Overrides the user's email. */
  readonly to: string | null;
}

/**
 * Emails the user after the commit, if the app has `user.sendSecurityNotice`. Password changes and the user's own email
 * changes have separate emails.
 *
 * @param detail `to`: an email to use instead of the user's, such as one that was just replaced
 */
export async function notifyUser(
  tx: Adapter,
  context: AuthContext | RequestContext,
  userId: string,
  change: SecurityChange,
  { provider = null, to = null }: { readonly provider?: string | null; readonly to?: string | null } = {},
): Promise<void> {
  if (!context.settings.sendsSecurityNotices) return;
  const payload: NoticePayload = { userId, change, provider, to, at: context.now().getTime() };
  const message = createMessage(context, securityNoticeKind, payload);
  // A scheduled job has no response that the email could wait for.
  await ("afterResponse" in context ? enqueueMessage(tx, context, message) : storeMessage(tx, context, message));
}

/** Sends the emails that `notifyUser` enqueues. */
export function createSecurityNoticeHandler(send: MailSender<SecurityNotice> | undefined): OutboxHandler {
  return createMailHandler<NoticePayload, SecurityNotice>(send ?? (() => {}), async (payload, context) => {
    const user = await findUser(context.db, payload.userId);
    const email = payload.to ?? (user && recipientOf(user));
    if (!user || !email || !isMailable(email)) return null;
    const { change, provider, at } = payload;
    return { user: { ...presentUser(context, user), email }, change, provider, at: new Date(at) };
  });
}
