/** The calls of the OAuth provider, with their inputs, responses, and errors. */

import type { Call } from "@latchkey/core";
import type {
  CallContract,
  CoreModels,
  ImpersonationErrorCode,
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
import type { OAuthErrorCode } from "./errors.ts";
import type { ClientAuthMethod } from "./tables.ts";

/** A call of a standard's protocol. Programs send it, and the client doesn't have it. */
export interface ProtocolCall<Input, Output, Code extends string>
  extends CallContract<Input, Output, Code, Call<WithBody<Input>, Output, Code>, never> {}

/** How clients authenticate. */
export interface ClientAuthentication {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}

/** Input of `/oauth2/token`. */
export interface TokenInput extends ClientAuthentication {
  readonly grant_type: string;
  readonly code?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly code_verifier?: string | undefined;
  readonly refresh_token?: string | undefined;
  readonly device_code?: string | undefined;
  readonly scope?: string | undefined;
  readonly resource?: readonly string[] | undefined;
}

/** Response of `/oauth2/token`. RFC 6749, section 5.1. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: "Bearer" | "DPoP";
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds since 1970. */
  readonly expires_at: number;
  readonly refresh_token?: string;
  readonly scope: string;
  readonly id_token?: string;
}

/** Input of `/oauth2/introspect` and `/oauth2/revoke`. */
export interface TokenLookupInput extends ClientAuthentication {
  readonly token: string;
  readonly token_type_hint?: string | undefined;
}

/** Response of `/oauth2/introspect`. RFC 7662, section 2.2. */
export interface Introspection {
  readonly active: boolean;
  readonly scope?: string;
  readonly client_id?: string;
  readonly sub?: string;
  readonly aud?: readonly string[];
  readonly iss?: string;
  readonly exp?: number;
  readonly iat?: number;
  readonly token_type?: string;
  /** The organization that the token is for. */
  readonly org_id?: string;
  readonly org_slug?: string;
  /** The user's roles in it. */
  readonly org_role?: string;
  /** The key that the token is bound to. RFC 9449, section 6.2. */
  readonly cnf?: { readonly jkt: string };
}

/** Response of `/oauth2/par`. */
export interface PushedRequest {
  readonly request_uri: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** Claims by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** Input of `/oauth2/consent`. */
export interface ConsentInput {
  readonly accept: boolean;
  /** The scopes that the user allows, separated by spaces. Default: all that the client asked for. */
  readonly scope?: string | undefined;
  /** The query of the consent page. */
  readonly oauth_query?: string | undefined;
}

/** Input of `/oauth2/continue`. */
export interface ContinueInput {
  /** Whether the user has chosen an account. */
  readonly selected?: boolean | undefined;
  /** Whether the user has signed up. */
  readonly created?: boolean | undefined;
  readonly postLogin?: boolean | undefined;
  /** The organization that the user has chosen for the client. */
  readonly organizationId?: string | undefined;
  /** The query of the page. */
  readonly oauth_query?: string | undefined;
}

/** Where the browser has to go. */
export interface NextPage {
  readonly redirect: true;
  readonly url: string;
}

/** Metadata of a client, in the names of RFC 7591. */
export interface ClientMetadata {
  readonly client_name?: string | undefined;
  readonly client_uri?: string | undefined;
  readonly logo_uri?: string | undefined;
  readonly contacts?: readonly string[] | undefined;
  readonly tos_uri?: string | undefined;
  readonly policy_uri?: string | undefined;
  readonly redirect_uris?: readonly string[] | undefined;
  /** Default: `client_secret_basic`. `none` for apps that can't keep a secret. */
  readonly token_endpoint_auth_method?: ClientAuthMethod | undefined;
  /** Default: `authorization_code` and `refresh_token`. */
  readonly grant_types?: readonly string[] | undefined;
  /** Public keys, for `private_key_jwt`. */
  readonly jwks?: Readonly<Record<string, unknown>> | undefined;
  /** Where the public keys are, instead of `jwks`. */
  readonly jwks_uri?: string | undefined;
  /** Separated by spaces. Default: all scopes of the app. */
  readonly scope?: string | undefined;
  /** Where users can be sent after the client has signed them out. */
  readonly post_logout_redirect_uris?: readonly string[] | undefined;
  /** Gets a logout token when a session ends in which the client got tokens. */
  readonly backchannel_logout_uri?: string | undefined;
  readonly backchannel_logout_session_required?: boolean | undefined;
  /** `pairwise` if the client gets a different ID for each user than other clients. Default: `public`. */
  readonly subject_type?: "public" | "pairwise" | undefined;
  /** Whether the client gets tokens only if they're bound to a key. Default: false. */
  readonly dpop_bound_access_tokens?: boolean | undefined;
}

/**
 * Input of `/oauth2/create-client`. Only the server can set `client_credentials_scopes`, `skip_consent`, and
 * `require_pkce`.
 */
export interface CreateClientInput extends ClientMetadata {
  /** Scopes of its own tokens, for the client credentials grant. */
  readonly client_credentials_scopes?: readonly string[] | undefined;
  /** Whether users aren't asked, because the client belongs to the app itself. */
  readonly skip_consent?: boolean | undefined;
  /** `false` if a confidential client can leave PKCE out. */
  readonly require_pkce?: boolean | undefined;
  /** The organization that gets it, in which the caller needs the permission `oauthClient: create`. */
  readonly organizationId?: string | undefined;
}

/** Input of `/oauth2/update-client`. */
export interface UpdateClientInput {
  readonly client_id: string;
  readonly update: ClientMetadata & { readonly disabled?: boolean | undefined };
}

/** Input of calls that take only a client's id. */
export interface ClientIdInput {
  readonly client_id: string;
}

/** Input of `/oauth2/client/rotate-secret`. */
export interface RotateSecretInput extends ClientIdInput {
  /** Seconds for which the old secret works, at most 604800 (7 days). Default: 0. */
  readonly overlap?: number | undefined;
}

/** A client, as its managers see it. */
export interface OAuthClient {
  readonly client_id: string;
  readonly client_name: string | null;
  readonly client_uri: string | null;
  readonly logo_uri: string | null;
  readonly contacts: readonly string[] | null;
  readonly tos_uri: string | null;
  readonly policy_uri: string | null;
  readonly redirect_uris: readonly string[];
  readonly token_endpoint_auth_method: string;
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly scope: string;
  readonly post_logout_redirect_uris: readonly string[];
  readonly backchannel_logout_uri: string | null;
  readonly backchannel_logout_session_required: boolean;
  readonly subject_type: string;
  readonly dpop_bound_access_tokens: boolean;
  readonly disabled: boolean;
  readonly skip_consent: boolean;
  readonly user_id: string | null;
  /** The organization that owns it. */
  readonly organization_id: string | null;
  /** Seconds since 1970. */
  readonly client_id_issued_at: number;
}

/** A client with its secret, which no other call returns. */
export interface NewOAuthClient extends OAuthClient {
  readonly client_secret?: string;
  /** 0 if it never expires. */
  readonly client_secret_expires_at: number;
}

/** Values of a client that can be `null`. */
type NullableName = { [Name in keyof OAuthClient]: null extends OAuthClient[Name] ? Name : never }[keyof OAuthClient];

/** A registration, in the form of RFC 7591: clients expect that values that aren't set are missing. */
export type OAuthRegistration = Omit<OAuthClient, NullableName> & {
  readonly [Name in NullableName]?: Exclude<OAuthClient[Name], null>;
};

/** A client that has just registered itself. */
export interface RegisteredOAuthClient extends OAuthRegistration {
  readonly client_secret?: string;
  /** 0 if it never expires. */
  readonly client_secret_expires_at: number;
  /** The token with which it manages its registration. RFC 7592. */
  readonly registration_access_token: string;
  readonly registration_client_uri: string;
}

/** Input of `PUT /oauth2/register/:client_id`: all metadata, because what's left out is removed. */
export interface UpdateRegistrationInput extends ClientMetadata, ClientIdInput {}

/** Who has created a client. `document`: its id is the URL of a document with its metadata. */
export type ClientOrigin = "app" | "user" | "organization" | "registration" | "document";

/** A client, as site admins see it. */
export interface AdminOAuthClient extends OAuthClient {
  readonly origin: ClientOrigin;
  /** Whether a site admin has turned it off. `disabled` is then true, and its manager can't change that. */
  readonly blocked: boolean;
  /** When it last got tokens, to within a day. Only for clients that registered themselves. */
  readonly last_used_at: Date | null;
}

/** Input of `/admin/oauth2/list-clients`. */
export interface ListOAuthClientsQuery {
  /** Part of a name, or a full client id. Reads every client. */
  readonly search?: string | undefined;
  /** Clients per page, up to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** Response of `/admin/oauth2/list-clients`. */
export interface OAuthClientPage {
  readonly clients: readonly AdminOAuthClient[];
  /** Number of matching clients. `null` on pages after the first. */
  readonly total: number | null;
  /** The cursor of the next page. `null` on the last one. */
  readonly nextCursor: string | null;
}

/** Input of `/admin/oauth2/update-client`. */
export interface AdminUpdateClientInput extends ClientIdInput {
  readonly update: {
    /**
     * A disabled client gets no tokens, and those that it has don't work. Its manager can't enable it again. `false`
     * leaves a client off that its manager has turned off.
     */
    readonly disabled: boolean;
  };
}

/** Input of `/admin/oauth2/revoke-grants`. */
export interface RevokeGrantsInput extends ClientIdInput {
  /** Only this user's. Default: everyone's. */
  readonly userId?: string | undefined;
}

/** What users see of a client on the consent page. */
export interface PublicClient {
  readonly client_id: string;
  readonly client_name: string | null;
  readonly client_uri: string | null;
  readonly logo_uri: string | null;
  readonly contacts: readonly string[] | null;
  readonly tos_uri: string | null;
  readonly policy_uri: string | null;
  /** The hosts that the user can be sent to. */
  readonly redirect_hosts: readonly string[];
  /** Whether the app itself created the client. Others can choose any name and logo. */
  readonly verified: boolean;
}

/** What a user has allowed a client. */
export interface OAuthConsent {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  /** Id of the organization that it's for. Empty if it's for none. */
  readonly referenceId: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A client that a user has given access to, in one organization or in none. */
export interface ConnectedApp {
  readonly client: PublicClient;
  /** The organization that the client acts in. */
  readonly organizationId: string | null;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** Whether the client keeps its access while the user is signed out. */
  readonly isOffline: boolean;
  readonly connectedAt: Date;
  /** To within five minutes. `null` if the client has no access now, and would get it without asking. */
  readonly lastUsedAt: Date | null;
}

/** Input of `/oauth2/disconnect-app`. */
export interface DisconnectAppInput extends ClientIdInput {
  /** Only the access in this organization. Default: all access. */
  readonly organizationId?: string | undefined;
}

/** Input of `/oauth2/update-consent`. */
export interface UpdateConsentInput {
  readonly id: string;
  readonly update: {
    /** What stays allowed: a part of what's allowed now. */
    readonly scopes: readonly string[];
  };
}

/** Input of `/oauth2/public-client-prelogin`. */
export interface PublicClientPreloginInput extends ClientIdInput {
  /** The query of the page. */
  readonly oauth_query?: string | undefined;
}

/** Input of `/oauth2/end-session/confirm`. */
export interface EndSessionConfirmation {
  /** The page's hidden field. */
  readonly request: string;
}

/** Input of calls that take only a consent's id. */
export interface ConsentIdInput {
  readonly id: string;
}

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

/** A call of someone who manages clients. The server can also call it without headers. */
interface ManagerCall<Input, Output, Code extends string>
  extends CallContract<
    Input,
    Output,
    ManagerErrorCode | Code,
    Call<WithBody<Input>, Output, ManagerErrorCode | Code>,
    SessionCall<Input, Output, ManagerErrorCode | Code>["client"]
  > {}

/** The plugin's calls. */
export interface OAuthProviderCalls<_M extends Models = CoreModels> extends AdminOAuthCalls {
  /** Describes the provider. OpenID Connect Discovery. */
  readonly getOpenIdConfig: PublicQuery<void, Claims>;
  /** Describes the provider. RFC 8414. */
  readonly getOAuthServerConfig: PublicQuery<void, Claims>;
  /** The same description as `getOpenIdConfig`, at the path that RFC 8414 builds. */
  readonly getOpenIdConfigAtRoot: PublicQuery<void, Claims>;
  /** The same description as `getOAuthServerConfig`, under the base path. */
  readonly getOAuthServerConfigAtBase: PublicQuery<void, Claims>;
  /** Signs the user out for a client. */
  readonly oauth2EndSession: PageCall<Claims, WithQuery<Claims>>;
  /** Signs out after the user confirmed. */
  readonly oauth2ConfirmEndSession: PageCall<EndSessionConfirmation, WithBody<EndSessionConfirmation>>;
  /** Starts a request of a client. */
  readonly oauth2Authorize: PageCall<
    Claims,
    WithQuery<Claims>,
    "invalid_client" | "invalid_request" | "invalid_request_uri"
  >;
  /** Accepts a pushed authorization request. RFC 9126. */
  readonly oauth2PushRequest: ProtocolCall<Claims, PushedRequest, OAuthErrorCode>;
  /** Allows or denies a client's request. */
  readonly oauth2Consent: SessionCall<ConsentInput, NextPage, "INVALID_OAUTH_REQUEST" | "INVALID_SCOPE">;
  /** Goes on with a client's request. */
  readonly oauth2Continue: SessionCall<
    ContinueInput,
    NextPage,
    "INVALID_OAUTH_REQUEST" | "YOU_ARE_NOT_ALLOWED_TO_CHOOSE_THIS_ORGANIZATION"
  >;
  /** Exchanges a code, a refresh token, or a client's own credentials for tokens. */
  readonly oauth2Token: ProtocolCall<TokenInput, TokenResponse, TokenErrorCode>;
  /** Describes a token of the calling client. */
  readonly oauth2Introspect: ProtocolCall<TokenLookupInput, Introspection, "invalid_client" | "invalid_request">;
  /** Ends a token. */
  readonly oauth2Revoke: ProtocolCall<TokenLookupInput, Claims, "invalid_client" | "invalid_request">;
  /** Returns the claims of the user that an access token is about. */
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
    OAuthRegistration,
    "invalid_token",
    Call<WithQuery<ClientIdInput>, OAuthRegistration, "invalid_token">,
    never
  >;
  /** Replaces the metadata of a registration. */
  readonly updateOAuthRegistration: ProtocolCall<
    UpdateRegistrationInput,
    OAuthRegistration,
    "invalid_redirect_uri" | "invalid_client_metadata" | "invalid_token"
  >;
  /** Deletes a registration, and everything that users allowed the client. */
  readonly deleteOAuthRegistration: ProtocolCall<ClientIdInput, Claims, "invalid_token">;
  /** Changes a client. */
  readonly updateOAuthClient: ManagerCall<
    UpdateClientInput,
    OAuthClient,
    "INVALID_CLIENT_METADATA" | "OAUTH_CLIENT_NOT_FOUND"
  >;
  /** Deletes a client with everything that users allowed it. */
  readonly deleteOAuthClient: ManagerCall<ClientIdInput, SuccessResponse, "OAUTH_CLIENT_NOT_FOUND">;
  /** Replaces a client's secret. */
  readonly rotateOAuthClientSecret: ManagerCall<
    RotateSecretInput,
    NewOAuthClient,
    "OAUTH_CLIENT_NOT_FOUND" | "INVALID_CLIENT_METADATA"
  >;
  /** Lists the clients of the caller, or of an organization in which they have the permission `oauthClient: read`. */
  readonly getOAuthClients: SessionQuery<
    { readonly organizationId?: string | undefined } | void,
    readonly OAuthClient[],
    "YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS"
  >;
  /** Returns a client of the caller or of their organization. */
  readonly getOAuthClient: SessionQuery<
    ClientIdInput,
    OAuthClient,
    "YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS" | "OAUTH_CLIENT_NOT_FOUND"
  >;
  /** Returns what users see of a client, before they sign in. */
  readonly getOAuthPublicClientPrelogin: PublicCall<
    PublicClientPreloginInput,
    PublicClient,
    "OAUTH_CLIENT_NOT_FOUND" | "INVALID_OAUTH_REQUEST"
  >;
  /** Returns what users see of a client. */
  readonly getOAuthPublicClient: SessionQuery<ClientIdInput, PublicClient, "OAUTH_CLIENT_NOT_FOUND">;
  /** Lists what the caller has allowed clients. */
  readonly getOAuthConsents: SessionQuery<void, readonly OAuthConsent[]>;
  /** Returns one consent of the caller. */
  readonly getOAuthConsent: SessionQuery<ConsentIdInput, OAuthConsent, "CONSENT_NOT_FOUND">;
  /** Removes scopes from a consent. Grants that exceed it end. */
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

/** The calls of site admins. They exist only if the app has `admin()` of `@latchkey/admin`. */
export interface AdminOAuthCalls {
  /** Returns a page of all clients, newest first, to an admin with the permission `oauthClient: list`. */
  readonly adminListOAuthClients: SessionQuery<ListOAuthClientsQuery | void, OAuthClientPage, AdminErrorCode>;
  /** Disables or enables a client, for an admin with the permission `oauthClient: update`. */
  readonly adminUpdateOAuthClient: SessionCall<
    AdminUpdateClientInput,
    AdminOAuthClient,
    AdminErrorCode | "OAUTH_CLIENT_NOT_FOUND"
  >;
  /** Ends what users have given to a client, for an admin with the permission `oauthClient: revoke`. */
  readonly adminRevokeOAuthGrants: SessionCall<
    RevokeGrantsInput,
    { readonly revoked: number },
    AdminErrorCode | "OAUTH_CLIENT_NOT_FOUND"
  >;
}

type AdminErrorCode = ImpersonationErrorCode | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS";

declare global {
  interface LatchkeyAdminClient {
    readonly oauth2: {
      readonly listClients: AdminOAuthCalls["adminListOAuthClients"]["client"];
      readonly updateClient: AdminOAuthCalls["adminUpdateOAuthClient"]["client"];
      readonly revokeGrants: AdminOAuthCalls["adminRevokeOAuthGrants"]["client"];
    };
  }

  interface LatchkeyCapabilities {
    readonly "oauth-provider"?: OAuthProviderCapabilities;
  }
}

/** The plugin's part of `GET /capabilities`. */
export interface OAuthProviderCapabilities {
  /** The scopes that clients can ask for. */
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
