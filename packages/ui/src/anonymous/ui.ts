/** The guest account settings of the UI, and the client that its components need. */

import type { AnonymousCalls, AnonymousClient as AnonymousClientCalls } from "@latchkey/anonymous";
import type { AnyReactClient } from "@latchkey/react";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { AnonymousTexts } from "./texts.ts";

/** The guest account settings of the UI. */
export interface AnonymousUi extends UiPlugin {
  readonly id: "anonymous";
  readonly texts: AnonymousTexts;
}

/** A client of an app with guests. */
export type AnonymousClient = AnyReactClient & AnonymousClientCalls<AnonymousCalls>;

/** Returns the settings. Throws if the provider lacks `anonymousUi()`. */
export const useAnonymousUi = (): AnonymousUi => useUiPlugin<AnonymousUi>("anonymous", "anonymousUi()");
