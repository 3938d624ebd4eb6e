/** The call that sends webhooks from a cron job. */

import {
  type AuthContext,
  defineEndpoint,
  deliverDueMessages,
  type EndpointOf,
  type OutboxReport,
} from "@latchkey/core/plugin";
import { number, object } from "@latchkey/core/shapes";
import type { EventsCalls } from "../contract.ts";
import { disabledKind } from "./disabled-mail.ts";
import { eventKind } from "./record.ts";
import { deliveryKind } from "./send.ts";

/** Maximum rounds per phase. A round delivers up to 1000 messages. */
const maxRounds = 20;

/**
 * Sends the events that are due, for apps without a process that stays alive. Doesn't send other messages, except the
 * emails about webhooks that were turned off.
 */
export const deliverWebhooks: EndpointOf<EventsCalls["deliverWebhooks"]> = defineEndpoint({
  method: "POST",
  path: "/webhook/deliver",
  summary: "Send the events that are due",
  output: object<OutboxReport>({ delivered: number, failed: number }),
  serverOnly: true,
  queryBudget: 1,
  handle: (_, context) => deliver(context),
});

async function deliver(context: AuthContext): Promise<OutboxReport> {
  // Events first create deliveries, which are separate messages.
  await repeat(() => deliverDueMessages(context, [eventKind]));
  return repeat(() => deliverDueMessages(context, [deliveryKind, disabledKind]));
}

async function repeat(run: () => Promise<OutboxReport>): Promise<OutboxReport> {
  let [delivered, failed] = [0, 0];
  for (let round = 0; round < maxRounds; round++) {
    const report = await run();
    delivered += report.delivered;
    failed += report.failed;
    if (report.delivered === 0) break;
  }
  return { delivered, failed };
}
