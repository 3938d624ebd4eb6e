/** What a cron calls where no process stays alive: deliver what waits, remove what has ended. */

import { deliverDue, type OutboxReport } from "../../outbox/store.ts";
import { outboxTable } from "../../outbox/table.ts";
import { defineEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import { removeOldWindows } from "../../rate-limits/database.ts";
import { rateLimitTable } from "../../rate-limits/table.ts";
import { removeExpiredSessions } from "../../sessions/revoke.ts";

/** How many rows were removed. */
export interface UpkeepReport {
  readonly sessions: number;
  readonly rateLimits: number;
}

/** Delivers mail and notices that are due. */
const deliverOutbox: Endpoint<unknown, OutboxReport> = defineEndpoint({
  method: "POST",
  path: "/deliver-outbox",
  summary: "Deliver what the outbox holds",
  serverOnly: true,
  statements: 1,
  handle: (_, context) => deliverDue(context),
});

/** Removes expired sessions and counters of windows long past. They are refused anyway; this keeps tables small. */
const removeExpired: Endpoint<unknown, UpkeepReport> = defineEndpoint({
  method: "POST",
  path: "/remove-expired",
  summary: "Remove rows that have expired",
  serverOnly: true,
  statements: 2,
  async handle(_, context) {
    const sessions = await removeExpiredSessions(context);
    return { sessions, rateLimits: await removeOldWindows(context.db, context.now().getTime()) };
  },
});

export function upkeepFeature(): Plugin {
  return definePlugin({
    id: "upkeep",
    tables: [outboxTable, rateLimitTable],
    endpoints: { deliverOutbox, removeExpired },
  });
}
