/** The calls that list webhooks, their deliveries, and event types. */

import type { Where } from "@latchkey/core/database";
import {
  defineEndpoint,
  type EndpointOf,
  findService,
  input,
  maxCursorLength,
  type RequestContext,
  requireCaller,
  requireSession,
  timePages,
} from "@latchkey/core/plugin";
import { list, text } from "@latchkey/core/shapes";
import type { AllWebhooksPage, ListAllWebhooksQuery, ListDeliveriesQuery, WebhookScope } from "../call-types.ts";
import type { EventsCalls } from "../contract.ts";
import { eventTypes } from "../delivery/types.ts";
import type { EventsSettings } from "../options.ts";
import { allWebhooksOutput, deliveryPageOutput, presentDelivery, presentWebhook, webhooksOutput } from "../outputs.ts";
import { eventTable, type WebhookRow, webhookDeliveryTable, webhookTable } from "../tables.ts";
import { findErrors, findManaged, ownerErrors, requireOwner, requireSiteReader, siteErrors } from "./access.ts";

const newestFirst = timePages("createdAt", "desc");

/** The fields of calls that return pages. */
const pageFields = {
  limit: input.optional(input.integer({ min: 1, max: 100 })),
  cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
};

/** Maximum webhooks in a list. An organization can't have more. */
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
    guards: [requireCaller],
    errors: ownerErrors,
    queryBudget: 3,
    async handle(scope, context) {
      const { organizationId } = await requireOwner(context, settings, scope, "read");
      const where = { organizationId };
      const orderBy = [{ column: "createdAt" }] as const;
      return (await context.db.findMany(webhookTable, { where, orderBy, limit: maxListed })).map(presentWebhook);
    },
  });
}

/** Lists the webhooks of the site and of all organizations, newest first. */
export const listAllWebhooks: EndpointOf<EventsCalls["listAllWebhooks"]> = defineEndpoint({
  method: "GET",
  path: "/webhook/list-all",
  summary: "List the webhooks of the site and of all organizations",
  input: input.object<ListAllWebhooksQuery>({
    state: input.optional(input.oneOf("off", "failing")),
    ...pageFields,
  }),
  output: allWebhooksOutput,
  guards: [requireCaller],
  errors: siteErrors,
  queryBudget: 3,
  async handle({ state, ...page }, context) {
    requireSiteReader(context);
    const found = await context.db.findMany(webhookTable, {
      where: state === undefined ? {} : stateConditions[state],
      ...newestFirst.select(page),
    });
    const { rows, nextCursor } = newestFirst.toPage(found, page);
    return { webhooks: rows.map(presentWebhook), organizations: await findOrganizations(context, rows), nextCursor };
  },
});

const stateConditions: Readonly<Record<NonNullable<ListAllWebhooksQuery["state"]>, Where<WebhookRow>>> = {
  off: { enabled: false },
  failing: { enabled: true, failingSince: { ne: null } },
};

/** Returns the organizations' names. Sends one query, or none. */
async function findOrganizations(
  context: RequestContext,
  webhooks: readonly WebhookRow[],
): Promise<AllWebhooksPage["organizations"]> {
  const access = findService(context, "organizationAccess");
  const ids = [...new Set(webhooks.map(({ organizationId }) => organizationId))].filter((id) => id !== null);
  if (!access || ids.length === 0) return {};
  const columns = ["id", "name"] as const;
  const rows = await context.db.findMany(access.table, { where: { id: { in: ids } }, columns, limit: ids.length });
  return Object.fromEntries(rows.map(({ id, name }) => [id, { name }]));
}

/** Lists the deliveries of a webhook, newest first. */
export const listWebhookDeliveries: EndpointOf<EventsCalls["listWebhookDeliveries"]> = defineEndpoint({
  method: "GET",
  path: "/webhook/deliveries",
  summary: "List a webhook's deliveries",
  input: input.object<ListDeliveriesQuery>({
    id: input.id,
    state: input.optional(input.oneOf("pending", "delivered", "failed")),
    ...pageFields,
  }),
  output: deliveryPageOutput,
  guards: [requireCaller],
  errors: findErrors,
  queryBudget: 4,
  async handle({ id, state, ...page }, context) {
    const { row } = await findManaged(context, id, "read");
    const found = await context.db.findMany(webhookDeliveryTable, {
      where: { endpointId: id, ...(state === undefined ? {} : { state }) },
      join: { event: { table: eventTable, on: { id: "eventId" }, required: true } },
      ...newestFirst.select(page),
    });
    const { rows, nextCursor } = newestFirst.toPage(found, page);
    return {
      deliveries: rows.map(({ event, ...delivery }) => presentDelivery(delivery, event, row.kind)),
      nextCursor,
    };
  },
});

/** Lists the event types. */
export const listWebhookEventTypes: EndpointOf<EventsCalls["listWebhookEventTypes"]> = defineEndpoint({
  method: "GET",
  path: "/webhook/event-types",
  summary: "List event types",
  output: list(text),
  guards: [requireSession],
  queryBudget: 1,
  handle: (_, context) => eventTypes(context),
});
