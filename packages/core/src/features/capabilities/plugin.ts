/** The calls that tell screens what to show, as a feature. */

import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { pendingSignInToken } from "../../sessions/pending.ts";
import type { CapabilitiesCalls } from "./contract.ts";
import { accountState, capabilities, pendingSignIn } from "./endpoints.ts";

export function capabilitiesFeature(): Plugin {
  return definePlugin<Plugin<FeatureTypes<CapabilitiesCalls>>>({
    id: "capabilities",
    endpoints: { capabilities, accountState, pendingSignIn },
    tokens: [pendingSignInToken],
  });
}
