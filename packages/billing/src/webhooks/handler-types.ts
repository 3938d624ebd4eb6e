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

/** Handlers by event type. */
export interface WebhookHandlers {
  readonly onCheckoutCreated?: WebhookHandler<EventOf<"checkout.created">> | undefined;
  readonly onCheckoutUpdated?: WebhookHandler<EventOf<"checkout.updated">> | undefined;
  readonly onCustomerCreated?: WebhookHandler<EventOf<"customer.created">> | undefined;
  readonly onCustomerUpdated?: WebhookHandler<EventOf<"customer.updated">> | undefined;
  readonly onCustomerDeleted?: WebhookHandler<EventOf<"customer.deleted">> | undefined;
  readonly onCustomerStateChanged?: WebhookHandler<EventOf<"customer.state_changed">> | undefined;
  readonly onOrderCreated?: WebhookHandler<EventOf<"order.created">> | undefined;
  readonly onOrderUpdated?: WebhookHandler<EventOf<"order.updated">> | undefined;
  readonly onOrderPaid?: WebhookHandler<EventOf<"order.paid">> | undefined;
  readonly onOrderRefunded?: WebhookHandler<EventOf<"order.refunded">> | undefined;
  readonly onSubscriptionCreated?: WebhookHandler<EventOf<"subscription.created">> | undefined;
  readonly onSubscriptionActive?: WebhookHandler<EventOf<"subscription.active">> | undefined;
  readonly onSubscriptionUpdated?: WebhookHandler<EventOf<"subscription.updated">> | undefined;
  readonly onSubscriptionCanceled?: WebhookHandler<EventOf<"subscription.canceled">> | undefined;
  readonly onSubscriptionUncanceled?: WebhookHandler<EventOf<"subscription.uncanceled">> | undefined;
  readonly onSubscriptionRevoked?: WebhookHandler<EventOf<"subscription.revoked">> | undefined;
  readonly onRefundCreated?: WebhookHandler<EventOf<"refund.created">> | undefined;
  readonly onRefundUpdated?: WebhookHandler<EventOf<"refund.updated">> | undefined;
  readonly onProductCreated?: WebhookHandler<EventOf<"product.created">> | undefined;
  readonly onProductUpdated?: WebhookHandler<EventOf<"product.updated">> | undefined;
  readonly onBenefitCreated?: WebhookHandler<EventOf<"benefit.created">> | undefined;
  readonly onBenefitUpdated?: WebhookHandler<EventOf<"benefit.updated">> | undefined;
  readonly onBenefitGrantCreated?: WebhookHandler<EventOf<"benefit_grant.created">> | undefined;
  readonly onBenefitGrantCycled?: WebhookHandler<EventOf<"benefit_grant.cycled">> | undefined;
  readonly onBenefitGrantUpdated?: WebhookHandler<EventOf<"benefit_grant.updated">> | undefined;
  readonly onBenefitGrantRevoked?: WebhookHandler<EventOf<"benefit_grant.revoked">> | undefined;
  readonly onOrganizationUpdated?: WebhookHandler<EventOf<"organization.updated">> | undefined;
  /** Called for every event after its own handler, including types that this version doesn't know. */
  readonly onEvent?: WebhookHandler<WebhookEvent | UnknownEvent> | undefined;
}

/** Converts `benefit_grant.created` to `onBenefitGrantCreated`. */
export function handlerName(type: EventType): keyof WebhookHandlers {
  const words = type.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `on${words.join("")}` as keyof WebhookHandlers;
}
