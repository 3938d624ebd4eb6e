/** Tests for operations on single rows: what is stored, what is read back, and what is rejected. */

import { type Adapter, UniqueViolation, UnstorableValue } from "@latchkey/core/database";
import { expect, test } from "vitest";
import { malformed } from "./subject.ts";
import { badgeTable, person, personTable, post, postTable } from "./tables.ts";

export function rowTests(get: () => Adapter): void {
  test("a row stays the same, with defaults filled in and missing columns null", async () => {
    const db = get();
    const born = new Date("1999-12-31T23:59:59.987Z");
    await db.insert(
      personTable,
      malformed({
        id: "1",
        email: "a@example.com",
        born,
        data: { deep: [1, "x", null, true] },
        bio: "text",
      }),
    );
    expect(await db.findOne(personTable, { where: { id: "1" } })).toEqual({
      id: "1",
      email: "a@example.com",
      nick: null,
      bio: "text",
      age: 0,
      active: true,
      born,
      data: { deep: [1, "x", null, true] },
    });
  });

  test("a missing row is null", async () =>
    expect(await get().findOne(personTable, { where: { id: "?" } })).toBeNull());

  test("only the requested columns are read", async () => {
    await get().insert(personTable, person("1"));
    expect(await get().findOne(personTable, { where: { id: "1" }, columns: ["email"] })).toEqual({
      email: "1@example.com",
    });
  });

  test("a taken unique value is rejected with table and columns, and nothing is written", async () => {
    const db = get();
    await db.insert(personTable, person("1", { email: "x@example.com" }));
    const again = await db.insert(personTable, person("2", { email: "x@example.com" })).catch((error) => error);
    expect(again).toBeInstanceOf(UniqueViolation);
    expect(again).toMatchObject({ table: "person", columns: ["email"] });
    const sameId = await db.insert(personTable, person("1", { email: "y@example.com" })).catch((error) => error);
    expect(sameId).toMatchObject({ table: "person", columns: ["id"] });
    expect(await db.count(personTable, {})).toBe(1);
  });

  test("uniqueness across several columns compares all of them", async () => {
    const db = get();
    await db.insertMany(personTable, [person("1"), person("2")]);
    await db.insert(postTable, post("a", "1", { slot: "s" }));
    await db.insert(postTable, post("b", "2", { slot: "s" }));
    const taken = await db.insert(postTable, post("c", "1", { slot: "s" })).catch((error) => error);
    expect(taken).toMatchObject({ table: "post", columns: ["personId", "slot"] });
  });

  test("any number of rows can have null in a unique column", async () => {
    await get().insertMany(personTable, [person("1"), person("2"), person("3")]);
    expect(await get().count(personTable, { where: { nick: null } })).toBe(3);
  });

  test("several rows are inserted all or none", async () => {
    const db = get();
    const bad = [person("1"), person("2", { email: "1@example.com" })];
    await expect(db.insertMany(personTable, bad)).rejects.toBeInstanceOf(UniqueViolation);
    expect(await db.count(personTable, {})).toBe(0);
    await db.insertMany(personTable, []);
    expect(await db.count(personTable, {})).toBe(0);
  });

  test("an update returns how many rows matched, even if nothing changed", async () => {
    const db = get();
    await db.insertMany(personTable, [person("1"), person("2", { active: false })]);
    expect(await db.update(personTable, { where: { active: true }, set: { age: 5 } })).toBe(1);
    expect(await db.update(personTable, { where: { id: "1", age: 5 }, set: { age: 5 } })).toBe(1);
    expect(await db.update(personTable, { where: { id: "1", age: 4 }, set: { age: 6 } })).toBe(0);
    expect(await db.update(personTable, { where: { id: "1" }, set: { age: { increment: 3 }, nick: "n" } })).toBe(1);
    expect(await db.findOne(personTable, { where: { id: "1" } })).toMatchObject({ age: 8, nick: "n" });
    expect(await db.update(personTable, { where: { id: "1" }, set: { age: undefined } })).toBe(0);
  });

  test("an update to a taken value is rejected and changes nothing", async () => {
    const db = get();
    await db.insertMany(personTable, [person("1"), person("2")]);
    const taken = db.update(personTable, { where: { id: "2" }, set: { email: "1@example.com", age: 9 } });
    await expect(taken).rejects.toMatchObject({ table: "person", columns: ["email"] });
    expect(await db.findOne(personTable, { where: { id: "2" } })).toMatchObject({ email: "2@example.com", age: 0 });
  });

  test("remove returns a count, take returns the row", async () => {
    const db = get();
    await db.insertMany(personTable, [person("1"), person("2"), person("3", { age: 7, born: new Date(5), data: [1] })]);
    expect(await db.remove(personTable, { where: { age: 0 } })).toBe(2);
    expect(await db.consume(personTable, { where: { id: "3", age: 8 } })).toBeNull();
    expect(await db.consume(personTable, { where: { id: "3" } })).toEqual(
      person("3", { age: 7, born: new Date(5), data: [1] }),
    );
    expect(await db.consume(personTable, { where: { id: "3" } })).toBeNull();
  });

  test("increment returns the new value, and stops at its bound", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    expect(await db.increment(personTable, { where: { id: "1" }, column: "age" })).toBe(1);
    expect(await db.increment(personTable, { where: { id: "1" }, column: "age", by: 4, atMost: 5 })).toBe(5);
    expect(await db.increment(personTable, { where: { id: "1" }, column: "age", atMost: 5 })).toBeNull();
    expect(await db.increment(personTable, { where: { id: "?" }, column: "age" })).toBeNull();
    expect(await db.increment(personTable, { where: { id: "1" }, column: "age", by: -5 })).toBe(0);
  });

  test("TOK-07: an undefined value in a where is an error, never a match for everything", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    const where = malformed({ id: undefined });
    await expect(db.findOne(personTable, { where })).rejects.toThrow("undefined");
    await expect(db.remove(personTable, { where })).rejects.toThrow("undefined");
    await expect(db.update(personTable, { where, set: { age: 1 } })).rejects.toThrow("undefined");
    await expect(db.findOne(personTable, { where: malformed({ age: { gt: undefined } }) })).rejects.toThrow(
      "undefined",
    );
    expect(await db.count(personTable, {})).toBe(1);
  });

  test("INPUT-06: unknown columns are an error, not text in a statement", async () => {
    const db = get();
    const bad = "id\" = '' or 1=1 --";
    await expect(db.findOne(personTable, { where: malformed({ [bad]: "1" }) })).rejects.toThrow("no column");
    await expect(db.findMany(personTable, { orderBy: [{ column: malformed(bad) }], limit: 1 })).rejects.toThrow(
      "no column",
    );
    await expect(db.update(personTable, { where: { id: "1" }, set: malformed({ [bad]: 1 }) })).rejects.toThrow(
      "no column",
    );
    await expect(db.findOne(personTable, { where: malformed({ constructor: "1" }) })).rejects.toThrow("no column");
  });

  test("results are copies", async () => {
    const db = get();
    const data = { list: [1] };
    await db.insert(personTable, person("1", { data }));
    data.list.push(2);
    const [row] = await db.findMany(personTable, { limit: 1 });
    (row as { data: typeof data }).data.list.push(3);
    expect(await db.findOne(personTable, { where: { id: "1" }, columns: ["data"] })).toEqual({ data: { list: [1] } });
  });

  test("if several rows match, take and increment change one", async () => {
    const db = get();
    await db.insertMany(personTable, [person("1"), person("2"), person("3")]);
    expect(await db.increment(personTable, { where: { age: 0, active: true }, column: "age" })).toBe(1);
    expect(await db.count(personTable, { where: { age: 1 } })).toBe(1);
    expect(await db.consume(personTable, { where: { active: true } })).not.toBeNull();
    expect(await db.count(personTable, {})).toBe(2);
    expect(await db.consume(personTable, { where: [{ id: "1" }, { id: "2" }, { id: "3" }] })).not.toBeNull();
    expect(await db.count(personTable, {})).toBe(1);
  });

  test("adding to null adds to zero; sums go below zero, and stay within the safe range", async () => {
    const db = get();
    await db.insertMany(personTable, [person("1"), person("2", { age: Number.MAX_SAFE_INTEGER })]);
    await db.insertMany(badgeTable, [
      { id: "a", holderId: "1" },
      { id: "b", holderId: "1" },
    ]);
    expect(await db.increment(badgeTable, { where: { id: "a" }, column: "level", by: -3 })).toBe(-3);
    expect(await db.increment(badgeTable, { where: { id: "a" }, column: "level", atMost: 0 })).toBe(-2);
    expect(await db.update(badgeTable, { where: { id: "b" }, set: { level: { increment: 2 } } })).toBe(1);
    expect(await db.findOne(badgeTable, { where: { id: "b" } })).toMatchObject({ level: 2 });
    expect(await db.increment(personTable, { where: { id: "2" }, column: "age" })).toBeNull();
    expect(await db.increment(personTable, { where: { id: "2" }, column: "age", by: -1 })).toBe(2 ** 53 - 2);
  });

  test("INPUT-05: compared values must have the column's type, and are never converted", async () => {
    const db = get();
    await db.insert(personTable, person("1", { nick: "n", born: new Date(0) }));
    const wrong: object[] = [
      { nick: 0 },
      { nick: true },
      { nick: { $ne: "" } },
      { nick: { gt: 0 } },
      { nick: { in: [0] } },
      { nick: { in: "n" } },
      { nick: ["n"] },
      { nick: "a\0b" },
      { nick: { startsWith: "\ud800" } },
      { age: "0" },
      { age: 0.5 },
      { active: 1 },
      { active: "true" },
      { born: 0 },
      { born: "1970-01-01" },
      { nick: { gt: null } },
    ];
    for (const where of wrong) {
      await expect(db.findOne(personTable, { where: malformed(where) }), JSON.stringify(where)).rejects.toBeInstanceOf(
        UnstorableValue,
      );
      await expect(db.remove(personTable, { where: malformed(where) })).rejects.toBeInstanceOf(UnstorableValue);
    }
    await expect(db.findOne(personTable, { where: { nick: {} } })).rejects.toThrow("empty");
    expect(await db.count(personTable, {})).toBe(1);
  });

  test("no condition matches every row, an empty alternative none", async () => {
    const db = get();
    await db.insertMany(personTable, [person("1"), person("2")]);
    expect(await db.remove(personTable, { where: [] })).toBe(0);
    expect(await db.update(personTable, { where: [], set: { age: 1 } })).toBe(0);
    expect(await db.findOne(personTable, { where: [] })).toBeNull();
    expect(await db.count(personTable, { where: [] })).toBe(0);
    expect(await db.count(personTable, { where: [{ id: "1" }, {}] })).toBe(2);
    expect(await db.remove(personTable, { where: {} })).toBe(2);
  });

  test("rows of one insert can leave out different columns", async () => {
    const db = get();
    await db.insertMany(
      personTable,
      malformed([
        { id: "1", email: "1", age: 5 },
        { id: "2", email: "2", active: false, nick: "n" },
      ]),
    );
    expect(await db.findOne(personTable, { where: { id: "1" } })).toMatchObject({ age: 5, active: true, nick: null });
    expect(await db.findOne(personTable, { where: { id: "2" } })).toMatchObject({ age: 0, active: false, nick: "n" });
  });

  test("thousands of rows are inserted all or none", async () => {
    const db = get();
    const many = Array.from({ length: 5000 }, (_, at) => person(`p${at}`));
    await expect(db.insertMany(personTable, [...many, person("p0", { email: "another" })])).rejects.toBeInstanceOf(
      UniqueViolation,
    );
    expect(await db.count(personTable, {})).toBe(0);
    await db.insertMany(personTable, many);
    expect(await db.count(personTable, {})).toBe(5000);
  });

  test("a row with a missing or null required value is rejected; an id never changes", async () => {
    const db = get();
    await expect(db.insert(personTable, malformed({ id: "1" }))).rejects.toThrow('"person.email" is missing');
    await expect(db.insert(personTable, person("1", { email: malformed(null) }))).rejects.toBeInstanceOf(
      UnstorableValue,
    );
    await db.insert(personTable, person("1"));
    const set = { age: malformed(null) };
    await expect(db.update(personTable, { where: { id: "1" }, set })).rejects.toBeInstanceOf(UnstorableValue);
    await expect(db.update(personTable, { where: { id: "1" }, set: { id: "2" } })).rejects.toThrow("id");
    await expect(db.insert(personTable, person("2", { age: malformed({ increment: 1 }) }))).rejects.toBeInstanceOf(
      UnstorableValue,
    );
    expect(await db.findMany(personTable, { limit: 9 })).toEqual([person("1")]);
  });
}
