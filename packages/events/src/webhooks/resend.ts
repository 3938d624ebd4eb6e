/** The calls that send a test event, or send events again. */

import { randomId } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import {
  type AuditRow,
  type CallerSession,
  defineEndpoint,
  type EndpointOf,
  failInvalidQuery,
  input,
  type RequestContext,
  requireManagingCaller,
  storeMessage,
} from "@latchkey/core/plugin";
import { number, object } from "@latchkey/core/shapes";
import type { ReplayWebhookInput } from "../call-types.ts";
import type { EventsCalls } from "../contract.ts";
import { newDelivery, toEvent } from "../delivery/record.ts";
import { deliveryMessage } from "../delivery/send.ts";
import { testType } from "../delivery/wire.ts";
import { failWith, pickErrors } from "../errors.ts";
import { deliveryOutput, presentDelivery } from "../outputs.ts";
import { eventTable, type WebhookDeliveryRow, type WebhookRow, webhookDeliveryTable } from "../tables.ts";
import { time } from "../time.ts";
import { findErrors, findManaged, lockManaged } from "./access.ts";
import { changeLimit, recordChange } from "./manage.ts";

/** Sends a test event. The delivery shows the result. */
export const testWebhook: EndpointOf<EventsCalls["testWebhook"]> = defineEndpoint({
  method: "POST",
  path: "/webhook/test",
  summary: "Send a test event to a webhook",
  input: input.object({ id: input.id }),
  output: deliveryOutput,
  guards: [requireManagingCaller],
  errors: findErrors,
  rateLimit: changeLimit,
  queryBudget: 10,
  async handle({ id }, context) {
    const managed = await findManaged(context, id, "update");
    const event = toEvent(context, testEntry(context, managed.row));
    const delivery = newDelivery(context, id, event.id);
    await context.db.transaction(async (tx) => {
      const row = await lockManaged(tx, managed);
      await tx.insert(eventTable, event);
      await tx.insert(webhookDeliveryTable, delivery);
      await storeMessage(tx, context, deliveryMessage(context, delivery));
      await recordChange(tx, context, row, "webhook.send-test", {});
    });
    return presentDelivery(delivery, event, managed.row.kind);
  },
});

function testEntry(context: RequestContext & CallerSession, { id, organizationId }: WebhookRow): AuditRow {
  const actorId = context.caller?.user.id ?? null;
  return {
    id: randomId(context.random),
    action: testType,
    actorId,
    actorType: actorId === null ? "system" : "user",
    onBehalfOf: null,
    userId: null,
    organizationId,
    ipAddress: null,
    userAgent: null,
    data: { id },
    createdAt: context.now(),
  };
}

/** Maximum number of deliveries that one call sends again. */
const maxReplayed = 1000;

/** Sends a delivery again, or all that failed since a time. Receivers get the same `webhook-id` as the first time. */
export const replayWebhook: EndpointOf<EventsCalls["replayWebhook"]> = defineEndpoint({
  method: "POST",
  path: "/webhook/replay",
  summary: "Send events to a webhook again",
  input: input.object<ReplayWebhookInput>({
    id: input.id,
    deliveryId: input.optional(input.id),
    since: input.optional(time),
  }),
  output: object<{ readonly replayed: number }>({ replayed: number }),
  guards: [requireManagingCaller],
  errors: { ...findErrors, ...pickErrors("DELIVERY_NOT_FOUND", "WEBHOOK_DISABLED") },
  rateLimit: changeLimit,
  queryBudget: 11,
  async handle({ id, deliveryId, since }, context) {
    if ((deliveryId === undefined) === (since === undefined)) {
      return failInvalidQuery("deliveryId", "is required, or since, but not both");
    }
    const managed = await findManaged(context, id, "update");
    return context.db.transaction(async (tx) => {
      const row = await lockManaged(tx, managed);
      if (!row.enabled) failWith("WEBHOOK_DISABLED");
      const found = await findReplayed(tx, id, deliveryId, since);
      const ended = found.filter(({ state }) => state !== "pending");
      if (ended.length === 0) return { replayed: 0 };
      const set = { state: "pending", nextAt: context.now() } as const;
      await tx.update(webhookDeliveryTable, { where: { id: { in: ended.map((one) => one.id) } }, set });
      for (const delivery of ended) await storeMessage(tx, context, deliveryMessage(context, delivery));
      const replayed = ended.length;
      await recordChange(tx, context, row, "webhook.replay", { deliveryId, since, replayed });
      return { replayed };
    });
  },
});

/** @throws {AuthError} `DELIVERY_NOT_FOUND` */
async function findReplayed(
  tx: Transaction,
  endpointId: string,
  deliveryId: string | undefined,
  since: Date | undefined,
): Promise<readonly WebhookDeliveryRow[]> {
  if (deliveryId !== undefined) {
    const one = await tx.findOne(webhookDeliveryTable, { where: { id: deliveryId, endpointId } });
    return [one ?? failWith("DELIVERY_NOT_FOUND")];
  }
  const where = { endpointId, state: "failed", ...(since ? { createdAt: { gte: since } } : {}) } as const;
  return tx.findMany(webhookDeliveryTable, { where, orderBy: [{ column: "createdAt" }], limit: maxReplayed });
}
