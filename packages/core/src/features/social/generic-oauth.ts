/**
 * The paths of better-auth 1.6's generic OAuth plugin, as aliases of `/sign-in/social`, `/link-social`, and
 * `/callback/:id`. Apps that move from it keep their client code and the redirect URLs registered with their providers.
 */

import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { oAuth2Callback } from "./callback.ts";
import type { GenericOAuthCalls } from "./generic-oauth-contract.ts";
import { oAuth2LinkAccount } from "./link-social.ts";
import type { SocialSettings } from "./options.ts";
import { signInWithOAuth2 } from "./sign-in.ts";

/** The endpoints for the `genericOAuthPaths` option. */
export function genericOAuthFeature(settings: SocialSettings): Plugin {
  return definePlugin<Plugin<FeatureTypes<GenericOAuthCalls>>>({
    id: "generic-oauth",
    endpoints: {
      signInWithOAuth2: signInWithOAuth2(settings),
      oAuth2Callback: oAuth2Callback(settings),
      oAuth2LinkAccount: oAuth2LinkAccount(settings),
    },
  });
}
