/** Texts for single sign-on. */

/** Texts for signing in with an identity provider. */
export interface SsoSignInTexts {
  readonly button: string;
  readonly title: string;
  readonly text: string;
  /** Replaces `text` if the email has several providers. */
  readonly choose: string;
  /** `{name}` of the provider. */
  readonly continueWith: string;
  /** `{email}`. */
  readonly required: string;
  readonly none: string;
}

/** Texts for the section with the domains. */
export interface SsoDomainTexts {
  readonly title: string;
  readonly text: string;
  readonly add: string;
  readonly addText: string;
  readonly domain: string;
  readonly none: string;
  readonly noneText: string;
  readonly verified: string;
  readonly pending: string;
  readonly failing: string;
  /** `{domain}`. */
  readonly manage: string;
  readonly record: string;
  /** `{domain}`. */
  readonly recordTitle: string;
  readonly recordText: string;
  readonly recordKept: string;
  readonly recordName: string;
  readonly recordValue: string;
  readonly copyName: string;
  readonly copyValue: string;
  readonly verify: string;
  readonly nowVerified: string;
  readonly enforcement: string;
  readonly rule: string;
  /** `{domain}`. */
  readonly enforcementTitle: string;
  readonly enforcementText: string;
  readonly modes: { readonly off: string; readonly optional: string; readonly required: string };
  readonly provider: string;
  readonly saved: string;
  readonly remove: string;
  /** `{domain}`. */
  readonly removeTitle: string;
  readonly removeText: string;
  readonly removed: string;
}

/** Texts for the section with the identity providers. */
export interface SsoProviderTexts {
  readonly title: string;
  readonly text: string;
  readonly add: string;
  readonly none: string;
  readonly noneText: string;
  readonly off: string;
  readonly unverified: string;
  /** `{date}`. */
  readonly certificateExpires: string;
  /** `{date}`. */
  readonly certificateExpired: string;
  /** `{name}`. */
  readonly manage: string;
  readonly edit: string;
  /** `{name}`. */
  readonly editTitle: string;
  readonly editText: string;
  /** In place of `editText`, for SAML. */
  readonly editTextSaml: string;
  readonly test: string;
  readonly testAgain: string;
  readonly tests: string;
  readonly turnOff: string;
  readonly turnOn: string;
  readonly turnedOff: string;
  readonly turnedOn: string;
  /** `{name}`. */
  readonly turnOffTitle: string;
  readonly turnOffText: string;
  readonly remove: string;
  /** `{name}`. */
  readonly removeTitle: string;
  readonly removeText: string;
  readonly removed: string;
  readonly saved: string;
  readonly name: string;
  readonly domains: string;
  readonly domainsHint: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly keepSecret: string;
  readonly metadata: string;
  readonly metadataHint: string;
  readonly metadataSource: string;
  readonly metadataSources: { readonly url: string; readonly xml: string };
  readonly metadataUrl: string;
  readonly metadataUrlHint: string;
  readonly entityId: string;
  readonly link: string;
  readonly linkTitle: string;
  readonly linkText: string;
  readonly linkLabel: string;
  readonly linkDirectory: string;
  readonly createLink: string;
  readonly copy: string;
  readonly done: string;
}

/** Texts for the dialog that maps roles. */
export interface SsoRoleTexts {
  readonly edit: string;
  /** `{name}` of the provider. */
  readonly title: string;
  readonly text: string;
  /** `{number}`. */
  readonly rule: string;
  /** What claims are called in OpenID Connect and in SAML. */
  readonly claims: { readonly oidc: string; readonly saml: string };
  readonly value: string;
  readonly role: string;
  readonly add: string;
  /** `{number}`. */
  readonly remove: string;
  readonly otherwise: string;
  readonly sync: string;
  readonly saved: string;
}

/** Texts for a SAML provider's certificates. */
export interface SsoCertificateTexts {
  readonly title: string;
  readonly view: string;
  readonly rejected: string;
  readonly theirs: string;
  readonly theirsText: string;
  readonly own: string;
  readonly ownText: string;
  readonly ownMetadata: string;
  readonly signing: string;
  readonly add: string;
  readonly added: string;
  /** `{fingerprint}`: its first characters. */
  readonly useLabel: string;
  readonly use: string;
  readonly used: string;
  /** `{fingerprint}`: its first characters. */
  readonly removeLabel: string;
  readonly remove: string;
  readonly removed: string;
}

/** Texts for test results. */
export interface SsoTestTexts {
  readonly title: string;
  readonly none: string;
  readonly passed: string;
  readonly failed: string;
  readonly outdated: string;
  /** `{role}`. */
  readonly role: string;
  readonly claims: string;
  /** By outcome. */
  readonly outcomes: Readonly<Record<string, string>>;
}

/** Texts for the guided setup. */
export interface SsoSetupTexts {
  readonly title: string;
  /** `{name}` of the organization. */
  readonly titleFor: string;
  /** Shown on the page of a setup link, before it's used. */
  readonly openText: string;
  /** `{step}` and `{count}`. */
  readonly step: string;
  readonly chooseText: string;
  readonly provider: string;
  readonly other: string;
  readonly protocol: string;
  readonly copyText: string;
  readonly guides: { readonly okta: string; readonly entra: string; readonly google: string; readonly other: string };
  readonly redirectURI: string;
  /** Shown for a provider that needs both. */
  readonly secondRedirectURI: string;
  readonly acsURL: string;
  readonly entityId: string;
  readonly pasteText: string;
  readonly domainText: string;
  readonly testText: string;
  readonly enforceText: string;
  readonly next: string;
  readonly back: string;
  readonly skip: string;
  readonly require: string;
  readonly finished: string;
  readonly finishedText: string;
  readonly invalidTitle: string;
}

/** Texts for the admin pages. */
export interface SsoAllTexts {
  readonly domainsText: string;
  readonly noDomains: string;
  readonly noDomainsText: string;
  readonly providersText: string;
  readonly noProviders: string;
  readonly noProvidersText: string;
  readonly state: string;
  readonly providerStates: { readonly on: string; readonly off: string; readonly expiring: string };
}

/** All texts for single sign-on. */
export interface SsoTexts {
  readonly signIn: SsoSignInTexts;
  readonly domains: SsoDomainTexts;
  readonly providers: SsoProviderTexts;
  readonly roles: SsoRoleTexts;
  readonly certificates: SsoCertificateTexts;
  readonly tests: SsoTestTexts;
  readonly setup: SsoSetupTexts;
  readonly all: SsoAllTexts;
  readonly errors: Readonly<Record<string, string>>;
}
