/** Controls that a real provider doesn't have, as a page and an API: faults, the clock, and a bank's actions. */

import { day } from "../clock.ts";
import type { PlatformRequest, Reply, Route } from "../http.ts";
import { HttpError, orNotFound } from "../http-error.ts";
import type { Platform, StoredOrder, StoredSubscription } from "../state.ts";
import { expireCheckouts } from "../trade/checkouts.ts";
import { failPayment, recoverPayment } from "../trade/failed-payments.ts";
import { refund } from "../trade/orders.ts";
import { cancel, revoke, runPeriods, uncancel } from "../trade/subscriptions.ts";
import type { WebhookFaults } from "../webhooks/faults.ts";
import type { Delivery, Sender } from "../webhooks/sender.ts";
import { customerOf, productOf } from "../wire.ts";
import { date, type Html, html, money, page } from "./layout.ts";
import { subscriptionStatusText } from "./portal.ts";

/** The active faults and the webhook sender. */
export interface Controls {
  readonly sender: Sender;
  mischief: WebhookFaults;
}

/** Maximum number of rows in a list on the page. */
const most = 30;

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
      if (ended_at !== null || current_period_end === null) throw new HttpError(403, "This subscription is over");
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

function daysOf(body: PlatformRequest["body"]): number {
  const days = Number(body.days);
  if (!(days > 0 && days <= 3660)) throw new HttpError(422, "Give days, more than 0 and at most 3660", "days");
  return days * day;
}

/** API calls change only the named faults. Forms always send all of them, because browsers omit unchecked boxes. */
function parseFaults(now: WebhookFaults, body: PlatformRequest["body"], isForm: boolean): WebhookFaults {
  const flag = (name: Exclude<keyof WebhookFaults, "delay">): boolean => {
    if (isForm) return body[name] === "on";
    const value = body[name] ?? now[name];
    if (typeof value !== "boolean") throw new HttpError(422, "Give true or false", name);
    return value;
  };
  const delay = Number(body.delay ?? now.delay);
  if (!(delay >= 0 && delay <= 3600)) throw new HttpError(422, "Give seconds, at most 3600", "delay");
  return {
    duplicates: flag("duplicates"),
    reordering: flag("reordering"),
    failures: flag("failures"),
    outage: flag("outage"),
    delay,
  };
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
  const list = (rows: readonly Html[]): Html =>
    rows.length === 0 ? html`<p>None yet.</p>` : html`<ul class="rows">${rows}</ul>`;
  return page(
    "Controls",
    html`<p>Simulate failures, advance time, and act as the seller or the bank.</p>
      <h2>Faults</h2>
      ${faultsForm(mischief)}
      <h2>Clock</h2>
      <p>Current time: ${date(platform.clock.now())}${platform.clock.ahead > 0 && `, ${Math.round(platform.clock.ahead / day)} days ahead`}.</p>
      <form method="post" action="/control/clock">
        <label class="field">Days to advance <input type="number" name="days" min="1" max="3660" value="1" required></label>
        <div><button>Advance clock</button></div>
      </form>
      <h2>Subscriptions</h2>
      ${list(newest(Object.values(subscriptions)).map((one) => subscriptionRow(platform, one)))}
      <h2>Orders</h2>
      ${list(newest(Object.values(orders)).map((one) => orderRow(platform, one)))}
      <h2>Webhook deliveries</h2>
      ${list(newest(sender.deliveries()).map(deliveryRow))}`,
    true,
  );
}

function faultsForm(mischief: WebhookFaults): Html {
  const box = (name: keyof WebhookFaults, title: string, text: string): Html => html`
        <label class="choice"><input type="checkbox" name="${name}"${mischief[name] ? { html: " checked" } : ""}>
          <span><b>${title}</b><small>${text}</small></span></label>`;
  return html`<form method="post" action="/control/mischief">
        <fieldset><legend>Faults</legend>
        ${box("duplicates", "Duplicates", "Send every webhook twice at the same time.")}
        ${box("reordering", "Reordering", "Send events that happen close together in reverse.")}
        ${box("failures", "Failures", "Lose the first attempt of each webhook, or its response, then retry.")}
        ${box("outage", "Outage", "Respond to every API request with 503.")}
        </fieldset>
        <label class="field">Delay before each webhook (seconds)
          <input type="number" name="delay" min="0" max="3600" step="any" value="${mischief.delay}" required></label>
        <div><button class="go">Apply</button></div>
      </form>`;
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

function deliveryRow({ id, type, state, attempts }: Delivery): Html {
  const tries = attempts.map(({ status, note }) => [status, note].filter(Boolean).join(" ")).join("; ");
  const again = html`<form method="post" action="/control/deliveries/${id}/redeliver"><button>Resend</button></form>`;
  return html`
        <li><span><b>${type}</b>, ${state}<br><small>${tries}</small></span>${state !== "waiting" && again}</li>`;
}

function newest<T>(list: readonly T[]): T[] {
  return list.toReversed().slice(0, most);
}
