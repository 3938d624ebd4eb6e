/** Times as a person reads them. */

import { html, type Markup } from "./markup.ts";

const units = [
  { name: "d", seconds: 86_400 },
  { name: "h", seconds: 3600 },
  { name: "min", seconds: 60 },
  { name: "s", seconds: 1 },
] as const;

/** `12 s ago`, `in 6 d`; the exact time is in the title. */
export function timeOf(date: Date, now: Date): Markup {
  const iso = date.toISOString();
  return html`<time datetime="${iso}" title="${iso}">${distance(date, now)}</time>`;
}

function distance(date: Date, now: Date): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const unit = units.find((one) => Math.abs(seconds) >= one.seconds);
  if (!unit) return "just now";
  const amount = `${Math.round(Math.abs(seconds) / unit.seconds)} ${unit.name}`;
  return seconds < 0 ? `${amount} ago` : `in ${amount}`;
}
