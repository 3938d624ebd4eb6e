/** What an app may set about signing in by providers. */

import { type Connection, connect } from "./connection.ts";
import { checkProvider } from "./define.ts";
import type { SocialProvider } from "./provider.ts";
import { type BuiltInProviders, builtIn } from "./providers/index.ts";

/** The built-in providers that an app uses, each with its options: `{ github: { clientId, clientSecret } }`. */
export interface SocialProvidersOptions extends Partial<BuiltInProviders> {}

/** Options of `account`. */
export interface AccountOptions {
  readonly accountLinking?: AccountLinkingOptions;
  /** Tokens of providers are encrypted where they are stored. Default: true. */
  readonly encryptOAuthTokens?: boolean;
}

/** Several ways in for one user. */
export interface AccountLinkingOptions {
  /** Default: true. */
  readonly enabled?: boolean;
  /**
   * Providers whose people get into the user that has the same address, if both sides have proven it. Default: all.
   * Others are linked only by somebody who is signed in.
   */
  readonly trustedProviders?: readonly string[];
  /** Somebody who is signed in can link an account with another address. Default: false. */
  readonly allowDifferentEmails?: boolean;
  /**
   * Whether a signed-in user can link an account whose email address the provider doesn't vouch for. Anyone can enter such
   * an address there. Default: `false`.
   */
  readonly allowUnverifiedEmails?: boolean;
  /** The last way in can be taken away. Default: false. */
  readonly allowUnlinkingAll?: boolean;
  /** Name and image follow an account that is linked. Default: false. */
  readonly updateUserInfoOnLink?: boolean;
}

export interface SocialOptions {
  readonly socialProviders?: SocialProvidersOptions | undefined;
  readonly providers?: readonly SocialProvider[] | undefined;
  readonly account?: AccountOptions | undefined;
}

/** The options with defaults filled in. */
export interface SocialSettings {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly encryptTokens: boolean;
  readonly linking: LinkingSettings;
}

export interface LinkingSettings {
  readonly enabled: boolean;
  /** `null`: all. */
  readonly trustedProviders: readonly string[] | null;
  readonly allowDifferentEmails: boolean;
  readonly allowUnverifiedEmails: boolean;
  readonly allowUnlinkingAll: boolean;
  readonly updateUserInfo: boolean;
}

/** @throws {Error} naming the option that makes no sense */
export function resolveSocial(
  { socialProviders = {}, providers = [], account = {} }: SocialOptions,
  production: boolean,
): SocialSettings {
  const connections = new Map<string, Connection>();
  const add = (option: string, provider: SocialProvider): void => {
    checkProvider(option, provider, production);
    if (connections.has(provider.id))
      throw new Error(`${option}: there are two providers with the id "${provider.id}".`);
    connections.set(provider.id, connect(provider));
  };
  for (const [id, options] of Object.entries(socialProviders)) {
    if (options === undefined) continue;
    add(`socialProviders.${id}`, make(id, options));
  }
  for (const [at, provider] of providers.entries()) add(`providers[${at}]`, provider);
  const { accountLinking: linking = {} } = account;
  for (const id of linking.trustedProviders ?? []) {
    if (!connections.has(id)) {
      throw new Error(`account.accountLinking.trustedProviders: there is no provider "${id}".`);
    }
  }
  return {
    connections,
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
}

function make(id: string, options: unknown): SocialProvider {
  const known = builtIn as Readonly<Record<string, (options: never) => SocialProvider>>;
  if (!Object.hasOwn(known, id)) {
    const names = Object.keys(known).join(", ");
    throw new Error(
      `socialProviders.${id}: there is no such provider. Built in are ${names}; give others in providers.`,
    );
  }
  return (known[id] as (options: unknown) => SocialProvider)(options);
}
