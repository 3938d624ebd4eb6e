/** The Redis servers of the tests: the one on this machine, and separate ones for tests that make it fail. */

import { randomUUID } from "node:crypto";
import type { SecondaryStorage } from "@latchkey/core/database";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { describe, test } from "vitest";
import { type RedisClient, type RedisStorageOptions, redisStorage } from "../src/index.ts";

/** One of the two kinds of client, connected. */
export interface TestClient {
  readonly client: RedisClient;
  close(): Promise<void>;
}

/** One kind of client, and how tests create it. */
export interface ClientKind {
  readonly name: string;
  connect(port: number): Promise<TestClient>;
}

/** A storage with a unique prefix. */
export interface TestStorage {
  readonly storage: SecondaryStorage;
  readonly prefix: string;
  /** Another client for the same keys. */
  again(): Promise<SecondaryStorage>;
  /** All existing keys. */
  keys(): Promise<string[]>;
  /** Removes all keys, and closes the clients. */
  close(): Promise<void>;
}

/** The shared server's address. */
export const sharedPort = 6379;

const ioredis: ClientKind = {
  name: "ioredis",
  async connect(port) {
    const client = new Redis({ port, host: "127.0.0.1", lazyConnect: true, retryStrategy: () => 50 });
    client.on("error", () => {});
    await client.connect();
    return { client, close: async () => client.disconnect() };
  },
};

const nodeRedis: ClientKind = {
  name: "node-redis",
  async connect(port) {
    const client = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: () => 50 } });
    client.on("error", () => {});
    await client.connect();
    return { client, close: async () => client.destroy() };
  },
};

/** Both clients if the shared server responds. If not, a skipped test says so, and on CI it's an error. */
export const clients: readonly ClientKind[] = await ifThere();

/** Opens a storage with a random prefix. */
export async function openStorage(
  kind: ClientKind,
  port: number = sharedPort,
  options: RedisStorageOptions = {},
): Promise<TestStorage> {
  const prefix = `test-${randomUUID()}`;
  const opened = [await kind.connect(port)];
  const inspector = new Redis({ port, host: "127.0.0.1", lazyConnect: true });
  inspector.on("error", () => {});
  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    let cursor = "0";
    do {
      const [next, page] = await inspector.scan(cursor, "MATCH", `${prefix}:*`, "COUNT", 1000);
      found.push(...page);
      cursor = next;
    } while (cursor !== "0");
    return found.sort();
  };
  const at = (client: RedisClient): SecondaryStorage => redisStorage(client, { keyPrefix: prefix, ...options });
  return {
    prefix,
    storage: at((opened[0] as TestClient).client),
    async again() {
      const more = await kind.connect(port);
      opened.push(more);
      return at(more.client);
    },
    keys,
    async close() {
      const left = port === sharedPort ? await keys() : [];
      for (let from = 0; from < left.length; from += 1000) await inspector.unlink(...left.slice(from, from + 1000));
      inspector.disconnect();
      for (const { close } of opened) await close();
    },
  };
}

async function ifThere(): Promise<readonly ClientKind[]> {
  const probe = new Redis({ port: sharedPort, host: "127.0.0.1", lazyConnect: true, retryStrategy: () => null });
  probe.on("error", () => {});
  try {
    await probe.connect();
    return [ioredis, nodeRedis];
  } catch (cause) {
    if (process.env.CI === "true") throw new Error("CI needs Redis on port 6379, which doesn't respond.", { cause });
    describe("Redis", () => test.skip("skipped: Redis doesn't respond on port 6379", () => {}));
    return [];
  } finally {
    probe.disconnect();
  }
}
