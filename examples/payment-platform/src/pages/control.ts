/** Controls that a real provider doesn't have, as a page and an API: faults, the clock, and a bank's actions. */

import type { PlatformRequest, Reply, Route } from "../http.ts";
import { HttpError, orNotFound } from "../http-error.ts";
import type { Platform, StoredOrder, StoredSubscription } from "../state.ts";
import { expireCheckouts } from "../trade/checkouts.ts";
import { failPayment, recoverPayment } from "../trade/failed-payments.ts";
import { refund } from "../trade/orders.ts";
import { cancel, revoke, runPeriods, uncancel } from "../trade/subscriptions.ts";
import type { WebhookFaults } from "../webhooks/faults.ts";
import type { Sender } from "../webhooks/sender.ts";
import { customerOf, productOf } from "../wire.ts";
import { controlsPage, daysOf, newest, parseFaults } from "./control-parts.ts";
import { type Html, html, money } from "./layout.ts";
import { subscriptionStatusText } from "./portal.ts";

/** The active faults and the webhook sender. */
export interface Controls {
  readonly sender: Sender;
  mischief: WebhookFaults;
}

export function controlRoutes(platform: Platform, controls: Controls): Route[] {
  const { state } = platform;
  const done = ({ isForm }: PlatformRequest): Reply =>
    isForm ? { location: "/control" } : { json: stateShown(platform, controls) };
  /** A route that changes something and responds with the new state. */
  const act = (path: RegExp, work: (request: PlatformRequest) => void): Route => ({
    method: "POST",
    path,
    handle(request) {
      work(request);
      return done(request);
    },
  });
  const subscription = ({ params: [id = ""] }: PlatformRequest): StoredSubscription =>
    orNotFound(state.subscriptions[id], "Subscription");
  return [
    { method: "GET", path: /^\/control$/, handle: () => ({ page: controlPage(platform, controls) }) },
    { method: "GET", path: /^\/control\/state$/, handle: () => ({ json: stateShown(platform, controls) }) },
    act(/^\/control\/mischief$/, ({ body, isForm }) => {
      controls.mischief = parseFaults(controls.mischief, body, isForm);
    }),
    act(/^\/control\/clock$/, ({ body }) =>
      moveClock(platform, new Date(platform.clock.now().getTime() + daysOf(body))),
    ),
    act(/^\/control\/subscriptions\/([^/]+)\/end-period$/, (request) => {
      const { ended_at, current_period_end } = subscription(request);
      if (ended_at !== null || current_period_end === null) throw new HttpError(403, "This subscription has ended");
      moveClock(platform, new Date(current_period_end));
    }),
    act(/^\/control\/subscriptions\/([^/]+)\/cancel$/, (request) => {
      cancel(platform, subscription(request), { reason: null, comment: null });
    }),
    act(/^\/control\/subscriptions\/([^/]+)\/resume$/, (request) => void uncancel(platform, subscription(request))),
    act(/^\/control\/subscriptions\/([^/]+)\/revoke$/, (request) => void revoke(platform, subscription(request))),
    act(/^\/control\/subscriptions\/([^/]+)\/fail-payment$/, (request) => {
      failPayment(platform, subscription(request));
    }),
    act(/^\/control\/subscriptions\/([^/]+)\/recover-payment$/, (request) => {
      recoverPayment(platform, subscription(request));
    }),
    act(/^\/control\/orders\/([^/]+)\/refund$/, ({ params: [orderId = ""], body }) => {
      const amount = body.amount === undefined || body.amount === "" ? null : Number(body.amount);
      const revokeBenefits = body.revokeBenefits === true || body.revokeBenefits === "on";
      refund(platform, { orderId, amount, reason: "customer_request", revokeBenefits });
    }),
    act(/^\/control\/deliveries\/([^/]+)\/redeliver$/, ({ params: [id = ""] }) => {
      if (!controls.sender.redeliver(id)) throw new HttpError(404, "Delivery not found");
    }),
  ];
}

function moveClock(platform: Platform, moment: Date): void {
  platform.clock.moveTo(moment);
  runPeriods(platform);
  expireCheckouts(platform);
}

/** The current state, without secrets that give access to a checkout or the portal. */
function stateShown({ clock, state }: Platform, { mischief, sender }: Controls): object {
  return {
    now: clock.now().toISOString(),
    mischief,
    customers: Object.values(state.customers),
    subscriptions: Object.values(state.subscriptions),
    orders: Object.values(state.orders),
    deliveries: sender.deliveries().map(({ body: _, ...shown }) => shown),
  };
}

function controlPage(platform: Platform, { mischief, sender }: Controls): string {
  const { subscriptions, orders } = platform.state;
  return controlsPage({
    clock: platform.clock,
    faults: mischief,
    subscriptions: newest(Object.values(subscriptions)).map((one) => subscriptionRow(platform, one)),
    orders: newest(Object.values(orders)).map((one) => orderRow(platform, one)),
    deliveries: sender.deliveries(),
  });
}

function subscriptionRow(platform: Platform, one: StoredSubscription): Html {
  const { name } = productOf(platform, one.product_id);
  const { email } = customerOf(platform, one.customer_id);
  const button = (act: string, text: string): Html => html`
            <form method="post" action="/control/subscriptions/${one.id}/${act}"><button>${text}</button></form>`;
  const isLate = one.status === "past_due";
  const acts = html`<div class="acts">
            ${!isLate && button("end-period", one.cancel_at_period_end ? "End period" : "Renew")}
            ${isLate ? button("recover-payment", "Recover payment") : one.status === "active" && button("fail-payment", "Fail payment")}
            ${one.cancel_at_period_end ? button("resume", "Resume") : button("cancel", "Cancel")}
            ${button("revoke", "End now")}</div>`;
  return html`
        <li><span><b>${name}</b>, ${email}<br><small>${subscriptionStatusText(one)}</small></span>${one.ended_at === null && acts}</li>`;
}

function orderRow(platform: Platform, one: StoredOrder): Html {
  const { name } = productOf(platform, one.product_id);
  const left = one.net_amount - one.refunded_amount;
  const refundForm = html`<form method="post" action="/control/orders/${one.id}/refund">
            ${one.subscription_id === null && html`<input type="hidden" name="revokeBenefits" value="on">`}
            <button>Refund ${money(left, one.currency)} plus tax</button></form>`;
  return html`
        <li><span><b>${name}</b>, ${customerOf(platform, one.customer_id).email}<br>
          <small>${money(one.total_amount, one.currency)}, ${one.billing_reason.replaceAll("_", " ")},
          ${one.status.replaceAll("_", " ")}</small></span>${one.paid && left > 0 && refundForm}</li>`;
}
