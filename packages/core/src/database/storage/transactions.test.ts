import { beforeEach, describe, expect, test } from "vitest";
import { pass, passes, people, type StorageApp, slip, slips, start, storageApp } from "../../../test/storage-app.ts";
import type { Adapter } from "../adapter.ts";
import { StorageUnavailable, UniqueViolation } from "../errors.ts";
import type { SecondaryStorage } from "./storage.ts";

let app: StorageApp;
const begin = async (below?: Parameters<typeof storageApp>[0]): Promise<void> => {
  app = storageApp(below);
  for (const id of ["ann", "bob"]) await app.db.insert(people, { id, email: `${id}@example.com` });
};
beforeEach(() => begin());

const texts = async (): Promise<string[]> => (await app.storage.scan("pass", 99)).map(({ text }) => text).sort();
const refused = new Error("refused");

describe("a transaction over both", () => {
  test("is seen by itself, and leaves nothing behind when it is done", async () => {
    await app.db.insertMany(passes, [pass("1"), pass("2")]);
    await app.db.transaction(async (tx) => {
      expect((await tx.consume(passes, { where: { id: "1" } }))?.id).toBe("1");
      expect(await tx.count(passes, { where: { personId: "ann" } })).toBe(1);
      expect(await tx.remove(passes, { where: { personId: "ann" } })).toBe(1);
      expect(await tx.findOne(passes, { where: { code: "code-1" } })).toBeNull();
      // The same unique value, and the same id, are free for itself.
      await tx.insert(passes, pass("3", { code: "code-1" }));
    });
    expect((await app.storage.scan("pass", 99)).map(({ id }) => id)).toEqual(["3"]);
  });

  test("that fails is taken back on both sides", async () => {
    await app.db.insertMany(passes, [pass("1"), pass("2", { uses: 7 })]);
    const before = await texts();
    const failing = app.db.transaction(async (tx) => {
      await tx.insert(people, { id: "eve", email: "eve@example.com" });
      await tx.insert(passes, pass("3", { personId: "eve" }));
      await tx.update(passes, { where: { id: "3" }, set: { uses: 1 } });
      await tx.update(passes, { where: { id: "1" }, set: { uses: 1, code: "other" } });
      await tx.consume(passes, { where: { code: "other" } });
      await tx.increment(passes, { where: { id: "2" }, column: "uses" });
      await tx.remove(people, { where: { id: "ann" } });
      expect(await tx.count(passes, { where: { personId: "ann" } })).toBe(0);
      throw refused;
    });
    await expect(failing).rejects.toBe(refused);
    expect(await texts()).toEqual(before);
    expect(await app.db.findOne(passes, { where: { code: "code-1" } })).toEqual(pass("1"));
    expect(await app.db.count(people, {})).toBe(2);
  });

  test("is spoiled by an operation on the storage that throws, as by any other", async () => {
    await app.db.insert(passes, pass("1"));
    const spoiled = app.db.transaction(async (tx) => {
      await tx.insert(people, { id: "eve", email: "eve@example.com" });
      await tx.insert(passes, pass("2", { code: "code-1" })).catch(() => {});
    });
    await expect(spoiled).rejects.toThrow(UniqueViolation);
    expect(await app.db.count(people, {})).toBe(2);
  });

  test("a row that it removed, and that somebody else ended meanwhile, does not come back", async () => {
    const ends: ((db: Adapter) => Promise<unknown>)[] = [
      (db) => db.remove(passes, { where: { personId: "ann" } }),
      (db) => db.consume(passes, { where: { code: "code-1" } }),
      (db) => db.update(passes, { where: { id: "1" }, set: { uses: 1 } }),
    ];
    for (const end of ends) {
      await app.db.insert(passes, pass("1"));
      const failing = app.db.transaction(async (tx) => {
        await tx.remove(passes, { where: { id: "1" } });
        // The row is gone for everybody, so that this caller is told that it is.
        expect([0, null]).toContain(await end(app.db));
        throw refused;
      });
      await expect(failing).rejects.toBe(refused);
      expect(await texts()).toEqual([]);
    }
  });

  test("a unique value of a row that it removed is free for others, and then stays theirs", async () => {
    await app.db.insert(slips, slip("1", { code: "same" }));
    const failing = app.db.transaction(async (tx) => {
      await tx.remove(slips, { where: { id: "1" } });
      await app.db.insert(slips, slip("2", { code: "same" }));
      throw refused;
    });
    await expect(failing).rejects.toBe(refused);
    expect(await app.db.findMany(slips, { where: { subject: "s", kind: "k" }, limit: 9 })).toEqual([
      slip("2", { code: "same" }),
    ]);
  });
});

describe("what others are told while a transaction is open holds, whatever becomes of it", () => {
  const failing = async (change: (tx: Adapter) => Promise<unknown>, meanwhile: () => Promise<unknown>) => {
    const run = app.db.transaction(async (tx) => {
      await change(tx);
      await meanwhile();
      throw refused;
    });
    await expect(run).rejects.toBe(refused);
  };
  const rename = (tx: Adapter, code: string) => tx.update(passes, { where: { id: "1" }, set: { code } });
  const byCode = { where: { code: "code-1" } };

  test("SESS-05: a row that had another key then, and that was ended by the earlier one, does not come back", async () => {
    const changes: ((tx: Adapter) => Promise<unknown>)[] = [
      (tx) => rename(tx, "new"),
      async (tx) => [await rename(tx, "new"), await rename(tx, "newer")],
      async (tx) => [await rename(tx, "new"), await tx.remove(passes, { where: { id: "1" } })],
    ];
    const ends = [() => app.db.consume(passes, byCode), () => app.db.remove(passes, byCode)];
    for (const change of changes) {
      for (const end of ends) {
        await app.db.insert(passes, pass("1"));
        await failing(change, async () => expect([0, null]).toContain(await end()));
        expect(await texts()).toEqual([]);
      }
    }
  });

  test("its earlier key finds a changed row for nothing else, is nobody else's meanwhile, and free after the commit", async () => {
    const where = { code: "old" };
    const change = (tx: Adapter) => tx.update(slips, { where: { id: "1" }, set: { code: "new" } });
    await app.db.insert(slips, slip("1", where));
    await failing(change, async () => {
      expect(await app.db.findOne(slips, { where })).toBeNull();
      expect(await app.db.update(slips, { where, set: { tries: 9 } })).toBe(0);
      await expect(app.db.insert(slips, slip("2", where))).rejects.toThrow(UniqueViolation);
    });
    expect(await app.db.findOne(slips, { where })).toEqual(slip("1", where));
    const [before] = await app.storage.find("slip", { by: "id", key: "1" });
    await app.db.transaction(async (tx) => {
      await change(tx);
      expect(await tx.findOne(slips, { where })).toBeNull();
    });
    const text = before?.text.replace('"old"', '"new"');
    expect(await app.storage.find("slip", { by: "id", key: "1" })).toEqual([{ id: "1", text }]);
    await app.db.insert(slips, slip("2", where));
  });

  test("SESS-05: copies of what was ended for good, or never was to be, are marked as old", async () => {
    await app.db.insert(passes, pass("1"));
    await failing(
      (tx) => tx.remove(passes, { where: { id: "1" } }),
      async () => {
        await app.db.remove(passes, { where: { personId: "ann" } });
        expect(app.marks).toEqual(["pass.id=1"]);
      },
    );
    await app.db.insert(passes, pass("2"));
    app.marks.length = 0;
    const use = (tx: Adapter) => tx.update(passes, { where: { id: "2" }, set: { uses: 1 } });
    await failing(use, async () => expect((await app.db.findOne(passes, { where: { id: "2" } }))?.uses).toBe(1));
    expect(app.marks).toEqual(["pass.id=2"]);
  });
});

describe("a transaction that is cut off", () => {
  /** Lets `work` end well, and fails then. */
  const failingCommit = (times: number, retries: boolean) => (db: Adapter) => ({
    ...db,
    transaction: async <T>(work: Parameters<Adapter["transaction"]>[0]): Promise<T> => {
      const lost = new Error("The connection was lost.");
      try {
        return (await db.transaction(async (tx) => {
          const result = await work(tx);
          if (times-- > 0) throw lost;
          return result;
        })) as T;
      } catch (error) {
        if (error === lost && retries) return (await db.transaction(work)) as T;
        throw error;
      }
    },
  });

  test("at its commit: what it made is gone, and what it removed stays removed", async () => {
    await begin();
    await app.db.insertMany(passes, [pass("1"), pass("2")]);
    const rows = await app.storage.scan("pass", 9);
    await begin({ database: failingCommit(1, false) as never });
    await app.storage.write(
      rows.map(({ id, text }) => ({
        table: "pass",
        id,
        expected: null,
        next: { text, uniques: [`code=code-${id}`], indexes: ["personId=ann"], ttl: 60_000 },
      })),
    );
    const cut = app.db.transaction(async (tx) => {
      await tx.remove(passes, { where: { id: "1" } });
      await tx.lock(people, "ann");
      await tx.insert(passes, pass("3"));
    });
    await expect(cut).rejects.toThrow("lost");
    expect(await app.db.findMany(passes, { where: { personId: "ann" }, limit: 9 })).toEqual([pass("2")]);
  });

  test("and tried again: nothing of the first attempt is left", async () => {
    await begin({ database: failingCommit(1, true) as never });
    await app.db.transaction(async (tx) => {
      await tx.lock(people, "ann");
      await tx.insert(passes, pass("3"));
    });
    expect(await app.db.findMany(passes, { where: { personId: "ann" }, limit: 9 })).toEqual([pass("3")]);
  });

  test("by the storage: the database is rolled back, and what cannot be taken back is told", async () => {
    let isDown = false;
    const down = (inner: SecondaryStorage): SecondaryStorage => ({
      ...inner,
      find: (...given) => (isDown ? Promise.reject(new StorageUnavailable()) : inner.find(...given)),
      write: (...given) => (isDown ? Promise.reject(new StorageUnavailable()) : inner.write(...given)),
    });
    await begin({ storage: down });
    await app.db.insertMany(passes, [pass("1"), pass("2")]);
    const failing = app.db.transaction(async (tx) => {
      await tx.update(people, { where: { id: "ann" }, set: { email: "new@example.com" } });
      await tx.remove(passes, { where: { id: "1" } });
      isDown = true;
      await tx.remove(passes, { where: { id: "2" } });
    });
    await expect(failing).rejects.toThrow(StorageUnavailable);
    isDown = false;
    expect(app.faults).toHaveLength(1);
    expect((await app.db.findOne(people, { where: { id: "ann" } }))?.email).toBe("ann@example.com");
    expect(await app.db.findMany(passes, { where: { personId: "ann" }, limit: 9 })).toEqual([pass("2")]);
    // What waits to be brought back does not wait for long.
    const left = await app.storage.find("pass", { by: "id", key: "1" });
    expect(left).toHaveLength(1);
  });
});

describe("races", () => {
  const race = <T>(run: (at: number) => Promise<T>, callers = 25): Promise<PromiseSettledResult<T>[]> =>
    Promise.allSettled(Array.from({ length: callers }, (_, at) => run(at)));
  const values = <T>(results: readonly PromiseSettledResult<T>[]): T[] =>
    results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));

  test("TOK-02, TOK-03: of callers who take one row, one gets it, in a transaction or not", async () => {
    for (const inside of [false, true]) {
      await app.db.insert(slips, slip("1"));
      const take = (db: Adapter) => db.consume(slips, { where: { subject: "s", kind: "k", expiresAt: { gt: start } } });
      const taken = values(await race(() => (inside ? app.db.transaction(take) : take(app.db))));
      expect(taken.filter((row) => row !== null)).toHaveLength(1);
      expect(await app.storage.scan("slip", 9)).toEqual([]);
    }
  });

  test("a bounded increment lets its bound through, each with another value", async () => {
    await app.db.insert(slips, slip("1"));
    const change = { where: { id: "1" }, column: "tries", atMost: 5 } as const;
    const seen = values(await race(() => app.db.increment(slips, change)));
    expect(seen.filter((value) => value !== null).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(seen).toHaveLength(25);
  });

  test("of callers who expect the same, one changes it; of those who want one key, one gets it", async () => {
    await app.db.insert(passes, pass("1"));
    const changed = await race((at) => app.db.update(passes, { where: { id: "1", uses: 0 }, set: { uses: at + 1 } }));
    expect(values(changed).reduce((sum, count) => sum + count, 0)).toBe(1);
    const inserted = await race((at) => app.db.insert(passes, pass(`n${at}`, { code: "same" })));
    expect(values(inserted)).toHaveLength(1);
    const faults = inserted.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    expect(faults.every((error) => error instanceof UniqueViolation)).toBe(true);
  });

  test("additions to one row are all counted", async () => {
    await app.db.insert(passes, pass("1"));
    await race(() => app.db.update(passes, { where: { personId: "ann" }, set: { uses: { increment: 1 } } }), 40);
    expect((await app.db.findOne(passes, { where: { id: "1" } }))?.uses).toBe(40);
  });
});
