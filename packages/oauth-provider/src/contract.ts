/** The calls of the OAuth provider, with their inputs, responses, and errors. */

import type { Call } from "@latchkey/core";
import type {
  CallContract,
  CoreModels,
  ImpersonationErrorCode,
  ManagementCall,
  Models,
  PageCall,
  PluginTypes,
  PublicCall,
  PublicQuery,
  SessionCall,
  SessionErrorCode,
  SessionQuery,
  SuccessResponse,
  WithBody,
  WithQuery,
} from "@latchkey/core/plugin";
import type { AdminOAuthCalls } from "./admin-contract.ts";
import type {
  Claims,
  ClientIdInput,
  ClientMetadata,
  ConnectedApp,
  ConsentIdInput,
  ConsentInput,
  ContinueInput,
  CreateClientInput,
  DisconnectAppInput,
  EndSessionConfirmation,
  Introspection,
  NewOAuthClient,
  NextPage,
  OAuthClient,
  OAuthConsent,
  PublicClient,
  PublicClientPreloginInput,
  PushedRequest,
  RegisteredOAuthClient,
  RotateSecretInput,
  TokenInput,
  TokenLookupInput,
  TokenResponse,
  UpdateClientInput,
  UpdateConsentInput,
  UpdateRegistrationInput,
} from "./call-types.ts";
import type { OAuthErrorCode } from "./errors.ts";

/** A call that a standard defines. It's for other programs, so the app's client doesn't have it. */
export interface ProtocolCall<Input, Output, Code extends string>
  extends CallContract<Input, Output, Code, Call<WithBody<Input>, Output, Code>, never> {}

type TokenErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_dpop_proof"
  | "authorization_pending"
  | "slow_down"
  | "expired_token"
  | "access_denied";

type ManagerErrorCode = SessionErrorCode | ImpersonationErrorCode | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS";

/** A call for managing clients. The server can also call it without headers. */
interface ManagerCall<Input, Output, Code extends string>
  extends ManagementCall<Input, Output, ManagerErrorCode | Code> {}

/** The plugin's calls. */
export interface OAuthProviderCalls<_M extends Models = CoreModels> extends AdminOAuthCalls {
  /** Describes the provider. OpenID Connect Discovery. */
  readonly getOpenIdConfig: PublicQuery<void, Claims>;
  /** Describes the provider. RFC 8414. */
  readonly getOAuthServerConfig: PublicQuery<void, Claims>;
  /** The same description as `getOpenIdConfig`, at the path that RFC 8414 defines. */
  readonly getOpenIdConfigAtRoot: PublicQuery<void, Claims>;
  /** The same description as `getOAuthServerConfig`, under the base path. */
  readonly getOAuthServerConfigAtBase: PublicQuery<void, Claims>;
  /** Signs the user out for a client. */
  readonly oauth2EndSession: PageCall<Claims, WithQuery<Claims>>;
  /** Signs out after the user confirmed. */
  readonly oauth2ConfirmEndSession: PageCall<EndSessionConfirmation, WithBody<EndSessionConfirmation>>;
  /** Starts a client's request. */
  readonly oauth2Authorize: PageCall<
    Claims,
    WithQuery<Claims>,
    "invalid_client" | "invalid_request" | "invalid_request_uri"
  >;
  /** Accepts a pushed authorization request. RFC 9126. */
  readonly oauth2PushRequest: ProtocolCall<Claims, PushedRequest, OAuthErrorCode>;
  /** Allows or denies a client's request. */
  readonly oauth2Consent: SessionCall<ConsentInput, NextPage, "INVALID_OAUTH_REQUEST" | "INVALID_SCOPE">;
  /** Continues a client's request. */
  readonly oauth2Continue: SessionCall<
    ContinueInput,
    NextPage,
    "INVALID_OAUTH_REQUEST" | "YOU_ARE_NOT_ALLOWED_TO_CHOOSE_THIS_ORGANIZATION"
  >;
  /** Exchanges a code, a refresh token, or a client's own credentials for tokens. */
  readonly oauth2Token: ProtocolCall<TokenInput, TokenResponse, TokenErrorCode>;
  /** Describes one of the calling client's tokens. */
  readonly oauth2Introspect: ProtocolCall<TokenLookupInput, Introspection, "invalid_client" | "invalid_request">;
  /** Revokes a token. */
  readonly oauth2Revoke: ProtocolCall<TokenLookupInput, Claims, "invalid_client" | "invalid_request">;
  /** Returns the claims about an access token's user. */
  readonly oauth2UserInfo: CallContract<
    unknown,
    Claims,
    "invalid_token" | "insufficient_scope",
    Call<WithBody<unknown>, Claims, "invalid_token" | "insufficient_scope">,
    never
  >;
  /** Creates a client. Returns its secret, which can't be read again. */
  readonly createOAuthClient: ManagerCall<CreateClientInput, NewOAuthClient, "INVALID_CLIENT_METADATA">;
  /** Registers a client, if the app allows it. RFC 7591. */
  readonly registerOAuthClient: ProtocolCall<
    ClientMetadata,
    RegisteredOAuthClient,
    "invalid_redirect_uri" | "invalid_client_metadata" | "invalid_token" | "access_denied"
  >;
  /** Returns a registration to its client. RFC 7592. */
  readonly getOAuthRegistration: CallContract<
    ClientIdInput,
    RegisteredOAuthClient,
    "invalid_token",
    Call<WithQuery<ClientIdInput>, RegisteredOAuthClient, "invalid_token">,
    never
  >;
  /** Replaces a registration's metadata, and its secret if the old one has expired. */
  readonly updateOAuthRegistration: ProtocolCall<
    UpdateRegistrationInput,
    RegisteredOAuthClient,
    "invalid_request" | "invalid_redirect_uri" | "invalid_client_metadata" | "invalid_token"
  >;
  /** Deletes a registration and all access that users granted to the client. */
  readonly deleteOAuthRegistration: ProtocolCall<ClientIdInput, Claims, "invalid_token">;
  /** Changes a client. */
  readonly updateOAuthClient: ManagerCall<
    UpdateClientInput,
    OAuthClient,
    "INVALID_CLIENT_METADATA" | "OAUTH_CLIENT_NOT_FOUND"
  >;
  /** Deletes a client and all access that users granted to it. */
  readonly deleteOAuthClient: ManagerCall<ClientIdInput, SuccessResponse, "OAUTH_CLIENT_NOT_FOUND">;
  /** Replaces a client's secret. */
  readonly rotateOAuthClientSecret: ManagerCall<
    RotateSecretInput,
    NewOAuthClient,
    "OAUTH_CLIENT_NOT_FOUND" | "INVALID_CLIENT_METADATA"
  >;
  /** Lists the clients of the caller, or of an organization where they have the `oauthClient: read` permission. */
  readonly getOAuthClients: SessionQuery<
    { readonly organizationId?: string | undefined } | void,
    readonly OAuthClient[],
    "YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS"
  >;
  /** Returns a client that the caller or their organization owns. */
  readonly getOAuthClient: SessionQuery<
    ClientIdInput,
    OAuthClient,
    "YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS" | "OAUTH_CLIENT_NOT_FOUND"
  >;
  /** Returns a client's public details before the user signs in. */
  readonly getOAuthPublicClientPrelogin: PublicCall<
    PublicClientPreloginInput,
    PublicClient,
    "OAUTH_CLIENT_NOT_FOUND" | "INVALID_OAUTH_REQUEST"
  >;
  /** Returns a client's public details. */
  readonly getOAuthPublicClient: SessionQuery<ClientIdInput, PublicClient, "OAUTH_CLIENT_NOT_FOUND">;
  /** Lists the caller's consents. */
  readonly getOAuthConsents: SessionQuery<void, readonly OAuthConsent[]>;
  /** Returns one of the caller's consents. */
  readonly getOAuthConsent: SessionQuery<ConsentIdInput, OAuthConsent, "CONSENT_NOT_FOUND">;
  /** Removes scopes from a consent. Grants with other scopes end. */
  readonly updateOAuthConsent: SessionCall<
    UpdateConsentInput,
    OAuthConsent,
    ImpersonationErrorCode | "CONSENT_NOT_FOUND" | "INVALID_SCOPE"
  >;
  /** Lists the clients that the caller has given access to, newest first. */
  readonly getConnectedOAuthApps: SessionQuery<void, readonly ConnectedApp[]>;
  /** Revokes the caller's consents to a client. Its tokens stop working. */
  readonly disconnectOAuthApp: SessionCall<
    DisconnectAppInput,
    SuccessResponse,
    ImpersonationErrorCode | "OAUTH_CLIENT_NOT_FOUND"
  >;
  /** Revokes a consent. The client's tokens stop working. */
  readonly deleteOAuthConsent: SessionCall<
    ConsentIdInput,
    SuccessResponse,
    ImpersonationErrorCode | "CONSENT_NOT_FOUND"
  >;
}

declare global {
  interface LatchkeyCapabilities {
    readonly "oauth-provider"?: OAuthProviderCapabilities;
  }
}

/** The plugin's part of `GET /capabilities`. */
export interface OAuthProviderCapabilities {
  /** The scopes that clients can request. */
  readonly scopes: readonly string[];
  /** Whether organizations can own clients. */
  readonly organizations: boolean;
}

/** The calls as they appear on the client. */
export interface OAuthProviderClient<C extends OAuthProviderCalls<Models>> {
  readonly oauth2: {
    readonly consent: C["oauth2Consent"]["client"];
    readonly continue: C["oauth2Continue"]["client"];
    readonly createClient: C["createOAuthClient"]["client"];
    readonly updateClient: C["updateOAuthClient"]["client"];
    readonly deleteClient: C["deleteOAuthClient"]["client"];
    readonly client: { readonly rotateSecret: C["rotateOAuthClientSecret"]["client"] };
    readonly getClient: C["getOAuthClient"]["client"];
    readonly getClients: C["getOAuthClients"]["client"];
    readonly publicClient: C["getOAuthPublicClient"]["client"];
    readonly publicClientPrelogin: C["getOAuthPublicClientPrelogin"]["client"];
    readonly getConsent: C["getOAuthConsent"]["client"];
    readonly updateConsent: C["updateOAuthConsent"]["client"];
    readonly getConsents: C["getOAuthConsents"]["client"];
    readonly deleteConsent: C["deleteOAuthConsent"]["client"];
    readonly getConnectedApps: C["getConnectedOAuthApps"]["client"];
    readonly disconnectApp: C["disconnectOAuthApp"]["client"];
  };
}

/** What the plugin adds to an app's types. */
export interface OAuthProviderTypes extends PluginTypes {
  readonly calls: OAuthProviderCalls<this["$app"]>;
  readonly client: OAuthProviderClient<this["calls"]>;
  readonly stores: {
    readonly oauthConsents: readonly OAuthConsent[];
    readonly oauthClients: readonly OAuthClient[];
    readonly connectedApps: readonly ConnectedApp[];
  };
}
