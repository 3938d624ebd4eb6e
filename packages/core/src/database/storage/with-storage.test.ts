import { beforeEach, describe, expect, test } from "vitest";
import {
  clubs,
  type Pass,
  pass,
  passes,
  people,
  rooms,
  type StorageApp,
  schema,
  slip,
  slips,
  start,
  storageApp,
} from "../../../test/storage-app.ts";
import { ForeignKeyViolation, UniqueViolation } from "../errors.ts";
import { mergeSchema } from "../schema.ts";
import { defineTable } from "../tables.ts";
import { memoryStorage } from "./memory.ts";
import { withStorage } from "./with-storage.ts";

let app: StorageApp;
beforeEach(async () => {
  app = storageApp();
  for (const id of ["ann", "bob"]) await app.db.insert(people, { id, email: `${id}@example.com` });
});

const ids = async (where: object): Promise<string[]> =>
  (await app.db.findMany(passes, { where, limit: 99 })).map(({ id }) => id);

describe("rows in the storage", () => {
  test("are those of the table, and the database has none of them", async () => {
    const row = pass("1", { note: { a: ["ü", null] }, uses: 3 });
    await app.db.insert(passes, row);
    expect(await app.db.findOne(passes, { where: { code: "code-1" } })).toEqual(row);
    expect(await app.db.findOne(passes, { where: { id: "1" }, columns: ["uses"] })).toEqual({ uses: 3 });
    expect(await app.plain.count(passes, {})).toBe(0);
    await app.db.insert(slips, { id: "x", subject: "s", kind: "k", expiresAt: pass("1").expiresAt } as never);
    expect(await app.db.findOne(slips, { where: { id: "x" } })).toEqual(slip("x"));
  });

  test("are found by id, unique key and index, narrowed by whatever else is asked", async () => {
    await app.db.insertMany(passes, [pass("1"), pass("2", { uses: 5 }), pass("3", { personId: "bob" })]);
    expect(await ids({ personId: "ann" })).toEqual(["1", "2"]);
    expect(await ids({ personId: "ann", uses: { gt: 3 } })).toEqual(["2"]);
    expect(await ids({ personId: { in: ["ann", "bob"] }, id: { ne: "1" } })).toEqual(["2", "3"]);
    expect(await ids({ id: { in: ["1", "3", "9"] } })).toEqual(["1", "3"]);
    expect(await ids([{ id: "1" }, { code: "code-3" }, { personId: "bob" }] as never)).toEqual(["1", "3"]);
    expect(await ids([] as never)).toEqual([]);
    expect(await app.db.count(passes, { where: { personId: "ann" } })).toBe(2);
    await app.db.insertMany(slips, [slip("a"), slip("b", { kind: "other" })]);
    expect(await app.db.findMany(slips, { where: { subject: "s", kind: "k" }, limit: 9 })).toEqual([slip("a")]);
  });

  test("cannot be found otherwise: that is said at once, by table and columns", async () => {
    await expect(ids({ uses: 3 })).rejects.toThrow(
      '"pass" lives in the secondary storage, which has no index over (uses)',
    );
    await expect(ids({ personId: { ne: "ann" } })).rejects.toThrow("(personId)");
    await expect(app.db.update(slips, { where: { subject: "s" }, set: { tries: 1 } })).rejects.toThrow("(subject)");
    await expect(app.db.transaction((tx) => tx.lock(passes, "1"))).rejects.toThrow("cannot be locked");
    const join = { own: { table: passes, on: { id: "id" } } };
    expect(() => app.db.findMany(people, { join, limit: 9 })).toThrow("ask for its rows first");
  });

  test("come in order and by pages, and a look at all of them is one by their end", async () => {
    const rows = ["1", "2", "3", "4", "5"].map((id) => pass(id, { uses: Number(id) % 2 }));
    await app.db.insertMany(passes, rows);
    const orderBy = [{ column: "uses", direction: "desc" } as const];
    const page = (after?: Partial<Pass>) =>
      app.db.findMany(passes, { where: { personId: "ann" }, orderBy, limit: 2, ...(after ? { after } : {}) });
    const first = await page();
    const second = await page(first.at(-1));
    expect([...first, ...second, ...(await page(second.at(-1)))].map(({ id }) => id)).toEqual([
      "5",
      "3",
      "1",
      "4",
      "2",
    ]);
    expect(await ids({ expiresAt: { gt: start } })).toHaveLength(5);
    expect(await app.db.remove(passes, { where: { expiresAt: { lte: start } } })).toBe(0);
    const [soon] = rows as [Pass];
    await app.db.update(passes, { where: { id: "1" }, set: { expiresAt: new Date(start.getTime() + 1000) } });
    expect(await app.db.remove(passes, { where: { expiresAt: { lt: soon.expiresAt } } })).toBe(1);
    expect(await app.db.remove(passes, { where: { expiresAt: { gt: start } } })).toBe(4);
    expect(await app.db.remove(passes, { where: {} })).toBe(0);
  });

  test("however many are changed, they are looked for once, and once more where others came before", async () => {
    let finds = 0;
    let most = 0;
    const counting = storageApp({
      storage: (inner) => ({
        ...inner,
        find: (...given) => {
          finds++;
          return inner.find(...given);
        },
        write: (changes) => {
          most = Math.max(most, changes.length);
          return inner.write(changes);
        },
      }),
    });
    const many = Array.from({ length: 900 }, (_, at) => slip(`s${at}`));
    for (let at = 0; at < many.length; at += 100) await counting.db.insertMany(slips, many.slice(at, at + 100));
    const where = { subject: "s", kind: "k" };
    await counting.db.update(slips, { where, set: { tries: 1 } });
    expect(finds).toBe(1);
    await expect(
      counting.db.transaction(async (tx) => {
        expect(await tx.remove(slips, { where })).toBe(900);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect(await counting.db.transaction((tx) => tx.remove(slips, { where }))).toBe(900);
    expect(await counting.storage.scan("slip", 9)).toEqual([]);
    expect([finds, most]).toEqual([3, 200]);
  });

  test("bring along what is joined to them, in one statement", async () => {
    await app.db.insert(clubs, { id: "chess", ownerId: "bob" });
    await app.db.insertMany(passes, [pass("1", { clubId: "chess" }), pass("2"), pass("3", { parentId: "1" })]);
    app.statements.length = 0;
    const join = {
      person: { table: people, on: { id: "personId" }, required: true },
      club: { table: clubs, on: { id: "clubId" }, columns: ["ownerId"] },
      fixed: { table: people, on: { email: { value: "bob@example.com" } }, where: { id: { ne: "x" } } },
    } as const;
    const ann = { id: "ann", email: "ann@example.com" };
    const bob = { id: "bob", email: "bob@example.com" };
    expect(await app.db.findOne(passes, { where: { code: "code-1" }, join })).toEqual({
      ...pass("1", { clubId: "chess" }),
      person: ann,
      club: { id: "chess", ownerId: "bob" },
      fixed: bob,
    });
    expect(app.statements.map(({ table }) => table)).toEqual(["person"]);
    expect(await app.db.findOne(passes, { where: { id: "2" }, join, columns: ["id"] })).toEqual({
      id: "2",
      person: ann,
      club: null,
      fixed: bob,
    });
    const parent = { parent: { table: passes, on: { id: "parentId" } } };
    expect((await app.db.findOne(passes, { where: { id: "3" }, join: parent }))?.parent).toMatchObject({ id: "1" });
    const owned = { club: { ...join.club, required: true } };
    expect(await app.db.count(passes, { where: { personId: "ann" }, join: owned })).toBe(1);
    const sorted = await app.db.findMany(passes, {
      where: { personId: "ann" },
      join,
      orderBy: [{ column: "ownerId", joinName: "club", direction: "desc" }],
      limit: 1,
    });
    expect(sorted.map(({ id }) => id)).toEqual(["1"]);
  });

  test("refuse what the table refuses", async () => {
    await app.db.insert(passes, pass("1"));
    const refusal = await app.db.insert(passes, pass("2", { code: "code-1" })).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UniqueViolation);
    expect(refusal).toMatchObject({ table: "pass", columns: ["code"] });
    await expect(app.db.insert(passes, pass("1", { code: "x" }))).rejects.toMatchObject({ columns: ["id"] });
    await expect(app.db.insertMany(passes, [pass("3"), pass("4", { code: "code-1" })])).rejects.toThrow(
      UniqueViolation,
    );
    expect(await ids({ personId: "ann" })).toEqual(["1"]);
    for (const gone of [{ personId: "eve" }, { parentId: "9" }, { clubId: "9" }]) {
      await expect(app.db.insert(passes, pass("5", gone))).rejects.toThrow(ForeignKeyViolation);
    }
    await app.db.insert(passes, pass("6"));
    await expect(app.db.update(passes, { where: { id: "6" }, set: { code: "code-1" } })).rejects.toThrow(
      UniqueViolation,
    );
    await expect(app.db.update(passes, { where: { id: "6" }, set: { clubId: "9" } })).rejects.toThrow(
      ForeignKeyViolation,
    );
    await expect(app.db.insert(passes, pass("7", { uses: 1.5 }))).rejects.toThrow("whole number");
  });

  test("change by expectation, one by one or many", async () => {
    await app.db.insertMany(passes, [pass("1"), pass("2"), pass("3", { personId: "bob" })]);
    expect(await app.db.update(passes, { where: { id: "1", uses: 1 }, set: { uses: 2 } })).toBe(0);
    expect(
      await app.db.update(passes, { where: { personId: "ann" }, set: { uses: { increment: 4 }, code: undefined } }),
    ).toBe(2);
    expect(await app.db.increment(passes, { where: { id: "1" }, column: "uses", atMost: 5 })).toBe(5);
    expect(await app.db.increment(passes, { where: { id: "1" }, column: "uses", atMost: 5 })).toBeNull();
    expect(await app.db.consume(passes, { where: { code: "code-1", uses: 5 } })).toEqual(pass("1", { uses: 5 }));
    expect(await app.db.consume(passes, { where: { code: "code-1" } })).toBeNull();
    const many = Array.from({ length: 450 }, (_, at) => pass(`m${at}`, { personId: "bob" }));
    await app.db.insertMany(passes, many);
    expect(await app.db.update(passes, { where: { personId: "bob" }, set: { uses: { increment: 1 } } })).toBe(451);
    expect(await app.db.count(passes, { where: { personId: "bob", uses: 1 } })).toBe(451);
    expect(await app.db.remove(passes, { where: { personId: "bob" } })).toBe(451);
    expect(await app.storage.scan("pass", 99)).toHaveLength(1);
  });
});

describe("what refers to what", () => {
  test("SESS-07: rows go with the row of the database that they refer to, however it goes", async () => {
    const go = [
      () => app.db.remove(people, { where: { id: "ann" } }),
      () => app.db.remove(people, { where: { email: "ann@example.com" } }),
      () => app.db.consume(people, { where: { email: "ann@example.com" } }),
      () => app.db.transaction((tx) => tx.remove(people, { where: { id: { in: ["ann", "x"] } } })),
    ];
    for (const gone of go) {
      await app.db.insertMany(passes, [pass("1"), pass("2"), pass("3", { personId: "bob" })]);
      await gone();
      expect((await app.storage.scan("pass", 99)).map(({ id }) => id)).toEqual(["3"]);
      await app.db.remove(passes, { where: {} });
      await app.db.insert(people, { id: "ann", email: "ann@example.com" });
    }
    expect(await app.db.remove(people, { where: { id: "nobody" } })).toBe(0);
  });

  test("or forget it, also where it goes with another", async () => {
    await app.db.insert(clubs, { id: "chess", ownerId: "bob" });
    await app.db.insert(rooms, { id: "hall", clubId: "chess" });
    await app.db.insert(passes, pass("1", { clubId: "chess", roomId: "hall" }));
    await app.db.remove(people, { where: { id: "bob" } });
    expect(await app.plain.count(rooms, {})).toBe(0);
    expect(await app.db.findOne(passes, { where: { id: "1" } })).toEqual(pass("1"));
  });

  test("what a row refers to in the database is locked while it is written: one statement, unless it is held already", async () => {
    await app.db.insert(clubs, { id: "chess", ownerId: "bob" });
    await app.db.insert(passes, pass("1"));
    const tables = async (run: () => Promise<unknown>): Promise<unknown[]> => {
      app.statements.length = 0;
      await run();
      return app.statements.flatMap(({ table }) => table ?? []);
    };
    const choose = { where: { id: "1" }, set: { clubId: "chess" } };
    expect(await tables(() => app.db.update(passes, choose))).toEqual(["club"]);
    expect(await tables(() => app.db.update(passes, { where: { id: "1" }, set: { uses: 1 } }))).toEqual([]);
    const holding = () =>
      app.db.transaction(async (tx) => {
        await tx.lock(people, "ann");
        await tx.insertMany(passes, [pass("2"), pass("3")]);
      });
    expect(await tables(holding)).toEqual(["person"]);
  });

  test("of several rows that a change names, only those that it found are held", async () => {
    const missing = app.db.transaction(async (tx) => {
      const where = { id: { in: ["ann", "nobody"] } };
      expect(await tx.update(people, { where, set: { email: "a@example.com" } })).toBe(1);
      await tx.insert(passes, pass("1", { personId: "nobody" }));
    });
    await expect(missing).rejects.toThrow(ForeignKeyViolation);
  });

  test("rows go with the row of the storage that they refer to", async () => {
    await app.db.insertMany(passes, [pass("1"), pass("9")]);
    await app.db.insert(passes, pass("2", { parentId: "1" }));
    await app.db.insert(passes, pass("3", { parentId: "2" }));
    await app.db.consume(passes, { where: { code: "code-1" } });
    expect((await app.storage.scan("pass", 99)).map(({ id }) => id)).toEqual(["9"]);
  });

  test("none is left behind by a race with what it refers to", async () => {
    for (let round = 0; round < 30; round++) {
      await app.db.insert(passes, pass("1"));
      await Promise.allSettled([
        app.db.insert(passes, pass("2", { parentId: "1" })),
        app.db.insert(passes, pass("3", { personId: "bob", parentId: "1" })),
        app.db.remove(passes, { where: { id: "1" } }),
        app.db.remove(people, { where: { id: "bob" } }),
      ]);
      expect(await app.storage.scan("pass", 99)).toEqual([]);
      await app.db.insert(people, { id: "bob", email: "bob@example.com" });
    }
  });

  test("a table that cannot live in the storage is refused at the start", () => {
    const options = {
      storage: memoryStorage(),
      copiedTables: {},
      markTtl: 1,
      pendingMarks: new Map(),
      now: () => start,
      newId: () => "x",
      onError: () => {},
    };
    expect(() => withStorage(app.plain, { ...options, tables: ["person"] })).toThrow("no date expiresAt");
    const badges = defineTable<{ id: string; passId: string }>({
      name: "badge",
      columns: { passId: { type: "string", references: { table: "pass", column: "id" } } },
    });
    const wider = mergeSchema([people, clubs, rooms, passes, slips, badges]);
    expect(wider.size).toBe(schema.size + 1);
    expect(() => withStorage({ ...app.plain, schema: wider }, { ...options, tables: ["pass"] })).toThrow('"badge"');
  });
});
