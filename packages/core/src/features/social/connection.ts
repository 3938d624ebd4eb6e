/** Types for connecting to a provider's servers. `connect.ts` has the implementation. */

import type { AuthContext } from "../../kernel/context.ts";
import type { BoundedFetch } from "../../kernel/fetch.ts";
import type { ProviderFlows, ProviderSetup } from "./flows.ts";
import type { SignInPolicy } from "./policy.ts";
import type { CallbackParameters, IdTokenRules, Profile, ProviderTokens, SocialProvider } from "./provider.ts";

/** An app's connection to a provider. Created once per app and provider. Caches what it fetched. */
export interface Connection {
  readonly provider: SocialProvider;
  /** Set if the app hasn't configured the provider. */
  readonly policy?: SignInPolicy;
  /** The first one is used in requests. Tokens issued to any of them are accepted. */
  readonly clientIds: readonly [string, ...string[]];
  /** Where the response arrived, if that's checked. */
  readonly arrival?: CallbackArrival;
  /** Reads who signed in from the callback itself, without a code to exchange. Throws if the callback doesn't say. */
  readonly readAssertion?: (context: AuthContext, state: string, callback: CallbackParameters) => Promise<Profile>;
  fetch(context: AuthContext): BoundedFetch;
  /** The endpoints, declared or from the discovery document. The document is cached for an hour. */
  server(context: AuthContext): Promise<ProviderServer>;
  /** @throws {Error} if the callback isn't for this request (RFC 9207), or if the provider rejects the code */
  exchangeCode(context: AuthContext, exchange: CodeExchange): Promise<ProviderTokens>;
  /** @throws {Error} if the provider doesn't respond or rejects the refresh token */
  exchangeRefreshToken(context: AuthContext, exchange: RefreshExchange): Promise<ProviderTokens>;
  /**
   * Verifies an ID token. The issuer, keys, and algorithms come from the provider's declaration, never from the token.
   *
   * @throws {Error} if anything doesn't match, or if the keys can't be fetched
   */
  verifyIdToken(
    context: AuthContext,
    rules: IdTokenRules,
    token: string,
    expected: IdTokenExpectation,
  ): Promise<Claims>;
}

/**
 * A provider for the `providers` option: one that `defineProvider` or a built-in provider's function returned. It
 * contains the code for signing in, so an app without providers doesn't bundle any.
 */
export interface ConfiguredProvider extends SocialProvider {
  /** Whether Latchkey comes with it. Only such a provider can have a built-in provider's id. */
  readonly builtIn?: boolean;
  /**
   * Used by `createAuth`.
   *
   * @throws {Error} if an option would let the wrong user in or break sign-in. The message names the option.
   */
  connect(provider: SocialProvider, setup: ProviderSetup): ProviderFlows;
}

/** The metadata that sign-in reads. OAuth 2.0 Authorization Server Metadata (RFC 8414). */
export interface ProviderServer {
  readonly issuer: string;
  readonly authorization_endpoint?: string | undefined;
  readonly userinfo_endpoint?: string | undefined;
  readonly end_session_endpoint?: string | undefined;
  readonly authorization_response_iss_parameter_supported?: boolean | undefined;
}

/** The callback that a provider's response arrived at. */
export interface CallbackArrival {
  /** It must be the URI that the sign-in was started with. Otherwise, the response could be another provider's. */
  readonly redirectURI: string;
  /** Whether other providers use the same URI, so that the response must name its issuer. RFC 9207. */
  readonly isShared: boolean;
}

/** Inputs for exchanging a callback for tokens. */
export interface CodeExchange {
  /** As the provider sent them, including `state` and `iss`. */
  readonly callback: CallbackParameters;
  readonly state: string;
  readonly redirectURI: string;
  readonly codeVerifier: string;
  /** The requested scopes. They count as granted if the response doesn't list any. */
  readonly scopes: readonly string[];
}

/** Inputs for a refresh. */
export interface RefreshExchange {
  readonly refreshToken: string;
  readonly providerData: Readonly<Record<string, string>>;
  readonly scopes: readonly string[];
  /** The redirect URI of the sign-in. */
  readonly redirectURI: string;
}

/** Values that an ID token must match. */
export interface IdTokenExpectation {
  /** The nonce sent with the request. `null` if none was sent. */
  readonly nonce: string | null;
  /** The access token issued with it. `null` if none was issued. */
  readonly accessToken: string | null;
}

/** The claims of an ID token. */
export type Claims = Readonly<Record<string, unknown>>;

/** Tolerated clock skew between this server and the provider, in seconds. */
export const clockTolerance = 60;
