/** Types of social providers. A provider declares its endpoints, its quirks, and how to read the user's profile. */

/** An app's options for one provider. */
export interface ProviderOptions {
  /**
   * The client ID from the provider's dashboard. If you pass a list, redirects use the first one, and ID tokens
   * issued to any of them are accepted.
   */
  readonly clientId: string | readonly string[];
  /** The client secret from the provider's dashboard. Leave it out for public clients. */
  readonly clientSecret?: string | undefined;
  /** Additional scopes to request. */
  readonly scope?: readonly string[] | undefined;
  /** Whether to request only the scopes in `scope`. Default: false. */
  readonly disableDefaultScope?: boolean | undefined;
  /** The URL that the provider redirects users to. Default: `{baseURL}{basePath}/callback/{id}`. */
  readonly redirectURI?: string | undefined;
  /** Whether to reject users who don't have an account yet. Default: false. */
  readonly disableSignUp?: boolean | undefined;
  /** Whether to create users only if the call sets `requestSignUp`. Default: false. */
  readonly disableImplicitSignUp?: boolean | undefined;
  /** Whether every sign-in updates the name and image from the provider. Default: false. */
  readonly overrideUserInfoOnSignIn?: boolean | undefined;
  /** Whether direct sign-in with an ID token requires a nonce. Default: false. */
  readonly requireNonce?: boolean | undefined;
  /** Overrides a new or updated user's fields. `raw` is the provider's unchanged profile. */
  mapProfileToUser?(profile: Profile): Partial<ProfileUser> | Promise<Partial<ProfileUser>>;
}

/** User values that a profile provides. Additional keys go to declared additional fields. */
export interface ProfileUser {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
  readonly [field: string]: unknown;
}

/** A user's profile at the provider. */
export interface Profile {
  /** The provider's subject, unchanged and never empty. It identifies the account. */
  readonly id: string;
  readonly name: string;
  /** Not normalized yet. `null` if the provider shares none. */
  readonly email: string | null;
  /** `true` only if the provider vouches for this exact email. */
  readonly emailVerified: boolean;
  readonly image: string | null;
  readonly raw: Readonly<Record<string, unknown>>;
  /** Properties that the provider sets for the session that this sign-in creates. */
  readonly session?: ProviderSession;
}

/** Session properties that the provider sets. */
export interface ProviderSession {
  /** Values for columns that plugins added to sessions. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The latest time that the session can end. */
  readonly endsAt: Date | null;
}

/** A provider together with the app's options. `defineProvider` takes one. */
export interface SocialProvider {
  /** Lowercase letters, digits, and dashes. Identifies the provider in accounts and in the callback path. */
  readonly id: string;
  /** The provider's name on buttons. */
  readonly name: string;
  readonly options: ProviderOptions;
  /** URL of the discovery document, whose endpoints replace those given here. The issuer stays pinned. */
  readonly discovery?: string;
  /** Headers for fetching the discovery document. */
  readonly discoveryHeaders?: Readonly<Record<string, string>>;
  /** Whether to allow plain HTTP. Only for development and tests. Rejected in production. Default: false. */
  readonly allowInsecure?: boolean;
  readonly authorization: AuthorizationRequest;
  readonly token: TokenRequest;
  /** Set if `/sign-out` sends users to the provider, so that they're signed out there too. */
  readonly endSession?: EndSessionRequest;
  /** `null` if there is no ID token, or one that can't be verified. */
  readonly idToken: IdTokenRules | null;
  /** If the provider shares no email: fail with `email_not_found`, or use this unverified placeholder. */
  readonly missingEmail: "reject" | ((profile: Profile) => string);
  /** Reads the user's profile. Throws if anything is malformed. */
  fetchProfile(source: ProfileSource): Promise<Profile>;
}

/** The authorization URL that users are sent to. */
export interface AuthorizationRequest {
  readonly endpoint: string;
  /** Requested unless the app turns them off. */
  readonly scopes: readonly string[];
  /** Default: a space. */
  readonly separator?: " " | ",";
  /** `null` if the provider doesn't accept a scope parameter. Default: `scope`. */
  readonly scopeParameter?: string | null;
  /** Default: `client_id`. */
  readonly clientIdParameter?: string;
  readonly pkce: boolean;
  /** Encoding of the PKCE challenge. Default: base64url (RFC 7636). */
  readonly challengeEncoding?: "base64url" | "hex";
  /** Whether to send a nonce and require it in the ID token. */
  readonly nonce: boolean;
  /** How the provider returns its response. `form_post` posts it to the callback. Default: the provider decides. */
  readonly responseMode?: ResponseMode;
  /** Parameter for the expected user's email. `null` if there is none. Default: `login_hint`. */
  readonly loginHintParameter?: string | null;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** How a provider returns its response to the callback. */
export type ResponseMode = "query" | "form_post";

/** How to sign a user out at the provider. OpenID Connect RP-Initiated Logout. */
export interface EndSessionRequest {
  /** Default: the endpoint in the discovery document. */
  readonly endpoint?: string | undefined;
  /** The URL that the provider redirects users to if the call doesn't set one. It must be registered there. */
  readonly postLogoutRedirectURI?: string | undefined;
}

/** Requests to the token endpoint, for exchanging a code and for refreshing. */
export interface TokenRequest {
  readonly endpoint: string;
  /** `private_key_jwt` requires `privateKey`. */
  readonly auth: "client_secret_basic" | "client_secret_post" | "private_key_jwt" | "none";
  /** The key that signs assertions for `private_key_jwt`, as a JWK with `alg`. */
  readonly privateKey?: PrivateKeyJwk | undefined;
  /** Access token lifetime in seconds if the response doesn't state it. Default: unknown. */
  readonly defaultExpiresIn?: number | undefined;
  /** Default: `client_id`. */
  readonly clientIdParameter?: string;
  /**
   * Creates the client secret if it isn't a fixed string.
   *
   * @param now the time from the app's clock
   */
  clientSecret?(now: Date): Promise<string>;
  /** Headers for both requests, in addition to `accept` and `user-agent`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional parameters for the exchange, read from the callback. */
  exchangeParameters?(callback: CallbackParameters): Readonly<Record<string, string>>;
  /** Callback values to store with the account for later refreshes. */
  readProviderData?(callback: CallbackParameters): Readonly<Record<string, string>>;
  /** Additional parameters for a refresh, read from the stored values. */
  refreshParameters?(
    providerData: Readonly<Record<string, string>>,
    signIn?: OriginalSignIn,
  ): Readonly<Record<string, string>>;
  /** Converts the callback's code to the form that the token endpoint expects. Default: unchanged. */
  readCode?(code: string): string;
  /**
   * What happens to a refresh token when it's used. `none`: it stays valid. `not-applicable`: refreshing isn't
   * supported.
   */
  readonly refresh: "rotates" | "may-rotate" | "none" | "not-applicable";
  /** Converts a response to the standard form (RFC 6749, section 5), including errors with status 200. */
  normalize?(response: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** A private key in JWK format. Its `kid` is sent along, so the provider can tell keys apart. */
export type PrivateKeyJwk = Readonly<JsonWebKey> & { readonly alg: string; readonly kid?: string };

/** Values of the original sign-in that a refresh repeats. */
export interface OriginalSignIn {
  readonly redirectURI: string;
  /** The scopes stored with the account. */
  readonly scopes: readonly string[];
}

/** The parameters of the callback. */
export type CallbackParameters = Readonly<Record<string, string>>;

/** How to verify an ID token. Keys and issuer come only from here, never from the token. */
export interface IdTokenRules {
  /** Exactly this issuer, one of these, or one built from a claim (Microsoft's tenant). `null` rejects the token. */
  readonly issuer: string | readonly string[] | ((claims: Readonly<Record<string, unknown>>) => string | null);
  readonly jwksUri: string;
  readonly algorithms: readonly string[];
  /** Accepted audiences. Default: the client IDs. */
  readonly audience?: readonly string[];
  /** Maximum age of a token since `iat`, in seconds. Default: until it expires. */
  readonly maxAge?: number;
  /** How the claim must match if a nonce was sent. */
  readonly nonce: "exact" | "exact-or-sha256-hex" | "none";
  /** Whether users can sign in with an ID token alone (`idToken` of `/sign-in/social`). */
  readonly allowsDirectSignIn: boolean;
  /** Verifies tokens that aren't JWTs. Returns their claims, or `null` to verify the token as a JWT. */
  verifyOpaqueToken?(token: string, source: ProfileSource): Promise<Readonly<Record<string, unknown>> | null>;
}

/** The data that a profile can be read from. */
export interface ProfileSource {
  readonly tokens: ProviderTokens;
  /** Claims of a verified ID token. `null` if there is none. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  /** Parameters of the callback, such as Apple's `user`. They aren't signed. */
  readonly callback: CallbackParameters;
  /** From the discovery document, if there is one. */
  readonly userinfoEndpoint?: string | undefined;
  /**
   * Sends a request to one of the provider's fixed URLs, with the access token as bearer token unless the headers say
   * otherwise. Limits time and size and doesn't follow redirects.
   *
   * @throws {Error} if there is no response, the status is an error, or the body isn't JSON
   */
  fetchJson(url: string, init?: FetchJsonInit): Promise<unknown>;
  /** Like `fetchJson`, but returns bytes, such as an image. Without it, images that must be fetched are omitted. */
  fetchBytes?(url: string, init?: FetchJsonInit): Promise<Uint8Array>;
}

/** Options for a request to the provider. */
export interface FetchJsonInit {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether to omit the bearer token. Default: false. */
  readonly anonymous?: boolean;
}

/** A provider's tokens in one common form. */
export interface ProviderTokens {
  readonly accessToken: string;
  readonly tokenType: string;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshTokenExpiresAt: Date | null;
  readonly scopes: readonly string[];
  /** The original response, for values that only this provider has. */
  readonly raw: Readonly<Record<string, unknown>>;
}
