/** The options of `sso`, and their defaults. */

import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** Options of `sso`. */
export interface SsoOptions {
  /** Maximum number of identity providers per organization. Default: 10. */
  readonly providersLimit?: number;
  /** Whether an identity provider's claims can make members owners of the organization. Default: false. */
  readonly allowOwnerMapping?: boolean;
  /**
   * Whether issuers can have `http` URLs and private addresses, such as `http://localhost:8080`. Only for development:
   * `createAuth` rejects it in production. Default: false.
   */
  readonly allowPrivateURLs?: boolean;
  /** Maximum number of domains per organization. Default: 20. */
  readonly domainsLimit?: number;
  /** Options for proving domains. */
  readonly domainVerification?: DomainVerificationOptions;
}

/** Options of `domainVerification`. */
export interface DomainVerificationOptions {
  /**
   * Your product's name in your customers' DNS: they add the TXT record `_{tokenPrefix}.{domain}`. Lowercase letters,
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
  readonly tokenPrefix: string;
}

const optionNames: OptionNames<SsoOptions> = {
  providersLimit: true,
  allowOwnerMapping: true,
  allowPrivateURLs: true,
  domainsLimit: true,
  domainVerification: { tokenPrefix: true },
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveSso(options: SsoOptions): SsoSettings {
  checkOptionNames("sso", options, optionNames);
  const { domainsLimit = 20, domainVerification: { tokenPrefix = "latchkey" } = {} } = options;
  // A label has 63 characters at most, and the underscore is one of them.
  if (!/^[a-z0-9](?:[a-z0-9-]{0,29}[a-z0-9])?$/.test(tokenPrefix)) {
    throw new Error(
      `sso.domainVerification.tokenPrefix is ${JSON.stringify(tokenPrefix)}. Use up to 31 lowercase letters, digits, and dashes.`,
    );
  }
  const { providersLimit = 10, allowOwnerMapping = false, allowPrivateURLs = false } = options;
  return {
    providersLimit: checkInteger("sso.providersLimit", providersLimit, { min: 1, max: 100 }),
    allowOwnerMapping,
    allowPrivateURLs,
    domainsLimit: checkInteger("sso.domainsLimit", domainsLimit, { min: 1, max: 1000 }),
    tokenPrefix,
  };
}
