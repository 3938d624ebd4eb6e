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
export type Handler<Event> = (event: Event, call: HandlerCall) => Promise<void> | void;

/** Handlers by type of event. */
export interface WebhookHandlers {
  readonly onCheckoutCreated?: Handler<EventOf<"checkout.created">> | undefined;
  readonly onCheckoutUpdated?: Handler<EventOf<"checkout.updated">> | undefined;
  readonly onCustomerCreated?: Handler<EventOf<"customer.created">> | undefined;
  readonly onCustomerUpdated?: Handler<EventOf<"customer.updated">> | undefined;
  readonly onCustomerDeleted?: Handler<EventOf<"customer.deleted">> | undefined;
  readonly onCustomerStateChanged?: Handler<EventOf<"customer.state_changed">> | undefined;
  readonly onOrderCreated?: Handler<EventOf<"order.created">> | undefined;
  readonly onOrderUpdated?: Handler<EventOf<"order.updated">> | undefined;
  readonly onOrderPaid?: Handler<EventOf<"order.paid">> | undefined;
  readonly onOrderRefunded?: Handler<EventOf<"order.refunded">> | undefined;
  readonly onSubscriptionCreated?: Handler<EventOf<"subscription.created">> | undefined;
  readonly onSubscriptionActive?: Handler<EventOf<"subscription.active">> | undefined;
  readonly onSubscriptionUpdated?: Handler<EventOf<"subscription.updated">> | undefined;
  readonly onSubscriptionCanceled?: Handler<EventOf<"subscription.canceled">> | undefined;
  readonly onSubscriptionUncanceled?: Handler<EventOf<"subscription.uncanceled">> | undefined;
  readonly onSubscriptionRevoked?: Handler<EventOf<"subscription.revoked">> | undefined;
  readonly onRefundCreated?: Handler<EventOf<"refund.created">> | undefined;
  readonly onRefundUpdated?: Handler<EventOf<"refund.updated">> | undefined;
  readonly onProductCreated?: Handler<EventOf<"product.created">> | undefined;
  readonly onProductUpdated?: Handler<EventOf<"product.updated">> | undefined;
  readonly onBenefitCreated?: Handler<EventOf<"benefit.created">> | undefined;
  readonly onBenefitUpdated?: Handler<EventOf<"benefit.updated">> | undefined;
  readonly onBenefitGrantCreated?: Handler<EventOf<"benefit_grant.created">> | undefined;
  readonly onBenefitGrantCycled?: Handler<EventOf<"benefit_grant.cycled">> | undefined;
  readonly onBenefitGrantUpdated?: Handler<EventOf<"benefit_grant.updated">> | undefined;
  readonly onBenefitGrantRevoked?: Handler<EventOf<"benefit_grant.revoked">> | undefined;
  readonly onOrganizationUpdated?: Handler<EventOf<"organization.updated">> | undefined;
  /** Every event, after the handler of its type; those of types that came later than this version, too. */
  readonly onEvent?: Handler<WebhookEvent | UnknownEvent> | undefined;
}

/** `benefit_grant.created` → `onBenefitGrantCreated`. */
export function handlerName(type: EventType): keyof WebhookHandlers {
  const words = type.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `on${words.join("")}` as keyof WebhookHandlers;
}
