/** What a cron calls where no process stays alive: deliver what waits, remove what has ended. */

import { deliverDue, type OutboxReport, removeGivenUp } from "../../outbox/store.ts";
import { outboxTable } from "../../outbox/table.ts";
import { defineUntypedEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import { removeOldWindows } from "../../rate-limits/database.ts";
import { rateLimitTable } from "../../rate-limits/table.ts";
import { removeExpiredSessions } from "../../sessions/revoke.ts";
import { removeExpiredTokens } from "../../tokens/store.ts";
import { tokenTable } from "../../tokens/table.ts";

/** How many rows were removed. */
export interface UpkeepReport {
  readonly sessions: number;
  readonly rateLimits: number;
  /** One-time tokens whose time is over. */
  readonly tokens: number;
  /** Messages that could not be delivered and were given up a month ago. */
  readonly messages: number;
}

/** Delivers mail and notices that are due. */
const deliverOutbox: Endpoint<unknown, OutboxReport> = defineUntypedEndpoint({
  method: "POST",
  path: "/deliver-outbox",
  summary: "Deliver what the outbox holds",
  serverOnly: true,
  statements: 1,
  handle: (_, context) => deliverDue(context),
});

/** Removes expired sessions and counters of windows long past. They are refused anyway; this keeps tables small. */
const removeExpired: Endpoint<unknown, UpkeepReport> = defineUntypedEndpoint({
  method: "POST",
  path: "/remove-expired",
  summary: "Remove rows that have expired",
  serverOnly: true,
  statements: 3,
  async handle(_, context) {
    return {
      sessions: await removeExpiredSessions(context),
      rateLimits: await removeOldWindows(context.db, context.now().getTime()),
      tokens: await removeExpiredTokens(context),
      messages: await removeGivenUp(context),
    };
  },
});

export function upkeepFeature(): Plugin {
  return definePlugin({
    id: "upkeep",
    tables: [outboxTable, rateLimitTable, tokenTable],
    endpoints: { deliverOutbox, removeExpired },
  });
}
