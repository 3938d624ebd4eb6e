/** The email about a webhook that was turned off. */

import {
  type AuthContext,
  createMailHandler,
  createMessage,
  findService,
  findUser,
  type OutboxHandler,
  type OutboxMessage,
  presentUser,
  recipientOf,
} from "@latchkey/core/plugin";
import type { EventsSettings, WebhookDisabledMail } from "../options.ts";
import { type WebhookRow, webhookTable } from "../tables.ts";

/** The outbox message kind. */
export const disabledKind = "mail.webhook-disabled";

/** The reason why a webhook was turned off. */
export type DisabledReason = WebhookDisabledMail["reason"];

interface DisabledPayload {
  readonly webhookId: string;
  readonly reason: DisabledReason;
}

/** Creates the message. */
export function disabledMessage(context: AuthContext, payload: DisabledPayload): OutboxMessage {
  return createMessage(context, disabledKind, payload);
}

/** Sends the email to the user who created the webhook, unless it's on again or they left its organization. */
export function createDisabledHandler({ sendWebhookDisabled }: EventsSettings): OutboxHandler {
  return createMailHandler<DisabledPayload, WebhookDisabledMail>(
    sendWebhookDisabled ?? (() => {}),
    async ({ webhookId, reason }, context) => {
      const row = await context.db.findOne(webhookTable, { where: { id: webhookId, enabled: false } });
      const user =
        row?.createdBy && (await isStillMember(context, row)) ? await findUser(context.db, row.createdBy) : null;
      const email = user && recipientOf(user);
      if (!row || !user || !email) return null;
      const { url, organizationId } = row;
      return { user: { ...presentUser(context, user), email }, webhookId, url, organizationId, reason };
    },
  );
}

/** Whether the user who created a webhook can still access its organization. */
async function isStillMember(context: AuthContext, { organizationId, createdBy }: WebhookRow): Promise<boolean> {
  if (organizationId === null || createdBy === null) return organizationId === null;
  const access = findService(context, "organizationAccess");
  const where = { organizationId, userId: createdBy, suspendedAt: null };
  return access !== null && (await context.db.count(access.members, { where })) > 0;
}
