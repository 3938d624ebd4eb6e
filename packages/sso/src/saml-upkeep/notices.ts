/** Tells the app about a SAML provider that needs attention, so that it can email the people who manage it. */

import type { Adapter } from "@latchkey/core/database";
import {
  type AuthContext,
  createMailHandler,
  createMessage,
  type OutboxHandler,
  presentUser,
  recordSystemAudit,
  storeMessage,
  userTable,
} from "@latchkey/core/plugin";
import type { SsoAuditAction } from "../audit-actions.ts";
import { notifyOwners } from "../domains/notify-owners.ts";
import type { SsoSettings } from "../options.ts";
import { type SsoProviderRow, ssoProviderTable } from "../tables.ts";
import type { SendProviderNotice, SsoProviderNotice, SsoProviderNoticeReason } from "./notice.ts";

/** The kind of the outbox message. */
export const providerNoticeKind = "mail.sso-provider-notice";

interface NoticePayload {
  readonly id: string;
  readonly reason: SsoProviderNoticeReason;
}

const actions: Readonly<Record<SsoProviderNoticeReason, SsoAuditAction>> = {
  "certificate-expiring": "sso-provider.expire",
  "metadata-changed": "sso-provider.refresh",
  "metadata-rejected": "sso-provider.refresh-reject",
};

/**
 * Records the reason, and enqueues the notice. If the app doesn't have its own function, the owners get a security
 * notice. Call it in the transaction that ensures that the notice is sent only once.
 */
export async function noticeProvider(
  tx: Adapter,
  context: AuthContext,
  { sendsProviderNotices }: SsoSettings,
  { id, providerId, organizationId, name }: SsoProviderRow,
  reason: SsoProviderNoticeReason,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entry = { action: actions[reason], actorId: null, organizationId, data: { providerId, ...data } };
  await recordSystemAudit(tx, context, entry);
  if (!sendsProviderNotices) {
    await notifyOwners(tx, context, organizationId ?? "", `sso-${reason}`, { provider: name });
    return;
  }
  await storeMessage(tx, context, createMessage(context, providerNoticeKind, { id, reason } satisfies NoticePayload));
}

/** Sends the notice if the provider still exists. */
export function createNoticeHandler(send: SendProviderNotice = () => {}): OutboxHandler {
  return createMailHandler<NoticePayload, SsoProviderNotice>(send, async ({ id, reason }, context) => {
    const row = await context.db.findOne(ssoProviderTable, { where: { id } });
    if (!row?.organizationId || row.deletedAt !== null) return null;
    const { providerId, name, organizationId, userId, certificatesExpireAt } = row;
    const user = userId === null ? null : await context.db.findOne(userTable, { where: { id: userId } });
    const shown = user && presentUser(context, user);
    return { reason, providerId, name, organizationId, user: shown, certificatesExpireAt };
  });
}
