/** Options for `apiKey` and their defaults. */

import { checkInteger, checkOptionNames, type OptionNames, type User } from "@latchkey/core/plugin";
import { createLimitedKeys, type LimitedKeys } from "./limited-keys.ts";
import type { KeyPermissions } from "./tables.ts";

/** How long keys are valid. */
export interface KeyExpirationOptions {
  /** Seconds until a key expires if its creator doesn't choose a lifetime. `null` means never. Default: `null`. */
  readonly defaultExpiresIn?: number | null;
  /** Whether only the server can choose a key's lifetime. Default: false. */
  readonly disableCustomExpiresTime?: boolean;
  /** Minimum lifetime that users can choose, in days. Default: 1. */
  readonly minExpiresIn?: number;
  /** Maximum lifetime that users can choose, in days. Default: 365. */
  readonly maxExpiresIn?: number;
}

/** How often a key can be used. */
export interface KeyRateLimitOptions {
  /** Default: true. */
  readonly enabled?: boolean;
  /** Length of the window for counting uses, in milliseconds. Default: 60000. */
  readonly timeWindow?: number;
  /** Maximum uses per time window. Default: 600. */
  readonly maxRequests?: number;
}

/** The part of a key that lists show. */
export interface StartingCharactersOptions {
  /** Whether to store the key's first characters. Default: true. */
  readonly shouldStore?: boolean;
  /** How many characters, including the prefix: 1 to 20. Default: 8. */
  readonly charactersLength?: number;
}

/** Permissions of keys. */
export interface KeyPermissionOptions {
  /** Permissions for keys that users create. Default: none. */
  readonly defaultPermissions?: KeyPermissions;
}

/** Reports of leaked keys, such as those of GitHub's secret scanning partner program. */
export interface LeakReportOptions {
  /** Returns the reporter's public key with this ID, as PEM, or `null` if it's unknown. Cache it. */
  readonly publicKey: (keyId: string) => Promise<string | null> | string | null;
  /** Tells the owner of a key that it was turned off, for example by email. */
  readonly notify?: (leak: LeakNotice) => Promise<void> | void;
}

/** A key that was reported and is turned off now. */
export interface LeakNotice {
  readonly keyId: string;
  readonly name: string | null;
  readonly start: string | null;
  /** ID of the owner: a user, an organization, or a service account. */
  readonly referenceId: string;
  /** Where the key was found, according to the reporter. */
  readonly url: string | null;
}

/** Options for `apiKey`. */
export interface ApiKeyOptions {
  /** Name of this configuration, if there's more than one. Default: `default`. */
  readonly configId?: string;
  /** Who owns keys of this kind: users, or organizations and their service accounts. Default: `user`. */
  readonly references?: "user" | "organization";
  /**
   * Whether users can choose the permissions of keys that they create. For organizations' keys, pass `true`. Members
   * can then choose from their own permissions. For users' keys, pass a function that returns what the user can do.
   * Keys never have more permissions than that. Default: false.
   */
  readonly clientPermissions?: boolean | ((user: User) => KeyPermissions);
  /** Headers that can contain a key. Only the first configuration's headers are used. Default: `["x-api-key"]`. */
  readonly apiKeyHeaders?: readonly string[];
  /**
   * Whether a user's key works like a session for endpoints that allow it, such as `getSession`. Only the first
   * configuration's value is used. Default: false.
   */
  readonly enableSessionForAPIKeys?: boolean;
  /** Turns off leaked keys that are reported. Only the first configuration's option is used. Default: none. */
  readonly leakReports?: LeakReportOptions;
  /** Prefix for keys whose creator doesn't choose one. Secret scanners recognize keys by it. Default: `key_`. */
  readonly defaultPrefix?: string;
  /** Minimum length of a chosen prefix. Default: 1. */
  readonly minimumPrefixLength?: number;
  /** Maximum length of a chosen prefix, up to 32. Default: 32. */
  readonly maximumPrefixLength?: number;
  /** Minimum length of a name. Default: 1. */
  readonly minimumNameLength?: number;
  /** Maximum length of a name, up to 255. Default: 32. */
  readonly maximumNameLength?: number;
  /** Whether a key must have a name. Default: false. */
  readonly requireName?: boolean;
  /** Whether keys can have metadata. Default: false. */
  readonly enableMetadata?: boolean;
  readonly keyExpiration?: KeyExpirationOptions;
  readonly rateLimit?: KeyRateLimitOptions;
  readonly startingCharactersConfig?: StartingCharactersOptions;
  readonly permissions?: KeyPermissionOptions;
  /** Maximum keys per user, organization, or service account, not counting expired and replaced ones. Default: 50. */
  readonly maxKeys?: number;
}

/** The options with defaults filled in. Lifetimes are in seconds. */
export interface ApiKeySettings {
  readonly configId: string;
  readonly references: "user" | "organization";
  readonly clientPermissions: NonNullable<ApiKeyOptions["clientPermissions"]>;
  readonly defaultPrefix: string;
  readonly prefix: { readonly min: number; readonly max: number };
  readonly name: { readonly min: number; readonly max: number; readonly required: boolean };
  readonly metadata: boolean;
  readonly expiration: {
    readonly default: number | null;
    readonly serverOnly: boolean;
    readonly min: number;
    readonly max: number;
  };
  readonly rateLimit: { readonly enabled: boolean; readonly timeWindow: number; readonly max: number };
  readonly startLength: number | null;
  readonly permissions: KeyPermissions | null;
  readonly maxKeys: number;
}

/** All kinds of keys. */
export interface KeyConfigs {
  readonly all: ReadonlyMap<string, ApiKeySettings>;
  /** The configuration for users' keys, and for calls that don't name one. */
  readonly first: ApiKeySettings;
  /** The kind of organizations' keys. `null` if there's none. */
  readonly shared: ApiKeySettings | null;
  readonly headers: readonly string[];
  readonly hasSessions: boolean;
  readonly leakReports: LeakReportOptions | null;
  readonly limitedKeys: LimitedKeys;
}

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveConfigs(options: ApiKeyOptions | readonly ApiKeyOptions[]): KeyConfigs {
  const list = Array.isArray(options) ? (options as readonly ApiKeyOptions[]) : [options as ApiKeyOptions];
  const all = new Map<string, ApiKeySettings>();
  for (const one of list) {
    const settings = resolveApiKey(one);
    if (all.has(settings.configId))
      throw new Error(`apiKey.configId: "${settings.configId}" is used twice. Give each configuration a different ID.`);
    all.set(settings.configId, settings);
  }
  const [first] = all.values();
  if (!first)
    throw new Error(
      "apiKey received an empty list. Pass at least one configuration, or call apiKey() for the defaults.",
    );
  const { apiKeyHeaders = ["x-api-key"], enableSessionForAPIKeys = false, leakReports = null } = list[0] ?? {};
  const configs = {
    all,
    first,
    shared: [...all.values()].find(({ references }) => references === "organization") ?? null,
    headers: apiKeyHeaders,
    hasSessions: enableSessionForAPIKeys,
    leakReports,
  };
  return { ...configs, limitedKeys: createLimitedKeys(configs) };
}

const optionNames: OptionNames<ApiKeyOptions> = {
  configId: true,
  references: true,
  clientPermissions: true,
  apiKeyHeaders: true,
  enableSessionForAPIKeys: true,
  leakReports: { publicKey: true, notify: true },
  defaultPrefix: true,
  minimumPrefixLength: true,
  maximumPrefixLength: true,
  minimumNameLength: true,
  maximumNameLength: true,
  requireName: true,
  enableMetadata: true,
  keyExpiration: { defaultExpiresIn: true, disableCustomExpiresTime: true, minExpiresIn: true, maxExpiresIn: true },
  rateLimit: { enabled: true, timeWindow: true, maxRequests: true },
  startingCharactersConfig: { shouldStore: true, charactersLength: true },
  permissions: { defaultPermissions: true },
  maxKeys: true,
};

const day = 86_400;

/** A day, in milliseconds. Counters of longer windows would be deleted before they end. */
export const maxTimeWindow: number = 86_400_000;

export function resolveApiKey(options: ApiKeyOptions): ApiKeySettings {
  checkOptionNames("apiKey", options, optionNames);
  const { keyExpiration = {}, rateLimit = {}, startingCharactersConfig = {} } = options;
  const prefix = lengths("PrefixLength", options.minimumPrefixLength ?? 1, options.maximumPrefixLength ?? 32, 32);
  const name = lengths("NameLength", options.minimumNameLength ?? 1, options.maximumNameLength ?? 32, 255);
  const defaultPrefix = options.defaultPrefix ?? "key_";
  if (!/^[\w-]{0,32}$/.test(defaultPrefix)) {
    throw new Error(
      `apiKey.defaultPrefix is "${defaultPrefix}". Use up to 32 letters, digits, underscores, and hyphens.`,
    );
  }
  const { defaultExpiresIn = null } = keyExpiration;
  const { configId = "default", references = "user", clientPermissions = false } = options;
  if (references === "user" && clientPermissions === true) {
    throw new Error("apiKey.clientPermissions: for users' keys, pass a function that returns what the user can do.");
  }
  if (references === "organization" && typeof clientPermissions === "function") {
    throw new Error("apiKey.clientPermissions: for organizations' keys, pass true. Their limit is the member's role.");
  }
  return {
    configId,
    references,
    clientPermissions,
    defaultPrefix,
    prefix,
    name: { ...name, required: options.requireName ?? false },
    metadata: options.enableMetadata ?? false,
    expiration: {
      default:
        defaultExpiresIn === null
          ? null
          : checkInteger("apiKey.keyExpiration.defaultExpiresIn", defaultExpiresIn, { min: 1, unit: "seconds" }),
      serverOnly: keyExpiration.disableCustomExpiresTime ?? false,
      ...lifetimes(keyExpiration),
    },
    rateLimit: {
      enabled: rateLimit.enabled ?? true,
      timeWindow: checkInteger("apiKey.rateLimit.timeWindow", rateLimit.timeWindow ?? 60_000, {
        min: 1000,
        max: maxTimeWindow,
        unit: "milliseconds",
      }),
      max: checkInteger("apiKey.rateLimit.maxRequests", rateLimit.maxRequests ?? 600, { min: 1 }),
    },
    startLength:
      startingCharactersConfig.shouldStore === false
        ? null
        : checkInteger(
            "apiKey.startingCharactersConfig.charactersLength",
            startingCharactersConfig.charactersLength ?? 8,
            { min: 1, max: 20 },
          ),
    permissions: options.permissions?.defaultPermissions ?? null,
    maxKeys: checkInteger("apiKey.maxKeys", options.maxKeys ?? 50, { min: 1 }),
  };
}

function lengths(kind: "PrefixLength" | "NameLength", min: number, max: number, highest: number) {
  const checkedMin = checkInteger(`apiKey.minimum${kind}`, min, { min: 0, max: highest });
  return { min: checkedMin, max: checkInteger(`apiKey.maximum${kind}`, max, { min: checkedMin, max: highest }) };
}

function lifetimes({ minExpiresIn = 1, maxExpiresIn = 365 }: KeyExpirationOptions) {
  const min = checkInteger("apiKey.keyExpiration.minExpiresIn", minExpiresIn, { min: 0 });
  return {
    min: min * day,
    max: checkInteger("apiKey.keyExpiration.maxExpiresIn", maxExpiresIn, { min }) * day,
  };
}
