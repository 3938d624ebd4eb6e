/** The few Redis commands that the storage needs, over either client. */

import { createHash } from "node:crypto";

/** A client of `ioredis`, connected or connecting: `new Redis(url)`. */
export interface IoredisClient {
  evalsha(sha: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
  scan(cursor: string, match: "MATCH", pattern: string, count: "COUNT", size: number): Promise<[string, string[]]>;
  readonly options?: { readonly keyPrefix?: string | undefined };
}

/** A client of `redis` (node-redis), connected or connecting: `createClient({ url })`. */
export interface NodeRedisClient {
  evalSha(sha: string, call: { keys: string[]; arguments: string[] }): Promise<unknown>;
  eval(script: string, call: { keys: string[]; arguments: string[] }): Promise<unknown>;
  scan(cursor: string, options: { MATCH: string; COUNT: number }): Promise<ScanReply>;
}

/** One page of a scan, as node-redis returns it. */
export interface ScanReply {
  readonly cursor: unknown;
  readonly keys: readonly unknown[];
}

/** A client of either library. */
export type RedisClient = IoredisClient | NodeRedisClient;

/** A script and its hash, which identifies it on the server. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

/** What the storage needs from a client. */
export interface Driver {
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  /** Returns one page of the matching keys. The cursor `0` marks the start and the end. */
  scan(cursor: string, pattern: string): Promise<{ readonly cursor: string; readonly keys: readonly string[] }>;
}

/** How many keys the server examines per page. */
const pageSize = 1000;

/** Creates a script for {@link Driver.run}. */
export function defineScript(text: string): Script {
  return { text, sha: createHash("sha1").update(text).digest("hex") };
}

/** @throws {Error} if it's neither client, or if an ioredis client has a `keyPrefix` */
export function createDriver(client: RedisClient): Driver {
  if (isIoredis(client)) {
    // The client would add the prefix only to some keys, but not to those that scripts create.
    if (client.options?.keyPrefix)
      throw new Error("redisStorage: the client has a keyPrefix. Give `prefix` here instead.");
    return {
      run: (script, keys, args) =>
        runOrLoad(
          () => client.evalsha(script.sha, keys.length, ...keys, ...args),
          () => client.eval(script.text, keys.length, ...keys, ...args),
        ),
      async scan(cursor, pattern) {
        const [next, keys] = await client.scan(cursor, "MATCH", pattern, "COUNT", pageSize);
        return { cursor: next, keys };
      },
    };
  }
  if (isNodeRedis(client)) {
    return {
      run: (script, keys, args) => {
        const call = { keys: [...keys], arguments: [...args] };
        return runOrLoad(
          () => client.evalSha(script.sha, call),
          () => client.eval(script.text, call),
        );
      },
      async scan(cursor, pattern) {
        const { cursor: next, keys } = await client.scan(cursor, { MATCH: pattern, COUNT: pageSize });
        return { cursor: String(next), keys: keys.map(String) };
      },
    };
  }
  throw new Error("redisStorage: give a client of ioredis (new Redis(url)) or of redis (createClient({ url })).");
}

/** Loads the script if the server doesn't know it, for example after a restart or a failover. */
async function runOrLoad(run: () => Promise<unknown>, load: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("NOSCRIPT")) return load();
    throw error;
  }
}

function isIoredis(client: RedisClient): client is IoredisClient {
  return typeof (client as Partial<IoredisClient> | null)?.evalsha === "function";
}

function isNodeRedis(client: RedisClient): client is NodeRedisClient {
  return typeof (client as Partial<NodeRedisClient> | null)?.evalSha === "function";
}
