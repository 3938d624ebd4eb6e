import { StorageUnavailable } from "@latchkey/core/database";
import { storageConformance } from "@latchkey/test-kit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { redisStorage } from "../src/index.ts";
import { type ClientKind, clients, openStorage, sharedPort } from "./clients.ts";
import { canStart, startServer, type TestServer } from "./servers.ts";

for (const kind of clients) {
  storageConformance({ name: kind.name, open: () => openStorage(kind) });

  describe(`${kind.name}, keys`, () => {
    test("every key is under the prefix, on one slot, and ends by itself", async () => {
      const { storage, prefix, keys, close } = await openStorage(kind);
      const next = { text: "t", uniques: ["u=1"], indexes: ["i=1"], ttl: 60_000 };
      await storage.write([{ table: "thing", id: "a", expected: null, next }]);
      await storage.count("c", 60_000);
      await storage.markChanged(["m=1"], 60_000);
      await storage.fillCopy("k", { text: "t", readAt: Date.now() - 1000, subjects: ["m=2"], ttl: 60_000 });
      const found = await keys();
      expect(found).toEqual([
        `{${prefix}}:copies:m=2`,
        `{${prefix}}:copy:k`,
        `{${prefix}}:count:c`,
        `{${prefix}}:mark:m=1`,
        `{${prefix}}:thing:i:i=1`,
        `{${prefix}}:thing:r:a`,
        `{${prefix}}:thing:u:u=1`,
      ]);
      const { client, close: end } = await kind.connect(6379);
      for (const key of found) {
        const script = "return redis.call('PTTL', KEYS[1])";
        const left =
          "evalsha" in client ? client.eval(script, 1, key) : client.eval(script, { keys: [key], arguments: [] });
        expect(Number(await left)).toBeGreaterThan(50_000);
      }
      await end();
      await close();
    });

    test("SESS-07: of a copy nothing is left once what it shows has changed", async () => {
      const { storage, prefix, keys, close } = await openStorage(kind);
      const read = await storage.readCopy("k");
      const readAt = read.text === null ? read.at : 0;
      await storage.fillCopy("k", { text: "t", readAt, subjects: ["user.id=1", "session.id=1"], ttl: 60_000 });
      await storage.markChanged(["user.id=1"], 60_000);
      expect(await keys()).toEqual([`{${prefix}}:mark:user.id=1`]);
      await close();
    });

    test("SESS-05: however much has changed at once, all of it is marked, and the server is asked again", async () => {
      const { storage, close } = await openStorage(kind, sharedPort, { timeout: 20_000 });
      const read = await storage.readCopy("k");
      const copy = { text: "t", readAt: read.text === null ? read.at : 0, subjects: ["m=139999"], ttl: 60_000 };
      await storage.fillCopy("k", copy);
      // More than a client can take as the arguments of one call.
      const subjects = Array.from({ length: 140_000 }, (_, at) => `m=${at}`);
      await storage.markChanged(subjects, 2000);
      expect((await storage.readCopy("k")).text).toBeNull();
      await close();
    });

    test("FAULT-03: of many rows under one key all are found, and no step reads more than some of them", async () => {
      const { storage, prefix, close } = await openStorage(kind);
      const form = (ttl: number) => ({ text: "t", uniques: [], indexes: ["i=1"], ttl });
      const ids = Array.from({ length: 1203 }, (_, at) => `row-${at}`);
      const made = ids.map((id, at) => ({ table: "thing", id, expected: null, next: form(60_000 + at) }));
      for (let at = 0; at < made.length; at += 200) await storage.write(made.slice(at, at + 200));
      const { client, close: end } = await kind.connect(sharedPort);
      const sizes: number[] = [];
      const run = async (send: () => Promise<unknown>): Promise<unknown> => {
        const answer = (await send()) as [string[]];
        sizes.push(answer[0].length / 2);
        if (sizes.length > 1) return answer;
        // The one that is read last is written again, and is the first from now on.
        const last = { table: "thing", id: "row-1202", expected: "t", next: form(30_000) };
        expect(await storage.write([last])).toEqual({ done: true });
        return answer;
      };
      const looking =
        "evalsha" in client
          ? { evalsha: (...call: Parameters<typeof client.evalsha>) => run(() => client.evalsha(...call)) }
          : { evalSha: (...call: Parameters<typeof client.evalSha>) => run(() => client.evalSha(...call)) };
      const found = await redisStorage({ ...looking } as never, { prefix }).find("thing", { by: "index", key: "i=1" });
      expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids));
      expect([found.length, ...sizes]).toEqual([1203, 500, 500, 203]);
      await end();
      await close();
    });

    test("FAULT-03: an evicted index takes its rows along: whoever looks by it could not end them", async () => {
      const { storage, prefix, close } = await openStorage(kind);
      const next = { text: "t", uniques: ["u=1"], indexes: ["i=1", "j=1"], ttl: 60_000 };
      await storage.write([{ table: "thing", id: "a", expected: null, next }]);
      const { client, close: end } = await kind.connect(6379);
      const script = "return redis.call('DEL', KEYS[1])";
      const key = `{${prefix}}:thing:i:j=1`;
      await ("evalsha" in client ? client.eval(script, 1, key) : client.eval(script, { keys: [key], arguments: [] }));
      expect(await storage.find("thing", { by: "unique", key: "u=1" })).toEqual([]);
      expect(await storage.find("thing", { by: "id", key: "a" })).toEqual([]);
      expect(await storage.find("thing", { by: "index", key: "i=1" })).toEqual([]);
      // Nor does it keep others from its key.
      expect(await storage.write([{ table: "thing", id: "b", expected: null, next }])).toEqual({ done: true });
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

  // One node has every slot, and still refuses a script that goes from one slot to another.
  storageConformance({ name: "one node of it", open: () => openStorage(clients[0] as ClientKind, server.port) });
});

test("FAULT-03: a server that refuses a command is there, also for clients in a minified bundle", async () => {
  class e extends Error {}
  let message = "OOM command not allowed when used memory > 'maxmemory'.";
  const evalsha = async (): Promise<unknown> => {
    if (message) throw new e(message);
    return [[], []];
  };
  const scan = async (): Promise<[string, string[]]> => ["0", []];
  const storage = redisStorage({ evalsha, eval: evalsha, scan }, { pause: 60_000 });
  const find = () => storage.find("thing", { by: "id", key: "1" });
  const fails = (said: string) => {
    message = said;
    return expect(find()).rejects.toBeInstanceOf(StorageUnavailable);
  };
  await fails(message);
  await fails("NOPERM this user has no permissions");
  message = "";
  expect(await find()).toEqual([]);
  await fails("Connection is closed.");
  message = "";
  await expect(find()).rejects.toBeInstanceOf(StorageUnavailable);
});

describe("options", () => {
  const client = {
    evalsha: async () => [],
    eval: async () => [],
    scan: async (): Promise<[string, string[]]> => ["0", []],
  };

  test("what is no client, or would not work, fails at once and says what to give", () => {
    expect(() => redisStorage({} as never)).toThrow("give a client of ioredis");
    expect(() => redisStorage({ ...client, options: { keyPrefix: "app:" } })).toThrow("keyPrefix");
    for (const [options, named] of [
      [{ prefix: "a{b}" }, "prefix"],
      [{ prefix: "" }, "prefix"],
      [{ timeout: 0 }, "timeout"],
      [{ timeout: 1.5 }, "timeout"],
      [{ pause: -1 }, "pause"],
    ] as const) {
      expect(() => redisStorage(client, options)).toThrow(named);
    }
  });
});
