import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { memoryStorage, type SecondaryStorage } from "../database/secondary-storage.ts";
import { createLogger } from "../kernel/log.ts";
import { secondaryStorageCounter } from "./secondary-storage.ts";

const rule = { window: 10, max: 3 };

describe("a counter in the secondary storage", () => {
  test("RATE-06, RATE-12: allows the rule's number of requests in each window, and returns how long to wait", async () => {
    const counter = secondaryStorageCounter(memoryStorage(), createLogger({ disabled: true }));
    const at = 1_000_000_004_000;
    const hits = await Promise.all(Array.from({ length: 50 }, () => counter.hit("a", rule, at)));
    expect(hits.filter((wait) => wait === null)).toHaveLength(3);
    expect(hits.filter((wait) => wait === 6000)).toHaveLength(47);
    expect(await counter.hit("b", rule, at)).toBeNull();
    expect(await counter.hit("a", rule, at + 6000)).toBeNull();
    expect(await counter.hit("none", { window: 10, max: 0 }, at)).toBe(6000);
  });

  test("RATE-10: counts locally while the storage fails, and logs it once a minute", async () => {
    const told: string[] = [];
    const log = createLogger({ log: (_, message) => void told.push(message) });
    const failing = { ...memoryStorage(), increment: () => Promise.reject(new Error("down")) };
    const counter = secondaryStorageCounter(failing, log);
    const hit = () => counter.hit("a", rule, 1000);
    expect([await hit(), await hit(), await hit()]).toEqual([null, null, null]);
    expect(await hit()).toBeGreaterThan(0);
    expect(told).toEqual([
      "The secondary storage can't be reached. Until it can, each process counts rate limits separately",
    ]);
    await counter.hit("a", rule, 61_000);
    expect(told).toHaveLength(2);
  });
});

describe("options for a secondary storage", () => {
  const refused = (options: object) => expect(startAuth(options)).rejects;

  test("invalid options fail at startup, and the error names the option", async () => {
    await refused({ rateLimit: { storage: "secondary-storage" } }).toThrow("Set secondaryStorage");
    const secondaryStorage = memoryStorage();
    for (const maxAge of [0, 3601, 1.5])
      await refused({ secondaryStorage, session: { storageCache: { maxAge } } }).toThrow("session.storageCache.maxAge");
    const ofAnotherLibrary = { get: async () => null, set: async () => {}, delete: async () => {} };
    await refused({ secondaryStorage: ofAnotherLibrary }).toThrow("secondaryStorage has no add");
  });

  test.each([
    [{ session: { storeSessionInDatabase: false } }, "session.storeSessionInDatabase", "sessions are always"],
    [{ session: { storeSessionInDatabase: true } }, "session.storeSessionInDatabase", "sessions are always"],
    [{ verification: { storeInDatabase: true } }, "verification.storeInDatabase", "one-time tokens are always"],
  ])("an option that moved rows to the storage is rejected: %j", async (options, name, why) => {
    for (const given of [options, { ...options, secondaryStorage: memoryStorage() }]) {
      await refused(given).toThrow(name);
      await refused(given).toThrow(why);
    }
  });

  test("counts are kept in memory or where the app configures them if the storage has no counters", async () => {
    const { increment: _, ...secondaryStorage }: SecondaryStorage = memoryStorage();
    await refused({ secondaryStorage, rateLimit: { storage: "secondary-storage" } }).toThrow("has no increment");
    const { auth } = await startAuth({ secondaryStorage });
    expect(auth.$context.settings.rateLimit.storage).toBe("memory");
  });

  test("each kind of data can stay in its default storage", async () => {
    const storage = memoryStorage();
    const used = new Set<string>();
    const noted = new Proxy(storage, {
      get(target, name: keyof typeof storage) {
        used.add(name);
        return target[name];
      },
    });
    const { browser } = await startAuth({
      secondaryStorage: noted,
      session: { storageCache: { enabled: false } },
      rateLimit: { enabled: true, storage: "memory" },
    });
    used.clear();
    const ann = browser();
    await ann.signUp("ann@example.com");
    expect((await ann.get("/get-session")).body).not.toBeNull();
    await ann.post("/sign-out");
    expect([...used]).toEqual([]);
  });
});
