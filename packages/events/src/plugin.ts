/** Assembles the events plugin. */

import type { Plugin } from "@latchkey/core";
import { type AuthContext, definePlugin } from "@latchkey/core/plugin";
import { exportAuditLog } from "./audit/export.ts";
import { listAuditLog } from "./audit/list.ts";
import { eventsAuditActions } from "./audit-actions.ts";
import { createCheckpoints } from "./checkpoints/create.ts";
import { checkpointHandler, checkpointKind, removeOldCheckpoints, scheduleCheckpoint } from "./checkpoints/schedule.ts";
import { verifyAudit } from "./checkpoints/verify.ts";
import type { EventsTypes } from "./contract.ts";
import { deliverWebhooks } from "./delivery/deliver.ts";
import { createDisabledHandler, disabledKind } from "./delivery/disabled-mail.ts";
import { createEventHandler, eventKind, recordEvent } from "./delivery/record.ts";
import { createDeliveryHandler, deliveryKind } from "./delivery/send.ts";
import { eventsErrors } from "./errors.ts";
import { type EventsOptions, type EventsSettings, resolveEvents } from "./options.ts";
import { eventsTables, eventTable } from "./tables.ts";
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from "./webhooks/manage.ts";
import { listAllWebhooks, listWebhookDeliveries, listWebhookEventTypes, listWebhooks } from "./webhooks/read.ts";
import { replayWebhook, testWebhook } from "./webhooks/resend.ts";

/** The plugin that `events` returns. */
export interface EventsPlugin extends Plugin<EventsTypes> {
  readonly id: "events";
}

/**
 * Sends webhooks about what happens in the app, such as `user.create` or `member.update`, to your own servers and to
 * those of your customers' organizations. Requests are signed as in Standard Webhooks, and retried for five days until
 * they succeed.
 *
 * @throws {Error} if an option is invalid
 */
export function events(options: EventsOptions = {}): EventsPlugin {
  const settings = resolveEvents(options);
  const { organizations, maxWebhooks, retention, checkpoints } = settings;
  return definePlugin<EventsPlugin>({
    id: "events",
    tables: eventsTables(settings),
    endpoints: {
      createWebhook: createWebhook(settings),
      updateWebhook: updateWebhook(settings),
      deleteWebhook,
      rotateWebhookSecret,
      testWebhook,
      replayWebhook,
      listWebhooks: listWebhooks(settings),
      listAllWebhooks,
      listWebhookDeliveries,
      listWebhookEventTypes,
      listAuditLog: listAuditLog(settings),
      exportAuditLog: exportAuditLog(settings),
      verifyAudit: verifyAudit(settings),
      deliverWebhooks,
    },
    errors: eventsErrors,
    auditActions: eventsAuditActions,
    uses: {
      ...(organizations ? { organizationAccess: "organization() from @latchkey/organization" } : {}),
      ...(checkpoints ? { tokenSigner: "jwt() from @latchkey/jwt" } : {}),
    },
    onAudit: onAudit(settings),
    outbox: {
      [eventKind]: createEventHandler(settings),
      [deliveryKind]: createDeliveryHandler(settings),
      [disabledKind]: createDisabledHandler(settings),
      ...(checkpoints ? { [checkpointKind]: checkpointHandler } : {}),
    },
    maintenanceJobs: {
      removeOldEvents: (context) => removeOldEvents(context, retention),
      ...(checkpoints ? { createAuditCheckpoints: createCheckpoints, removeOldCheckpoints } : {}),
    },
    capabilities: (_, isCallable) => (isCallable("createWebhook") ? { plugin: { organizations, maxWebhooks } } : {}),
    init: (context) => checkPrivateURLs(context, settings),
  });
}

function onAudit(settings: EventsSettings): NonNullable<Plugin["onAudit"]> {
  const record = recordEvent(settings);
  if (!settings.checkpoints) return record;
  return async (tx, entry, context) => {
    scheduleCheckpoint(entry, context);
    await record(tx, entry, context);
  };
}

/** Deletes old events with their deliveries. Returns how many. */
function removeOldEvents({ db, now }: AuthContext, retention: number): Promise<number> {
  return db.remove(eventTable, { where: { createdAt: { lte: new Date(now().getTime() - retention) } } });
}

/** @throws {Error} if a production app would let customers send requests into its own network */
function checkPrivateURLs({ settings: { production } }: AuthContext, { allowPrivateURLs }: EventsSettings): void {
  if (production && allowPrivateURLs) {
    throw new Error("events.allowPrivateURLs is only for development. Remove it, or set NODE_ENV to development.");
  }
}
