import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import type { Adapter, DatabaseAdapter } from "../../database/adapter.ts";
import { memoryAdapter } from "../../database/memory/adapter.ts";
import { memoryStorage, type SecondaryStorage } from "../../database/secondary-storage.ts";
import { sessionTable } from "../../tables/session.ts";

const maxAge = 60;

/** An app with one signed-in browser. `slow.run` runs after the next session is read from the database. */
async function open() {
  const slow: { run: (() => Promise<void>) | null } = { run: null };
  const inner = memoryAdapter();
  const database: DatabaseAdapter = {
    ...inner,
    connect(schema) {
      const db = inner.connect(schema);
      const findOne: Adapter["findOne"] = async (table, query) => {
        const row = await db.findOne(table, query);
        const { run } = slow;
        if (table.name !== "session" || !run) return row;
        slow.run = null;
        await run();
        return row;
      };
      return { ...db, findOne };
    },
  };
  const kept = memoryStorage();
  const copies = new Map<string, string>();
  /** Loses every tombstone, as an eviction or a failover can. */
  const storage: SecondaryStorage = {
    ...kept,
    set: async () => {},
    async add(key, value, ttl) {
      copies.set(key, value);
      await kept.add(key, value, ttl);
    },
  };
  const session = { storageCache: { maxAge } };
  const app = await startAuth({ database, secondaryStorage: storage, session });
  const browser = app.browser();
  await browser.post("/sign-up/email", { name: "Ann", email: "ann@example.com", password: "correct horse battery" });
  const read = async (): Promise<unknown> => (await browser.get("/get-session")).body;
  return { ...app, slow, copies, browser, read };
}

describe("a copy of a session from a slow read", () => {
  test("expires `maxAge` after the read started, by the app's clock", async () => {
    const { clock, slow, copies, read } = await open();
    const began = clock.now().getTime();
    // The process is suspended: the monotonic clock stands still.
    slow.run = async () => clock.advance(30);
    expect(await read()).toMatchObject({ user: { email: "ann@example.com" } });
    const [copy] = [...copies.values()].map((text) => JSON.parse(text) as { until: number });
    expect(copy?.until).toBe(began + maxAge * 1000);
  });

  test("isn't read later than `maxAge` after a revocation in between, even if the tombstone is lost", async () => {
    const { auth, clock, slow, copies, read } = await open();
    slow.run = async () => {
      await auth.$context.db.remove(sessionTable, { where: {} });
      clock.advance(45);
    };
    await read();
    expect(copies.size).toBe(1);
    clock.advance(maxAge - 45);
    expect(await read()).toBeNull();
  });
});
