/** The input and response types of the calls. */

import type { RoleMapping, SsoEnforcement } from "./tables.ts";

/** A record to add to DNS. */
export interface DnsRecord {
  readonly type: "TXT";
  /** The full name, such as `_latchkey.example.com`. */
  readonly name: string;
  readonly value: string;
}

/** An organization's domain. */
export interface SsoDomain {
  readonly id: string;
  readonly organizationId: string;
  /** In lowercase, and in its `xn--` form if it's internationalized. */
  readonly domain: string;
  /** Whether the organization has verified the domain. */
  readonly verified: boolean;
  readonly verifiedAt: Date | null;
  /** When the TXT record was last looked for. `null` until the domain is verified. */
  readonly lastCheckedAt: Date | null;
  /** When the TXT record was first missing, or couldn't be read. After seven days, the domain is no longer verified. */
  readonly failingSince: Date | null;
  /**
   * How users of this domain sign in: without single sign-on (`off`), with or without it, or only with it (`required`).
   */
  readonly enforcement: SsoEnforcement;
  /** The provider that users must sign in with. `null` unless `enforcement` is `required`. */
  readonly providerId: string | null;
  readonly createdAt: Date;
  /** The TXT record that verifies the domain. It must stay in DNS. */
  readonly record: DnsRecord;
}

/** Selects an organization. */
export interface SsoScopeQuery {
  /** Default: the active organization. */
  readonly organizationId?: string | undefined;
}

/** An organization's domain, as input. */
export interface SsoDomainInput extends SsoScopeQuery {
  /** The domain, such as `example.com`. */
  readonly domain: string;
}

/** The domain to verify. `providerId` selects the first of the provider's domains that isn't verified yet. */
export interface VerifyDomainInput extends SsoScopeQuery {
  readonly domain?: string | undefined;
  readonly providerId?: string | undefined;
}

/** Input for `/sso/set-enforcement`. */
export interface SetEnforcementInput extends SsoDomainInput {
  readonly enforcement: SsoEnforcement;
  /** The provider that users must sign in with. Default: the domain's provider, if it has only one. */
  readonly providerId?: string | undefined;
}

/** Response from `/sso/request-domain-verification`. */
export interface RequestedVerification {
  readonly domainVerificationToken: string;
  /** The TXT record that verifies the domain, in an array. */
  readonly records: readonly DnsRecord[];
}

/** The app's registration with an OpenID Connect provider. */
export interface OidcConfigInput {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Additional scopes, such as `groups`. `openid`, `profile`, and `email` are always requested. */
  readonly scopes?: readonly string[] | undefined;
}

/** The app's registration with a SAML provider. Pass the provider's metadata, or its URL and certificates. */
export interface SamlConfigInput {
  /**
   * The URL of the provider's metadata. It's read now, and again every day for new certificates. `null` stops that, and
   * so does setting other values manually.
   */
  readonly metadataUrl?: string | null | undefined;
  /** The provider's metadata, as XML. */
  readonly idpMetadata?: { readonly metadata?: string | undefined } | undefined;
  /** The URL for sign-in requests, with the redirect binding. */
  readonly entryPoint?: string | undefined;
  /** The certificates that the provider signs with, in PEM. */
  readonly cert?: string | readonly string[] | undefined;
  /**
   * The URL for logout messages, with the redirect binding. `null` turns single logout off. Default: the URL in the
   * metadata.
   */
  readonly logoutUrl?: string | null | undefined;
  /** The format of the name ID to request. */
  readonly identifierFormat?: string | undefined;
  /** The names of the attributes with the email and the name. */
  readonly mapping?: { readonly email?: string | undefined; readonly name?: string | undefined } | undefined;
}

/** Options for calls that list rows from all organizations. */
interface AllSsoQuery {
  /** 1 to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same state. */
  readonly cursor?: string | undefined;
}

/** Input for `/sso/list-all-domains`. */
export interface AllSsoDomainsQuery extends AllSsoQuery {
  /** `failing` matches verified domains whose TXT record is missing. Default: all. */
  readonly state?: "verified" | "pending" | "failing" | undefined;
}

/** Input for `/sso/list-all-providers`. */
export interface AllSsoProvidersQuery extends AllSsoQuery {
  /**
   * `expiring` matches providers that are on and whose last certificate has expired or expires within 30 days. Default:
   * all.
   */
  readonly state?: "on" | "off" | "expiring" | undefined;
}

/** Names of organizations, by ID. */
export type OrganizationNames = Readonly<Record<string, { readonly name: string }>>;

/** Response from `/sso/list-all-domains`, newest first. */
export interface AllSsoDomains {
  readonly domains: readonly SsoDomain[];
  readonly organizations: OrganizationNames;
  readonly nextCursor: string | null;
}

/** Response from `/sso/list-all-providers`, newest first. */
export interface AllSsoProviders {
  readonly providers: readonly SsoProvider[];
  readonly organizations: OrganizationNames;
  readonly nextCursor: string | null;
}

/** Input for `/sso/register`. */
export interface RegisterSsoProviderInput extends SsoScopeQuery {
  /**
   * Lowercase letters, digits, and dashes. It's part of the callback URL. It can't be reused, even after the provider is
   * deleted.
   */
  readonly providerId: string;
  /** Spelled exactly as the provider does, such as `https://acme.okta.com`. */
  readonly issuer: string;
  /** The domains whose users it signs in, separated by commas. New ones are added to the organization. */
  readonly domain: string;
  /** For OpenID Connect. */
  readonly oidcConfig?: OidcConfigInput | undefined;
  /** For SAML. */
  readonly samlConfig?: SamlConfigInput | undefined;
  /** The name that users see. Default: the issuer's host. */
  readonly name?: string | undefined;
  /** Rules for the role of new members. The first matching rule applies. Default: new members get `defaultRole`. */
  readonly roleMapping?: readonly RoleMapping[] | undefined;
  /** The role of members that no rule applies to. Default: `member`. */
  readonly defaultRole?: string | undefined;
  /** Whether each sign-in updates the role of existing members. Default: the `syncRoles` option. */
  readonly syncRoles?: boolean | undefined;
}

/** Input for `/sso/update-provider`. Omitted fields don't change. */
export interface UpdateSsoProviderInput {
  readonly providerId: string;
  readonly issuer?: string | undefined;
  readonly domain?: string | undefined;
  readonly oidcConfig?: Partial<OidcConfigInput> | undefined;
  /** You can add new certificates before the provider uses them, and keep old ones until it stops using them. */
  readonly samlConfig?: SamlConfigInput | undefined;
  readonly name?: string | undefined;
  readonly roleMapping?: readonly RoleMapping[] | undefined;
  readonly defaultRole?: string | undefined;
  readonly syncRoles?: boolean | undefined;
  /** Whether users can sign in with it. Turning it off ends the sessions that were started with it. */
  readonly enabled?: boolean | undefined;
}

/** Input for `/sso/rotate-keys`. */
export interface RotateSsoKeysInput {
  readonly providerId: string;
  /**
   * `add` adds a new key to the app's metadata. `use` switches signing to that key. `remove` removes the key that isn't
   * used for signing. Assertions can be encrypted for either key.
   */
  readonly step: "add" | "use" | "remove";
}

/** An organization's identity provider. Never includes the client secret. */
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
  /** For SAML providers. `null` for others. */
  readonly samlConfig: {
    readonly entryPoint: string;
    readonly certificate: readonly {
      readonly fingerprintSha256: string;
      readonly notBefore: Date;
      readonly notAfter: Date;
    }[];
    /** URL that its metadata is read from every day. `null` if there's none. */
    readonly metadataUrl: string | null;
    /** Why the metadata was last rejected: `issuer`, `host`, `certificates`, or `metadata`. `null` if it wasn't. */
    readonly metadataProblem: string | null;
    /** URL for its logout requests. `null` if there's no single logout. */
    readonly logoutUrl: string | null;
    /** The app's certificates for this provider. The app signs with the first one's key. */
    readonly spCertificate: readonly {
      readonly fingerprintSha256: string;
      readonly notBefore: Date;
      readonly notAfter: Date;
    }[];
    readonly spMetadataUrl: string;
    readonly entityId: string;
  } | null;
  readonly roleMapping: readonly RoleMapping[] | null;
  /** The role of members that no rule applies to. */
  readonly defaultRole: string;
  /**
   * Whether each sign-in updates the role of existing members. Owners, members with a role that this provider can't
   * assign, and members of a directory whose groups are mapped to roles keep their role.
   */
  readonly syncRoles: boolean;
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

/** Response from `/sso/register`. */
export interface RegisteredSsoProvider extends SsoProviderWithDomains {
  /** The token for the first domain that isn't verified yet. `null` if all are. */
  readonly domainVerificationToken: string | null;
}

/** Response from `/sso/discover`. */
export interface DiscoveredProviders {
  /** Whether users with this email can sign in only with the first provider. */
  readonly required: boolean;
  /** Empty if users with this email don't sign in with an identity provider. */
  readonly providers: readonly { readonly providerId: string; readonly name: string; readonly type: "oidc" | "saml" }[];
}

/** Input for `/sign-in/sso`. Identify the provider with one of the first four fields. */
export interface SignInSsoInput {
  readonly email?: string | undefined;
  readonly domain?: string | undefined;
  readonly organizationSlug?: string | undefined;
  readonly providerId?: string | undefined;
  /** The provider's protocol, if the domain or the organization has providers with both. Default: either. */
  readonly providerType?: "oidc" | "saml" | undefined;
  /** Where to redirect afterward. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
  /** Where to redirect after an error, with `?error=`. Default: a page of this server. */
  readonly errorCallbackURL?: string | undefined;
  /** Where to redirect instead of `callbackURL` if a user was created. */
  readonly newUserCallbackURL?: string | undefined;
  /** Scopes to request in addition to the configured ones. */
  readonly scopes?: readonly string[] | undefined;
  /** The email to prefill in the provider's sign-in form. Default: `email`. */
  readonly loginHint?: string | undefined;
}

/** Input for `/sso/test-provider`. */
export interface TestSsoProviderInput {
  readonly providerId: string;
  /**
   * Where to redirect after the test. Get the result from `/sso/last-tests` there. Relative, or on a trusted origin.
   * Default: `/`.
   */
  readonly callbackURL?: string | undefined;
  /** Where to redirect after a failed test, with `?error=`. Default: `callbackURL`. */
  readonly errorCallbackURL?: string | undefined;
}

/** The result of testing a provider. */
export interface SsoTest {
  readonly id: string;
  readonly providerId: string;
  /** `success`, or the error that a sign-in would have ended with, such as `domain_not_allowed`. */
  readonly outcome: string;
  /** Whether the provider is unchanged since the test. */
  readonly isCurrent: boolean;
  readonly email: string | null;
  /** The provider's relevant claims about the user. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The role that a new member would get. `null` if the test failed before the user was known. */
  readonly role: string | null;
  readonly createdAt: Date;
}

/** Response from `/sso/last-tests`. */
export interface LastSsoTests {
  /** At most 10, newest first. */
  readonly tests: readonly SsoTest[];
}

/** Input for `/sso/setup-link`. */
export interface SetupLinkInput extends SsoScopeQuery {
  /** The app's setup page. The link adds `?token=`. Relative, or on a trusted origin. */
  readonly callbackURL: string;
  /** How long the link and the setup session are valid, in seconds. Maximum and default: 604800 (7 days). */
  readonly expiresIn?: number | undefined;
  /**
   * Whether its holder can also connect a directory. This requires the SCIM plugin, and the creator needs the `create`
   * and `update` permissions for `scim`. Default: false.
   */
  readonly directory?: boolean | undefined;
}

/** Response from `/sso/setup-link`. */
export interface SetupLink {
  /** Send it to the person who sets up single sign-on. It works only in the first browser that opens it. */
  readonly url: string;
  readonly expiresAt: Date;
}

/** The data that a setup link's holder can see. */
export interface SsoSetup {
  readonly organizationName: string;
  /** When the setup ends. */
  readonly expiresAt: Date;
  /** Whether the link can also connect a directory. */
  readonly directory: boolean;
  readonly domains: readonly SsoDomain[];
  readonly providers: readonly SsoProvider[];
}

/** Input for `/sso/setup/register`. */
export type SetupProviderInput = Omit<
  RegisterSsoProviderInput,
  "organizationId" | "roleMapping" | "defaultRole" | "syncRoles"
>;

/** Input for `/sso/sign-out`. */
export interface SignOutSsoInput {
  /** Where the identity provider sends the user afterward. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
}

/** Response from `/sso/sign-out`. */
export interface SsoSignOut {
  /** Redirect the user to this URL to end the session at the identity provider. */
  readonly url: string;
  readonly redirect: boolean;
}

/** Input for `/sso/initiate/:providerId`, with the parameter names of OpenID Connect. */
export interface InitiateSsoQuery {
  /** The provider's issuer. Any other value is rejected. */
  readonly iss?: string | undefined;
  /** Where to redirect afterward. Relative, or on a trusted origin. Default: `/`. */
  readonly target_link_uri?: string | undefined;
  readonly login_hint?: string | undefined;
  /** Whether an unsolicited SAML response led here. A second such response within a minute ends the sign-in. */
  readonly unsolicited?: boolean | undefined;
}
