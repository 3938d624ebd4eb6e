/** The email about a webhook that was turned off. */

import {
  type AuthContext,
  createMailHandler,
  createMessage,
  findUser,
  type OutboxHandler,
  type OutboxMessage,
  presentUser,
  recipientOf,
} from "@latchkey/core/plugin";
import type { EventsSettings, WebhookDisabledMail } from "../options.ts";
import { webhookTable } from "../tables.ts";

/** The kind of the messages. */
export const disabledKind = "mail.webhook-disabled";

/** Why a webhook was turned off. */
export type DisabledReason = WebhookDisabledMail["reason"];

interface DisabledPayload {
  readonly webhookId: string;
  readonly reason: DisabledReason;
}

/** Creates the message. */
export function disabledMessage(context: AuthContext, payload: DisabledPayload): OutboxMessage {
  return createMessage(context, disabledKind, payload);
}

/** Sends the email to the user who created the webhook, unless it's on again. */
export function createDisabledHandler({ sendWebhookDisabled }: EventsSettings): OutboxHandler {
  return createMailHandler<DisabledPayload, WebhookDisabledMail>(
    sendWebhookDisabled ?? (() => {}),
    async ({ webhookId, reason }, context) => {
      const row = await context.db.findOne(webhookTable, { where: { id: webhookId, enabled: false } });
      const user = row?.createdBy ? await findUser(context.db, row.createdBy) : null;
      const email = user && recipientOf(user);
      if (!row || !user || !email) return null;
      const { url, organizationId = null } = row;
      return { user: { ...presentUser(context, user), email }, webhookId, url, organizationId, reason };
    },
  );
}
