/** The customer portal, with subscriptions and payments. */

import type { Route } from "../http.ts";
import { orNotFound } from "../http-error.ts";
import type { Platform, StoredSubscription } from "../state.ts";
import { sessionCustomer } from "../trade/customers.ts";
import { recoverPayment } from "../trade/failed-payments.ts";
import { cancel, uncancel } from "../trade/subscriptions.ts";
import { metersOf, productOf } from "../wire.ts";
import { date, type Html, html, money, page } from "./layout.ts";

export function portalRoutes(platform: Platform): Route[] {
  const change = (act: (platform: Platform, one: StoredSubscription) => unknown): Route["handle"] => {
    return ({ params: [token = "", id = ""] }) => {
      const { id: customerId } = sessionCustomer(platform, token);
      const one = Object.values(platform.state.subscriptions).find(
        (subscription) => subscription.id === id && subscription.customer_id === customerId,
      );
      act(platform, orNotFound(one, "Subscription"));
      return { location: `/portal/${token}` };
    };
  };
  return [
    {
      method: "GET",
      path: /^\/portal\/([^/]+)$/,
      handle: ({ params: [token = ""] }) => ({ page: portal(platform, token) }),
    },
    { method: "POST", path: /^\/portal\/([^/]+)\/pay\/([^/]+)$/, handle: change(recoverPayment) },
    {
      method: "POST",
      path: /^\/portal\/([^/]+)\/cancel\/([^/]+)$/,
      handle: change((_, one) => cancel(platform, one, { reason: null, comment: null })),
    },
    { method: "POST", path: /^\/portal\/([^/]+)\/resume\/([^/]+)$/, handle: change(uncancel) },
  ];
}

function portal(platform: Platform, token: string): string {
  const { id, email } = sessionCustomer(platform, token);
  const { subscriptions, orders } = platform.state;
  const running = Object.values(subscriptions).filter((one) => one.customer_id === id);
  const paid = Object.values(orders).filter((one) => one.customer_id === id);
  const rows = paid.toReversed().map(
    ({ created_at, product_id, total_amount, currency, status }) => html`
        <li><span>${productOf(platform, product_id).name}<br><small>${date(created_at)}</small></span>
          <span>${money(total_amount, currency)}<br><small>${status.replaceAll("_", " ")}</small></span></li>`,
  );
  return page(
    "Your purchases",
    html`<p class="soft">For ${email}</p>
      <h2>Subscriptions</h2>
      ${running.length === 0 ? html`<p>No subscriptions.</p>` : html`<ul class="rows">${running.map((one) => row(platform, token, one))}</ul>`}
      <h2>Orders</h2>
      ${rows.length === 0 ? html`<p>No orders.</p>` : html`<ul class="rows">${rows}</ul>`}`,
  );
}

function row(platform: Platform, token: string, one: StoredSubscription): Html {
  const { name } = productOf(platform, one.product_id);
  const used = metersOf(platform, one).map(
    ({ meter, consumed_units, credited_units }) =>
      html`<br><small>${meter?.name}: ${consumed_units} used of ${credited_units} included</small>`,
  );
  const act = one.cancel_at_period_end ? "resume" : "cancel";
  const button = html`<form method="post" action="/portal/${token}/${act}/${one.id}">
            <button>${one.cancel_at_period_end ? "Keep" : "Cancel"} ${name}</button></form>`;
  const pay = html`<form method="post" action="/portal/${token}/pay/${one.id}">
            <button class="go">Update payment method</button></form>`;
  return html`
        <li><span><b>${name}</b><br><small>${subscriptionStatusText(one)}</small>${used}</span>${one.ended_at === null && (one.status === "past_due" ? pay : button)}</li>`;
}

export function subscriptionStatusText({ status, ended_at, ends_at, current_period_end }: StoredSubscription): string {
  if (ended_at !== null) return `Ended on ${date(ended_at)}`;
  if (status === "past_due") return "Payment failed";
  if (status === "trialing") return `Trial ends on ${date(current_period_end ?? "")}`;
  if (ends_at !== null) return `Ends on ${date(ends_at)}`;
  return `Renews on ${date(current_period_end ?? "")}`;
}
