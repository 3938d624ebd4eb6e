import type { SessionData } from "@latchkey/core";
import { type DatabaseAdapter, memoryAdapter } from "@latchkey/core/database";
import { startAuth, type TestApp, type TestBrowser } from "@latchkey/test-kit";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type RedisStorageOptions, redisStorage } from "../src/index.ts";
import { type ClientKind, clients, type TestClient } from "./clients.ts";
import { canStart, startServer, type TestServer } from "./servers.ts";

/** Short, so that tests need not wait; a request makes a few calls at most, and most of them fail at once. */
const limits: RedisStorageOptions = { timeout: 500, pause: 300 };
/** What no request may take, with a good deal for a busy machine. The clients themselves would wait for minutes. */
const longest = 10_000;

const able = canStart ? clients.map((kind) => ({ kind, name: kind.name })) : [];

describe.each(able)("with a Redis that fails, $name", ({ kind }) => {
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
  const inDatabase = { session: { storeSessionInDatabase: true }, verification: { storeInDatabase: true } };
  /** The status of an answer, which came in time. */
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
    slow: { begin: async () => server.freeze(), end: async () => server.thaw(), loses: false },
    down: { begin: () => server.kill(), end: () => server.start(), loses: true },
  };

  test.each(["slow", "down"] as const)(
    "FAULT-03: %s, sessions that live there alone: 503 in time, and back by itself",
    async (name) => {
      const { begin, end, loses } = faults[name];
      const app = await open();
      const browser = app.browser();
      await browser.signUp("ann@example.com");
      const cookies = new Map(browser.cookies);
      await begin();
      for (let time = 0; time < 3; time++) expect(await said(read(browser))).toBe(503);
      expect(await said(browser.post("/sign-out"))).toBe(503);
      expect(await said(app.browser().signIn("ann@example.com"))).toBe(503);
      expect(await said(app.browser().signUp("eve@example.com"))).toBe(503);
      expect(await said(browser.post("/forget-password", { email: "ann@example.com" }))).not.toBe(500);
      // Nobody is signed out by it, and nothing of a sign-up that failed is left.
      expect(browser.cookies).toEqual(cookies);
      expect(await app.auth.$context.db.count({ name: "user", columns: {} }, {})).toBe(1);
      await end();
      await recovers(browser, 200);
      expect((await read(browser)).body === null).toBe(loses);
      expect((await app.browser().signIn("ann@example.com")).status).toBe(200);
    },
  );

  test.each(["slow", "down"] as const)("FAULT-03: %s, sessions in the database: everything goes on", async (name) => {
    const { begin, end } = faults[name];
    const database = memoryAdapter();
    const [one, two] = [await open(inDatabase, database), await open(inDatabase, database)];
    const browser = one.browser();
    await browser.signUp("ann@example.com");
    const other = two.browser();
    for (const [cookie, value] of browser.cookies) other.cookies.set(cookie, value);
    expect((await read(other)).body).not.toBeNull();
    await begin();
    expect([await said(read(browser)), await said(read(other))]).toEqual([200, 200]);
    expect(await said(one.browser().signIn("ann@example.com"))).toBe(200);
    expect(await said(browser.post("/sign-out"))).toBe(200);
    expect((await read(other)).body).toBeNull();
    await end();
    await recovers(other, 200);
    // A copy whose session ended while nobody could be told: gone with its time.
    two.clock.advance(60);
    expect((await read(other)).body).toBeNull();
  });

  test("FAULT-03: a sign-in that was given up and lands later is nobody's, and ends with the others", async () => {
    const app = await open();
    const browser = app.browser();
    await browser.signUp("ann@example.com");
    const other = app.browser();
    server.freeze();
    expect(await said(other.signIn("ann@example.com"))).toBe(503);
    expect([...other.cookies.keys()].filter((name) => name.includes("session"))).toEqual([]);
    server.thaw();
    await recovers(browser, 200);
    expect((await browser.get<unknown[]>("/list-sessions")).body).toHaveLength(2);
    expect((await browser.post("/revoke-sessions")).status).toBe(200);
    expect(await app.auth.$context.db.count({ name: "session", columns: {} }, {})).toBe(0);
  });

  test("FAULT-03: flushed, what lived there alone is gone, and nothing else", async () => {
    const alone = await open();
    const browser = alone.browser();
    await browser.signUp("ann@example.com");
    const kept = await open(inDatabase);
    const other = kept.browser();
    await other.signUp("ann@example.com");
    await server.flush();
    expect([(await read(browser)).body, (await read(other)).body === null]).toEqual([null, false]);
    expect((await alone.browser().signIn("ann@example.com")).status).toBe(200);
  });

  test("RATE-10: without the counters each process counts for itself, and never nobody", async () => {
    const rule = { "/sign-in/email": { window: 60, max: 5 } };
    const nodes = [0, 1].map(() => open({ ...inDatabase, rateLimit: { enabled: true, customRules: rule } }));
    const [one, two] = (await Promise.all(nodes)) as [TestApp, TestApp];
    /** How many of twenty get through on each node, in a new window. */
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
  const fill = async (server: TestServer, policy: string) => {
    const { client, close } = await kind.connect(server.port);
    const storage = redisStorage(client, limits);
    const app = (await startAuth({ secondaryStorage: storage } as never)) as unknown as TestApp;
    const browser = app.browser();
    const ann = await browser.signUp("ann@example.com");
    for (const size of [20_000, 500, 10]) {
      for (let at = 0; at < 300; at++) {
        const next = { text: "x".repeat(size), uniques: [], indexes: ["filler=1"], ttl: 60_000 };
        const id = `${policy}-${size}-${at}`;
        // What does not fit is refused: that it is full is all that is wanted.
        await storage.write([{ table: "filler", id, expected: null, next }]).catch(() => {});
      }
    }
    return { app, browser, ann, close };
  };

  test("FAULT-03: evicting, a session is whole or gone: whoever revokes finds every one that is alive", async () => {
    const server = await startServer("--maxmemory", "3mb", "--maxmemory-policy", "allkeys-random");
    onTestFinished(() => server.close());
    const { app, browser, ann, close } = await fill(server, "evicting");
    const { status, body } = await read(browser);
    expect(status).toBe(200);
    const listed = await app.auth.$context.db.count(
      { name: "session", columns: {} },
      { where: { userId: ann.body.user.id } as never },
    );
    expect(listed).toBe(body === null ? 0 : 1);
    await close();
  });

  test("FAULT-03: refusing to grow, what needs it is 503, and what is there is read", async () => {
    const server = await startServer("--maxmemory-policy", "noeviction");
    onTestFinished(() => server.close());
    const { app, browser, close } = await fill(server, "refusing");
    // Less than is used: near a limit, a buffer that Redis gives back would let one more in.
    await server.send("CONFIG", "SET", "maxmemory", "100kb");
    expect((await app.browser().signIn("ann@example.com")).status).toBe(503);
    expect((await read(browser)).body).not.toBeNull();
    // Ending a session needs no room.
    expect((await browser.post("/sign-out")).status).toBe(200);
    expect(await app.auth.$context.db.count({ name: "session", columns: {} }, {})).toBe(0);
    await close();
  });

  const read = (browser: TestBrowser) => browser.get<SessionData | null>("/get-session");
});
