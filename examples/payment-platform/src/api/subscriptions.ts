/** API calls for subscriptions. */

import type { CancellationReason } from "@latchkey/billing/schemas";
import { numberOf, type PlatformRequest, type Reply, type Route, textOf } from "../http.ts";
import { HttpError, orNotFound } from "../http-error.ts";
import type { Platform } from "../state.ts";
import { changePlan, clearScheduledChange, type PlanChange } from "../trade/plan-changes.ts";
import { cancel, revoke, uncancel } from "../trade/subscriptions.ts";
import { subscriptionOf } from "../wire.ts";
import { listed, ofCustomer, ownEntry } from "./paging.ts";

export function subscriptionRoutes(platform: Platform): Route[] {
  const { state } = platform;
  const subscription = (id = "") => orNotFound(ownEntry(state.subscriptions, id), "Subscription");
  return [
    {
      method: "GET",
      path: /^\/v1\/subscriptions\/$/,
      handle: ({ query }) =>
        listed(query, ofCustomer(query, state.subscriptions), (one) => subscriptionOf(platform, one)),
    },
    {
      method: "GET",
      path: /^\/v1\/subscriptions\/([^/]+)$/,
      handle: ({ params: [id] }) => ({ json: subscriptionOf(platform, subscription(id)) }),
    },
    {
      method: "PATCH",
      path: /^\/v1\/subscriptions\/([^/]+)$/,
      handle: (request) => changeSubscription(platform, request),
    },
    {
      method: "DELETE",
      path: /^\/v1\/subscriptions\/([^/]+)$/,
      handle: ({ params: [id] }) => ({ json: subscriptionOf(platform, revoke(platform, subscription(id))) }),
    },
  ];
}

function changeSubscription(platform: Platform, { params: [id = ""], body }: PlatformRequest): Reply {
  const one = orNotFound(ownEntry(platform.state.subscriptions, id), "Subscription");
  const shown = (changed: typeof one): Reply => ({ json: subscriptionOf(platform, changed) });
  if (body.revoke === true) return shown(revoke(platform, one));
  if (body.pending_update === null) return shown(clearScheduledChange(platform, one));
  const productId = textOf(body, "product_id");
  const seats = numberOf(body, "seats");
  if (productId !== null || seats !== null) {
    return shown(changePlan(platform, one, { productId, seats, proration: prorationOf(body) }));
  }
  if (body.cancel_at_period_end === false) return shown(uncancel(platform, one));
  if (body.cancel_at_period_end !== true) throw new HttpError(422, "There is nothing to change", "body");
  const reason = textOf(body, "customer_cancellation_reason") as CancellationReason | null;
  return shown(cancel(platform, one, { reason, comment: textOf(body, "customer_cancellation_comment") }));
}

function prorationOf(body: PlatformRequest["body"]): PlanChange["proration"] {
  const behavior = textOf(body, "proration_behavior") ?? "invoice";
  if (behavior === "invoice" || behavior === "prorate" || behavior === "next_period") return behavior;
  throw new HttpError(422, "Unknown proration behavior", "proration_behavior");
}
