/** The fake Stripe's controls as a page and an API, like those of the fake Polar. */

import { day } from "../clock.ts";
import type { PlatformRequest, Reply, Route } from "../http.ts";
import { HttpError } from "../http-error.ts";
import { controlsPage, daysOf, newest, parseFaults } from "../pages/control-parts.ts";
import { date, type Html, html, money } from "../pages/layout.ts";
import type { WebhookFaults } from "../webhooks/faults.ts";
import type { Sender } from "../webhooks/sender.ts";
import type { StripeControl } from "./control.ts";
import { found } from "./errors.ts";
import type { InvoiceEntity, StripePlatform, SubscriptionEntity } from "./state.ts";
import { change, nowOf } from "./state.ts";
import { endOf, endSubscription } from "./subscriptions.ts";

/** What the page shows and changes. */
export interface StripeControls {
  readonly platform: StripePlatform;
  readonly control: StripeControl;
  readonly sender: Sender;
  faults(): WebhookFaults;
}

export function stripeControlRoutes(controls: StripeControls): Route[] {
  const { platform, control, sender } = controls;
  const { state } = platform;
  const act = (path: RegExp, work: (request: PlatformRequest, id: string) => void): Route => ({
    method: "POST",
    path,
    handle(request): Reply {
      work(request, request.params[0] ?? "");
      return request.isForm ? { location: "/control" } : { json: stateShown(controls) };
    },
  });
  const subscription = (id: string): SubscriptionEntity => {
    const one = found(state.subscriptions, id, "subscription");
    if (one.ended_at !== null) throw new HttpError(403, "This subscription has ended");
    return one;
  };
  /** Advances the clock for all subscriptions, so those that end earlier also end. */
  const advanceToEnd = (id: string): void => {
    const left = endOf(subscription(id)) * 1000 - platform.clock.now().getTime();
    control.advance(Math.max(0, left) / day);
  };
  const cancelAtEnd = (id: string, isCanceled: boolean): void => {
    const changes = { cancel_at_period_end: isCanceled, canceled_at: isCanceled ? nowOf(platform) : null };
    change(platform, state.subscriptions, subscription(id), changes, "customer.subscription.updated");
  };
  return [
    { method: "GET", path: /^\/$/, handle: () => ({ location: "/control" }) },
    { method: "GET", path: /^\/control$/, handle: () => ({ page: controlPage(controls) }) },
    { method: "GET", path: /^\/control\/state$/, handle: () => ({ json: stateShown(controls) }) },
    act(/^\/control\/mischief$/, ({ body, isForm }) => control.setFaults(parseFaults(controls.faults(), body, isForm))),
    act(/^\/control\/clock$/, ({ body }) => control.advance(daysOf(body) / day)),
    act(/^\/control\/subscriptions\/([^/]+)\/end-period$/, (_, id) => advanceToEnd(id)),
    act(/^\/control\/subscriptions\/([^/]+)\/announce-trial-end$/, (_, id) =>
      control.announceTrialEnd(subscription(id).id),
    ),
    act(/^\/control\/subscriptions\/([^/]+)\/cancel$/, (_, id) => cancelAtEnd(id, true)),
    act(/^\/control\/subscriptions\/([^/]+)\/resume$/, (_, id) => cancelAtEnd(id, false)),
    act(/^\/control\/subscriptions\/([^/]+)\/revoke$/, (_, id) => void endSubscription(platform, subscription(id))),
    act(/^\/control\/subscriptions\/([^/]+)\/fail-payment$/, (_, id) => {
      control.declineCard(subscription(id).customer);
      advanceToEnd(id);
    }),
    act(/^\/control\/subscriptions\/([^/]+)\/recover-payment$/, (_, id) => control.recoverPayment(subscription(id).id)),
    act(/^\/control\/orders\/([^/]+)\/refund$/, ({ body }, id) => {
      const amount = body.amount === undefined || body.amount === "" ? undefined : Number(body.amount);
      control.refund(found(state.invoices, id, "invoice").id, amount);
    }),
    act(/^\/control\/deliveries\/([^/]+)\/redeliver$/, (_, id) => {
      if (!sender.redeliver(id)) throw new HttpError(404, "Delivery not found");
    }),
  ];
}

function stateShown({ platform: { clock, state }, sender, faults }: StripeControls): object {
  return {
    now: clock.now().toISOString(),
    mischief: faults(),
    customers: [...state.customers.values()],
    subscriptions: [...state.subscriptions.values()],
    orders: [...state.invoices.values()],
    deliveries: sender.deliveries().map(({ body: _, ...shown }) => shown),
  };
}

function controlPage({ platform, sender, faults }: StripeControls): string {
  const { clock, state } = platform;
  return controlsPage({
    clock,
    faults: faults(),
    subscriptions: newest([...state.subscriptions.values()]).map((one) => subscriptionRow(platform, one)),
    orders: newest([...state.invoices.values()]).map((one) => orderRow(platform, one)),
    deliveries: sender.deliveries(),
  });
}

function subscriptionRow({ state }: StripePlatform, one: SubscriptionEntity): Html {
  const [item] = one.items.data;
  const name = state.products.get(item?.price.product ?? "")?.name;
  const button = (act: string, text: string): Html => html`
            <form method="post" action="/control/subscriptions/${one.id}/${act}"><button>${text}</button></form>`;
  const isLate = one.status === "past_due";
  const acts = html`<div class="acts">
            ${!isLate && button("end-period", one.cancel_at_period_end ? "End period" : "Renew")}
            ${one.status === "trialing" && button("announce-trial-end", "Announce end of trial")}
            ${isLate ? button("recover-payment", "Recover payment") : one.status === "active" && button("fail-payment", "Fail next payment")}
            ${one.cancel_at_period_end ? button("resume", "Resume") : button("cancel", "Cancel")}
            ${button("revoke", "End now")}</div>`;
  const seats = item?.quantity !== undefined && item.quantity > 1 && `, ${item.quantity} units`;
  return html`
        <li><span><b>${name}</b>, ${emailOf(state, one.customer)}<br>
          <small>${one.status.replaceAll("_", " ")}, until ${date(new Date(endOf(one) * 1000))}${seats}</small></span>
          ${one.ended_at === null && acts}</li>`;
}

function orderRow({ state }: StripePlatform, one: InvoiceEntity): Html {
  const intent = one.payments.data[0]?.payment.payment_intent;
  const charge = [...state.charges.values()].find(({ payment_intent }) => payment_intent === intent);
  const left = charge === undefined ? 0 : charge.amount - charge.amount_refunded;
  const refundForm = html`<form method="post" action="/control/orders/${one.id}/refund">
            <button>Refund ${money(left, "usd")}</button></form>`;
  return html`
        <li><span><b>${money(one.total, "usd")}</b>, ${emailOf(state, one.customer)}<br>
          <small>${String(one.billing_reason).replaceAll("_", " ")}, ${one.status}</small></span>${left > 0 && refundForm}</li>`;
}

function emailOf(state: StripePlatform["state"], customer: string): string {
  return String(state.customers.get(customer)?.email ?? customer);
}
