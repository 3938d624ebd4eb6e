/** A secondary storage over a Redis client. */

import type { SecondaryStorage } from "@latchkey/core/database";
import { withCircuitBreaker } from "./circuit-breaker.ts";
import { createDriver, type RedisClient } from "./driver.ts";
import { type RedisStorageOptions, resolveOptions } from "./options.ts";

/**
 * Keeps copies of sessions and rate limit counters in Redis. Each has its own key, so a Redis Cluster spreads them over
 * its nodes.
 *
 * @param client a client of `ioredis` or `redis`, for a single server, a Redis Cluster, or Sentinel. The app connects,
 *   authenticates, and closes it.
 * @throws {Error} if it's a client of neither library, or if an option is invalid
 */
export function redisStorage(client: RedisClient, options: RedisStorageOptions = {}): Required<SecondaryStorage> {
  const { keyPrefix, timeout, pause } = resolveOptions(options);
  const driver = withCircuitBreaker(createDriver(client), { timeout, pause });
  const keyOf = (key: string): string => `${keyPrefix}:${key}`;
  return {
    name: "redis",
    get: (key) => driver.get(keyOf(key)),
    set: async (key, value, ttl) => void (await driver.set(keyOf(key), value, ttl)),
    add: async (key, value, ttl) => void (await driver.add(keyOf(key), value, ttl)),
    increment: (key, ttl, atMost = Number.MAX_SAFE_INTEGER) => driver.increment(keyOf(key), ttl, atMost),
    decrement: async (key) => void (await driver.decrement(keyOf(key))),
  };
}
