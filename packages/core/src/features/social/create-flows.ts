/** Creates a connected provider's flows. */

import type { AccountSettings } from "./account-settings.ts";
import { readAccessToken, refreshTokens } from "./account-tokens.ts";
import { completeCallback } from "./callback-flow.ts";
import type { Connection } from "./connection.ts";
import { getProfile } from "./current-profile.ts";
import type { ProviderFlows } from "./flows.ts";
import { startLink } from "./link-flow.ts";
import { createEndSessionURL } from "./provider-sign-out.ts";
import { signInWithIdToken, startSignIn } from "./sign-in-flow.ts";

export function createFlows(connection: Connection, settings: AccountSettings): ProviderFlows {
  return {
    clientIds: connection.clientIds,
    ...(connection.provider.endSession && {
      endSessionURL: (context, account, input) => createEndSessionURL(context, connection, account, input),
    }),
    signIn: (context, input, targets) => startSignIn(context, settings, connection, input, targets),
    signInWithIdToken: (context, idToken, options) =>
      signInWithIdToken(context, settings, connection, idToken, options),
    link: (context, input, targets, active) => startLink(context, settings, connection, { input, targets, active }),
    completeCallback: (context, state, parameters) =>
      completeCallback(context, settings, connection, state, parameters),
    getAccessToken: (context, account) => readAccessToken(context, settings, connection, account),
    refreshToken: (context, account) => refreshTokens(context, settings, connection, account),
    getProfile: (context, account) => getProfile(context, settings, connection, account),
  };
}
