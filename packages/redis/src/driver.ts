/** The Redis commands that the storage needs, for either client. Each uses one key. */

/** A client of `ioredis`: `new Redis(url)`, with or without Sentinel, or `new Cluster(nodes)`. */
export interface IoredisClient {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, unit: "PX", milliseconds: number): Promise<unknown>;
  set(key: string, value: string, unit: "PX", milliseconds: number, condition: "NX"): Promise<unknown>;
  eval(script: string, keyCount: number, key: string, ...args: string[]): Promise<unknown>;
  evalsha(...parameters: never[]): Promise<unknown>;
}

/** A client of `redis` (node-redis): from `createClient`, `createCluster`, or `createSentinel`. */
export interface NodeRedisClient {
  get(key: string): Promise<unknown>;
  set(key: string, value: string, options: NodeRedisSetOptions): Promise<unknown>;
  eval(script: string, call: { keys: string[]; arguments: string[] }): Promise<unknown>;
  evalSha(...parameters: never[]): Promise<unknown>;
}

/** Options for node-redis's `set`. */
export interface NodeRedisSetOptions {
  readonly expiration: { readonly type: "PX"; readonly value: number };
  readonly condition?: "NX";
}

/** A client of either library. */
export type RedisClient = IoredisClient | NodeRedisClient;

/** What the storage needs from a client. Times are in milliseconds. */
export interface Driver {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttl: number): Promise<unknown>;
  /** Stores the value if the key has none. */
  add(key: string, value: string, ttl: number): Promise<unknown>;
  /** Adds one to a counter below `atMost`, and returns the new value. At `atMost`, returns a greater value instead. */
  increment(key: string, ttl: number, atMost: number): Promise<number>;
  /** Subtracts one from a counter above zero. */
  decrement(key: string): Promise<unknown>;
}

/** A script, because a counter must never be left without an expiry or exceed its limit. */
const incrementScript =
  "local c = tonumber(redis.call('GET', KEYS[1]) or '0') if c >= tonumber(ARGV[2]) then return c + 1 end local n = redis.call('INCR', KEYS[1]) if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return n";

/** A script, because `DECR` would create a missing counter, without an expiry. */
const decrementScript =
  "if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end return 0";

/** @throws {Error} if it's a client of neither library */
export function createDriver(client: RedisClient): Driver {
  if (isIoredis(client)) {
    return {
      get: (key) => client.get(key),
      set: (key, value, ttl) => client.set(key, value, "PX", ttl),
      add: (key, value, ttl) => client.set(key, value, "PX", ttl, "NX"),
      increment: async (key, ttl, atMost) =>
        Number(await client.eval(incrementScript, 1, key, String(ttl), String(atMost))),
      decrement: (key) => client.eval(decrementScript, 1, key),
    };
  }
  if (isNodeRedis(client)) {
    return {
      get: async (key) => {
        const value = await client.get(key);
        return value === null ? null : String(value);
      },
      set: (key, value, ttl) => client.set(key, value, { expiration: { type: "PX", value: ttl } }),
      add: (key, value, ttl) => client.set(key, value, { expiration: { type: "PX", value: ttl }, condition: "NX" }),
      increment: async (key, ttl, atMost) =>
        Number(await client.eval(incrementScript, { keys: [key], arguments: [String(ttl), String(atMost)] })),
      decrement: (key) => client.eval(decrementScript, { keys: [key], arguments: [] }),
    };
  }
  throw new Error(
    "redisStorage: this isn't a Redis client. Pass one from ioredis, such as new Redis(url), or from redis, such as createClient({ url }).",
  );
}

/** Class names can't be used, because minified bundles lose them. The two libraries spell this method differently. */
function isIoredis(client: RedisClient): client is IoredisClient {
  return typeof (client as Partial<IoredisClient> | null)?.evalsha === "function";
}

function isNodeRedis(client: RedisClient): client is NodeRedisClient {
  return typeof (client as Partial<NodeRedisClient> | null)?.evalSha === "function";
}
