/** The calls that list webhooks, their deliveries, and the types of events. */

import {
  defineEndpoint,
  type EndpointOf,
  failInvalidQuery,
  input,
  maxCursorLength,
  parseStoredDate,
  readCursor,
  requireSession,
  writeCursor,
} from "@latchkey/core/plugin";
import { list, text } from "@latchkey/core/shapes";
import type { EventsCalls, ListDeliveriesQuery, WebhookScope } from "../contract.ts";
import { eventTypes } from "../delivery/types.ts";
import type { EventsSettings } from "../options.ts";
import { deliveryPageOutput, presentDelivery, presentWebhook, webhooksOutput } from "../outputs.ts";
import { eventTable, type WebhookDeliveryRow, webhookDeliveryTable, webhookTable } from "../tables.ts";
import { findErrors, findManaged, ownerErrors, requireOwner, requireWebhookReader } from "./access.ts";

/** More than an organization can have. */
const maxListed = 1000;

/** Lists the webhooks of an organization or of the site, oldest first. */
export function listWebhooks(settings: EventsSettings): EndpointOf<EventsCalls["listWebhooks"]> {
  return defineEndpoint({
    method: "GET",
    path: "/webhook/list",
    summary: "List webhooks",
    input: input.object<WebhookScope>({
      organizationId: input.optional(input.id),
      site: input.optional(input.flag),
    }),
    output: webhooksOutput,
    guards: [requireWebhookReader],
    errors: ownerErrors,
    queryBudget: 3,
    async handle(scope, context) {
      const { organizationId } = await requireOwner(context, settings, scope, "read");
      const where = settings.organizations ? { organizationId } : {};
      const orderBy = [{ column: "createdAt" }] as const;
      return (await context.db.findMany(webhookTable, { where, orderBy, limit: maxListed })).map(presentWebhook);
    },
  });
}

const order = "createdAt desc";

/** Lists the deliveries of a webhook, newest first. */
export const listWebhookDeliveries: EndpointOf<EventsCalls["listWebhookDeliveries"]> = defineEndpoint({
  method: "GET",
  path: "/webhook/deliveries",
  summary: "List the deliveries of a webhook",
  input: input.object<ListDeliveriesQuery>({
    id: input.id,
    state: input.optional(input.oneOf("pending", "delivered", "failed")),
    limit: input.optional(input.integer({ min: 1, max: 100 })),
    cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
  }),
  output: deliveryPageOutput,
  guards: [requireWebhookReader],
  errors: findErrors,
  queryBudget: 4,
  async handle({ id, state, limit = 50, cursor }, context) {
    const { row } = await findManaged(context, id, "read");
    const found = await context.db.findMany(webhookDeliveryTable, {
      where: { endpointId: id, ...(state === undefined ? {} : { state }) },
      join: { event: { table: eventTable, on: { id: "eventId" }, required: true } },
      orderBy: [{ column: "createdAt", direction: "desc" }],
      limit: limit + 1,
      ...(cursor === undefined ? {} : { after: decodeCursor(cursor) }),
    });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = last !== undefined && found.length > limit;
    return {
      deliveries: shown.map(({ event, ...delivery }) => presentDelivery(delivery, event, row.kind)),
      nextCursor: hasMore ? writeCursor({ order, value: last.createdAt, id: last.id }) : null,
    };
  },
});

function decodeCursor(cursor: string): Pick<WebhookDeliveryRow, "createdAt" | "id"> {
  const { value, id } = readCursor(cursor, order);
  return { createdAt: parseStoredDate(value) ?? failInvalidQuery("cursor", "isn't a cursor of this list"), id };
}

/** Lists the types of events. */
export const listWebhookEventTypes: EndpointOf<EventsCalls["listWebhookEventTypes"]> = defineEndpoint({
  method: "GET",
  path: "/webhook/event-types",
  summary: "List the types of events",
  output: list(text),
  guards: [requireSession],
  queryBudget: 1,
  handle: (_, context) => eventTypes(context),
});
