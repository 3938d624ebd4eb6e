/** Checks whether the services are available. If not, a skipped test names them, or on CI, the run fails. */

import { randomUUID } from "node:crypto";
import { servers } from "@latchkey/test-kit/databases";
import { Redis } from "ioredis";
import { describe, test } from "vitest";

/** A database and a Redis prefix for this run. */
export interface TestServices {
  readonly database: string;
  readonly redis: string;
  readonly prefix: string;
  close(): Promise<void>;
}

const redisUrl = "redis://127.0.0.1:6379";

/** Whether both services respond. */
export const areAvailable: boolean = (await redisResponds()) && servers.postgres !== null;

export async function openServices(): Promise<TestServices> {
  const database = await servers.postgres?.open();
  if (!database) throw new Error("There is no PostgreSQL.");
  const prefix = `test-${randomUUID()}`;
  return {
    database: database.url,
    redis: redisUrl,
    prefix,
    async close() {
      await database.close();
      const redis = new Redis(redisUrl);
      for await (const keys of redis.scanStream({ match: `${prefix}:*`, count: 1000 })) {
        if (keys.length > 0) await redis.unlink(...keys);
      }
      redis.disconnect();
    },
  };
}

async function redisResponds(): Promise<boolean> {
  const probe = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null });
  probe.on("error", () => {});
  try {
    await probe.connect();
    return true;
  } catch (cause) {
    if (process.env.CI === "true") throw new Error("CI needs Redis on port 6379, which doesn't respond.", { cause });
    describe("Redis", () => test.skip("skipped: Redis doesn't respond on port 6379", () => {}));
    return false;
  } finally {
    probe.disconnect();
  }
}
