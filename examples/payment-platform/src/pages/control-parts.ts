/** Parts that the control pages of both providers share: faults, the clock, and lists. */

import { day, type PlatformClock } from "../clock.ts";
import type { PlatformRequest } from "../http.ts";
import { HttpError } from "../http-error.ts";
import type { WebhookFaults } from "../webhooks/faults.ts";
import type { Delivery } from "../webhooks/sender.ts";
import { date, type Html, html, page } from "./layout.ts";

/** Maximum number of rows in a list on the page. */
const most = 30;

export function newest<T>(list: readonly T[]): T[] {
  return list.toReversed().slice(0, most);
}

/** The contents of a control page. */
export interface ControlsView {
  readonly clock: PlatformClock;
  readonly faults: WebhookFaults;
  readonly subscriptions: readonly Html[];
  readonly orders: readonly Html[];
  readonly deliveries: readonly Delivery[];
}

export function controlsPage({ clock, faults, subscriptions, orders, deliveries }: ControlsView): string {
  const list = (rows: readonly Html[]): Html =>
    rows.length === 0 ? html`<p>None yet.</p>` : html`<ul class="rows">${rows}</ul>`;
  return page(
    "Controls",
    html`<p>Simulate failures, advance time, and act as the seller or the bank.</p>
      <h2>Faults</h2>
      ${faultsForm(faults)}
      <h2>Clock</h2>
      <p>Current time: ${date(clock.now())}${clock.ahead > 0 && `, ${Math.round(clock.ahead / day)} days ahead`}.</p>
      <form method="post" action="/control/clock">
        <label class="field">Days to advance <input type="number" name="days" min="1" max="3660" value="1" required></label>
        <div><button>Advance clock</button></div>
      </form>
      <h2>Subscriptions</h2>
      ${list(subscriptions)}
      <h2>Orders</h2>
      ${list(orders)}
      <h2>Webhook deliveries</h2>
      ${list(newest(deliveries).map(deliveryRow))}`,
    true,
  );
}

/** Returns the requested days in milliseconds. @throws {HttpError} 422 if it isn't a number of days */
export function daysOf(body: PlatformRequest["body"]): number {
  const days = Number(body.days);
  if (!(days > 0 && days <= 3660)) throw new HttpError(422, "Use more than 0 and at most 3660 days", "days");
  return days * day;
}

/** API calls change only the named faults. Forms always send all of them, because browsers omit unchecked boxes. */
export function parseFaults(now: WebhookFaults, body: PlatformRequest["body"], isForm: boolean): WebhookFaults {
  const flag = (name: Exclude<keyof WebhookFaults, "delay">): boolean => {
    if (isForm) return body[name] === "on";
    const value = body[name] ?? now[name];
    if (typeof value !== "boolean") throw new HttpError(422, "Use true or false", name);
    return value;
  };
  const delay = Number(body.delay ?? now.delay);
  if (!(delay >= 0 && delay <= 3600)) throw new HttpError(422, "Use at most 3600 seconds", "delay");
  return {
    duplicates: flag("duplicates"),
    reordering: flag("reordering"),
    failures: flag("failures"),
    outage: flag("outage"),
    delay,
  };
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

function deliveryRow({ id, type, state, attempts }: Delivery): Html {
  const tries = attempts.map(({ status, note }) => [status, note].filter(Boolean).join(" ")).join("; ");
  const again = html`<form method="post" action="/control/deliveries/${id}/redeliver"><button>Resend</button></form>`;
  return html`
        <li><span><b>${type}</b>, ${state}<br><small>${tries}</small></span>${state !== "waiting" && again}</li>`;
}
