/** The settings of the events components, and the client that they need. */

import type { EventsCalls, EventsClient } from "@latchkey/events";
import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { EventsTexts } from "./texts.ts";

/** The events settings of the UI. */
export interface EventsUi extends UiPlugin {
  readonly id: "events";
  readonly texts: EventsTexts;
}

/** Returns the events settings. Throws if the provider lacks `eventsUi()`. */
export const useEventsUi = (): EventsUi => useUiPlugin<EventsUi>("events", "eventsUi()");

/** Returns a client with the plugin's calls. */
export const useEventsClient = (): AnyReactClient & EventsClient<EventsCalls> =>
  useAuthClient<AnyReactClient & EventsClient<EventsCalls>>();
