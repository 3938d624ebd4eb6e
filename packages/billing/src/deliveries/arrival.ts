/** Arrival times, which order deliveries that the payment provider's own times can't order. */

import type { AuthContext } from "@latchkey/core/plugin";
import { toSortableTime } from "../entities/wire.ts";

const lastArrival = Symbol("last arrival of a webhook");

/**
 * Returns the time of arrival as sortable text with microseconds. It's later than every time that this app returned
 * before, so deliveries within one millisecond keep their order.
 */
export function nextArrival({ appCache, now }: Pick<AuthContext, "appCache" | "now">): string {
  const last = (appCache.get(lastArrival) as number | undefined) ?? 0;
  const micros = Math.max(last + 1, now().getTime() * 1000);
  appCache.set(lastArrival, micros);
  const fraction = String(micros % 1_000_000).padStart(6, "0");
  return toSortableTime(`${new Date(Math.floor(micros / 1000)).toISOString().slice(0, 19)}.${fraction}Z`);
}
