/** The payment provider's state machines. Illegal transitions are reported but not rejected. */

import type { CheckoutStatus } from "../entities/checkout.ts";
import type { OrderStatus } from "../entities/order.ts";
import type { RefundStatus } from "../entities/refund.ts";
import type { SubscriptionStatus } from "../entities/subscription.ts";

/** Maps each state to the states that can follow it. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

/** A declined payment reopens a confirmed checkout. */
export const checkoutTransitions: Transitions<CheckoutStatus> = {
  open: ["confirmed", "expired", "failed"],
  confirmed: ["succeeded", "open", "failed"],
  succeeded: [],
  expired: [],
  failed: [],
};

/** A refund that a bank rejects reverts the order. */
export const orderTransitions: Transitions<OrderStatus> = {
  pending: ["paid"],
  paid: ["partially_refunded", "refunded"],
  partially_refunded: ["refunded", "paid"],
  refunded: ["partially_refunded", "paid"],
};

/** The states of the provider's payment processor. `canceled` and `incomplete_expired` are final. */
export const subscriptionTransitions: Transitions<SubscriptionStatus> = {
  incomplete: ["active", "incomplete_expired"],
  incomplete_expired: [],
  trialing: ["active", "past_due", "canceled", "paused"],
  active: ["past_due", "canceled", "unpaid", "paused"],
  past_due: ["active", "canceled", "unpaid"],
  unpaid: ["active", "canceled"],
  canceled: [],
  paused: ["active", "canceled"],
};

/** A bank can reject a refund that had succeeded. */
export const refundTransitions: Transitions<RefundStatus> = {
  pending: ["succeeded", "failed", "canceled"],
  succeeded: ["failed", "canceled"],
  failed: [],
  canceled: [],
};

/** An entity type and its transitions. */
export interface StateMachine {
  readonly of: "checkout" | "order" | "subscription" | "refund";
  /** Maps each state to all states that can be reached from it. */
  readonly reachable: ReadonlyMap<string, ReadonlySet<string>>;
}

function createStateMachine(
  of: StateMachine["of"],
  transitions: Readonly<Record<string, readonly string[]>>,
): StateMachine {
  const reachable = new Map<string, ReadonlySet<string>>();
  for (const from of Object.keys(transitions)) {
    const reached = new Set<string>();
    const next = [...(transitions[from] as readonly string[])];
    for (let to = next.pop(); to !== undefined; to = next.pop()) {
      if (reached.has(to)) continue;
      reached.add(to);
      next.push(...(transitions[to] as readonly string[]));
    }
    reachable.set(from, reached);
  }
  return { of, reachable };
}

export const stateMachines: Readonly<Record<StateMachine["of"], StateMachine>> = {
  checkout: createStateMachine("checkout", checkoutTransitions),
  order: createStateMachine("order", orderTransitions),
  subscription: createStateMachine("subscription", subscriptionTransitions),
  refund: createStateMachine("refund", refundTransitions),
};

/**
 * Whether a state can follow another, possibly through states that weren't seen, because snapshots can get lost or
 * arrive out of order. Unknown states are always allowed.
 */
export function canTransition({ reachable }: StateMachine, from: string, to: string): boolean {
  if (from === to || !reachable.has(from) || !reachable.has(to)) return true;
  return reachable.get(from)?.has(to) === true;
}
