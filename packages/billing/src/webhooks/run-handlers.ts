/** Selects and calls the app's handlers for a delivery. */

import type { HandlerRunner, HandlerTimeouts } from "../deliveries/handlers.ts";
import type { ParsedDelivery } from "../deliveries/parse.ts";
import type { DeliveryOutcome } from "../deliveries/table.ts";
import { isEventType, type WebhookEvent } from "../entities/event.ts";
import type { BillingSettings } from "../options.ts";
import { handlerName, type WebhookHandler } from "./handler-types.ts";

/** The event type's handler and `onEvent`. */
const maxHandlers = 2;

/** The timeouts of a delivery's handlers. */
export function handlerTimes({ handlerTimeout }: BillingSettings): HandlerTimeouts {
  return { timeout: handlerTimeout, lease: maxHandlers * handlerTimeout + 30_000 };
}

/** Returns the names of a delivery's handlers, in the order that they run. */
export function handlersOf(
  { handlers }: BillingSettings,
  { event }: ParsedDelivery,
  outcome: DeliveryOutcome,
): readonly string[] {
  // Handlers expect complete events. They run when the delivery is applied after an upgrade.
  if (outcome === "foreign" || outcome === "unreadable") return [];
  const typeHandler = isEventType(event.type) ? handlerName(event.type) : null;
  return [
    ...(typeHandler !== null && handlers[typeHandler] ? [typeHandler] : []),
    ...(handlers.onEvent ? ["onEvent"] : []),
  ];
}

/** Returns the function that calls a delivery's handlers by name. */
export function createRunner(
  { handlers }: BillingSettings,
  { id, event }: ParsedDelivery,
  outcome: DeliveryOutcome,
): HandlerRunner {
  return async (name, attempt, signal) => {
    // The app can have removed a handler since the delivery was recorded.
    const handler = handlers[name as keyof typeof handlers] as WebhookHandler<WebhookEvent> | undefined;
    await handler?.(event as WebhookEvent, { id, attempt, outcome, signal });
  };
}
