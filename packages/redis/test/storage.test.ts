import { storageConformance } from "@latchkey/test-kit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { redisStorage } from "../src/index.ts";
import { type ClientKind, clients, openStorage } from "./clients.ts";
import { canStart, startServer, type TestServer } from "./servers.ts";

for (const kind of clients) {
  storageConformance({ name: `Redis by ${kind.name}`, open: () => openStorage(kind) });

  describe(`Redis with ${kind.name}`, () => {
    test("every key is under the prefix, without a hash tag, and expires", async () => {
      const { storage, prefix, keys, close } = await openStorage(kind);
      await storage.set("session:a", "one", 60_000);
      await storage.add("session:b", "one", 60_000);
      await storage.increment?.("count:c", 60_000);
      expect(await keys()).toEqual([`${prefix}:count:c`, `${prefix}:session:a`, `${prefix}:session:b`]);
      const { client, close: end } = await kind.connect(6379);
      for (const key of await keys()) {
        const script = "return redis.call('PTTL', KEYS[1])";
        const ttl = await ("evalsha" in client
          ? client.eval(script, 1, key, "")
          : client.eval(script, { keys: [key], arguments: [] }));
        expect(Number(ttl)).toBeGreaterThan(50_000);
      }
      await end();
      await close();
    });
  });
}

describe.runIf(clients.length > 0 && canStart)("a cluster", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer("--cluster-enabled", "yes");
    await server.send("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
    await vi.waitFor(async () => expect(await server.send("CLUSTER", "INFO")).toContain("cluster_state:ok"), 10_000);
  });
  afterAll(() => server?.close());

  // One node has every slot, but still rejects a command with keys in different slots.
  storageConformance({ name: "one node of it", open: () => openStorage(clients[0] as ClientKind, server.port) });
});

/** The part of ioredis that the storage uses. `get` fails with the given error. */
function fakeClient() {
  const state = { message: "", calls: 0 };
  class e extends Error {}
  const get = async (): Promise<string | null> => {
    state.calls++;
    if (state.message) throw new e(state.message);
    return null;
  };
  return { state, client: { get, set: async () => "OK", eval: async () => 1, evalsha: async () => 1 } };
}

test("FAULT-03: a server that rejects a command counts as reachable, even with clients in a minified bundle", async () => {
  const { state, client } = fakeClient();
  const storage = redisStorage(client, { pause: 60_000 });
  const fails = async (message: string): Promise<void> => {
    state.message = message;
    await expect(storage.get("a")).rejects.toThrow(message);
  };
  await fails("OOM command not allowed when used memory > 'maxmemory'.");
  await fails("NOPERM this user has no permissions");
  state.message = "";
  expect(await storage.get("a")).toBeNull();
  const before = state.calls;
  await fails("Connection is closed.");
  // From now on, calls fail without contacting Redis.
  state.message = "";
  await expect(storage.get("a")).rejects.toThrow("Connection is closed.");
  expect(state.calls).toBe(before + 1);
});

describe("options", () => {
  test("an invalid client or option fails immediately, and the message says what to pass", () => {
    const { client } = fakeClient();
    expect(() => redisStorage({} as never)).toThrow("such as new Redis(url)");
    expect(() => redisStorage(null as never)).toThrow("such as new Redis(url)");
    const misspelled = { keyprefix: "app" } as object;
    expect(() => redisStorage(client, misspelled)).toThrow('keyprefix isn\'t an option. Did you mean "keyPrefix"?');
    for (const [options, named] of [
      [{ keyPrefix: "a{b}" }, "keyPrefix"],
      [{ keyPrefix: "" }, "keyPrefix"],
      [{ timeout: 0 }, "timeout"],
      [{ timeout: 1.5 }, "timeout"],
      [{ timeout: 30_001 }, "timeout"],
      [{ pause: -1 }, "pause"],
    ] as const) {
      expect(() => redisStorage(client, options)).toThrow(named);
    }
  });
});
