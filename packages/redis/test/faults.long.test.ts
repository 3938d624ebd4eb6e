import type { SessionData } from "@latchkey/core";
import { type DatabaseAdapter, memoryAdapter } from "@latchkey/core/database";
import { startAuth, type TestApp, type TestBrowser } from "@latchkey/test-kit";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type RedisStorageOptions, redisStorage } from "../src/index.ts";
import { type ClientKind, clients, type TestClient } from "./clients.ts";
import { canStart, startServer, type TestServer } from "./servers.ts";

/** Short, so that tests don't have to wait. A request sends only a few commands, and most of them fail immediately. */
const limits: RedisStorageOptions = { timeout: 500, pause: 300 };
/** The maximum time for a request, long enough for a busy machine. The clients' own timeouts are minutes. */
const longest = 10_000;

const able = canStart ? clients.map((kind) => ({ kind, name: kind.name })) : [];

describe.each(able)("with a failing Redis, $name", ({ kind }) => {
  let server: TestServer;
  const opened: TestClient[] = [];
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => {
    for (const { close } of opened) await close();
    await server?.close();
  });

  const open = async (options: object = {}, database: DatabaseAdapter = memoryAdapter()): Promise<TestApp> => {
    const one = await connect(kind);
    return startAuth({ database, secondaryStorage: redisStorage(one.client, limits), ...options } as never) as never;
  };
  const connect = async (by: ClientKind): Promise<TestClient> => {
    const one = await by.connect(server.port);
    opened.push(one);
    return one;
  };
  /** The status of a response, which must arrive in time. */
  const said = async (answer: Promise<{ status: number; body: unknown }>): Promise<number> => {
    const start = performance.now();
    const { status } = await answer;
    expect(performance.now() - start).toBeLessThan(longest);
    return status;
  };
  const read = (browser: TestBrowser) => browser.get<SessionData | null>("/get-session");
  const recovers = (browser: TestBrowser, status: number): Promise<void> =>
    vi.waitFor(async () => expect((await read(browser)).status).toBe(status), { timeout: 20_000, interval: 100 });

  const faults = {
    slow: { begin: async () => server.freeze(), end: async () => server.thaw() },
    down: { begin: () => server.kill(), end: () => server.start() },
  };

  test.each(["slow", "down"] as const)(
    "FAULT-03: while Redis is %s, the app continues with the database, and it recovers on its own",
    async (name) => {
      const { begin, end } = faults[name];
      const database = memoryAdapter();
      const [one, two] = [await open({}, database), await open({}, database)];
      const browser = one.browser();
      await browser.signUp("ann@example.com");
      const other = two.browser();
      for (const [cookie, value] of browser.cookies) other.cookies.set(cookie, value);
      expect((await read(other)).body).not.toBeNull();
      await begin();
      expect([await said(read(browser)), await said(read(other))]).toEqual([200, 200]);
      expect(await said(one.browser().signIn("ann@example.com"))).toBe(200);
      expect(await said(one.browser().signUp("eve@example.com"))).toBe(200);
      expect(await said(browser.post("/forget-password", { email: "ann@example.com" }))).not.toBe(503);
      expect(await said(browser.post("/sign-out"))).toBe(200);
      expect((await read(other)).body).toBeNull();
      await end();
      await recovers(other, 200);
      // A copy whose session ended while Redis was unreachable. It expires on its own.
      two.clock.advance(60);
      expect((await read(other)).body).toBeNull();
    },
  );

  test("FAULT-03: a node whose invalidation failed repeats it before it reads a copy again", async () => {
    const database = memoryAdapter();
    const [one, two] = [await open({}, database), await open({}, database)];
    const browser = one.browser();
    await browser.signUp("ann@example.com");
    const [here, there] = [one.browser(), two.browser()];
    for (const other of [here, there]) for (const [cookie, value] of browser.cookies) other.cookies.set(cookie, value);
    expect((await read(there)).body).not.toBeNull();
    server.freeze();
    expect(await said(browser.post("/sign-out"))).toBe(200);
    expect((await read(here)).body).toBeNull();
    server.thaw();
    // From the database, or from Redis after the invalidation, but never from the outdated copy.
    await vi.waitFor(
      async () => {
        expect((await read(here)).body).toBeNull();
        expect((await read(there)).body).toBeNull();
      },
      { timeout: 20_000, interval: 100 },
    );
  });

  test("FAULT-03: users don't notice a flush", async () => {
    const app = await open();
    const browser = app.browser();
    await browser.signUp("ann@example.com");
    expect((await read(browser)).body).not.toBeNull();
    await server.flush();
    expect((await read(browser)).body).not.toBeNull();
    expect(await said(browser.post("/sign-out"))).toBe(200);
  });

  test("RATE-10: without the counters, each process counts locally, and never stops counting", async () => {
    const rule = { "/sign-in/email": { window: 60, max: 5 } };
    const nodes = [0, 1].map(() => open({ rateLimit: { enabled: true, customRules: rule } }));
    const [one, two] = (await Promise.all(nodes)) as [TestApp, TestApp];
    /** How many of twenty requests succeed on each node, in a new window. */
    const passed = async (): Promise<number[]> => {
      for (const { clock } of [one, two]) clock.advance(60);
      const tries = [one, two].map((app) =>
        Promise.all(Array.from({ length: 20 }, () => said(app.browser().signIn("nobody@example.com")))),
      );
      return (await Promise.all(tries)).map((statuses) => statuses.filter((status) => status !== 429).length);
    };
    const sum = ([first = 0, second = 0]: number[]): number => first + second;
    expect(sum(await passed())).toBe(5);
    await server.kill();
    expect(await passed()).toEqual([5, 5]);
    await server.start();
    await vi.waitFor(async () => expect(sum(await passed())).toBe(5), { timeout: 20_000, interval: 100 });
  });
});

describe.each(able.slice(0, 1))("with a Redis that is full, $name", ({ kind }) => {
  test("FAULT-03: if Redis is full, sessions whose invalidation fails are read from the database", async () => {
    const server = await startServer("--maxmemory-policy", "noeviction");
    onTestFinished(() => server.close());
    const { client, close } = await kind.connect(server.port);
    onTestFinished(close);
    const app = (await startAuth({ secondaryStorage: redisStorage(client, limits) } as never)) as unknown as TestApp;
    const browser = app.browser();
    await browser.signUp("ann@example.com");
    const read = () => browser.get<SessionData | null>("/get-session");
    expect((await read()).body).not.toBeNull();
    // Below the current usage. Near the limit, a buffer that Redis frees would allow one more.
    await server.send("CONFIG", "SET", "maxmemory", "100kb");
    expect((await app.browser().signIn("ann@example.com")).status).toBe(200);
    expect((await browser.post("/update-user", { name: "Anna" })).status).toBe(200);
    expect((await read()).body?.user.name).toBe("Anna");
    expect((await browser.post("/sign-out")).status).toBe(200);
    expect((await read()).body).toBeNull();
  });
});
