/** The calls of the SSO plugin, with their inputs, responses, and errors. */

import type { Call, CallOptions } from "@latchkey/core";
import type {
  CallContract,
  ClientCall,
  CoreModels,
  ImpersonationErrorCode,
  Models,
  OptionalClientCall,
  OptionalQueryField,
  PageCall,
  PluginTypes,
  PublicCall,
  QueryField,
  SessionErrorCode,
  WithBody,
  WithOptionalQuery,
  WithQuery,
} from "@latchkey/core/plugin";
import type { RoleMapping } from "./tables.ts";

/** A record to add to DNS. */
export interface DnsRecord {
  readonly type: "TXT";
  /** The whole name, such as `_latchkey.example.com`. */
  readonly name: string;
  readonly value: string;
}

/** A domain of an organization. */
export interface SsoDomain {
  readonly id: string;
  readonly organizationId: string;
  /** In lowercase, and in its `xn--` form if it's internationalized. */
  readonly domain: string;
  /** Whether the organization has proven that it's theirs. */
  readonly verified: boolean;
  readonly verifiedAt: Date | null;
  /** When the TXT record was last looked for. `null` until the domain is verified. */
  readonly lastCheckedAt: Date | null;
  /** Since when the TXT record has been missing. After seven days, the domain is no longer verified. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  /** The record that proves the domain. It must stay in DNS. */
  readonly record: DnsRecord;
}

/** Selects an organization. */
export interface SsoScopeQuery {
  /** Default: the active organization. */
  readonly organizationId?: string | undefined;
}

/** A domain of an organization, as input. */
export interface SsoDomainInput extends SsoScopeQuery {
  /** Such as `example.com`. */
  readonly domain: string;
}

/** Response of `/sso/request-domain-verification`. */
export interface RequestedVerification {
  readonly domainVerificationToken: string;
  /** The records that prove the domain. One of them is enough. */
  readonly records: readonly DnsRecord[];
}

/** The app's registration at an OpenID Connect provider. */
export interface OidcConfigInput {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Requested in addition to `openid`, `profile`, and `email`, such as `groups`. */
  readonly scopes?: readonly string[] | undefined;
}

/** The app's registration at a SAML provider. Its metadata has everything; without it, the URL and the certificates do. */
export interface SamlConfigInput {
  /** The provider's metadata, as XML. */
  readonly idpMetadata?: { readonly metadata?: string | undefined } | undefined;
  /** The URL for sign-in requests, by the redirect binding. */
  readonly entryPoint?: string | undefined;
  /** The certificates that it signs with, in PEM. */
  readonly cert?: string | readonly string[] | undefined;
  /** The format of the name ID to ask for. */
  readonly identifierFormat?: string | undefined;
  /** The attributes that hold the email and the name. */
  readonly mapping?: { readonly email?: string | undefined; readonly name?: string | undefined } | undefined;
}

/** Input of `/sso/register`. */
export interface RegisterSsoProviderInput extends SsoScopeQuery {
  /** Lowercase letters, digits, and dashes. It's part of the callback URL, and no provider can ever have it again. */
  readonly providerId: string;
  /** Exactly as the provider writes it, such as `https://acme.okta.com`. */
  readonly issuer: string;
  /** The domains whose users it signs in, separated by commas. Those that are new are added to the organization. */
  readonly domain: string;
  /** For OpenID Connect. */
  readonly oidcConfig?: OidcConfigInput | undefined;
  /** For SAML. */
  readonly samlConfig?: SamlConfigInput | undefined;
  /** What users see. Default: the issuer's host. */
  readonly name?: string | undefined;
  /** Rules for the role of new members, of which the first that fits counts. Default: they get the role `member`. */
  readonly roleMapping?: readonly RoleMapping[] | undefined;
}

/** Input of `/sso/update-provider`. Missing fields stay as they are. */
export interface UpdateSsoProviderInput {
  readonly providerId: string;
  readonly issuer?: string | undefined;
  readonly domain?: string | undefined;
  readonly oidcConfig?: Partial<OidcConfigInput> | undefined;
  /** New certificates can be there before the provider uses them, and old ones until it no longer does. */
  readonly samlConfig?: SamlConfigInput | undefined;
  readonly name?: string | undefined;
  readonly roleMapping?: readonly RoleMapping[] | undefined;
  /** Whether users can sign in with it. Turning it off ends the sessions that were started with it. */
  readonly enabled?: boolean | undefined;
}

/** An identity provider of an organization. Never has the client secret. */
export interface SsoProvider {
  readonly providerId: string;
  readonly type: "oidc" | "saml";
  readonly organizationId: string;
  readonly name: string;
  readonly issuer: string;
  /** The domains whose users it signs in, separated by commas. */
  readonly domain: string;
  /** Whether all of these domains are verified. */
  readonly domainVerified: boolean;
  readonly oidcConfig: {
    readonly clientIdLastFour: string;
    readonly scopes: readonly string[];
    readonly tokenEndpointAuthentication: "client_secret_basic" | "client_secret_post";
  } | null;
  /** Of SAML providers. */
  readonly samlConfig: {
    readonly entryPoint: string;
    readonly certificate: readonly {
      readonly fingerprintSha256: string;
      readonly notBefore: Date;
      readonly notAfter: Date;
    }[];
    readonly spMetadataUrl: string;
    readonly entityId: string;
  } | null;
  readonly roleMapping: readonly RoleMapping[] | null;
  readonly enabled: boolean;
  /** The URL to enter at the provider as the redirect URI. */
  readonly redirectURI: string;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

/** An identity provider with the domains whose users it signs in. */
export interface SsoProviderWithDomains extends SsoProvider {
  readonly domains: readonly SsoDomain[];
}

/** Response of `/sso/register`. */
export interface RegisteredSsoProvider extends SsoProviderWithDomains {
  /** Of the first domain that isn't verified yet. `null` if all are. */
  readonly domainVerificationToken: string | null;
}

/** Response of `/sso/discover`. */
export interface DiscoveredProviders {
  /** Empty if users with this email don't sign in with an identity provider. */
  readonly providers: readonly { readonly providerId: string; readonly name: string; readonly type: "oidc" | "saml" }[];
}

/** Input of `/sign-in/sso`. Names the provider by one of the first four fields. */
export interface SignInSsoInput {
  readonly email?: string | undefined;
  readonly domain?: string | undefined;
  readonly organizationSlug?: string | undefined;
  readonly providerId?: string | undefined;
  /** Where to redirect afterwards. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
  /** Where to redirect after an error, with `?error=`. Default: a page of this server. */
  readonly errorCallbackURL?: string | undefined;
  /** Where to redirect instead of `callbackURL` if a user was created. */
  readonly newUserCallbackURL?: string | undefined;
  /** Scopes to request in addition to the configured ones. */
  readonly scopes?: readonly string[] | undefined;
  /** Filled into the provider's form. Default: `email`. */
  readonly loginHint?: string | undefined;
}

/** Input of `/sso/initiate/:providerId`, in the words of OpenID Connect. */
export interface InitiateSsoQuery {
  /** The issuer of the provider. A different one is rejected. */
  readonly iss?: string | undefined;
  /** Where to redirect afterwards. Relative, or on a trusted origin. Default: `/`. */
  readonly target_link_uri?: string | undefined;
  readonly login_hint?: string | undefined;
}

type DiscoveryErrorCode =
  | "discovery_invalid_url"
  | "discovery_not_found"
  | "discovery_invalid_json"
  | "discovery_incomplete"
  | "discovery_timeout"
  | "issuer_mismatch"
  | "unsupported_token_auth_method";
type ProviderDomainErrorCode = "INVALID_DOMAIN" | "PUBLIC_DOMAIN" | "DOMAIN_TAKEN" | "DOMAIN_LIMIT_REACHED";

type ScopeErrorCode =
  | "NO_ACTIVE_ORGANIZATION"
  | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO";
type ChangeErrorCode = SessionErrorCode | ImpersonationErrorCode | ScopeErrorCode;
type ProviderErrorCode = "SSO_PROVIDER_NOT_FOUND" | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO";

/** A change by a signed-in user. The server can also call it without headers, for every organization. */
interface SsoCall<Input, Output, Code extends string>
  extends CallContract<Input, Output, Code, Call<WithBody<Input>, Output, Code>, ClientCall<Input, Output, Code>> {}

/** A query of a signed-in user. The server can also call it without headers. */
interface SsoQuery<Query, Output, Code extends string>
  extends CallContract<
    Query,
    Output,
    Code,
    Call<WithOptionalQuery<Query>, Output, Code>,
    OptionalClientCall<OptionalQueryField<Query>, Output, Code>
  > {}

type SamlPageInput = CallOptions & {
  readonly params: { readonly providerId: string };
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
};

/** The plugin's calls. */
export interface SsoCalls<_M extends Models = CoreModels> {
  /** Adds a domain. It counts once it's verified. Returns the TXT record that proves it. */
  readonly addSsoDomain: SsoCall<SsoDomainInput, SsoDomain, ChangeErrorCode | ProviderDomainErrorCode>;
  /** Removes a domain, verified or not. */
  readonly removeSsoDomain: SsoCall<
    SsoDomainInput,
    { readonly success: true },
    ChangeErrorCode | "INVALID_DOMAIN" | "DOMAIN_NOT_FOUND"
  >;
  /** Lists the domains of an organization, oldest first. */
  readonly listSsoDomains: SsoQuery<SsoScopeQuery, readonly SsoDomain[], "UNAUTHORIZED" | ScopeErrorCode>;
  /** Returns the TXT record that proves a domain. */
  readonly requestDomainVerification: SsoCall<
    SsoDomainInput,
    RequestedVerification,
    "UNAUTHORIZED" | ScopeErrorCode | "INVALID_DOMAIN" | "DOMAIN_NOT_FOUND" | "DOMAIN_VERIFIED"
  >;
  /** Looks for the TXT record of a domain, and verifies the domain if it's there. */
  readonly verifyDomain: SsoCall<
    SsoDomainInput,
    object,
    ChangeErrorCode | "INVALID_DOMAIN" | "NO_PENDING_VERIFICATION" | "DOMAIN_TAKEN" | "DOMAIN_VERIFICATION_FAILED"
  >;
  /** Registers an OpenID Connect or SAML provider of an organization. It can sign in users of verified domains only. */
  readonly registerSSOProvider: SsoCall<
    RegisterSsoProviderInput,
    RegisteredSsoProvider,
    | ChangeErrorCode
    | DiscoveryErrorCode
    | ProviderDomainErrorCode
    | "SAML_INVALID_METADATA"
    | "SAML_INVALID_CERTIFICATE"
    | "INVALID_PROVIDER_ID"
    | "PROVIDER_ID_TAKEN"
    | "SSO_PROVIDER_LIMIT_REACHED"
    | "SSO_ROLE_NOT_ALLOWED"
  >;
  /** Lists the identity providers of an organization, oldest first. */
  readonly listSSOProviders: SsoQuery<
    SsoScopeQuery,
    { readonly providers: readonly SsoProvider[] },
    "UNAUTHORIZED" | ScopeErrorCode
  >;
  /** Returns an identity provider. */
  readonly getSSOProvider: CallContract<
    { readonly providerId: string },
    SsoProviderWithDomains,
    "UNAUTHORIZED" | ProviderErrorCode,
    Call<WithQuery<{ readonly providerId: string }>, SsoProviderWithDomains, "UNAUTHORIZED" | ProviderErrorCode>,
    ClientCall<QueryField<{ readonly providerId: string }>, SsoProviderWithDomains, "UNAUTHORIZED" | ProviderErrorCode>
  >;
  /** Changes an identity provider, or turns it on or off. */
  readonly updateSSOProvider: SsoCall<
    UpdateSsoProviderInput,
    SsoProviderWithDomains,
    | SessionErrorCode
    | ImpersonationErrorCode
    | ProviderErrorCode
    | DiscoveryErrorCode
    | ProviderDomainErrorCode
    | "SAML_INVALID_METADATA"
    | "SAML_INVALID_CERTIFICATE"
    | "SSO_PROVIDER_HAS_ACCOUNTS"
    | "SSO_ROLE_NOT_ALLOWED"
  >;
  /** Deletes an identity provider. Ends the sessions that were started with it, and unlinks its accounts. */
  readonly deleteSSOProvider: SsoCall<
    { readonly providerId: string },
    { readonly success: true },
    SessionErrorCode | ImpersonationErrorCode | ProviderErrorCode
  >;
  /** Finds the identity providers for an email, by its domain. */
  readonly discoverSSO: PublicCall<{ readonly email: string }, DiscoveredProviders>;
  /** Starts signing in with an identity provider. Returns the URL to go to. */
  readonly signInSSO: PublicCall<
    SignInSsoInput,
    { readonly url: string; readonly redirect: boolean },
    "SSO_PROVIDER_NOT_FOUND" | "SSO_DOMAIN_NOT_VERIFIED" | "PROVIDER_UNAVAILABLE"
  >;
  /** Starts a sign-in from a link at the identity provider, such as an app tile. OpenID Connect Core 1.0, section 4. */
  readonly initiateSSO: PageCall<
    InitiateSsoQuery & { readonly providerId: string },
    CallOptions & { readonly params: { readonly providerId: string }; readonly query?: InitiateSsoQuery },
    "SSO_PROVIDER_NOT_FOUND" | "SSO_DOMAIN_NOT_VERIFIED" | "PROVIDER_UNAVAILABLE"
  >;
  /** Receives a SAML response, which identity providers post. */
  readonly samlResponse: PageCall<Readonly<Record<string, unknown>>, SamlPageInput>;
  /** Completes a SAML sign-in in the browser that started it. */
  readonly samlCallback: PageCall<Readonly<Record<string, unknown>>, SamlPageInput>;
  /** Returns the app's SAML metadata for an identity provider. */
  readonly samlMetadata: PageCall<
    { readonly providerId: string },
    WithQuery<{ readonly providerId: string }>,
    "SSO_PROVIDER_NOT_FOUND"
  >;
  /** Handles the redirect back from an identity provider. */
  readonly callbackSSO: PageCall<
    Readonly<Record<string, unknown>>,
    CallOptions & {
      readonly params: { readonly providerId: string };
      readonly query?: Readonly<Record<string, string>>;
    }
  >;
}

/** The calls as they appear on the client. */
export interface SsoClient<C extends SsoCalls<Models>> {
  readonly sso: {
    readonly addDomain: C["addSsoDomain"]["client"];
    readonly removeDomain: C["removeSsoDomain"]["client"];
    readonly domains: C["listSsoDomains"]["client"];
    readonly requestDomainVerification: C["requestDomainVerification"]["client"];
    readonly verifyDomain: C["verifyDomain"]["client"];
    readonly register: C["registerSSOProvider"]["client"];
    readonly providers: C["listSSOProviders"]["client"];
    readonly getProvider: C["getSSOProvider"]["client"];
    readonly updateProvider: C["updateSSOProvider"]["client"];
    readonly deleteProvider: C["deleteSSOProvider"]["client"];
    readonly discover: C["discoverSSO"]["client"];
  };
  readonly signIn: { readonly sso: C["signInSSO"]["client"] };
}

/** What the plugin adds to stages of other calls. */
export interface SsoStageCodes {
  readonly signIn: "SSO_PROVIDER_DISABLED";
}

/** What the plugin adds to an app's types. */
export interface SsoTypes extends PluginTypes {
  readonly stageCodes: SsoStageCodes;
  readonly calls: SsoCalls<this["$app"]>;
  readonly client: SsoClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface SsoCapabilities {
  readonly providersLimit: number;
  readonly domainsLimit: number;
}

declare global {
  interface LatchkeyCapabilities {
    readonly sso?: SsoCapabilities;
  }
}
