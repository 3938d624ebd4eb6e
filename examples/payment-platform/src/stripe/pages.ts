/** The fake Stripe's pages: the checkout and the customer portal. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { date, type Html, html, money, notice, page } from "../pages/layout.ts";
import { paySession } from "./checkouts.ts";
import { found, StripeApiError } from "./errors.ts";
import { readForm, textIn } from "./form.ts";
import { readBody } from "./http.ts";
import {
  change,
  newId,
  nowOf,
  type SessionEntity,
  type StripeEntity,
  type StripePlatform,
  type SubscriptionEntity,
} from "./state.ts";

export function openPortalSession(platform: StripePlatform, customer: string, returnUrl: string | null): StripeEntity {
  const id = newId("bps");
  const session = { id, object: "billing_portal.session", created: nowOf(platform), customer, return_url: returnUrl };
  platform.state.portals.set(id, { ...session, url: `${platform.url}/portal/${id}`, livemode: false });
  return found(platform.state.portals, id, "portal session");
}

/** Handles a request for a page. */
export async function answerPage(
  platform: StripePlatform,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, kind = "", id = ""] = new URL(incoming.url ?? "/", platform.url).pathname.split("/");
  const { origin } = incoming.headers;
  const isForm = incoming.method === "POST";
  // Browsers send the origin with a form. Forms on other sites must not be able to pay.
  if (isForm && origin !== undefined && origin !== platform.url) throw new StripeApiError(403, "Sent by another site.");
  const form = readForm(isForm ? await readBody(incoming) : "");
  const answer = kind === "pay" ? payPage(platform, id, form, isForm) : portalPage(platform, id, form, isForm);
  if (answer.location !== undefined) response.writeHead(303, { location: answer.location }).end();
  else response.writeHead(answer.status ?? 200, { "content-type": "text/html; charset=utf-8" }).end(answer.page);
}

interface PageAnswer {
  readonly location?: string;
  readonly status?: number;
  readonly page?: string;
}

type Form = ReturnType<typeof readForm>;

function payPage(platform: StripePlatform, id: string, form: Form, isForm: boolean): PageAnswer {
  const session = found(platform.state.sessions, id, "checkout session");
  if (session.status !== "open") {
    const title = session.status === "complete" ? "Payment complete" : "This checkout has expired";
    return { page: notice(title, "You can close this page.", null) };
  }
  if (!isForm) return { page: checkoutPage(session, null) };
  if (textIn(form, "action") === "give-up") return { location: String(session.cancel_url ?? platform.url) };
  if (textIn(form, "card") === "declined")
    return { status: 402, page: checkoutPage(session, "Your card was declined.") };
  try {
    const paid = paySession(platform, session, textIn(form, "email"));
    return { location: paid.success_url ?? `${platform.url}/pay/${id}` };
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return { status: error.status, page: checkoutPage(session, error.message) };
  }
}

function checkoutPage(session: SessionEntity, alert: string | null): string {
  const email =
    session.customer === null && html`<label class="field">Email <input type="email" name="email" required></label>`;
  const due = Number(session.amount_total);
  return page(
    "Checkout",
    html`
      ${alert !== null && html`<p role="alert">${alert}</p>`}
      <form method="post">
        ${email}
        <fieldset>
          <legend>Pay with</legend>
          <label class="choice"><input type="radio" name="card" value="good" checked><span>Working card</span></label>
          <label class="choice"><input type="radio" name="card" value="declined"><span>Declined card</span></label>
        </fieldset>
        <button class="go" name="action" value="pay">${due === 0 ? "Start trial" : `Pay ${money(due, "usd")}`}</button>
        <button name="action" value="give-up" formnovalidate>Cancel</button>
      </form>`,
  );
}

function portalPage(platform: StripePlatform, id: string, form: Form, isForm: boolean): PageAnswer {
  const { state } = platform;
  const portal = found(state.portals, id, "portal session");
  const own = [...state.subscriptions.values()].filter(({ customer }) => customer === portal.customer);
  if (!isForm) return { page: page("Your subscriptions", html`${own.map((one) => subscriptionRow(platform, one))}`) };
  const one = own.find((subscription) => subscription.id === textIn(form, "subscription"));
  if (!one) throw new StripeApiError(404, "No such subscription.");
  const isCanceled = textIn(form, "action") === "cancel";
  const changes = { cancel_at_period_end: isCanceled, canceled_at: isCanceled ? nowOf(platform) : null };
  change(platform, state.subscriptions, one, changes, "customer.subscription.updated");
  return { location: `${platform.url}/portal/${id}` };
}

function subscriptionRow({ state }: StripePlatform, one: SubscriptionEntity): Html {
  const [item] = one.items.data;
  const name = state.products.get(item?.price.product ?? "")?.name;
  const until = date(new Date((item?.current_period_end ?? 0) * 1000));
  const [action, label] = one.cancel_at_period_end ? ["resume", "Don't cancel"] : ["cancel", "Cancel"];
  return html`
      <form method="post">
        <p><b>${name}</b> ${one.status}, until ${until}</p>
        <input type="hidden" name="subscription" value="${one.id}">
        <button name="action" value="${action}">${label}</button>
      </form>`;
}
