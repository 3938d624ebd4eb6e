/** Social sign-in, as a feature. */

import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { oauthStateToken, usedIdToken } from "../../tokens/kinds.ts";
import { pendingEmailCookie } from "../../users/pending-email.ts";
import { getAccessToken, refreshToken } from "./access-tokens.ts";
import { accountInfo } from "./account-info.ts";
import { callback } from "./callback.ts";
import type { SocialCalls } from "./contract.ts";
import { accountInfoErrors, linkErrors, ownerErrors, refreshErrors, unlinkErrors } from "./errors.ts";
import { linkSocial } from "./link-social.ts";
import type { SocialSettings } from "./options.ts";
import { registerFlows } from "./registered-flows.ts";
import { signInSocial } from "./sign-in.ts";
import { signInSocialErrors } from "./sign-in-errors.ts";
import { stateCookie } from "./state.ts";
import { unlinkAccount } from "./unlink.ts";

export function socialFeature(settings: SocialSettings): Plugin {
  return definePlugin<Plugin<FeatureTypes<SocialCalls>>>({
    id: "social",
    endpoints: {
      signInSocial: signInSocial(settings),
      callbackOAuth: callback(settings),
      linkSocial: linkSocial(settings),
      unlinkAccount: unlinkAccount(settings),
      getAccessToken: getAccessToken(settings),
      refreshToken: refreshToken(settings),
      accountInfo: accountInfo(settings),
    },
    errors: {
      ...accountInfoErrors,
      ...linkErrors,
      ...ownerErrors,
      ...refreshErrors,
      ...unlinkErrors,
      ...signInSocialErrors,
    },
    tokens: [oauthStateToken, usedIdToken],
    cookies: [stateCookie, pendingEmailCookie],
    init: (context) => registerFlows(context, settings.flows),
    capabilities(_, isCallable) {
      const providers = isCallable("callbackOAuth") ? settings.providers : [];
      const canSignIn = isCallable("signInSocial");
      return {
        signIn: { providers: canSignIn ? providers : [] },
        signUpWays: canSignIn && providers.some(({ signUp }) => signUp) ? ["provider"] : [],
        account: {
          link: settings.linking.enabled && providers.length > 0 && isCallable("linkSocial"),
          unlinkLast: settings.linking.allowUnlinkingAll,
        },
      };
    },
  });
}
