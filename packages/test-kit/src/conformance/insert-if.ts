/** Tests for inserts that depend on another row. */

import { type Adapter, ForeignKeyViolation, UniqueViolation, UnstorableValue } from "@latchkey/core/database";
import { expect, test } from "vitest";
import { badgeTable, person, personTable, post, postTable } from "./tables.ts";

export function insertIfTests(get: () => Adapter): void {
  test("inserts if the other row matches, and returns whether it did", async () => {
    const db = get();
    await db.insert(personTable, person("1", { nick: "n", age: 3 }));
    const ifPerson = (id: string, where: object): Promise<boolean> =>
      db.insertIf(postTable, post(id, "1"), { exists: { table: personTable, where } });
    expect(await ifPerson("a", { id: "1", age: 3, active: true, born: null })).toBe(true);
    expect(await ifPerson("b", { nick: "n", age: { lt: 4 } })).toBe(true);
    expect(await ifPerson("c", { id: "1", age: 4 })).toBe(false);
    expect(await ifPerson("d", { id: "2" })).toBe(false);
    const found = await db.findMany(postTable, { limit: 9 });
    expect(found).toEqual([post("a", "1"), post("b", "1")]);
  });

  test("inserts unless another row matches, even in the same table", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    const unlessPost = (id: string, title: string): Promise<boolean> =>
      db.insertIf(postTable, post(id, "1", { title }), { absent: { table: postTable, where: { title } } });
    expect(await unlessPost("a", "T")).toBe(true);
    expect(await unlessPost("b", "T")).toBe(false);
    expect(await unlessPost("c", "U")).toBe(true);
    const any = { absent: { table: badgeTable, where: [{ holderId: "1" }, { level: { gt: 3 } }] } } as const;
    expect(await db.insertIf(postTable, post("d", "1"), any)).toBe(true);
    await db.insert(badgeTable, { id: "b", holderId: "1", level: null });
    expect(await db.insertIf(postTable, post("e", "1"), any)).toBe(false);
    expect(await db.count(postTable, {})).toBe(3);
  });

  test("values of every type stay the same, and missing columns get their default", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    const full = person("2", {
      nick: "Zoë",
      bio: "b".repeat(1000),
      age: Number.MAX_SAFE_INTEGER,
      active: false,
      born: new Date("1999-12-31T23:59:59.987Z"),
      data: { deep: [1, "x", null, true] },
    });
    const conditions = [
      { exists: { table: personTable, where: { id: "1" } } },
      { absent: { table: personTable, where: { id: "9" } } },
    ] as const;
    for (const condition of conditions) {
      expect(await db.insertIf(personTable, full, condition)).toBe(true);
      expect(await db.consume(personTable, { where: { id: "2" } })).toEqual(full);
      expect(await db.insertIf(personTable, { id: "3", email: "3@example.com" } as never, condition)).toBe(true);
      expect(await db.consume(personTable, { where: { id: "3" } })).toEqual(person("3"));
    }
  });

  test("a row that violates a constraint is rejected, but only if it would be inserted", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    const here = { exists: { table: personTable, where: { id: "1" } } } as const;
    const gone = { exists: { table: personTable, where: { id: "9" } } } as const;
    await expect(db.insertIf(personTable, person("1"), here)).rejects.toBeInstanceOf(UniqueViolation);
    await expect(db.insertIf(postTable, post("a", "9"), here)).rejects.toBeInstanceOf(ForeignKeyViolation);
    expect(await db.insertIf(personTable, person("1"), gone)).toBe(false);
    expect(await db.insertIf(postTable, post("a", "9"), gone)).toBe(false);
    const long = post("a", "1", { slot: "x".repeat(256) });
    await expect(db.insertIf(postTable, long, gone)).rejects.toBeInstanceOf(UnstorableValue);
    expect([await db.count(personTable, {}), await db.count(postTable, {})]).toEqual([1, 0]);
  });

  test("a required row is selected by all columns of a unique constraint", async () => {
    const where = { age: 1 };
    const vague = get().insertIf(postTable, post("a", "1"), { exists: { table: personTable, where } });
    await expect(vague).rejects.toThrow("several rows");
  });

  test("sees the transaction's own rows, and is rolled back with it", async () => {
    const db = get();
    const condition = { exists: { table: personTable, where: { id: "1" } } } as const;
    const failing = db.transaction(async (tx) => {
      await tx.insert(personTable, person("1"));
      expect(await tx.insertIf(postTable, post("a", "1"), condition)).toBe(true);
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    expect(await db.insertIf(postTable, post("a", "1"), condition)).toBe(false);
  });
}
