/** The checkout page, where the buyer pays or cancels. */

import { baseAmount } from "../catalog.ts";
import { type PlatformRequest, type Reply, type Route, textOf } from "../http.ts";
import { HttpError } from "../http-error.ts";
import type { Platform, StoredCheckout } from "../state.ts";
import { checkoutBySecret, pay } from "../trade/checkouts.ts";
import { productOf } from "../wire.ts";
import { type Html, html, money, notice, page } from "./layout.ts";

export function checkoutRoutes(platform: Platform): Route[] {
  const path = /^\/checkout\/([^/]+)$/;
  return [
    {
      method: "GET",
      path,
      handle: ({ params: [secret = ""] }) => shown(platform, checkoutBySecret(platform, secret), null),
    },
    { method: "POST", path, handle: (request) => answered(platform, request) },
  ];
}

function answered(platform: Platform, { params: [secret = ""], body }: PlatformRequest): Reply {
  const open = checkoutBySecret(platform, secret);
  if (open.status !== "open") return shown(platform, open, null);
  if (body.action === "give-up") {
    const text = "You weren't charged. This checkout stays open for an hour if you change your mind.";
    return { page: notice("Checkout canceled", text, { href: homeOf(open), text: "Back to the shop" }) };
  }
  try {
    const paid = pay(platform, open, {
      productId: textOf(body, "product") ?? open.product_id,
      email: textOf(body, "email") ?? "",
      isDeclined: body.card === "declined",
    });
    if (paid.status === "open") return shown(platform, paid, "Your card was declined. You weren't charged.");
    return { location: paid.success_url };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 422) throw error;
    return shown(platform, open, `${error.message}.`);
  }
}

function shown(platform: Platform, one: StoredCheckout, alert: string | null): Reply {
  if (one.status !== "open") {
    const isPaid = one.status === "succeeded";
    const title = isPaid ? "Payment complete" : "This checkout has expired";
    const text = isPaid ? "You can close this page." : "You weren't charged. Start a new checkout from the shop.";
    return { page: notice(title, text, { href: homeOf(one), text: "Back to the shop" }) };
  }
  const body = html`
      ${alert !== null && html`<p role="alert">${alert}</p>`}
      <form method="post">
        ${one.product_ids.length > 1 ? choices(platform, one) : summary(platform, one)}
        ${buyer(one)}
        <fieldset>
          <legend>Pay with</legend>
          <label class="choice"><input type="radio" name="card" value="good" checked><span>Working card</span></label>
          <label class="choice"><input type="radio" name="card" value="declined"><span>Declined card</span></label>
        </fieldset>
        <button class="go" name="action" value="pay">Pay ${one.product_ids.length === 1 && money(one.total_amount, one.currency)}</button>
        <button name="action" value="give-up" formnovalidate>Cancel</button>
      </form>`;
  return { status: alert === null ? 200 : 422, page: page("Checkout", body) };
}

function summary(platform: Platform, one: StoredCheckout): Html {
  const { name, description, benefits } = productOf(platform, one.product_id);
  const cost = (amount: number): string => money(amount, one.currency);
  return html`
        <div>
          <p><b>${name}</b><br>${description}</p>
          <ul>${benefits.map((benefit) => html`<li>${benefit.description}</li>`)}</ul>
          <dl>
            <dt>${priceText(platform, one.product_id)}</dt><dd>${cost(one.amount)}</dd>
            ${one.discount_amount > 0 && html`<dt>Discount</dt><dd>−${cost(one.discount_amount)}</dd>`}
            <dt>Tax</dt><dd>${cost(one.tax_amount ?? 0)}</dd>
            <dt class="total">Due today</dt><dd class="total">${cost(one.total_amount)}</dd>
          </dl>
        </div>`;
}

function choices(platform: Platform, one: StoredCheckout): Html {
  const choice = (id: string): Html => {
    const { name, description } = productOf(platform, id);
    const checked = id === one.product_id ? { html: " checked" } : "";
    return html`
          <label class="choice"><input type="radio" name="product" value="${id}"${checked}>
            <span><b>${name}</b><small>${description}</small><small>${priceText(platform, id)} plus tax</small></span></label>`;
  };
  return html`<fieldset><legend>Choose a product</legend>${one.product_ids.map(choice)}</fieldset>`;
}

function buyer({ customer_id, customer_email }: StoredCheckout): Html {
  if (customer_id !== null) return html`<p class="soft">Billed to ${customer_email}</p>`;
  return html`
        <label class="field">Email
          <input type="email" name="email" required autocomplete="email" value="${customer_email}"></label>`;
}

function priceText(platform: Platform, productId: string): string {
  const { prices, recurring_interval } = productOf(platform, productId);
  const price = money(baseAmount(prices, null), platform.catalog.currency);
  return recurring_interval === null ? `${price} one-time` : `${price} per ${recurring_interval}`;
}

/** Home page of the app that the buyer came from. */
function homeOf({ success_url }: StoredCheckout): string {
  return `${new URL(success_url).origin}/`;
}
