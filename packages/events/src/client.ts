/** The client plugin, `@latchkey/events/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { EventsTypes } from "./contract.ts";

/** Adds `webhook` and the `webhooks` store, with the webhooks of the active organization. */
export function eventsClient(): ClientPlugin<EventsTypes> {
  return { id: "events", stores: { webhooks: { path: "/webhook/list" } } };
}
