/** The calls that create, change, and delete webhooks. */

import { randomId } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import {
  type CallerSession,
  defineEndpoint,
  type EndpointOf,
  input,
  type RequestContext,
  recordAudit,
  requireManagingCaller,
} from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import type { EventsAuditAction } from "../audit-actions.ts";
import type { CreateWebhookInput, RotateWebhookSecretInput, UpdateWebhookInput } from "../call-types.ts";
import type { EventsCalls } from "../contract.ts";
import { checkTypes } from "../delivery/types.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { EventsSettings } from "../options.ts";
import { newWebhookOutput, presentWebhook, webhookOutput } from "../outputs.ts";
import { type WebhookRow, webhookTable } from "../tables.ts";
import { findErrors, findManaged, lockManaged, ownerErrors, requireOwner, type WebhookOwner } from "./access.ts";
import { createSecret, encryptSecret } from "./secrets.ts";
import { checkURL, originOf } from "./url.ts";

/** The client stores that changes to webhooks affect. */
export const webhookStores: readonly string[] = ["webhooks"];

/** Each call can look up a host or send a request, so these calls have a stricter limit than the general one. */
export const changeLimit = { window: 60, max: 20 } as const;

const urlField = input.text({ min: 1, max: 2048 });
const eventsField = input.list(input.text({ min: 1, max: 100 }), { min: 1, max: 100 });

/** Creates a webhook and returns its secret once. */
export function createWebhook(settings: EventsSettings): EndpointOf<EventsCalls["createWebhook"]> {
  return defineEndpoint({
    method: "POST",
    path: "/webhook/create",
    summary: "Create a webhook",
    changes: webhookStores,
    input: input.object<CreateWebhookInput>({
      url: urlField,
      events: input.optional(eventsField),
      kind: input.optional(input.oneOf("webhook", "audit")),
      organizationId: input.optional(input.id),
      site: input.optional(input.boolean),
    }),
    output: newWebhookOutput,
    guards: [requireManagingCaller],
    errors: { ...ownerErrors, ...pickErrors("INVALID_WEBHOOK_URL", "UNKNOWN_EVENT_TYPE", "WEBHOOK_LIMIT_REACHED") },
    rateLimit: changeLimit,
    queryBudget: 9,
    async handle({ url, events = [], kind = "webhook", ...scope }, context) {
      const owner = await requireOwner(context, settings, scope, "create", kind);
      const checked = await checkURL(context, settings, url);
      const types = kind === "audit" ? ["*"] : checkTypes(context, events);
      const id = randomId(context.random);
      const secret = createSecret(context);
      const row: WebhookRow = {
        id,
        organizationId: owner.organizationId,
        url: checked,
        events: types,
        kind,
        secret: await encryptSecret(context, id, secret),
        previousSecret: null,
        previousUntil: null,
        enabled: true,
        failingSince: null,
        createdBy: context.caller?.user.id ?? null,
        createdAt: context.now(),
      };
      await context.db.transaction(async (tx) => {
        await owner.lock(tx);
        await checkLimit(tx, settings, owner);
        await tx.insert(webhookTable, row);
        await recordChange(tx, context, row, "webhook.create", { url: originOf(checked), events: types, kind });
      });
      return { ...presentWebhook(row), secret };
    },
  });
}

/** The site's webhooks have no limit, because only admins create them. Call this under the organization's lock. */
async function checkLimit(
  tx: Transaction,
  { maxWebhooks }: EventsSettings,
  { organizationId }: WebhookOwner,
): Promise<void> {
  if (organizationId === null) return;
  if ((await tx.count(webhookTable, { where: { organizationId } })) >= maxWebhooks) failWith("WEBHOOK_LIMIT_REACHED");
}

/** Changes a webhook's URL or events, or turns it on or off. */
export function updateWebhook(settings: EventsSettings): EndpointOf<EventsCalls["updateWebhook"]> {
  return defineEndpoint({
    method: "POST",
    path: "/webhook/update",
    summary: "Update a webhook",
    changes: webhookStores,
    input: input.object<UpdateWebhookInput>({
      id: input.id,
      url: input.optional(urlField),
      events: input.optional(eventsField),
      enabled: input.optional(input.boolean),
    }),
    output: webhookOutput,
    guards: [requireManagingCaller],
    errors: { ...findErrors, ...pickErrors("INVALID_WEBHOOK_URL", "UNKNOWN_EVENT_TYPE") },
    rateLimit: changeLimit,
    queryBudget: 10,
    async handle({ id, url, events, enabled }, context) {
      const managed = await findManaged(context, id, "update");
      const changes = {
        ...(url === undefined ? {} : { url: await checkURL(context, settings, url) }),
        ...(events === undefined || managed.row.kind === "audit" ? {} : { events: checkTypes(context, events) }),
        ...(enabled === undefined ? {} : { enabled }),
      };
      // Turning a webhook on or changing its URL restarts the five days of failures after which it's turned off.
      const restartsFailures = enabled === true || url !== undefined;
      const set = { ...changes, ...(restartsFailures ? { failingSince: null } : {}) };
      const changed = await context.db.transaction(async (tx) => {
        const row = await lockManaged(tx, managed);
        if (Object.keys(set).length === 0) return row;
        await tx.update(webhookTable, { where: { id }, set });
        const moved = changes.url === undefined ? {} : { url: originOf(changes.url) };
        await recordChange(tx, context, row, "webhook.update", { ...changes, ...moved });
        return { ...row, ...set };
      });
      return presentWebhook(changed);
    },
  });
}

/** Deletes a webhook and its deliveries. */
export const deleteWebhook: EndpointOf<EventsCalls["deleteWebhook"]> = defineEndpoint({
  method: "POST",
  path: "/webhook/delete",
  summary: "Delete a webhook",
  changes: webhookStores,
  input: input.object({ id: input.id }),
  output: successResponse,
  guards: [requireManagingCaller],
  errors: findErrors,
  rateLimit: changeLimit,
  queryBudget: 9,
  async handle({ id }, context) {
    const managed = await findManaged(context, id, "delete");
    await context.db.transaction(async (tx) => {
      const row = await lockManaged(tx, managed);
      await tx.remove(webhookTable, { where: { id } });
      await recordChange(tx, context, row, "webhook.delete", { url: originOf(row.url) });
    });
    return { success: true };
  },
});

const day = 86_400;

/** Replaces a webhook's secret and returns the new one once. */
export const rotateWebhookSecret: EndpointOf<EventsCalls["rotateWebhookSecret"]> = defineEndpoint({
  method: "POST",
  path: "/webhook/rotate-secret",
  summary: "Replace a webhook's secret",
  changes: webhookStores,
  input: input.object<RotateWebhookSecretInput>({
    id: input.id,
    overlap: input.optional(input.jsonInteger({ min: 0, max: day })),
  }),
  output: newWebhookOutput,
  guards: [requireManagingCaller],
  errors: findErrors,
  rateLimit: changeLimit,
  queryBudget: 10,
  async handle({ id, overlap = day }, context) {
    const managed = await findManaged(context, id, "update");
    const secret = createSecret(context);
    const sealed = await encryptSecret(context, id, secret);
    const previousUntil = overlap === 0 ? null : new Date(context.now().getTime() + overlap * 1000);
    const changed = await context.db.transaction(async (tx) => {
      const row = await lockManaged(tx, managed);
      const previousSecret = previousUntil === null ? null : row.secret;
      const set = { secret: sealed, previousSecret, previousUntil };
      await tx.update(webhookTable, { where: { id }, set });
      await recordChange(tx, context, row, "webhook.rotate", { overlap });
      return { ...row, ...set };
    });
    return { ...presentWebhook(changed), secret };
  },
});

/** Records a change. @param data facts in addition to the webhook's id, never a secret */
export function recordChange(
  tx: Transaction,
  context: RequestContext & CallerSession,
  { id, organizationId }: WebhookRow,
  action: EventsAuditAction,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const actorId = context.caller?.user.id ?? null;
  return recordAudit(tx, context, { action, actorId, organizationId, data: { id, ...data } });
}
