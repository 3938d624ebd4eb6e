/** State machines of the payment platform, as tables of legal moves. They judge; they do not refuse. */

import type { CheckoutStatus } from "../entities/checkout.ts";
import type { OrderStatus } from "../entities/order.ts";
import type { RefundStatus } from "../entities/refund.ts";
import type { SubscriptionStatus } from "../entities/subscription.ts";

/** State → the states that may come next. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

/** A payment that is declined opens a confirmed checkout again. */
export const checkoutMoves: Moves<CheckoutStatus> = {
  open: ["confirmed", "expired", "failed"],
  confirmed: ["succeeded", "open", "failed"],
  succeeded: [],
  expired: [],
  failed: [],
};

/** A refund that a bank refuses takes an order back. */
export const orderMoves: Moves<OrderStatus> = {
  pending: ["paid"],
  paid: ["partially_refunded", "refunded"],
  partially_refunded: ["refunded", "paid"],
  refunded: ["partially_refunded", "paid"],
};

/** Those of the payment processor behind the platform. `canceled` and `incomplete_expired` are final. */
export const subscriptionMoves: Moves<SubscriptionStatus> = {
  incomplete: ["active", "incomplete_expired"],
  incomplete_expired: [],
  trialing: ["active", "past_due", "canceled"],
  active: ["past_due", "canceled", "unpaid"],
  past_due: ["active", "canceled", "unpaid"],
  unpaid: ["active", "canceled"],
  canceled: [],
};

/** A bank may refuse what had succeeded. */
export const refundMoves: Moves<RefundStatus> = {
  pending: ["succeeded", "failed", "canceled"],
  succeeded: ["failed", "canceled"],
  failed: [],
  canceled: [],
};

/** A noun and its table of moves. */
export interface Machine {
  readonly of: "checkout" | "order" | "subscription" | "refund";
  /** State → every state that can be reached from it. */
  readonly reachable: ReadonlyMap<string, ReadonlySet<string>>;
}

function machine(of: Machine["of"], moves: Readonly<Record<string, readonly string[]>>): Machine {
  const reachable = new Map<string, ReadonlySet<string>>();
  for (const from of Object.keys(moves)) {
    const reached = new Set<string>();
    const next = [...(moves[from] as readonly string[])];
    for (let to = next.pop(); to !== undefined; to = next.pop()) {
      if (reached.has(to)) continue;
      reached.add(to);
      next.push(...(moves[to] as readonly string[]));
    }
    reachable.set(from, reached);
  }
  return { of, reachable };
}

export const machines: Readonly<Record<Machine["of"], Machine>> = {
  checkout: machine("checkout", checkoutMoves),
  order: machine("order", orderMoves),
  subscription: machine("subscription", subscriptionMoves),
  refund: machine("refund", refundMoves),
};

/**
 * Whether a state can follow another, perhaps by way of some that were not seen: snapshots get lost and overtake each
 * other. A state that is not in the table is not judged.
 */
export function canFollow({ reachable }: Machine, from: string, to: string): boolean {
  if (from === to || !reachable.has(from) || !reachable.has(to)) return true;
  return reachable.get(from)?.has(to) === true;
}
