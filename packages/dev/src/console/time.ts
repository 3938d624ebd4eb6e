/** Renders relative times. */

import { html, type SafeHtml } from "./html.ts";

const units = [
  { name: "d", seconds: 86_400 },
  { name: "h", seconds: 3600 },
  { name: "min", seconds: 60 },
  { name: "s", seconds: 1 },
] as const;

/** Renders a time such as `12 s ago` or `in 6 d`, with the exact time as its title. */
export function timeElement(date: Date, now: Date): SafeHtml {
  const iso = date.toISOString();
  return html`<time datetime="${iso}" title="${iso}">${relativeTime(date, now)}</time>`;
}

function relativeTime(date: Date, now: Date): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const unit = units.find((one) => Math.abs(seconds) >= one.seconds);
  if (!unit) return "just now";
  const amount = `${Math.round(Math.abs(seconds) / unit.seconds)} ${unit.name}`;
  return seconds < 0 ? `${amount} ago` : `in ${amount}`;
}
