/** Options for social sign-in. */

import { builtInProviders } from "#built-in-providers";
import type { ProviderCapabilities } from "../../kernel/capabilities.ts";
import { suggestion } from "../../kernel/suggest.ts";
import type { AccountSettings } from "./account-settings.ts";
import type { ConfiguredProvider } from "./connection.ts";
import type { ProviderFlows } from "./flows.ts";
import type { BuiltInProviders, ProviderFactories } from "./providers/built-in.ts";
import { builtInIds } from "./providers/ids.ts";

/**
 * The built-in providers that the app uses, with their options: `{ github: { clientId, clientSecret } }`. On Cloudflare
 * Workers, import them from `@latchkey/core/providers` and set `providers`.
 */
export interface SocialProvidersOptions extends Partial<BuiltInProviders> {}

/** Options for `account`. */
export interface AccountOptions {
  readonly accountLinking?: AccountLinkingOptions;
  /** Whether to encrypt the providers' tokens in the database. Default: true. */
  readonly encryptOAuthTokens?: boolean;
}

/** Options for linking several sign-in methods to one user. */
export interface AccountLinkingOptions {
  /** Whether accounts can be linked. Default: true. */
  readonly enabled?: boolean;
  /**
   * Providers whose accounts are linked to the user with the same email if the provider vouches for it. Accounts of
   * other providers can only be linked by a signed-in user. Default: all providers.
   */
  readonly trustedProviders?: readonly string[];
  /** Whether a signed-in user can link an account with a different email. Default: false. */
  readonly allowDifferentEmails?: boolean;
  /**
   * Whether a signed-in user can link an account whose email the provider doesn't vouch for. Anyone can enter any email
   * there. Default: false.
   */
  readonly allowUnverifiedEmails?: boolean;
  /** Whether users can unlink their last sign-in method. Default: false. */
  readonly allowUnlinkingAll?: boolean;
  /** Whether linking an account updates the user's name and image. Default: false. */
  readonly updateUserInfoOnLink?: boolean;
}

export interface SocialOptions {
  readonly socialProviders?: SocialProvidersOptions | undefined;
  readonly providers?: readonly ConfiguredProvider[] | undefined;
  readonly account?: AccountOptions | undefined;
}

/** The options with defaults filled in. */
export interface SocialSettings extends AccountSettings {
  /** The flows of each configured provider, by its ID. */
  readonly flows: ReadonlyMap<string, ProviderFlows>;
  /** Each provider's entry in the capabilities, in the configured order. */
  readonly providers: readonly ProviderCapabilities[];
}

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveSocial(
  { socialProviders = {}, providers = [], account = {} }: SocialOptions,
  production: boolean,
  factories: ProviderFactories | null = builtInProviders,
): SocialSettings {
  const { accountLinking: linking = {} } = account;
  const settings: AccountSettings = {
    encryptTokens: account.encryptOAuthTokens ?? true,
    linking: {
      enabled: linking.enabled ?? true,
      trustedProviders: linking.trustedProviders ?? null,
      allowDifferentEmails: linking.allowDifferentEmails ?? false,
      allowUnverifiedEmails: linking.allowUnverifiedEmails ?? false,
      allowUnlinkingAll: linking.allowUnlinkingAll ?? false,
      updateUserInfo: linking.updateUserInfoOnLink ?? false,
    },
  };
  const flows = new Map<string, ProviderFlows>();
  const capabilities: ProviderCapabilities[] = [];
  const add = (option: string, provider: ConfiguredProvider): void => {
    const { id } = provider;
    if (typeof provider.connect !== "function") {
      throw new Error(`${option}: the provider "${id}" is a plain object. Wrap it in defineProvider().`);
    }
    const connected = provider.connect(provider, { option, production, settings });
    if (builtInIds.includes(id) && !provider.builtIn) {
      throw new Error(
        `${option}: the id "${id}" belongs to a built-in provider, whose accounts have it too. Use another id.`,
      );
    }
    if (flows.has(id)) throw new Error(`${option}: there are two providers with the id "${id}".`);
    flows.set(id, connected);
    capabilities.push({ id, name: provider.name, signUp: provider.options.disableSignUp !== true });
  };
  for (const [id, options] of Object.entries(socialProviders)) {
    if (options === undefined) continue;
    add(`socialProviders.${id}`, createBuiltIn(id, options, factories));
  }
  for (const [index, provider] of providers.entries()) add(`providers[${index}]`, provider);
  for (const id of linking.trustedProviders ?? []) {
    if (!flows.has(id))
      throw new Error(
        `account.accountLinking.trustedProviders: there is no provider "${id}".${suggestion(id, [...flows.keys()])}`,
      );
  }
  return { ...settings, flows, providers: capabilities };
}

function createBuiltIn(id: string, options: unknown, factories: ProviderFactories | null): ConfiguredProvider {
  if (!factories) {
    throw new Error(
      `socialProviders.${id}: this bundle has no built-in providers (condition "workerd"). Import the ones you use: ` +
        `import { ${id} } from "@latchkey/core/providers", and set providers: [${id}({ … })] instead.`,
    );
  }
  const factoriesById = factories as Readonly<Record<string, (options: never) => ConfiguredProvider>>;
  if (!Object.hasOwn(factoriesById, id)) {
    const names = Object.keys(factoriesById);
    const hint = suggestion(id, names) || ` Use one of: ${names.join(", ")}.`;
    throw new Error(`socialProviders.${id} isn't a built-in provider.${hint} Custom providers go in \`providers\`.`);
  }
  return (factoriesById[id] as (options: unknown) => ConfiguredProvider)(options);
}
