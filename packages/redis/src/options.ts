/** What an app can set. */

/** Options of `redisStorage`. */
export interface RedisStorageOptions {
  /**
   * Begins every key. Apps that share a server each need one of their own. Default: `latchkey`. Keys are
   * `{prefix}:…`: the braces are a hash tag, by which a Redis Cluster keeps them on one node.
   */
  readonly prefix?: string;
  /** How long to wait for an answer, in milliseconds, 10 to 60000. Default: 1000. */
  readonly timeout?: number;
  /**
   * How long calls fail at once after one that got no answer, in milliseconds, up to 60000; then one asks again. Default:
   * 1000.
   */
  readonly pause?: number;
}

/** The same, checked. */
export interface RedisStorageSettings {
  /** What every key begins with. */
  readonly root: string;
  readonly timeout: number;
  readonly pause: number;
}

/** @throws {Error} naming the option that makes no sense */
export function resolveOptions(options: RedisStorageOptions): RedisStorageSettings {
  const { prefix = "latchkey" } = options;
  if (!/^[\w.:-]{1,64}$/.test(prefix)) {
    throw new Error(`redisStorage: the prefix is "${prefix}": give 1 to 64 letters, digits, or any of _ - . :`);
  }
  return {
    root: `{${prefix}}:`,
    timeout: bounded("timeout", options.timeout ?? 1000, 10),
    pause: bounded("pause", options.pause ?? 1000, 0),
  };
}

function bounded(name: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least && value <= 60_000) return value;
  throw new Error(`redisStorage: ${name} is ${value}: give whole milliseconds from ${least} to 60000.`);
}
