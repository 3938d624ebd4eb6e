/** Options for the Redis storage. */

import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** Options for `redisStorage`. */
export interface RedisStorageOptions {
  /**
   * Prefix of every key, followed by a colon. Apps that share a server need different prefixes. Default: `latchkey`.
   */
  readonly keyPrefix?: string;
  /** Maximum wait for a response, in milliseconds, 10 to 30000. Default: 1000. */
  readonly timeout?: number;
  /** How long calls skip Redis after it fails to respond, in milliseconds, 0 to 60000. Default: 1000. */
  readonly pause?: number;
}

/** The checked options. */
export interface RedisStorageSettings {
  readonly keyPrefix: string;
  readonly timeout: number;
  readonly pause: number;
}

const optionNames: OptionNames<RedisStorageOptions> = { keyPrefix: true, timeout: true, pause: true };

/** @throws {Error} if an option is unknown or invalid, with its name */
export function resolveOptions(options: RedisStorageOptions): RedisStorageSettings {
  checkOptionNames("redisStorage", options, optionNames);
  const { keyPrefix = "latchkey" } = options;
  if (!/^[\w.:-]{1,64}$/.test(keyPrefix)) {
    throw new Error(`redisStorage.keyPrefix is "${keyPrefix}". Use 1 to 64 letters, digits, or any of _ - . :`);
  }
  return {
    keyPrefix,
    timeout: checkInteger("redisStorage.timeout", options.timeout ?? 1000, {
      min: 10,
      max: 30_000,
      unit: "milliseconds",
    }),
    pause: checkInteger("redisStorage.pause", options.pause ?? 1000, { min: 0, max: 60_000, unit: "milliseconds" }),
  };
}
