/** The `POST /billing/webhooks` endpoint, which verifies and records a delivery and runs the app's handlers. */

import {
  type AuthContext,
  decodeBody,
  defineEndpoint,
  type EndpointOf,
  fail,
  httpErrors,
  isJson,
  readBytes,
} from "@latchkey/core/plugin";
import { literal, object } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { completeEntity } from "../deliveries/api-entities.ts";
import { nextArrival } from "../deliveries/arrival.ts";
import { recordTogether } from "../deliveries/group.ts";
import { runHandlers, runOpenHandlers } from "../deliveries/handlers.ts";
import { describeIssues, type ParsedDelivery, parseDelivery } from "../deliveries/parse.ts";
import { type DeliveryOutcome, deliveryTable } from "../deliveries/table.ts";
import { webhookErrors } from "../errors.ts";
import type { BillingSettings } from "../options.ts";
import { createRunner, handlersOf, handlerTimes } from "./run-handlers.ts";
import type { VerifiedWebhook } from "./verify.ts";

/**
 * Receives signed events from the payment provider. Doesn't read a session, because the signature identifies the
 * sender.
 */
export function receiveWebhook(settings: BillingSettings): EndpointOf<BillingCalls["receiveWebhook"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/webhooks",
    summary: "Receive a webhook",
    output: object({ received: literal(true) }),
    errors: webhookErrors,
    // The most expensive case is a new subscription with a discount and meters, and both handlers.
    queryBudget: 16,
    originCheck: "exempt",
    rateLimit: false,
    rawBody: true,
    async handle(_, context) {
      const request = context.request ?? fail(httpErrors, "BAD_REQUEST", { message: "Request is required" });
      if (!isJson(request)) fail(httpErrors, "UNSUPPORTED_MEDIA_TYPE");
      const verify = settings.verifier.readHeaders(request.headers, context.now());
      const body = await readBytes(request, settings.bodyLimit, settings.bodyTimeout);
      const outcome = await handleWebhook(context, settings, verify(body));
      // Accepted, but not applied. An error would make the provider turn off the endpoint.
      if (outcome === "unreadable") context.reply.successStatus = 202;
      return { received: true };
    },
  });
}

async function handleWebhook(
  context: AuthContext,
  settings: BillingSettings,
  webhook: VerifiedWebhook,
): Promise<DeliveryOutcome> {
  const delivery = await readWebhook(context, settings, webhook);
  const times = handlerTimes(settings);
  const recorded = await recordTogether(context, delivery, {
    sellerId: settings.sellerId,
    handlersOf: (outcome) => handlersOf(settings, delivery, outcome),
    leaseUntil: new Date(context.now().getTime() + times.lease),
  });
  const outcome = recorded?.row.outcome ?? (await findOutcome(context, webhook.id));
  if (recorded) logDelivery(context, recorded.row);
  const run = createRunner(settings, delivery, outcome);
  const { failed, running } = recorded
    ? await runHandlers(context, recorded.handlers, times, run)
    : await runOpenHandlers(context, webhook.id, times, run);
  if (failed.length > 0) fail(webhookErrors, "WEBHOOK_HANDLER_FAILED");
  if (running.length > 0) fail(webhookErrors, "WEBHOOK_STILL_RUNNING", { headers: { "retry-after": "5" } });
  return outcome;
}

/** @throws {AuthError} 400 `WEBHOOK_INVALID_PAYLOAD` if the signed body isn't an event */
async function readWebhook(
  context: AuthContext,
  settings: BillingSettings,
  { id, sentAt, body }: VerifiedWebhook,
): Promise<ParsedDelivery> {
  // Ids are database keys, so only printable ASCII is accepted.
  if (!/^[\x21-\x7e]{1,255}$/.test(id)) fail(webhookErrors, "WEBHOOK_INVALID_PAYLOAD");
  const stored = { id, sentAt, body: decodeBody(body), arrival: nextArrival(context), lookups: null };
  const read = parseDelivery(settings.webhooks, stored);
  if ("kind" in read) {
    context.log.error("A signed webhook isn't an event", { id, issues: describeIssues(read.issues) });
    fail(webhookErrors, "WEBHOOK_INVALID_PAYLOAD");
  }
  return completeEntity(settings, read, { signal: AbortSignal.timeout(lookUpTimeout) });
}

/**
 * Timeout for lookups at the payment provider, in milliseconds. Providers wait 10 seconds for the response to a
 * webhook.
 */
const lookUpTimeout = 5_000;

async function findOutcome({ db }: AuthContext, id: string): Promise<DeliveryOutcome> {
  const row = await db.findOne(deliveryTable, { where: { id }, columns: ["id", "outcome"] });
  return row?.outcome ?? "same";
}

type LoggedDelivery = Pick<
  NonNullable<Awaited<ReturnType<typeof recordTogether>>>["row"],
  "id" | "type" | "outcome" | "unknown" | "illegal" | "issues"
>;

/** Logs what the app's developers might want to look into. */
function logDelivery({ log }: AuthContext, { id, type, outcome, unknown, illegal, issues }: LoggedDelivery): void {
  if (outcome === "unknown") log.warn("A webhook has a type that this version doesn't know", { id, type });
  if (outcome === "foreign") log.warn("A webhook belongs to another seller", { id, type });
  if (outcome === "unreadable") log.error("This version can't apply a webhook", { id, type, issues });
  if (unknown.length > 0) log.warn("A webhook contains values that this version doesn't know", { id, type, unknown });
  if (illegal.length > 0) log.error("A webhook has a status change that shouldn't be possible", { id, type, illegal });
}
