/** The step-up settings of the UI, and the client that its components need. */

import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import type { StepUpCalls, StepUpClient as StepUpClientCalls } from "@latchkey/step-up";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { StepUpTexts } from "./texts.ts";

/** The step-up settings of the UI. */
export interface StepUpUi extends UiPlugin {
  readonly id: "step-up";
  readonly texts: StepUpTexts;
}

/** Returns the step-up settings. Throws if the provider lacks `stepUpUi()`. */
export const useStepUpUi = (): StepUpUi => useUiPlugin<StepUpUi>("step-up", "stepUpUi()");

/** Returns a client with the plugin's calls. */
export const useStepUpClient = (): AnyReactClient & StepUpClientCalls<StepUpCalls> =>
  useAuthClient<AnyReactClient & StepUpClientCalls<StepUpCalls>>();
