/** Tests for references and joins: joined rows, foreign key violations, and cascades. */

import { type Adapter, ForeignKeyViolation } from "@latchkey/core/database";
import { beforeEach, expect, test } from "vitest";
import { badgeTable, person, personTable, post, postTable } from "./tables.ts";

export function joinTests(get: () => Adapter): void {
  const author = { table: personTable, on: { id: "personId" } } as const;
  beforeEach(async () => {
    await get().insertMany(personTable, [
      person("1", { born: new Date(7), data: { a: 1 }, active: false }),
      person("2"),
    ]);
    await get().insertMany(postTable, [post("a", "1", { editorId: "2" }), post("b", "2")]);
  });

  test("a joined row is read in the same query, complete and typed", async () => {
    const found = await get().findOne(postTable, {
      where: { id: "a" },
      join: { author: { ...author, required: true } },
    });
    expect(found?.author).toEqual(person("1", { born: new Date(7), data: { a: 1 }, active: false }));
    expect(found?.title).toBe("Post a");
  });

  test("a missing joined row is null, or excludes the row if it's required", async () => {
    const editor = { table: personTable, on: { id: "editorId" } } as const;
    const found = await get().findMany(postTable, { join: { editor, author }, limit: 9 });
    expect(found.map(({ editor: row }) => row?.id ?? null)).toEqual(["2", null]);
    const strict = await get().findMany(postTable, { join: { editor: { ...editor, required: true } }, limit: 9 });
    expect(strict.map(({ id }) => id)).toEqual(["a"]);
  });

  test("joins can use several columns and fixed values, and can be narrowed, sorted by, and limited to columns", async () => {
    const db = get();
    const own = { table: postTable, on: { personId: "id", slot: { value: "b" } } } as const;
    const people = await db.findMany(personTable, { join: { own }, limit: 9 });
    expect(people.map(({ own: row }) => row?.id ?? null)).toEqual([null, "b"]);
    const narrowed = await db.findMany(postTable, {
      join: { author: { ...author, required: true, where: { active: true } } },
      limit: 9,
    });
    expect(narrowed.map(({ id }) => id)).toEqual(["b"]);
    const ordered = await db.findMany(postTable, {
      join: { author },
      orderBy: [{ column: "email", joinName: "author", direction: "desc" }],
      limit: 9,
    });
    expect(ordered.map(({ id }) => id)).toEqual(["b", "a"]);
    const cut = await db.findOne(postTable, {
      where: { id: "a" },
      join: { author: { ...author, columns: ["email"] } },
    });
    expect(cut?.author).toEqual({ id: "1", email: "1@example.com" });
    expect(
      await db.count(postTable, { join: { author: { ...author, required: true, where: { active: true } } } }),
    ).toBe(1);
  });

  test("a join can be narrowed with alternatives", async () => {
    const find = (where: object[]) =>
      get().findMany(postTable, { join: { author: { ...author, required: true, where } }, limit: 9 });
    const either = await find([{ email: "1@example.com" }, { active: true }]);
    expect(either.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(await find([{ email: "1@example.com", active: true }])).toEqual([]);
    expect(await find([])).toEqual([]);
  });

  test("a reference must point to a row", async () => {
    await expect(get().insert(postTable, post("c", "nobody"))).rejects.toBeInstanceOf(ForeignKeyViolation);
    expect(await get().count(postTable, {})).toBe(2);
  });

  test("deleting a row deletes or clears the rows that reference it", async () => {
    await get().remove(personTable, { where: { id: "2" } });
    expect(await get().findMany(postTable, { limit: 9 })).toEqual([post("a", "1")]);
    expect(await get().consume(personTable, { where: { id: "1" } })).not.toBeNull();
    expect(await get().count(postTable, {})).toBe(0);
  });

  test("joins of one shape use the values of each call", async () => {
    const db = get();
    const posts = async (slot: string, title: string): Promise<(string | null)[]> => {
      const own = { table: postTable, on: { personId: "id", slot: { value: slot } }, where: { title } } as const;
      return (await db.findMany(personTable, { join: { own }, limit: 9 })).map(({ own: row }) => row?.id ?? null);
    };
    expect(await posts("a", "Post a")).toEqual(["a", null]);
    expect(await posts("b", "Post b")).toEqual([null, "b"]);
    expect(await posts("b", "Post a")).toEqual([null, null]);
  });

  test("a join that could match several rows, or that hides a column, is rejected", async () => {
    const several = { table: postTable, on: { personId: "id" } } as const;
    await expect(get().findMany(personTable, { join: { several }, limit: 9 })).rejects.toThrow("several rows");
    await expect(get().findMany(postTable, { join: { title: author }, limit: 9 })).rejects.toThrow("is a column");
    const unknown = { table: personTable, on: { id: "nothing" } } as const;
    await expect(get().findMany(postTable, { join: { unknown }, limit: 9 })).rejects.toThrow("no column");
  });

  test("a restricted row stays, with everything that references it", async () => {
    const db = get();
    await db.insert(badgeTable, { id: "x", holderId: "1", level: 1 });
    await expect(db.remove(personTable, { where: { id: "1" } })).rejects.toBeInstanceOf(ForeignKeyViolation);
    await expect(db.remove(personTable, { where: {} })).rejects.toBeInstanceOf(ForeignKeyViolation);
    expect([await db.count(personTable, {}), await db.count(postTable, {})]).toEqual([2, 2]);
    await expect(db.update(badgeTable, { where: { id: "x" }, set: { holderId: "nobody" } })).rejects.toBeInstanceOf(
      ForeignKeyViolation,
    );
    expect(await db.findOne(badgeTable, { where: { id: "x" } })).toMatchObject({ holderId: "1" });
    await db.remove(badgeTable, { where: { id: "x" } });
    expect(await db.remove(personTable, { where: {} })).toBe(2);
    expect(await db.count(postTable, {})).toBe(0);
  });
}
