/** Calls for a cron job, for apps without a long-running process: deliver the outbox and remove expired rows. */

import { removeOldAuditEntries } from "../../audit/retention.ts";
import { deliverDueMessages } from "../../outbox/run.ts";
import { removeFailedMessages } from "../../outbox/store.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { removeOldWindows } from "../../rate-limits/database.ts";
import { removeExpiredSessions } from "../../sessions/revoke.ts";
import { number, object, record } from "../../shapes/shape.ts";
import { outboxTable } from "../../tables/outbox.ts";
import { rateLimitTable } from "../../tables/rate-limit.ts";
import { tokenTable } from "../../tables/token.ts";
import { removeExpiredTokens } from "../../tokens/revoke.ts";
import type { MaintenanceCalls } from "./contract.ts";

/** Delivers emails and notices that are due. */
const deliverOutbox: EndpointOf<MaintenanceCalls["deliverOutbox"]> = defineEndpoint({
  method: "POST",
  path: "/deliver-outbox",
  summary: "Deliver queued messages",
  output: object({ delivered: number, failed: number }),
  serverOnly: true,
  queryBudget: 1,
  handle: (_, context) => deliverDueMessages(context),
});

/**
 * Removes expired sessions and tokens, old rate limits, failed messages, and old audit log entries. Except for audit
 * log entries, this only keeps the tables small.
 */
const removeExpired: EndpointOf<MaintenanceCalls["removeExpired"]> = defineEndpoint({
  method: "POST",
  path: "/remove-expired",
  summary: "Delete expired rows",
  output: object({
    sessions: number,
    rateLimits: number,
    tokens: number,
    messages: number,
    auditEntries: number,
    jobs: record(number),
  }),
  serverOnly: true,
  queryBudget: 4,
  async handle(_, context) {
    const jobs: Record<string, number> = {};
    const failures: unknown[] = [];
    for (const [name, run] of Object.entries(context.extensions.maintenanceJobs)) {
      try {
        jobs[name] = await run(context);
      } catch (error) {
        context.log.error("A maintenance job failed", { job: name, error });
        failures.push(error);
      }
    }
    const removed = {
      sessions: await removeExpiredSessions(context),
      rateLimits: await removeOldWindows(context.db, context.now().getTime()),
      tokens: await removeExpiredTokens(context),
      messages: await removeFailedMessages(context),
      auditEntries: await removeOldAuditEntries(context),
      jobs,
    };
    // The other jobs have run, but the caller has to know that one hasn't.
    if (failures.length > 0) throw failures[0];
    return removed;
  },
});

export function maintenanceFeature(): Plugin {
  return definePlugin<Plugin<FeatureTypes<MaintenanceCalls>>>({
    id: "maintenance",
    tables: [outboxTable, rateLimitTable, tokenTable],
    endpoints: { deliverOutbox, removeExpired },
  });
}
