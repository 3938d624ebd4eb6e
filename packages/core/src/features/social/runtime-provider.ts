/** Providers that exist only at run time, such as those that organizations register. */

import type { RequestContext } from "../../kernel/context.ts";
import type { AccountSettings } from "./account-settings.ts";
import { completeCallback } from "./callback-flow.ts";
import { checkProvider } from "./check-provider.ts";
import { type ConnectionFetch, createConnection } from "./connect.ts";
import type { CallbackArrival } from "./connection.ts";
import type { SocialRedirect } from "./contract.ts";
import type { RedirectTargets } from "./flows.ts";
import type { SignInPolicy } from "./policy.ts";
import type { CallbackParameters, SocialProvider } from "./provider.ts";
import { startSignIn } from "./sign-in-flow.ts";

/** Input of a sign-in with a provider at run time. */
export interface RuntimeSignIn extends RedirectTargets {
  readonly newUserCallbackURL?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly loginHint?: string | undefined;
}

/** Sign-in with a provider that isn't in the app's configuration. It can be reused, and caches what it fetches. */
export interface RuntimeProvider {
  /** Returns the URL to send the user to. @throws {AuthError} `PROVIDER_UNAVAILABLE` */
  signIn(
    context: RequestContext,
    policy: SignInPolicy,
    input: RuntimeSignIn & { readonly redirectURI: string },
  ): Promise<SocialRedirect>;
  /** Handles the redirect back from the provider. Errors become redirects too. */
  completeCallback(
    context: RequestContext,
    policy: SignInPolicy,
    state: string,
    parameters: CallbackParameters,
    arrival: CallbackArrival,
  ): Promise<Response>;
  /** Whether the provider announces that its responses contain its issuer (RFC 9207). Throws if it can't be reached. */
  namesItself(context: RequestContext): Promise<boolean>;
}

/** Its accounts have no tokens that anyone could read, and only the policy decides about linking. */
export const runtimeSettings: AccountSettings = {
  encryptTokens: true,
  linking: {
    enabled: true,
    trustedProviders: null,
    allowDifferentEmails: false,
    allowUnverifiedEmails: false,
    allowUnlinkingAll: false,
    updateUserInfo: false,
  },
};

/**
 * Creates a provider for sign-ins at run time.
 * @param fetch creates the `fetch` for all of the provider's servers
 * @throws {Error} if a provider option would let the wrong user in or break sign-in
 */
export function createRuntimeProvider(provider: SocialProvider, fetch: ConnectionFetch): RuntimeProvider {
  checkProvider(`the provider ${provider.id}`, provider, false);
  const connection = createConnection(provider, fetch);
  return {
    async signIn(context, policy, { newUserCallbackURL, scopes, loginHint, redirectURI, ...targets }) {
      const input = { provider: provider.id, newUserCallbackURL, scopes, loginHint };
      const options = { ...provider.options, redirectURI };
      const current = { ...connection, provider: { ...provider, options }, policy };
      const started = await startSignIn(context, runtimeSettings, current, input, targets);
      if (started.url === undefined) throw new Error("Expected a redirect URL, because the sign-in has no ID token.");
      return { url: started.url, redirect: true };
    },
    completeCallback: (context, policy, state, parameters, arrival) =>
      completeCallback(context, runtimeSettings, { ...connection, policy, arrival }, state, parameters),
    async namesItself(context) {
      return (await connection.server(context)).authorization_response_iss_parameter_supported === true;
    },
  };
}
