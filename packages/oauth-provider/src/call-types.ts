/** The input and response types of the calls. */

import type { ClientAuthMethod } from "./tables.ts";

/** The parameters that clients authenticate with. */
export interface ClientAuthentication {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}

/** Input for `/oauth2/token`. */
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

/** Response from `/oauth2/token`. RFC 6749, section 5.1. */
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

/** Input for `/oauth2/introspect` and `/oauth2/revoke`. */
export interface TokenLookupInput extends ClientAuthentication {
  readonly token: string;
  readonly token_type_hint?: string | undefined;
}

/** Response from `/oauth2/introspect`. RFC 7662, section 2.2. */
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
  /** The ID of the organization that the token is for. */
  readonly org_id?: string;
  readonly org_slug?: string;
  /** The user's roles in the organization. */
  readonly org_role?: string;
  /** The key that the token is bound to. RFC 9449, section 6.2. */
  readonly cnf?: { readonly jkt: string };
}

/** Response from `/oauth2/par`. */
export interface PushedRequest {
  readonly request_uri: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** Claims by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** Input for `/oauth2/consent`. */
export interface ConsentInput {
  readonly accept: boolean;
  /** The scopes that the user allows, separated by spaces. Default: all that the client requested. */
  readonly scope?: string | undefined;
  /**
   * The claims that the user allows, in the format of the `claims` parameter. Default: all that the client requested.
   */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** The query of the consent page. */
  readonly oauth_query?: string | undefined;
}

/** Input for `/oauth2/continue`. */
export interface ContinueInput {
  /** Whether the user has chosen an account. */
  readonly selected?: boolean | undefined;
  /** Whether the user has signed up. */
  readonly created?: boolean | undefined;
  /** Whether the user has finished the `postLogin` page. */
  readonly postLogin?: boolean | undefined;
  /** The organization that the user has chosen for the client. */
  readonly organizationId?: string | undefined;
  /** The query of the page. */
  readonly oauth_query?: string | undefined;
}

/** Where to send the browser next. */
export interface NextPage {
  readonly redirect: true;
  readonly url: string;
}

/** A client's metadata, with the names from RFC 7591. */
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
  /** URL of the public keys, instead of `jwks`. */
  readonly jwks_uri?: string | undefined;
  /** Separated by spaces. Default: all scopes of the app. */
  readonly scope?: string | undefined;
  /** URLs that users can be redirected to after the client has signed them out. */
  readonly post_logout_redirect_uris?: readonly string[] | undefined;
  /** URL to send a logout token to when a session ends in which the client got tokens. */
  readonly backchannel_logout_uri?: string | undefined;
  readonly backchannel_logout_session_required?: boolean | undefined;
  /** `pairwise` if the client gets different user IDs than other clients. Default: `public`. */
  readonly subject_type?: "public" | "pairwise" | undefined;
  /** Whether all of the client's tokens must be bound to a key. Default: false. */
  readonly dpop_bound_access_tokens?: boolean | undefined;
}

/**
 * Input for `/oauth2/create-client`. Only the server can set `client_credentials_scopes`, `skip_consent`, and
 * `require_pkce`.
 */
export interface CreateClientInput extends ClientMetadata {
  /** Scopes for the client's own tokens, which it gets with the client credentials grant. */
  readonly client_credentials_scopes?: readonly string[] | undefined;
  /** Whether to skip the consent page, because the client belongs to the app itself. */
  readonly skip_consent?: boolean | undefined;
  /** Whether a confidential client must use PKCE. Default: true. */
  readonly require_pkce?: boolean | undefined;
  /** The organization that owns the client. The caller needs the `oauthClient: create` permission in it. */
  readonly organizationId?: string | undefined;
}

/** Input for `/oauth2/update-client`. Only the server can set `client_credentials_scopes`. */
export interface UpdateClientInput {
  readonly client_id: string;
  readonly update: ClientMetadata & {
    readonly disabled?: boolean | undefined;
    /**
     * Scopes for the client's own tokens. `null` if it can no longer get any. Tokens with other scopes stop working.
     */
    readonly client_credentials_scopes?: readonly string[] | null | undefined;
  };
}

/** Input of calls that take only a client's ID. */
export interface ClientIdInput {
  readonly client_id: string;
}

/** Input for `/oauth2/client/rotate-secret`. */
export interface RotateSecretInput extends ClientIdInput {
  /** How long the old secret works, in seconds. At most 604800 (7 days). Default: 0. */
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
  /** When the secret stops working, in seconds since 1970. 0 if it doesn't expire, or if the client has none. */
  readonly client_secret_expires_at: number;
}

/** A client with its secret, which no other call returns. */
export interface NewOAuthClient extends OAuthClient {
  readonly client_secret?: string;
}

/** Names of a client's properties that can be `null`. */
type NullableName = { [Name in keyof OAuthClient]: null extends OAuthClient[Name] ? Name : never }[keyof OAuthClient];

/** A registration in the format of RFC 7591. Clients expect unset values to be missing. */
export type OAuthRegistration = Omit<OAuthClient, NullableName> & {
  readonly [Name in NullableName]?: Exclude<OAuthClient[Name], null>;
};

/** A client that registered itself. */
export interface RegisteredOAuthClient extends OAuthRegistration {
  /** Only returned if the call created or replaced it. */
  readonly client_secret?: string;
  /** The token for managing its registration. RFC 7592. */
  readonly registration_access_token: string;
  readonly registration_client_uri: string;
}

/** Input for `PUT /oauth2/register/:client_id`. Pass all metadata, because omitted fields are removed. */
export interface UpdateRegistrationInput extends ClientMetadata {
  /** The client's ID in the path. */
  readonly id: string;
  /** Required, and the same as in the path. */
  readonly client_id?: string | undefined;
  /** If it's sent, it must be the client's secret. */
  readonly client_secret?: string | undefined;
  /** Not allowed in an update, like the next three fields. */
  readonly registration_access_token?: unknown;
  readonly registration_client_uri?: unknown;
  readonly client_secret_expires_at?: unknown;
  readonly client_id_issued_at?: unknown;
}

/** Who created a client. `document` means that its ID is the URL of a document with its metadata. */
export type ClientOrigin = "app" | "user" | "organization" | "registration" | "document";

/** A client, as site admins see it. */
export interface AdminOAuthClient extends OAuthClient {
  readonly origin: ClientOrigin;
  /** Whether a site admin has turned it off. If so, `disabled` is true, and the client's manager can't enable it. */
  readonly blocked: boolean;
  /** When it last got tokens, to within a day. Only for clients that registered themselves. */
  readonly last_used_at: Date | null;
}

/** Input for `/admin/oauth2/list-clients`. */
export interface ListOAuthClientsQuery {
  /** Part of a name, or a full client ID. Scans all clients. */
  readonly search?: string | undefined;
  /** Clients per page, up to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** Response from `/admin/oauth2/list-clients`. */
export interface OAuthClientPage {
  readonly clients: readonly AdminOAuthClient[];
  /** Number of matching clients. `null` on pages after the first. */
  readonly total: number | null;
  /** The cursor of the next page. `null` on the last one. */
  readonly nextCursor: string | null;
}

/** Input for `/admin/oauth2/update-client`. */
export interface AdminUpdateClientInput extends ClientIdInput {
  readonly update: {
    /**
     * If true, the client can't get tokens, its existing tokens don't work, and its manager can't enable it. If false,
     * a client that its manager disabled stays disabled.
     */
    readonly disabled: boolean;
  };
}

/** Input for `/admin/oauth2/revoke-grants`. */
export interface RevokeGrantsInput extends ClientIdInput {
  /** Revokes only this user's grants. Default: all users' grants. */
  readonly userId?: string | undefined;
}

/** The details of a client that the consent page shows. */
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
  /** Whether the app itself created the client. Other clients can have any name and logo. */
  readonly verified: boolean;
}

/** A user's consent to a client's access. */
export interface OAuthConsent {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  /** ID of the organization that the consent is for. Empty if it isn't for one. */
  readonly referenceId: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A client that a user has given access to, in one organization or outside of all organizations. */
export interface ConnectedApp {
  readonly client: PublicClient;
  /** The organization that the client acts in. */
  readonly organizationId: string | null;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** Whether the client keeps its access while the user is signed out. */
  readonly isOffline: boolean;
  readonly connectedAt: Date;
  /** Accurate to five minutes. `null` if the client has no access now, but would get it without asking the user. */
  readonly lastUsedAt: Date | null;
}

/** Input for `/oauth2/disconnect-app`. */
export interface DisconnectAppInput extends ClientIdInput {
  /** Revokes only the access in this organization. Default: all access. */
  readonly organizationId?: string | undefined;
}

/** Input for `/oauth2/update-consent`. */
export interface UpdateConsentInput {
  readonly id: string;
  readonly update: {
    /** The scopes to keep. A subset of the current ones. */
    readonly scopes: readonly string[];
  };
}

/** Input for `/oauth2/public-client-prelogin`. */
export interface PublicClientPreloginInput extends ClientIdInput {
  /** The query of the page. */
  readonly oauth_query?: string | undefined;
}

/** Input for `/oauth2/end-session/confirm`. */
export interface EndSessionConfirmation {
  /** The value of the page's hidden field. */
  readonly request: string;
}

/** Input of calls that take only a consent's ID. */
export interface ConsentIdInput {
  readonly id: string;
}
