/** The call that lists an organization's audit log. */

import {
  defineEndpoint,
  type EndpointOf,
  findAuditPage,
  type InputField,
  input,
  maxCursorLength,
} from "@latchkey/core/plugin";
import type { AuditFilters, EventsCalls, ListAuditLogQuery } from "../contract.ts";
import type { EventsSettings } from "../options.ts";
import { auditPageOutput } from "../outputs.ts";
import { requireWebhookReader } from "../webhooks/access.ts";
import { auditErrors, requireAuditScope } from "./access.ts";

/** A time that every database can compare with. */
const time: InputField<Date> = input.check(
  input.date,
  (value) => value.getUTCFullYear() >= 1000,
  "must be in the year 1000 or later",
);

/** The filters that both calls take. */
export const auditFilters = {
  organizationId: input.optional(input.id),
  site: input.optional(input.flag),
  from: input.optional(time),
  to: input.optional(time),
  action: input.optional(input.text({ min: 1, max: 100 })),
  actorId: input.optional(input.id),
  userId: input.optional(input.id),
} satisfies Record<keyof AuditFilters, unknown>;

/** Lists the audit log of an organization or of the site, newest first. */
export function listAuditLog(settings: EventsSettings): EndpointOf<EventsCalls["listAuditLog"]> {
  return defineEndpoint({
    method: "GET",
    path: "/audit/list",
    summary: "List audit log entries",
    input: input.object<ListAuditLogQuery>({
      ...auditFilters,
      limit: input.optional(input.integer({ min: 1, max: 100 })),
      cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
    }),
    output: auditPageOutput,
    guards: [requireWebhookReader],
    errors: auditErrors,
    rateLimit: { window: 60, max: 60 },
    queryBudget: 3,
    async handle({ limit = 50, cursor, site, ...query }, context) {
      const scope = { organizationId: query.organizationId, site };
      const organizationId = await requireAuditScope(context, settings, context.caller, scope, "read");
      return findAuditPage(context.db, { ...query, organizationId }, { limit, cursor });
    },
  });
}
