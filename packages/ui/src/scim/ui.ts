/** The settings of the SCIM components, and the client that they need. */

import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import type { ScimCalls, ScimClient } from "@latchkey/scim";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { ScimTexts } from "./texts.ts";

/** The SCIM settings of the UI. */
export interface ScimUi extends UiPlugin {
  readonly id: "scim";
  readonly texts: ScimTexts;
}

/** Returns the SCIM settings. Throws if the provider lacks `scimUi()`. */
export const useScimUi = (): ScimUi => useUiPlugin<ScimUi>("scim", "scimUi()");

/** Returns a client with the plugin's calls. */
export const useScimClient = (): AnyReactClient & ScimClient<ScimCalls> =>
  useAuthClient<AnyReactClient & ScimClient<ScimCalls>>();
