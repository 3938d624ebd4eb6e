/** The single sign-on settings of the UI, and the client that its components need. */

import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import type { SsoCalls, SsoClient } from "@latchkey/sso";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { SsoTexts } from "./texts.ts";

/** The single sign-on settings of the UI. */
export interface SsoUi extends UiPlugin {
  readonly id: "sso";
  readonly texts: SsoTexts;
  /** Path of the page with `SsoSetupPage`. */
  readonly setupPath: string;
}

/** The client of an app with single sign-on. */
export type SsoReactClient = AnyReactClient & SsoClient<SsoCalls>;

/** Returns the settings. Throws if the provider lacks `ssoUi()`. */
export const useSsoUi = (): SsoUi => useUiPlugin<SsoUi>("sso", "ssoUi()");

/** Returns a client with the plugin's calls. */
export const useSsoClient = (): SsoReactClient => useAuthClient<SsoReactClient>();
