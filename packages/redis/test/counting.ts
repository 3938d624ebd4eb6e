/**
 * One of several processes that count requests in one Redis. On a signal, it sends requests, and reports how many were
 * allowed.
 */

import { createAuth } from "@latchkey/core";
import { memoryAdapter } from "@latchkey/core/database";
import { Redis } from "ioredis";
import { redisStorage } from "../src/index.ts";

const [keyPrefix = "", count = "0", max = "0"] = process.argv.slice(2);
const client = new Redis({ host: "127.0.0.1", port: 6379 });
const auth = createAuth({
  baseURL: "http://app.test",
  secret: "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U",
  // The window must not end before all requests are counted.
  clock: () => new Date("2030-01-01T12:00:00.000Z"),
  database: memoryAdapter(),
  secondaryStorage: redisStorage(client, { keyPrefix, timeout: 20_000 }),
  rateLimit: { enabled: true, customRules: { "/ok": { window: 3600, max: Number(max) } } },
});

process.on("message", async () => {
  const send = () => auth.handler(new Request("http://app.test/api/auth/ok"), { remoteAddress: "203.0.113.7" });
  const answers = await Promise.all(Array.from({ length: Number(count) }, send));
  process.send?.(answers.filter(({ status }) => status === 200).length);
  client.disconnect();
  process.disconnect();
});
process.send?.("ready");
