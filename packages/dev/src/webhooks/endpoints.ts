/** The endpoints that list and clear received webhooks, and add secrets to verify them with. */

import { defineEndpoint, type EndpointOf, input, redirectResponse } from "@latchkey/core/plugin";
import type { ConsoleGuards } from "../access/guards.ts";
import { consolePath, isForm } from "../console/paths.ts";
import type { DevCalls } from "../contract.ts";
import { clearedOutput, webhooksOutput } from "../outputs.ts";
import type { WebhookInbox } from "./received.ts";
import { isSecret } from "./signature.ts";

/** Lists the received webhooks, newest first. */
export function devWebhooks(guards: ConsoleGuards, webhooks: WebhookInbox | null): EndpointOf<DevCalls["devWebhooks"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/webhooks",
    summary: "List received webhooks",
    output: webhooksOutput,
    guards: [guards.data],
    queryBudget: 0,
    handle: () => webhooks?.list() ?? [],
  });
}

/** Adds a secret. Webhooks that were received before are verified with it, too. */
export function devAddWebhookSecret(
  guards: ConsoleGuards,
  webhooks: WebhookInbox | null,
): EndpointOf<DevCalls["devAddWebhookSecret"]> {
  return defineEndpoint({
    method: "POST",
    path: "/dev/webhooks/secret",
    summary: "Add a secret to verify received webhooks with",
    input: input.object({
      secret: input.check(input.rawText({ min: 1, max: 200 }), isSecret, "must start with whsec_"),
    }),
    output: clearedOutput,
    guards: [guards.data],
    queryBudget: 0,
    acceptsForm: true,
    originCheck: "always",
    handle({ secret }, context) {
      webhooks?.addSecret(secret);
      return isForm(context) ? redirectResponse(consolePath(context)) : { success: true };
    },
  });
}

/** Removes all received webhooks. */
export function devClearWebhooks(
  guards: ConsoleGuards,
  webhooks: WebhookInbox | null,
): EndpointOf<DevCalls["devClearWebhooks"]> {
  return defineEndpoint({
    method: "POST",
    path: "/dev/webhooks/clear",
    summary: "Clear received webhooks",
    output: clearedOutput,
    guards: [guards.data],
    queryBudget: 0,
    acceptsForm: true,
    originCheck: "always",
    handle(_, context) {
      webhooks?.clear();
      return isForm(context) ? redirectResponse(consolePath(context)) : { success: true };
    },
  });
}
