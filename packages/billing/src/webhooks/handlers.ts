/** What an app does when something happens: one function a type of event, and one for all. */

import type { DeliveryOutcome } from "../deliveries/table.ts";
import type { EventOf, EventType, UnknownEvent, WebhookEvent } from "../entities/event.ts";

/** What a handler is told beside the event. */
export interface HandlerCall {
  /** The `webhook-id`: the same at every try. Pass it on as the key by which others drop doubles. */
  readonly id: string;
  /** 1 at the first try. */
  readonly attempt: number;
  /** `older`: the mirror knew something newer already. The event happened all the same. */
  readonly outcome: DeliveryOutcome;
  /** Aborts when the handler's time is over. */
  readonly signal: AbortSignal;
}

/**
 * Runs after the event and its effects are stored. What it throws is answered with a 500, so that the platform sends the
 * event again; then only the handlers run that have not succeeded.
 */
export type WebhookHandler<Event> = (event: Event, call: HandlerCall) => Promise<void> | void;

/** Handlers by type of event. */
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
  /** Every event, after the handler of its type; those of types that came later than this version, too. */
  readonly onEvent?: WebhookHandler<WebhookEvent | UnknownEvent> | undefined;
}

/** `benefit_grant.created` → `onBenefitGrantCreated`. */
export function handlerName(type: EventType): keyof WebhookHandlers {
  const words = type.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `on${words.join("")}` as keyof WebhookHandlers;
}
