import { beforeEach, describe, expect, test } from "vitest";
import { pass, passes, people, type StorageApp, schema, start, storageApp } from "../../../test/storage-app.ts";
import { createCopies } from "./copies.ts";

let app: StorageApp;
beforeEach(async () => {
  app = storageApp();
  for (const id of ["ann", "bob"]) await app.db.insert(people, { id, email: `${id}@example.com` });
});

describe("copies", () => {
  test("of what changes are marked as old, by whatever names the row, and after the commit", async () => {
    await app.db.insertMany(passes, [pass("1"), pass("2", { parentId: null })]);
    const marked = async (run: () => Promise<unknown>): Promise<string[]> => {
      app.marks.length = 0;
      await run();
      return [...new Set(app.marks)].sort();
    };
    expect(await marked(() => app.db.update(passes, { where: { code: "code-1" }, set: { uses: 1 } }))).toEqual([
      "pass.id=1",
    ]);
    expect(await marked(() => app.db.update(passes, { where: { id: "x" }, set: { uses: 1 } }))).toEqual([]);
    const emails = { where: { id: "ann" }, set: { email: "a@example.com" } };
    expect(await marked(() => app.db.update(people, emails))).toEqual(["person.id=ann"]);
    const byEmail = { where: { email: { startsWith: "a@" } }, set: { email: "b@example.com" } };
    expect(await marked(() => app.db.update(people, byEmail))).toEqual(["person.id=ann"]);
    const undone = app.db.transaction(async (tx) => {
      await tx.update(people, { where: { id: "ann" }, set: { email: "c@example.com" } });
      expect(app.marks).toEqual([]);
      throw new Error("undone");
    });
    expect(await marked(() => expect(undone).rejects.toThrow("undone"))).toEqual([]);
    expect(await marked(() => app.db.remove(people, { where: { id: "ann" } }))).toEqual([
      "pass.id=1",
      "pass.id=2",
      "person.id=ann",
    ]);
  });

  test("a mark that cannot be made changes no outcome", async () => {
    const failing = storageApp({
      storage: (inner) => ({ ...inner, markChanged: () => Promise.reject(new Error("down")) }),
    });
    await failing.db.insert(people, { id: "ann", email: "ann@example.com" });
    expect(await failing.db.update(people, { where: { id: "ann" }, set: { email: "x@example.com" } })).toBe(1);
    expect(await failing.db.transaction((tx) => tx.remove(people, { where: { id: "ann" } }))).toBe(1);
    expect(failing.faults).toHaveLength(2);
  });

  test("SESS-05: a mark that could not be made is made before this process takes a copy again", async () => {
    let isDown = false;
    const down = storageApp({
      storage: (inner) => ({
        ...inner,
        markChanged: (...given) => (isDown ? Promise.reject(new Error("down")) : inner.markChanged(...given)),
      }),
    });
    const { storage, db, pendingMarks } = down;
    await db.insert(people, { id: "ann", email: "ann@example.com" });
    const options = {
      tables: [],
      copiedTables: { person: [] },
      markTtl: 60_000,
      pendingMarks,
      now: () => start,
      newId: () => "x",
    };
    const copies = createCopies(schema, { ...options, storage, onError: () => {} }, 30_000);
    const missed = await copies.read("k");
    await copies.write("k", "old", { person: { id: "ann" } }, missed.text === null ? missed.at : 0);
    isDown = true;
    for (const email of ["b@example.com", "c@example.com"]) {
      await db.update(people, { where: { id: "ann" }, set: { email } });
    }
    await db.transaction((tx) => tx.remove(people, { where: { id: "ann" } }));
    // Others may still read it; this process knows better than to.
    expect(await storage.readCopy("k")).toEqual({ text: "old" });
    await expect(copies.read("k")).rejects.toThrow("down");
    isDown = false;
    expect((await copies.read("k")).text).toBeNull();
    expect((await storage.readCopy("k")).text).toBeNull();
    // It is made once.
    down.marks.length = 0;
    await copies.read("k");
    expect(down.marks).toEqual([]);
  });
});
