/** The call that lists the audit log of an organization or of the site. */

import type { AuditRow } from "@latchkey/core";
import type { Adapter } from "@latchkey/core/database";
import {
  defineEndpoint,
  type EndpointOf,
  findAuditPage,
  input,
  maxCursorLength,
  requireCaller,
  userTable,
} from "@latchkey/core/plugin";
import type { AuditFilters, AuditPage, ListAuditLogQuery } from "../call-types.ts";
import type { EventsCalls } from "../contract.ts";
import type { EventsSettings } from "../options.ts";
import { auditPageOutput } from "../outputs.ts";
import { time } from "../time.ts";
import { auditErrors, requireAuditScope } from "./access.ts";

/** The filters that both calls accept. */
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
    guards: [requireCaller],
    errors: auditErrors,
    rateLimit: { window: 60, max: 60 },
    queryBudget: 4,
    async handle({ limit = 50, cursor, site, ...query }, context) {
      const scope = { organizationId: query.organizationId, site };
      const organizationId = await requireAuditScope(context, settings, context.caller, scope, "read");
      const page = await findAuditPage(context.db, { ...query, organizationId }, { limit, cursor });
      return { ...page, people: await findNames(context.db, page.records) };
    },
  });
}

/**
 * Returns the names of the users in these entries, but no emails, because site admins can be among them. Sends one
 * query.
 */
async function findNames(db: Adapter, records: readonly AuditRow[]): Promise<AuditPage["people"]> {
  const named = new Set(records.flatMap(({ actorId, onBehalfOf, userId }) => [actorId, onBehalfOf, userId]));
  const ids = [...named].filter((id) => id !== null);
  if (ids.length === 0) return {};
  const rows = await db.findMany(userTable, { where: { id: { in: ids } }, columns: ["id", "name"], limit: ids.length });
  return Object.fromEntries(rows.map(({ id, name }) => [id, { name }]));
}
