/** The sign-in link settings of the UI, and the client that its components need. */

import type { MagicLinkCalls, MagicLinkClient as MagicLinkClientCalls } from "@latchkey/magic-link";
import type { AnyReactClient } from "@latchkey/react";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { MagicLinkTexts } from "./texts.ts";

/** The sign-in link settings of the UI. */
export interface MagicLinkUi extends UiPlugin {
  readonly id: "magic-link";
  readonly texts: MagicLinkTexts;
  /** Path of `MagicLinkPage`. */
  readonly path: string;
}

/** A client of an app with sign-in links. */
export type MagicLinkClient = AnyReactClient & MagicLinkClientCalls<MagicLinkCalls>;

/** Returns the settings. Throws if the provider lacks `magicLinkUi()`. */
export const useMagicLinkUi = (): MagicLinkUi => useUiPlugin<MagicLinkUi>("magic-link", "magicLinkUi()");
