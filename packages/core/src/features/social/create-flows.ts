/** Creates the flows of a connected provider. */

import type { AccountSettings } from "./account-settings.ts";
import { getAccessToken, refreshToken } from "./account-tokens.ts";
import { completeCallback } from "./callback-flow.ts";
import type { Connection } from "./connection.ts";
import { getProfile } from "./current-profile.ts";
import type { ProviderFlows } from "./flows.ts";
import { link } from "./link-flow.ts";
import { signIn } from "./sign-in-flow.ts";

export function createFlows(connection: Connection, settings: AccountSettings): ProviderFlows {
  return {
    signIn: (context, input, targets) => signIn(context, settings, connection, input, targets),
    link: (context, input, targets, active) => link(context, settings, connection, { input, targets, active }),
    completeCallback: (context, state, parameters) =>
      completeCallback(context, settings, connection, state, parameters),
    getAccessToken: (context, account) => getAccessToken(context, settings, connection, account),
    refreshToken: (context, account) => refreshToken(context, settings, connection, account),
    getProfile: (context, account) => getProfile(context, settings, connection, account),
  };
}
