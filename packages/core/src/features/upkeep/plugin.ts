/** What a cron calls where no process stays alive: deliver what waits, remove what has ended. */

import { deliverDue, removeGivenUp } from "../../outbox/store.ts";
import { outboxTable } from "../../outbox/table.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { removeOldWindows } from "../../rate-limits/database.ts";
import { rateLimitTable } from "../../rate-limits/table.ts";
import { removeExpiredSessions } from "../../sessions/revoke.ts";
import { number, object } from "../../shapes/shape.ts";
import { removeExpiredTokens } from "../../tokens/store.ts";
import { tokenTable } from "../../tokens/table.ts";
import type { UpkeepCalls } from "./contract.ts";

/** Delivers mail and notices that are due. */
const deliverOutbox: EndpointOf<UpkeepCalls["deliverOutbox"]> = defineEndpoint({
  method: "POST",
  path: "/deliver-outbox",
  summary: "Deliver what the outbox holds",
  output: object({ delivered: number, failed: number }),
  serverOnly: true,
  statements: 1,
  handle: (_, context) => deliverDue(context),
});

/** Removes expired sessions and counters of windows long past. They are refused anyway; this keeps tables small. */
const removeExpired: EndpointOf<UpkeepCalls["removeExpired"]> = defineEndpoint({
  method: "POST",
  path: "/remove-expired",
  summary: "Remove rows that have expired",
  output: object({ sessions: number, rateLimits: number, tokens: number, messages: number }),
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
  return definePlugin<Plugin<FeatureTypes<UpkeepCalls>>>({
    id: "upkeep",
    tables: [outboxTable, rateLimitTable, tokenTable],
    endpoints: { deliverOutbox, removeExpired },
  });
}
