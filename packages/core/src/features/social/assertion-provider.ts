/** Providers whose callback itself identifies the user, such as SAML providers. There's no code to exchange. */

import type { AuthContext, RequestContext } from "../../kernel/context.ts";
import { checkRedirect } from "../../kernel/redirect.ts";
import { completeCallback } from "./callback-flow.ts";
import type { Connection } from "./connection.ts";
import type { SignInPolicy } from "./policy.ts";
import type { CallbackParameters, Profile, SocialProvider } from "./provider.ts";
import { type RuntimeSignIn, runtimeSettings } from "./runtime-provider.ts";
import { createState } from "./state.ts";

/** The definition of an assertion provider. */
export interface AssertionProviderInput {
  /** Identifies the provider in accounts. */
  readonly id: string;
  readonly name: string;
  /** The URL that the provider redirects users to. */
  readonly callbackURL: string;
  /**
   * Reads who signed in from the callback's parameters. It must check that they belong to the state.
   * @throws {Error} if they don't prove who the user is. The user gets `invalid_code`; a `SocialError` keeps its code.
   */
  readAssertion(context: AuthContext, state: string, callback: CallbackParameters): Promise<Profile>;
}

/** Sign-in with a provider that exists only at run time. */
export interface AssertionProvider {
  /** Stores the sign-in and sets the browser's cookie. Returns the state to send to the provider. Sends one query. */
  start(context: RequestContext, policy: SignInPolicy, input: RuntimeSignIn): Promise<string>;
  /** Completes the sign-in in the browser that started it. Errors become redirects. Requires a `code` parameter. */
  completeCallback(
    context: RequestContext,
    policy: SignInPolicy,
    state: string,
    parameters: CallbackParameters,
  ): Promise<Response>;
}

/** Creates a provider for sign-ins at run time. */
export function createAssertionProvider(input: AssertionProviderInput): AssertionProvider {
  const provider = toSocialProvider(input);
  const failUnsupported = () => {
    throw new Error(`${provider.id} has no OAuth server.`);
  };
  const connection: Connection = {
    provider,
    clientIds: [provider.id],
    readAssertion: input.readAssertion,
    fetch: failUnsupported,
    server: failUnsupported,
    exchangeCode: failUnsupported,
    exchangeRefreshToken: failUnsupported,
    verifyIdToken: failUnsupported,
  };
  return {
    async start(context, policy, { newUserCallbackURL, scopes: _, loginHint: __, ...targets }) {
      const intent = {
        ...targets,
        newUserCallbackURL:
          newUserCallbackURL === undefined
            ? null
            : await checkRedirect(context, "newUserCallbackURL", newUserCallbackURL),
        requestSignUp: false,
        linkToUserId: null,
        scopes: [],
        redirectURI: input.callbackURL,
        policyRevision: policy.revision,
      };
      return (await createState(context, provider.id, intent)).state;
    },
    completeCallback: (context, policy, state, parameters) =>
      completeCallback(context, runtimeSettings, { ...connection, policy }, state, parameters),
  };
}

/** Converts the input to the provider type that the rest of sign-in expects. */
function toSocialProvider({ id, name, callbackURL }: AssertionProviderInput): SocialProvider {
  return {
    id,
    name,
    options: { clientId: id },
    authorization: { endpoint: callbackURL, scopes: [], pkce: false, nonce: false },
    token: { endpoint: callbackURL, auth: "none", refresh: "not-applicable" },
    idToken: null,
    missingEmail: "reject",
    fetchProfile: () => Promise.reject(new Error(`${id} has no profile to fetch.`)),
  };
}
