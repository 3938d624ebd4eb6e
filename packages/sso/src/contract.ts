/** The calls of the SSO plugin, with their inputs, responses, and errors. */

import type { Call, CallOptions } from "@latchkey/core";
import type {
  CallContract,
  CoreModels,
  ImpersonationErrorCode,
  ManagementCall,
  ManagementQuery,
  Models,
  PageCall,
  PluginTypes,
  PublicCall,
  PublicQuery,
  SessionErrorCode,
  WithQuery,
} from "@latchkey/core/plugin";
import type {
  AllSsoDomains,
  AllSsoDomainsQuery,
  AllSsoProviders,
  AllSsoProvidersQuery,
  DiscoveredProviders,
  InitiateSsoQuery,
  LastSsoTests,
  RegisteredSsoProvider,
  RegisterSsoProviderInput,
  RequestedVerification,
  RotateSsoKeysInput,
  SetEnforcementInput,
  SetupLink,
  SetupLinkInput,
  SetupProviderInput,
  SignInSsoInput,
  SignOutSsoInput,
  SsoDomain,
  SsoDomainInput,
  SsoProvider,
  SsoProviderWithDomains,
  SsoScopeQuery,
  SsoSetup,
  SsoSignOut,
  TestSsoProviderInput,
  UpdateSsoProviderInput,
  VerifyDomainInput,
} from "./call-types.ts";

type DiscoveryErrorCode =
  | "discovery_invalid_url"
  | "discovery_not_found"
  | "discovery_invalid_json"
  | "discovery_incomplete"
  | "discovery_timeout"
  | "issuer_mismatch"
  | "unsupported_token_auth_method";
type ProviderDomainErrorCode = "INVALID_DOMAIN" | "PUBLIC_DOMAIN" | "DOMAIN_LIMIT_REACHED";

type SsoSignOutErrorCode = "UNAUTHORIZED" | "SINGLE_LOGOUT_NOT_ENABLED";
type LogoutErrorCode =
  | "SSO_PROVIDER_NOT_FOUND"
  | "SINGLE_LOGOUT_NOT_ENABLED"
  | "INVALID_LOGOUT_REQUEST"
  | "INVALID_LOGOUT_RESPONSE";
type ScopeErrorCode =
  | "NO_ACTIVE_ORGANIZATION"
  | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO";
type ChangeErrorCode = SessionErrorCode | ImpersonationErrorCode | ScopeErrorCode;
type ProviderErrorCode = "SSO_PROVIDER_NOT_FOUND" | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO";

type SetupErrorCode = "SETUP_LINK_INVALID";

/** A call that a setup link's holder makes. */
interface SetupCall<Input, Output, Code extends string = never>
  extends PublicCall<Input, Output, Code | SetupErrorCode> {}

type SamlPageInput = CallOptions & {
  readonly params: { readonly providerId: string };
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
};

/** The plugin's calls. */
export interface SsoCalls<_M extends Models = CoreModels> {
  /** Adds a domain. It takes effect once it's verified. Returns the TXT record that verifies it. */
  readonly addSsoDomain: ManagementCall<SsoDomainInput, SsoDomain, ChangeErrorCode | ProviderDomainErrorCode>;
  /** Removes a domain, verified or not. */
  readonly removeSsoDomain: ManagementCall<
    SsoDomainInput,
    { readonly success: true },
    ChangeErrorCode | "INVALID_DOMAIN" | "DOMAIN_NOT_FOUND"
  >;
  /** Lists the domains of an organization, oldest first. */
  readonly listSsoDomains: ManagementQuery<void | SsoScopeQuery, readonly SsoDomain[], "UNAUTHORIZED" | ScopeErrorCode>;
  /** Lists the domains of all organizations. Only for site admins and the server. */
  readonly listAllSsoDomains: ManagementQuery<
    void | AllSsoDomainsQuery,
    AllSsoDomains,
    "UNAUTHORIZED" | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO"
  >;
  /** Returns the TXT record that verifies a domain. */
  readonly requestDomainVerification: ManagementCall<
    VerifyDomainInput,
    RequestedVerification,
    | "UNAUTHORIZED"
    | ScopeErrorCode
    | "INVALID_DOMAIN"
    | "DOMAIN_NOT_FOUND"
    | "DOMAIN_VERIFIED"
    | "SSO_PROVIDER_NOT_FOUND"
  >;
  /** Looks up a domain's TXT record, and verifies the domain if the record exists. */
  readonly verifyDomain: ManagementCall<
    VerifyDomainInput,
    object,
    | ChangeErrorCode
    | "INVALID_DOMAIN"
    | "NO_PENDING_VERIFICATION"
    | "DOMAIN_TAKEN"
    | "DOMAIN_VERIFICATION_FAILED"
    | "SSO_PROVIDER_NOT_FOUND"
  >;
  /** Registers an organization's OpenID Connect or SAML provider. It can only sign in users of verified domains. */
  readonly registerSSOProvider: ManagementCall<
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
  readonly listSSOProviders: ManagementQuery<
    void | SsoScopeQuery,
    { readonly providers: readonly SsoProvider[] },
    "UNAUTHORIZED" | ScopeErrorCode
  >;
  /** Lists the identity providers of all organizations. Only for site admins and the server. */
  readonly listAllSSOProviders: ManagementQuery<
    void | AllSsoProvidersQuery,
    AllSsoProviders,
    "UNAUTHORIZED" | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO"
  >;
  /** Returns an identity provider. */
  readonly getSSOProvider: ManagementQuery<
    { readonly providerId: string },
    SsoProviderWithDomains,
    "UNAUTHORIZED" | ProviderErrorCode
  >;
  /** Changes an identity provider, or turns it on or off. */
  readonly updateSSOProvider: ManagementCall<
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
    | "SSO_PROVIDER_CHANGED"
    | "SSO_ROLE_NOT_ALLOWED"
  >;
  /** Deletes an identity provider. Ends the sessions that were started with it, and unlinks its accounts. */
  readonly deleteSSOProvider: ManagementCall<
    { readonly providerId: string },
    { readonly success: true },
    SessionErrorCode | ImpersonationErrorCode | ProviderErrorCode
  >;
  /**
   * Sets whether users of a verified domain must sign in with an identity provider. If they must, their other sessions
   * end, except the caller's. The provider must have passed a test in the last 24 hours.
   */
  readonly setSsoEnforcement: ManagementCall<
    SetEnforcementInput,
    SsoDomain,
    | ChangeErrorCode
    | "INVALID_DOMAIN"
    | "DOMAIN_NOT_FOUND"
    | "DOMAIN_NOT_VERIFIED"
    | "SSO_PROVIDER_NOT_FOUND"
    | "NO_TESTED_PROVIDER"
  >;
  /**
   * Starts a test sign-in, which doesn't sign anyone in but stores the provider's claims. Returns the URL to redirect
   * to.
   */
  readonly testSSOProvider: ManagementCall<
    TestSsoProviderInput,
    { readonly url: string },
    SessionErrorCode | ImpersonationErrorCode | ProviderErrorCode | "SSO_PROVIDER_DISABLED" | "PROVIDER_UNAVAILABLE"
  >;
  /** Lists the last tests of a provider. */
  readonly listSSOTests: ManagementQuery<
    { readonly providerId: string },
    LastSsoTests,
    "UNAUTHORIZED" | ProviderErrorCode
  >;
  /**
   * Creates a link for someone without an account, such as a customer's IT admin, who can then register a provider,
   * verify domains, and test the provider. It replaces the organization's earlier link.
   */
  readonly createSsoSetupLink: ManagementCall<
    SetupLinkInput,
    SetupLink,
    ChangeErrorCode | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM"
  >;
  /** Opens a setup link, which works once. This browser can then make the other calls under `/sso/setup`. */
  readonly openSsoSetup: SetupCall<{ readonly token: string }, SsoSetup>;
  /**
   * Returns the organization's domains and providers to the holder of a setup link. `null` if this browser hasn't
   * opened one.
   */
  readonly getSsoSetup: PublicQuery<void, SsoSetup | null, SetupErrorCode>;
  /** Registers a provider with a setup link. Its users get the `member` role. */
  readonly registerSetupProvider: SetupCall<
    SetupProviderInput,
    RegisteredSsoProvider,
    | DiscoveryErrorCode
    | ProviderDomainErrorCode
    | "SAML_INVALID_METADATA"
    | "SAML_INVALID_CERTIFICATE"
    | "INVALID_PROVIDER_ID"
    | "PROVIDER_ID_TAKEN"
    | "SSO_PROVIDER_LIMIT_REACHED"
  >;
  /** Adds a domain with a setup link. Returns the TXT record that verifies it. */
  readonly addSetupDomain: SetupCall<{ readonly domain: string }, SsoDomain, ProviderDomainErrorCode>;
  /** Verifies a domain with a setup link. */
  readonly verifySetupDomain: SetupCall<
    { readonly domain: string },
    object,
    "INVALID_DOMAIN" | "NO_PENDING_VERIFICATION" | "DOMAIN_TAKEN" | "DOMAIN_VERIFICATION_FAILED"
  >;
  /** Starts a test with a setup link. */
  readonly testSetupProvider: SetupCall<
    TestSsoProviderInput,
    { readonly url: string },
    "SSO_PROVIDER_NOT_FOUND" | "SSO_PROVIDER_DISABLED" | "PROVIDER_UNAVAILABLE"
  >;
  /** Lists the last tests of a provider with a setup link. */
  readonly listSetupTests: PublicQuery<
    { readonly providerId: string },
    LastSsoTests,
    SetupErrorCode | "SSO_PROVIDER_NOT_FOUND"
  >;
  /** Performs one step of replacing the app's key for a SAML provider. */
  readonly rotateSSOKeys: ManagementCall<
    RotateSsoKeysInput,
    SsoProviderWithDomains,
    SessionErrorCode | ImpersonationErrorCode | ProviderErrorCode | "KEY_ROTATION_OUT_OF_ORDER"
  >;
  /** Finds the identity providers for an email's domain. */
  readonly discoverSSO: PublicCall<{ readonly email: string }, DiscoveredProviders>;
  /** Starts signing in with an identity provider. Returns the URL to redirect to. */
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
  /** Ends the caller's session, and returns the URL that ends it at the SAML provider too. */
  readonly signOutSSO: ManagementCall<SignOutSsoInput, SsoSignOut, SsoSignOutErrorCode>;
  /** Does the same, but only for a session that was started with the provider in the path. */
  readonly samlSignOut: CallContract<
    SignOutSsoInput & { readonly providerId: string },
    SsoSignOut,
    SsoSignOutErrorCode,
    Call<SamlPageInput, SsoSignOut, SsoSignOutErrorCode>,
    never
  >;
  /** Receives a logout message in a URL. */
  readonly samlLogoutRedirect: PageCall<Readonly<Record<string, unknown>>, SamlPageInput, LogoutErrorCode>;
  /** Receives a logout message that the identity provider's page posts. */
  readonly samlLogoutPost: PageCall<Readonly<Record<string, unknown>>, SamlPageInput, LogoutErrorCode>;
  /** Handles the redirect back from an identity provider. */
  readonly callbackSSO: PageCall<
    Readonly<Record<string, unknown>>,
    CallOptions & {
      readonly params: { readonly providerId: string };
      readonly query?: Readonly<Record<string, string>>;
    }
  >;
  /** Does the same at the redirect URI that several providers share. */
  readonly callbackSSOShared: PageCall<
    Readonly<Record<string, unknown>>,
    CallOptions & { readonly query?: Readonly<Record<string, string>> }
  >;
}

/** The calls as they appear on the client. */
export interface SsoClient<C extends SsoCalls<Models>> {
  readonly sso: {
    readonly addDomain: C["addSsoDomain"]["client"];
    readonly removeDomain: C["removeSsoDomain"]["client"];
    readonly domains: C["listSsoDomains"]["client"];
    readonly listAllDomains: C["listAllSsoDomains"]["client"];
    readonly requestDomainVerification: C["requestDomainVerification"]["client"];
    readonly verifyDomain: C["verifyDomain"]["client"];
    readonly register: C["registerSSOProvider"]["client"];
    readonly providers: C["listSSOProviders"]["client"];
    readonly listAllProviders: C["listAllSSOProviders"]["client"];
    readonly getProvider: C["getSSOProvider"]["client"];
    readonly updateProvider: C["updateSSOProvider"]["client"];
    readonly deleteProvider: C["deleteSSOProvider"]["client"];
    readonly rotateKeys: C["rotateSSOKeys"]["client"];
    readonly discover: C["discoverSSO"]["client"];
    readonly setEnforcement: C["setSsoEnforcement"]["client"];
    readonly testProvider: C["testSSOProvider"]["client"];
    readonly lastTests: C["listSSOTests"]["client"];
    readonly setupLink: C["createSsoSetupLink"]["client"];
    readonly setup: {
      readonly open: C["openSsoSetup"]["client"];
      readonly state: C["getSsoSetup"]["client"];
      readonly register: C["registerSetupProvider"]["client"];
      readonly addDomain: C["addSetupDomain"]["client"];
      readonly verifyDomain: C["verifySetupDomain"]["client"];
      readonly testProvider: C["testSetupProvider"]["client"];
      readonly lastTests: C["listSetupTests"]["client"];
    };
    readonly signOut: C["signOutSSO"]["client"];
  };
  readonly signIn: { readonly sso: C["signInSSO"]["client"] };
}

/** The error codes that the plugin adds to other calls' stages. */
export interface SsoStageCodes {
  readonly signIn: "SSO_PROVIDER_DISABLED" | "SSO_DOMAIN_NOT_VERIFIED" | "SSO_REQUIRED" | "SSO_SESSION_ENDED";
  readonly changeEmail: "EMAIL_MANAGED_BY_ORGANIZATION" | "SSO_REQUIRED";
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
  /** The base of the plugin's endpoints. It's a URL, or a path if the app doesn't have a fixed `baseURL`. */
  readonly url: string;
  /** The redirect URI that OpenID Connect providers share, in the same form. `null` if the app has none. */
  readonly redirectURI: string | null;
}

declare global {
  interface LatchkeyCapabilities {
    readonly sso?: SsoCapabilities;
  }
}
