/** The `/admin/list-audit` endpoint. */

import type { AuditRow } from "@latchkey/core";
import type { Adapter } from "@latchkey/core/database";
import {
  defineEndpoint,
  type EndpointOf,
  findAuditPage,
  type InputField,
  input,
  maxCursorLength,
  userTable,
} from "@latchkey/core/plugin";
import type { AdminCalls, AuditLogPage, ListAuditQuery } from "../contract.ts";
import { id } from "../fields.ts";
import { requirePermission } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { auditLogOutput } from "../outputs.ts";

const defaultLimit = 50;

/** A time that every database can compare. */
const time = input.check(input.date, (value) => value.getUTCFullYear() >= 1000, "must be in the year 1000 or later");

const auditQuery: InputField<ListAuditQuery> = input.object({
  userId: input.optional(id),
  actorId: input.optional(id),
  onBehalfOf: input.optional(id),
  organizationId: input.optional(id),
  from: input.optional(time),
  to: input.optional(time),
  action: input.optional(input.text({ min: 1, max: 100 })),
  limit: input.optional(input.integer({ min: 1, max: 500 })),
  cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
});

/** Returns a page of the audit log, newest first. */
export function listAudit(settings: AdminSettings): EndpointOf<AdminCalls["listAudit"]> {
  return defineEndpoint({
    method: "GET",
    path: "/admin/list-audit",
    summary: "List audit log entries",
    input: auditQuery,
    output: auditLogOutput,
    guards: requirePermission(settings, { audit: ["list"] }, "YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_TRAIL"),
    queryBudget: 3,
    rateLimit: { window: 60, max: 300 },
    async handle({ cursor, limit, ...query }, { db }) {
      const page = await findAuditPage(db, query, { limit: Number(limit ?? defaultLimit), cursor });
      return { ...page, people: await findNamedUsers(db, page.records) };
    },
  });
}

/** Returns the users that the entries name, unless they were deleted. Sends one query. */
async function findNamedUsers(db: Adapter, records: readonly AuditRow[]): Promise<AuditLogPage["people"]> {
  const named = new Set(records.flatMap(({ actorId, onBehalfOf, userId }) => [actorId, onBehalfOf, userId]));
  const ids = [...named].filter((one) => one !== null);
  if (ids.length === 0) return {};
  const columns = ["id", "name", "email"] as const;
  const rows = await db.findMany(userTable, { where: { id: { in: ids } }, columns, limit: ids.length });
  return Object.fromEntries(rows.map(({ id, name, email }) => [id, { name, email }]));
}
