import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { StorageUnavailable } from "../database/errors.ts";
import { memoryStorage } from "../database/storage/memory.ts";
import { createLogger } from "../kernel/log.ts";
import { secondaryStorageCounter } from "./secondary-storage.ts";

const rule = { window: 10, max: 3 };

describe("a counter in the secondary storage", () => {
  test("RATE-06, RATE-12: lets through what the rule allows in each window, and says how long to wait", async () => {
    const counter = secondaryStorageCounter(memoryStorage(), createLogger({ disabled: true }));
    const at = 1_000_000_004_000;
    const hits = await Promise.all(Array.from({ length: 50 }, () => counter.hit("a", rule, at)));
    expect(hits.filter((wait) => wait === null)).toHaveLength(3);
    expect(hits.filter((wait) => wait === 6000)).toHaveLength(47);
    expect(await counter.hit("b", rule, at)).toBeNull();
    expect(await counter.hit("a", rule, at + 6000)).toBeNull();
    expect(await counter.hit("none", { window: 10, max: 0 }, at)).toBe(6000);
  });

  test("RATE-10: counts for itself while the storage fails, and says so once a minute", async () => {
    const told: string[] = [];
    const log = createLogger({ log: (_, message) => void told.push(message) });
    const failing = { ...memoryStorage(), count: () => Promise.reject(new StorageUnavailable()) };
    const counter = secondaryStorageCounter(failing, log);
    const hit = () => counter.hit("a", rule, 1000);
    expect([await hit(), await hit(), await hit()]).toEqual([null, null, null]);
    expect(await hit()).toBeGreaterThan(0);
    expect(told).toEqual(["Rate limits are counted in each process: the secondary storage cannot be had"]);
    await counter.hit("a", rule, 61_000);
    expect(told).toHaveLength(2);
  });
});

describe("options around a secondary storage", () => {
  test("what makes no sense fails at the start, by name", async () => {
    const refused = (options: object) => expect(startAuth(options)).rejects;
    await refused({ rateLimit: { storage: "secondary-storage" } }).toThrow("secondaryStorage");
    const secondaryStorage = memoryStorage();
    for (const maxAge of [0, 3601, 1.5])
      await refused({ secondaryStorage, session: { storageCache: { maxAge } } }).toThrow("session.storageCache.maxAge");
  });

  test("each part can stay where it was", async () => {
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
      session: { storeSessionInDatabase: true, storageCache: { enabled: false } },
      verification: { storeInDatabase: true },
      rateLimit: { enabled: true, storage: "memory" },
    });
    const ann = browser();
    await ann.signUp("ann@example.com");
    expect((await ann.get("/get-session")).body).not.toBeNull();
    await ann.post("/sign-out");
    expect([...used]).toEqual([]);
  });
});
