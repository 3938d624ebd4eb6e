/** Options for `sso` and their defaults. */

import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import { checkReplacedOptions } from "./replaced-options.ts";
import type { SendProviderNotice } from "./saml-upkeep/notice.ts";

/** Options for `sso`. */
export interface SsoOptions {
  /** Maximum number of identity providers per organization. Default: 10. */
  readonly providersLimit?: number;
  /** Whether a provider's `roleMapping` can make members owners of the organization. Default: false. */
  readonly allowOwnerMapping?: boolean;
  /**
   * Whether issuers can have `http` URLs and private addresses, such as `http://localhost:8080`. Only for development:
   * `createAuth` rejects it in production. Default: false.
   */
  readonly allowPrivateURLs?: boolean;
  /** Maximum number of domains per organization. Default: 20. */
  readonly domainsLimit?: number;
  /**
   * Notifies the people who manage a SAML provider that its certificates are about to expire (30 days, 7 days,
   * and 1 day before), or that its metadata changed or was rejected. Default: the organization's owners get a security notice.
   */
  readonly sendProviderNotice?: SendProviderNotice;
  /**
   * Whether to accept a second factor that the identity provider has verified. If so, users aren't asked for one again.
   * OpenID Connect providers report it with `mfa` in the `amr` claim, and SAML providers with their
   * `AuthnContextClassRef`, or in Microsoft's `authnmethodsreferences` attribute. Default: false.
   */
  readonly trustProviderMfa?: boolean;
  /**
   * Whether each sign-in updates the roles of existing members from the provider's `roleMapping` and `defaultRole`.
   * Owners, members with a role that neither of these can assign, and members of a directory whose groups are mapped to
   * roles keep their role. Each provider can override it. Default: false.
   */
  readonly syncRoles?: boolean;
  /**
   * A redirect URI that OpenID Connect providers share, instead of one per provider: `/sso/callback`, or a URL that
   * forwards requests to that path. Providers that don't include their issuer in responses (RFC 9207) keep their own
   * redirect URI.
   */
  readonly redirectURI?: string;
  /** Options for SAML. */
  readonly saml?: SamlOptions;
  /** Options for verifying domains. */
  readonly domainVerification?: DomainVerificationOptions;
}

/** Options for `saml`. */
export interface SamlOptions {
  /**
   * Whether an unsolicited response, such as from an app tile, starts a sign-in. The response's content isn't used.
   * Instead, the browser is sent back to the identity provider with a request. Default: false.
   */
  readonly allowIdpInitiated?: boolean;
}

/** Options for `domainVerification`. */
export interface DomainVerificationOptions {
  /**
   * Your product's name in your customers' DNS. They add the TXT record `_{tokenPrefix}.{domain}`. Lowercase letters,
   * digits, and dashes. Default: `latchkey`.
   */
  readonly tokenPrefix?: string;
}

/** The options with defaults filled in. */
export interface SsoSettings {
  readonly providersLimit: number;
  readonly allowOwnerMapping: boolean;
  readonly allowPrivateURLs: boolean;
  readonly domainsLimit: number;
  readonly trustProviderMfa: boolean;
  readonly syncRoles: boolean;
  /** Whether the app has a function for notices about providers. */
  readonly sendsProviderNotices: boolean;
  readonly tokenPrefix: string;
  readonly allowIdpInitiated: boolean;
  /** A path below the base path, or a URL. `null` if each provider has its own. */
  readonly redirectURI: string | null;
}

const optionNames: OptionNames<SsoOptions> = {
  providersLimit: true,
  allowOwnerMapping: true,
  allowPrivateURLs: true,
  domainsLimit: true,
  sendProviderNotice: true,
  trustProviderMfa: true,
  syncRoles: true,
  redirectURI: true,
  saml: { allowIdpInitiated: true },
  domainVerification: { tokenPrefix: true },
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveSso(options: SsoOptions): SsoSettings {
  checkReplacedOptions(options);
  checkOptionNames("sso", options, optionNames);
  const { domainsLimit = 20, domainVerification: { tokenPrefix = "latchkey" } = {} } = options;
  if (!/^[a-z0-9](?:[a-z0-9-]{0,29}[a-z0-9])?$/.test(tokenPrefix)) {
    throw new Error(
      `sso.domainVerification.tokenPrefix is ${JSON.stringify(tokenPrefix)}. Use up to 31 lowercase letters, digits, and dashes.`,
    );
  }
  const { providersLimit = 10, allowOwnerMapping = false, allowPrivateURLs = false } = options;
  const { trustProviderMfa = false, syncRoles = false } = options;
  return {
    providersLimit: checkInteger("sso.providersLimit", providersLimit, { min: 1, max: 100 }),
    allowOwnerMapping,
    allowPrivateURLs,
    domainsLimit: checkInteger("sso.domainsLimit", domainsLimit, { min: 1, max: 1000 }),
    trustProviderMfa,
    syncRoles,
    sendsProviderNotices: options.sendProviderNotice !== undefined,
    tokenPrefix,
    allowIdpInitiated: options.saml?.allowIdpInitiated ?? false,
    redirectURI: options.redirectURI === undefined ? null : readRedirectURI(options.redirectURI),
  };
}

/** Normalizes the redirect URI. @throws {Error} if providers couldn't redirect users to it */
function readRedirectURI(text: string): string {
  if (text === "/sso/callback") return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isUsable = url && ["https:", "http:"].includes(url.protocol) && !url.hash && !url.username && !url.password;
  if (isUsable) return text;
  throw new Error(`sso.redirectURI is ${JSON.stringify(text)}. Use "/sso/callback", or a URL without a fragment.`);
}
