/** What a social provider is: a small declaration of its endpoints, its quirks, and how its profile reads. */

/** What an app gives for one provider. */
export interface ProviderOptions {
  /** From the provider's registration. Several: the first asks, tokens for any of them are taken. */
  readonly clientId: string | readonly string[];
  /** None for public clients. */
  readonly clientSecret?: string | undefined;
  /** Further scopes. */
  readonly scope?: readonly string[] | undefined;
  /** Ask for `scope` alone. Default: false. */
  readonly disableDefaultScope?: boolean | undefined;
  /** Instead of `{baseURL}{basePath}/callback/{id}`. */
  readonly redirectURI?: string | undefined;
  /** Only people who have an account get in. Default: false. */
  readonly disableSignUp?: boolean | undefined;
  /** An account is made only where the call says `requestSignUp`. Default: false. */
  readonly disableImplicitSignUp?: boolean | undefined;
  /** Name and image follow the provider at every sign-in. Default: false. */
  readonly overrideUserInfoOnSignIn?: boolean | undefined;
  /** Direct sign-in by id token needs a nonce. Default: false. */
  readonly requireNonce?: boolean | undefined;
  /** Changes what becomes of a profile. `raw` is the provider's own. */
  mapProfileToUser?(profile: Profile): Partial<ProfileUser> | Promise<Partial<ProfileUser>>;
}

/** What a profile says of the user to be made. Further keys go to declared additional fields. */
export interface ProfileUser {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
  readonly [field: string]: unknown;
}

/** A person at the provider. */
export interface Profile {
  /** The subject, as exact text; never empty. What the account is known by. */
  readonly id: string;
  readonly name: string;
  /** `null`: the provider gave none. Not normalised yet. */
  readonly email: string | null;
  /** Only `true` if the provider vouches for this very address. */
  readonly emailVerified: boolean;
  readonly image: string | null;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A provider with an app's options worked in. What `defineProvider` takes. */
export interface SocialProvider {
  /** Lower case letters, digits and dashes; names the account and the callback path. */
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  readonly options: ProviderOptions;
  /** Endpoints from the issuer's discovery document instead of those given here. The issuer stays pinned. */
  readonly discovery?: string;
  /** Plain http is let through. Only for development and tests: refused in production. */
  readonly allowInsecure?: boolean;
  readonly authorization: AuthorizationRequest;
  readonly token: TokenRequest;
  /** `null`: no id token, or one that cannot be checked. */
  readonly idToken: IdTokenRules | null;
  /** Where the provider gives no address: end with `email_not_found`, or use this unverified placeholder. */
  readonly missingEmail: "reject" | ((profile: Profile) => string);
  /** Reads the person's data. Throws for whatever does not look as it should. */
  fetchProfile(source: ProfileSource): Promise<Profile>;
}

/** The address that people are sent to. */
export interface AuthorizationRequest {
  readonly endpoint: string;
  /** Asked for unless the app switches them off. */
  readonly scopes: readonly string[];
  /** Default: a blank. */
  readonly separator?: " " | ",";
  /** `null`: the provider takes no scope parameter. Default: `scope`. */
  readonly scopeParameter?: string | null;
  /** Default: `client_id`. */
  readonly clientIdParameter?: string;
  readonly pkce: boolean;
  /** How the PKCE challenge is written. Default: base64url (RFC 7636). */
  readonly challengeEncoding?: "base64url" | "hex";
  /** Whether a nonce is sent, and then asked for in the id token. */
  readonly nonce: boolean;
  /** The provider posts its answer to the callback. */
  readonly responseMode?: "form_post";
  /** Name of the parameter for the address of whoever is expected. `null`: there is none. Default: `login_hint`. */
  readonly loginHintParameter?: string | null;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Exchanging a code, and refreshing. */
export interface TokenRequest {
  readonly endpoint: string;
  readonly auth: "client_secret_basic" | "client_secret_post" | "none";
  /** Default: `client_id`. */
  readonly clientIdParameter?: string;
  /** Makes the client secret, where it is not a fixed text. @param now by the app's clock */
  clientSecret?(now: Date): Promise<string>;
  /** Further headers of both requests, beside `accept` and `user-agent`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further parameters of the exchange, from those of the callback. */
  exchangeParameters?(callback: CallbackParameters): Readonly<Record<string, string>>;
  /** What of the callback has to be kept with the account, for refreshing. */
  keep?(callback: CallbackParameters): Readonly<Record<string, string>>;
  /** Further parameters of a refresh, from what was kept. */
  refreshParameters?(
    kept: Readonly<Record<string, string>>,
    signIn?: RefreshedSignIn,
  ): Readonly<Record<string, string>>;
  /** The code as it has to be sent, from the one of the callback. Default: unchanged. */
  readCode?(code: string): string;
  /** What becomes of a refresh token when it is used. `none`: it stays. `not-applicable`: there is no refreshing. */
  readonly refresh: "rotates" | "may-rotate" | "none" | "not-applicable";
  /** Brings an answer into the standard form (RFC 6749, section 5), an error with status 200 too. */
  normalize?(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** What a refresh repeats of the sign-in that gave the refresh token. */
export interface RefreshedSignIn {
  readonly redirectURI: string;
  /** Those kept with the account. */
  readonly scopes: readonly string[];
}

/** What came with the callback, beside code and state. */
export type CallbackParameters = Readonly<Record<string, string>>;

/** How an id token is checked. Keys and issuer come from here only, never from the token. */
export interface IdTokenRules {
  /** Exactly this, one of these, or built from a claim (Microsoft's tenant); `null`: none of ours. */
  readonly issuer: string | readonly string[] | ((claims: Readonly<Record<string, unknown>>) => string | null);
  readonly jwksUri: string;
  readonly algorithms: readonly string[];
  /** Whom tokens may be for. Default: the client ids. */
  readonly audience?: readonly string[];
  /** How old a token may be, in seconds since `iat`. Default: until it expires. */
  readonly maxAge?: number;
  /** What the claim must be where a nonce was given. */
  readonly nonce: "exact" | "exact-or-sha256-hex" | "none";
  /** Whether people can sign in by an id token alone (`idToken` of `/sign-in/social`). */
  readonly direct: boolean;
  /** Takes tokens that are no JWT, in a way of the provider's own. Answers their claims, or `null` to go on as usual. */
  verifyDirect?(token: string, source: ProfileSource): Promise<Readonly<Record<string, unknown>> | null>;
}

/** What a profile can be read from. */
export interface ProfileSource {
  readonly tokens: ProviderTokens;
  /** Of an id token that was checked; `null` without one. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  /** What came with the callback: Apple's `user`, say. Nobody signed it. */
  readonly callback: CallbackParameters;
  /** From the discovery document, where there is one. */
  readonly userinfoEndpoint?: string | undefined;
  /**
   * Asks a fixed address of the provider's, with the access token as bearer unless headers say otherwise. Bounded in
   * time and size, follows no redirect.
   * @throws {Error} no answer, an error status, or no JSON
   */
  fetchJson(url: string, init?: FetchJsonInit): Promise<unknown>;
  /** The same for what is no JSON: a picture. Where it is missing, pictures that have to be fetched are left out. */
  fetchBytes?(url: string, init?: FetchJsonInit): Promise<Uint8Array>;
}

/** How a provider is asked. */
export interface FetchJsonInit {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Without the access token as bearer. Default: false. */
  readonly anonymous?: boolean;
}

/** Tokens in one form, whatever the provider's was. */
export interface ProviderTokens {
  readonly accessToken: string;
  readonly tokenType: string;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshTokenExpiresAt: Date | null;
  readonly scopes: readonly string[];
  /** The answer as it came, for what is particular to a provider. */
  readonly raw: Readonly<Record<string, unknown>>;
}
