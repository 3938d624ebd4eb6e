/** The types of an app's webhook handlers: one per event type, and one for all events. */

import type { DeliveryOutcome } from "../deliveries/table.ts";
import type { EventOf, EventType, UnknownEvent, WebhookEvent } from "../entities/event.ts";

/** Details about a handler's call. */
export interface HandlerCall {
  /** The `webhook-id`, the same for every attempt. Use it as the idempotency key for other services. */
  readonly id: string;
  /** Starts at 1. */
  readonly attempt: number;
  /** `older` if the mirror already had a newer version. The event still happened. */
  readonly outcome: DeliveryOutcome;
  /** Aborts when the handler times out. */
  readonly signal: AbortSignal;
}

/**
 * Runs after the event and its effects are stored. If it throws, the response is a 500, so that the payment provider
 * sends the event again. Only handlers that haven't succeeded run again.
 */
export type WebhookHandler<Event> = (event: Event, call: HandlerCall) => Promise<void> | void;

/** `benefit_grant.created` as `BenefitGrantCreated`. */
type PascalCase<Words extends string> = Words extends `${infer First}.${infer Rest}`
  ? `${PascalCase<First>}${PascalCase<Rest>}`
  : Words extends `${infer First}_${infer Rest}`
    ? `${Capitalize<First>}${PascalCase<Rest>}`
    : Capitalize<Words>;

/** Handlers by event type, such as `onOrderPaid` for `order.paid`. */
export type TypedHandlers = {
  readonly [Type in EventType as `on${PascalCase<Type>}`]?: WebhookHandler<EventOf<Type>> | undefined;
};

/** An app's handlers. */
export interface WebhookHandlers extends TypedHandlers {
  /** Called for every event after its own handler, including types that this version doesn't know. */
  readonly onEvent?: WebhookHandler<WebhookEvent | UnknownEvent> | undefined;
}

/** Converts `benefit_grant.created` to `onBenefitGrantCreated`. */
export function handlerName(type: EventType): keyof WebhookHandlers {
  const words = type.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `on${words.join("")}` as keyof WebhookHandlers;
}
