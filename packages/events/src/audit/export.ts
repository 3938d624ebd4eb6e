/** The call that downloads an audit log as a file. It's streamed, so its size doesn't matter. */

import type { AuditRow } from "@latchkey/core";
import { utf8 } from "@latchkey/core/crypto";
import {
  type AuditQuery,
  type AuthContext,
  auditCondition,
  auditTable,
  defineEndpoint,
  type EndpointOf,
  failInvalidQuery,
  input,
  recordAudit,
  requireFreshCaller,
} from "@latchkey/core/plugin";
import { file } from "@latchkey/core/shapes";
import type { ExportAuditLogQuery } from "../call-types.ts";
import type { EventsCalls } from "../contract.ts";
import type { EventsSettings } from "../options.ts";
import { auditErrors, requireAuditScope } from "./access.ts";
import { type AuditFormat, formats } from "./formats.ts";
import { auditFilters } from "./list.ts";

const day = 86_400_000;
const maxDays = 92;
const defaultDays = 30;
/** The number of entries that each query reads. */
const batch = 1000;

/** Downloads the audit log of an organization or of the site, oldest entries first. */
export function exportAuditLog(settings: EventsSettings): EndpointOf<EventsCalls["exportAuditLog"]> {
  return defineEndpoint({
    method: "GET",
    path: "/audit/export",
    summary: "Download audit log entries",
    input: input.object<ExportAuditLogQuery>({
      ...auditFilters,
      format: input.optional(input.oneOf("ndjson", "csv")),
    }),
    output: file("application/x-ndjson", "text/csv"),
    guards: [requireFreshCaller],
    errors: auditErrors,
    rateLimit: { window: 3600, max: 5 },
    queryBudget: 4,
    async handle({ format = "ndjson", site, ...query }, context) {
      const scope = { organizationId: query.organizationId, site };
      const organizationId = await requireAuditScope(context, settings, context.caller, scope, "export");
      const { from, to } = rangeOf(query, context.now());
      const data = { format, from, to };
      const actorId = context.caller?.user.id ?? null;
      await recordAudit(context.db, context, {
        action: "audit.export",
        actorId,
        organizationId: organizationId ?? null,
        data,
      });
      return download(context, { ...query, organizationId, from, to }, formats[format]);
    },
  });
}

/** @throws {AuthError} `VALIDATION_ERROR` if the range is empty or longer than 92 days */
function rangeOf({ from, to }: Pick<AuditQuery, "from" | "to">, now: Date): { readonly from: Date; readonly to: Date } {
  const end = to !== undefined && to < now ? to : now;
  const start = from ?? new Date(end.getTime() - defaultDays * day);
  if (start >= end) failInvalidQuery("from", "must be before to");
  if (end.getTime() - start.getTime() > maxDays * day)
    failInvalidQuery("from", `must be at most ${maxDays} days before to`);
  return { from: start, to: end };
}

function download(context: AuthContext, query: AuditQuery, format: AuditFormat): Response {
  const name = `audit-log-${query.from?.toISOString().slice(0, 10)}.${format.extension}`;
  return new Response(toStream(readEntries(context, query, format)), {
    headers: {
      "content-type": format.contentType,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Reads a batch once the client has consumed the previous one. Sends one query per batch. */
async function* readEntries(
  { db }: AuthContext,
  query: AuditQuery,
  { header, line }: AuditFormat,
): AsyncGenerator<string> {
  if (header !== "") yield header;
  const where = auditCondition(query);
  let last: AuditRow | undefined;
  for (;;) {
    const rows = await db.findMany<AuditRow>(auditTable, {
      where,
      orderBy: [{ column: "createdAt" }],
      limit: batch,
      ...(last ? { after: last } : {}),
    });
    if (rows.length > 0) yield rows.map(line).join("");
    if (rows.length < batch) return;
    last = rows.at(-1);
  }
}

function toStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(utf8(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
