/** The endpoint `POST /billing/webhooks`, which verifies and records a delivery and runs the app's handlers. */

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
import { runHandlers, runOpenHandlers } from "../deliveries/handlers.ts";
import { type ParsedDelivery, parseDelivery } from "../deliveries/parse.ts";
import { recordDelivery } from "../deliveries/store.ts";
import { type DeliveryOutcome, deliveryTable } from "../deliveries/table.ts";
import { isEventType, type WebhookEvent } from "../entities/event.ts";
import { webhookErrors } from "../errors.ts";
import type { BillingSettings } from "../options.ts";
import { handlerName, type WebhookHandler } from "./handler-types.ts";
import { readSignedHeaders, type VerifiedWebhook, verifyBody } from "./verify.ts";

/**
 * Receives signed events of the payment provider. Doesn't read a session, because the signature identifies the sender.
 */
export function receiveWebhook(settings: BillingSettings): EndpointOf<BillingCalls["receiveWebhook"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/webhooks",
    summary: "Receive a webhook",
    output: object({ received: literal(true) }),
    errors: webhookErrors,
    // For a new subscription with a discount and meters, and both handlers.
    queryBudget: 16,
    originCheck: "exempt",
    rateLimit: false,
    rawBody: true,
    async handle(_, context) {
      const request = context.request ?? fail(httpErrors, "BAD_REQUEST", { message: "Request is required" });
      if (!isJson(request)) fail(httpErrors, "UNSUPPORTED_MEDIA_TYPE");
      const signed = readSignedHeaders(request.headers, context.now());
      const body = await readBytes(request, settings.bodyLimit, settings.bodyTimeout);
      await handleWebhook(context, settings, verifyBody(signed, body, settings.keys));
      return { received: true };
    },
  });
}

/** The event type's handler and `onEvent`. */
const maxHandlers = 2;

async function handleWebhook(context: AuthContext, settings: BillingSettings, webhook: VerifiedWebhook): Promise<void> {
  const delivery = parseWebhook(context, webhook);
  const times = { timeout: settings.handlerTimeout, lease: maxHandlers * settings.handlerTimeout + 30_000 };
  const recorded = await recordDelivery(context, delivery, {
    sellerId: settings.sellerId,
    handlersOf: (outcome) => handlersOf(settings, delivery, outcome),
    leaseUntil: new Date(context.now().getTime() + times.lease),
  });
  const outcome = recorded?.row.outcome ?? (await findOutcome(context, webhook.id));
  if (recorded) logDelivery(context, recorded.row);
  const run = runnerFor(settings, delivery, outcome);
  const { failed, running } = recorded
    ? await runHandlers(context, recorded.handlers, times, run)
    : await runOpenHandlers(context, webhook.id, times, run);
  if (failed.length > 0) fail(webhookErrors, "WEBHOOK_HANDLER_FAILED");
  if (running.length > 0) fail(webhookErrors, "WEBHOOK_STILL_RUNNING", { headers: { "retry-after": "5" } });
}

/** @throws {AuthError} 400 `WEBHOOK_INVALID_PAYLOAD` if the signed body isn't a valid event */
function parseWebhook(context: AuthContext, { id, sentAt, body }: VerifiedWebhook): ParsedDelivery {
  // Ids are database keys, so only printable ASCII is accepted.
  if (!/^[\x21-\x7e]{1,255}$/.test(id)) fail(webhookErrors, "WEBHOOK_INVALID_PAYLOAD");
  const read = parseDelivery({ id, sentAt, body: decodeBody(body) });
  if (!("issues" in read)) return read;
  const issues = read.issues.slice(0, 5).map(({ path, message }) => `${path.map(String).join(".")}: ${message}`);
  context.log.error("A webhook was signed, but its event is malformed", { id, issues });
  fail(webhookErrors, "WEBHOOK_INVALID_PAYLOAD");
}

function handlersOf(
  { handlers }: BillingSettings,
  { event }: ParsedDelivery,
  outcome: DeliveryOutcome,
): readonly string[] {
  if (outcome === "foreign") return [];
  const own = isEventType(event.type) ? handlerName(event.type) : null;
  return [...(own !== null && handlers[own] ? [own] : []), ...(handlers.onEvent ? ["onEvent"] : [])];
}

function runnerFor({ handlers }: BillingSettings, { id, event }: ParsedDelivery, outcome: DeliveryOutcome) {
  return async (name: string, attempt: number, signal: AbortSignal): Promise<void> => {
    // The app can have removed a handler since the delivery was recorded.
    const handler = handlers[name as keyof typeof handlers] as WebhookHandler<WebhookEvent> | undefined;
    await handler?.(event as WebhookEvent, { id, attempt, outcome, signal });
  };
}

async function findOutcome({ db }: AuthContext, id: string): Promise<DeliveryOutcome> {
  const row = await db.findOne(deliveryTable, { where: { id }, columns: ["id", "outcome"] });
  return row?.outcome ?? "same";
}

type LoggedDelivery = Pick<
  NonNullable<Awaited<ReturnType<typeof recordDelivery>>>["row"],
  "id" | "type" | "outcome" | "unknown" | "illegal"
>;

/** Logs what the app's developers could want to look into. */
function logDelivery({ log }: AuthContext, { id, type, outcome, unknown, illegal }: LoggedDelivery): void {
  if (outcome === "unknown") log.warn("A webhook has a type that this version does not know", { id, type });
  if (outcome === "foreign") log.warn("A webhook is of another seller", { id, type });
  if (unknown.length > 0) log.warn("A webhook has members that this version does not know", { id, type, unknown });
  if (illegal.length > 0) log.error("A webhook tells of a move that should not be possible", { id, type, illegal });
}
