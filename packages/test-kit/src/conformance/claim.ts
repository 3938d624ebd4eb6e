/** Tests for updates that return the row, and that can depend on another row. */

import { type Adapter, UniqueViolation, UnstorableValue } from "@latchkey/core/database";
import { expect, test } from "vitest";
import { person, personTable, post, postTable } from "./tables.ts";

export function claimTests(get: () => Adapter): void {
  test("updates the row that matches, and returns it with its new values", async () => {
    const db = get();
    const data = { deep: [1, "x", null, true] };
    const before = person("1", { nick: "n", bio: "b", age: 3, born: new Date("1999-12-31T23:59:59.987Z"), data });
    await db.insertMany(personTable, [before, person("2", { age: 3 })]);
    const claimed = await db.claim(personTable, {
      where: { email: "1@example.com", age: { gt: 0 } },
      set: { age: { increment: -3 }, active: false, nick: null },
    });
    expect(claimed).toEqual({ ...before, age: 0, active: false, nick: null });
    expect(await db.findOne(personTable, { where: { id: "1" } })).toEqual(claimed);
    expect(await db.findOne(personTable, { where: { id: "2" } })).toEqual(person("2", { age: 3 }));
  });

  test("returns null if no row matches, and changes nothing", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    const set = { age: { increment: -1 } };
    expect(await db.claim(personTable, { where: { id: "1", age: { gt: 0 } }, set })).toBeNull();
    expect(await db.claim(personTable, { where: { id: "9" }, set })).toBeNull();
    expect(await db.claim(personTable, { where: [], set })).toBeNull();
    expect(await db.findMany(personTable, { limit: 9 })).toEqual([person("1")]);
  });

  test("claims one row if several match, or if one of several alternatives does", async () => {
    const db = get();
    await db.insertMany(personTable, [person("1"), person("2"), person("3", { active: false })]);
    const claims = [];
    for (let at = 0; at < 3; at++)
      claims.push(await db.claim(personTable, { where: { active: true, age: 0 }, set: { age: 1 } }));
    expect(claims.map((row) => row?.id).sort()).toEqual(["1", "2", undefined]);
    const born = new Date(5);
    const either = [
      { id: "3", born: null },
      { id: "3", born: { gt: born } },
    ];
    expect((await db.claim(personTable, { where: either, set: { born } }))?.born).toEqual(born);
    expect(await db.claim(personTable, { where: either, set: { born } })).toBeNull();
  });

  test("claims a row only if the other row exists, by columns, values, and conditions", async () => {
    const db = get();
    await db.insertMany(personTable, [person("1", { age: 3 }), person("2", { active: false })]);
    await db.insertMany(postTable, [post("a", "1"), post("b", "2"), post("c", "1", { editorId: "1" })]);
    const claim = (id: string, exists: object, title = "T") =>
      db.claim(postTable, {
        where: { id },
        set: { title },
        exists: { table: personTable, on: { id: "personId" }, ...exists },
      });
    expect((await claim("a", {}))?.title).toBe("T");
    expect((await claim("a", { where: { active: true, age: { gte: 3 } } }, "U"))?.title).toBe("U");
    expect(await claim("b", { where: { active: true } })).toBeNull();
    expect((await claim("b", { where: [{ active: true }, { born: null }] }))?.title).toBe("T");
    expect(await claim("a", { on: { id: "editorId" } })).toBeNull();
    expect((await claim("c", { on: { id: "editorId" } }))?.title).toBe("T");
    expect((await claim("a", { on: { email: { value: "2@example.com" } } }, "V"))?.title).toBe("V");
    expect(await claim("a", { on: { id: { value: "9" } } })).toBeNull();
    const several = { where: [{ title: "V" }, { title: "none" }], set: { title: "W" } };
    const exists = { table: personTable, on: { id: "personId" }, where: { age: 3 } };
    expect((await db.claim(postTable, { ...several, exists }))?.id).toBe("a");
  });

  test("new values that are taken or can't be stored are rejected, and nothing changes", async () => {
    const db = get();
    await db.insertMany(personTable, [person("1"), person("2")]);
    const taken = db.claim(personTable, { where: { id: "1" }, set: { age: 7, email: "2@example.com" } });
    await expect(taken).rejects.toBeInstanceOf(UniqueViolation);
    const long = db.claim(personTable, { where: { id: "1" }, set: { nick: "x".repeat(256) } });
    await expect(long).rejects.toBeInstanceOf(UnstorableValue);
    expect(await db.findOne(personTable, { where: { id: "1" } })).toEqual(person("1"));
  });

  test("a claim that sets nothing, or doesn't identify one other row, is an error", async () => {
    const db = get();
    const where = { id: "1" };
    await expect(db.claim(personTable, { where, set: {} })).rejects.toThrow("set is empty");
    const vague = { table: postTable, on: { personId: "id" } };
    await expect(db.claim(personTable, { where, set: { age: 1 }, exists: vague })).rejects.toThrow("several rows");
  });

  test("sees the transaction's own rows, and is rolled back with it", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    const exists = { table: personTable, on: { id: "personId" }, where: { age: 5 } };
    const failing = db.transaction(async (tx) => {
      await tx.insert(postTable, post("a", "1"));
      expect(await tx.claim(postTable, { where: { id: "a" }, set: { title: "T" }, exists })).toBeNull();
      expect((await tx.claim(personTable, { where: { id: "1" }, set: { age: 5 } }))?.age).toBe(5);
      expect((await tx.claim(postTable, { where: { id: "a" }, set: { title: "T" }, exists }))?.title).toBe("T");
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    expect(await db.findMany(personTable, { limit: 9 })).toEqual([person("1")]);
    expect(await db.count(postTable, {})).toBe(0);
  });
}
