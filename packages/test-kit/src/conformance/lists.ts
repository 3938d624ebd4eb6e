/** Tests for queries of many rows: comparisons, ordering, and pagination. */

import type { Adapter, FindMany, Where } from "@latchkey/core/database";
import { beforeEach, expect, test } from "vitest";
import { malformed } from "./subject.ts";
import { badgeTable, type PersonRow, person, personTable, post, postTable } from "./tables.ts";

export function listTests(get: () => Adapter): void {
  const ids = async (query: Partial<FindMany<PersonRow>>): Promise<string[]> => {
    const rows = await get().findMany(personTable, { limit: 100, ...query });
    return rows.map(({ id }) => id);
  };
  beforeEach(async () => {
    await get().insertMany(personTable, [
      person("a", { age: 3, nick: "Anna", born: new Date("2000-01-01") }),
      person("b", { age: 1, nick: "bert", born: null, active: false }),
      person("c", { age: 2, nick: null, born: new Date("1990-01-01") }),
      person("d", { age: 2, nick: "annB", born: new Date("2010-01-01") }),
    ]);
  });

  test("comparisons", async () => {
    expect(await ids({ where: { age: { gt: 2 } } })).toEqual(["a"]);
    expect(await ids({ where: { age: { gte: 2, lt: 3 } } })).toEqual(["c", "d"]);
    expect(await ids({ where: { born: { lte: new Date("2000-01-01") } } })).toEqual(["a", "c"]);
    expect(await ids({ where: { active: false } })).toEqual(["b"]);
    expect(await ids({ where: { age: { in: [1, 3] } } })).toEqual(["a", "b"]);
    expect(await ids({ where: { age: { in: [] } } })).toEqual([]);
    expect(await ids({ where: { age: { notIn: [2] } } })).toEqual(["a", "b"]);
    expect(await ids({ where: { age: { notIn: [] } } })).toHaveLength(4);
  });

  test("null is different from every value", async () => {
    expect(await ids({ where: { nick: null } })).toEqual(["c"]);
    expect(await ids({ where: { nick: { ne: null } } })).toEqual(["a", "b", "d"]);
    expect(await ids({ where: { nick: { ne: "bert" } } })).toEqual(["a", "c", "d"]);
    expect(await ids({ where: { nick: { in: ["bert", null] } } })).toEqual(["b", "c"]);
    expect(await ids({ where: { nick: { notIn: ["bert"] } } })).toEqual(["a", "c", "d"]);
    expect(await ids({ where: { nick: { notIn: ["bert", null] } } })).toEqual(["a", "d"]);
  });

  test("substrings", async () => {
    expect(await ids({ where: { nick: { startsWith: "An" } } })).toEqual(["a"]);
    expect(await ids({ where: { nick: { endsWith: "na" } } })).toEqual(["a"]);
    expect(await ids({ where: { nick: { contains: "ANN" } } })).toEqual(["a", "d"]);
    expect(await ids({ where: { nick: { startsWith: "" } } })).toEqual(["a", "b", "d"]);
  });

  test("alternatives", async () => {
    expect(await ids({ where: [{ age: 1 }, { nick: "Anna", age: 3 }] })).toEqual(["a", "b"]);
  });

  test("sorting, ties by id in the same direction, nulls first", async () => {
    expect(await ids({ orderBy: [{ column: "age" }] })).toEqual(["b", "c", "d", "a"]);
    expect(await ids({ orderBy: [{ column: "age", direction: "desc" }] })).toEqual(["a", "d", "c", "b"]);
    expect(await ids({ orderBy: [{ column: "born" }] })).toEqual(["b", "c", "a", "d"]);
    expect(await ids({ orderBy: [{ column: "born", direction: "desc" }] })).toEqual(["d", "a", "c", "b"]);
    expect(
      await ids({
        orderBy: [
          { column: "age", direction: "desc" },
          { column: "email", direction: "asc" },
        ],
      }),
    ).toEqual(["a", "c", "d", "b"]);
  });

  test("pages by offset and by cursor, which doesn't shift when rows are added and removed", async () => {
    expect(await ids({ orderBy: [{ column: "age" }], limit: 2, offset: 1 })).toEqual(["c", "d"]);
    expect(await ids({ orderBy: [{ column: "age" }], limit: 2, after: { age: 2, id: "c" } })).toEqual(["d", "a"]);
    await get().insert(personTable, person("0", { age: 0 }));
    expect(await ids({ orderBy: [{ column: "age" }], limit: 2, after: { age: 2, id: "c" } })).toEqual(["d", "a"]);
    expect(
      await ids({ orderBy: [{ column: "age", direction: "desc" }], limit: 9, after: { age: 2, id: "d" } }),
    ).toEqual(["c", "b", "0"]);
    const mixed = [
      { column: "age", direction: "desc" },
      { column: "id", direction: "asc" },
    ] as const;
    expect(await ids({ orderBy: mixed, limit: 9, after: { age: 2, id: "c" } })).toEqual(["d", "b", "0"]);
  });

  test("counting", async () => {
    expect(await get().count(personTable, {})).toBe(4);
    expect(await get().count(personTable, { where: { age: 2 } })).toBe(2);
  });

  test("sums by group, exactly and by bytes", async () => {
    const db = get();
    const sums = async (where?: Where<PersonRow>): Promise<object> => {
      const found = await db.sum(personTable, { column: "age", groupBy: "bio", ...(where ? { where } : {}) });
      return Object.fromEntries(found.map(({ group, sum }) => [String(group), sum]));
    };
    expect(await sums({ id: "unknown" })).toEqual({});
    // Above 2^53, floats would lose the last digit on the way. A negative amount brings the sum back.
    const large = Number.MAX_SAFE_INTEGER;
    await db.insertMany(personTable, [
      person("s1", { bio: "eur", age: large }),
      person("s2", { bio: "eur", age: large - 1 }),
      person("s3", { bio: "eur", age: -large }),
      person("s4", { bio: "EUR", age: 5 }),
      person("s5", { bio: "eur ", age: -7 }),
      person("s6", { bio: "é", age: 1 }),
      person("s7", { bio: "e", age: 2 }),
    ]);
    const added = { id: { startsWith: "s" } };
    expect(await sums(added)).toEqual({ eur: large - 1, EUR: 5, "eur ": -7, é: 1, e: 2 });
    expect(await sums([{ id: "s4" }, { id: "s5" }])).toEqual({ EUR: 5, "eur ": -7 });
    expect(await sums({ bio: null })).toEqual({ null: 8 });
    const levels = { column: "level", groupBy: "holderId" } as const;
    await db.insert(badgeTable, { id: "b1", holderId: "s1", level: null });
    expect(await db.sum(badgeTable, levels)).toEqual([{ group: "s1", sum: 0 }]);
    await expect(sums({ id: { in: ["s1", "s2"] } })).rejects.toThrow(RangeError);
  });

  test.each<[string, FindMany<PersonRow>["orderBy"]]>([
    ["the id", undefined],
    ["a column without nulls", [{ column: "age" }]],
    ["a column with nulls, going up", [{ column: "born" }]],
    ["a column with nulls, going down", [{ column: "born", direction: "desc" }]],
    ["text with nulls, going down", [{ column: "nick", direction: "desc" }]],
    ["columns in several directions", [{ column: "active" }, { column: "born", direction: "desc" }, { column: "age" }]],
  ])("pages by %s contain every row once, in the order of the whole list", async (_, orderBy) => {
    await get().insertMany(personTable, [
      person("e"),
      person("f", { born: new Date("1990-01-01") }),
      person("g", { active: false }),
    ]);
    const order = orderBy ? { orderBy } : {};
    const whole = await get().findMany(personTable, { ...order, limit: 99 });
    const paged: PersonRow[] = [];
    for (let after: PersonRow | undefined; ; after = paged.at(-1)) {
      const page = await get().findMany(personTable, { ...order, limit: 2, ...(after ? { after } : {}) });
      if (page.length === 0) break;
      paged.push(...page);
    }
    expect(paged).toEqual(whole);
    expect(whole).toHaveLength(7);
  });

  test("pages by a joined column contain every row once", async () => {
    const db = get();
    const posts = ["a", "b", "c", "d"].flatMap((personId) => [
      post(`1${personId}`, personId),
      post(`2${personId}`, personId),
    ]);
    await db.insertMany(
      postTable,
      posts.map((row, at) => ({ ...row, editorId: at % 3 === 0 ? "a" : null })),
    );
    const query = {
      join: { editor: { table: personTable, on: { id: "editorId" } } },
      orderBy: [{ column: "email", joinName: "editor", direction: "desc" }],
    } as const;
    const whole = await db.findMany(postTable, { ...query, limit: 99 });
    const paged: typeof whole = [];
    for (let after: (typeof whole)[number] | undefined; ; after = paged.at(-1)) {
      const page = await db.findMany(postTable, { ...query, limit: 3, ...(after ? { after } : {}) });
      if (page.length === 0) break;
      paged.push(...page);
    }
    expect(paged).toEqual(whole);
    expect(whole).toHaveLength(8);
  });

  test("lists of any length", async () => {
    const among = (length: number): string[] => Array.from({ length }, (_, at) => `x${at}`);
    for (const length of [1, 2, 3, 7, 100, 257]) {
      expect(await ids({ where: { id: { in: [...among(length), "b"] } } })).toEqual(["b"]);
      expect(await ids({ where: { id: { notIn: [...among(length), "b"] } } })).toEqual(["a", "c", "d"]);
      expect(await ids({ where: { nick: { in: [null, ...among(length), "bert"] } } })).toEqual(["b", "c"]);
    }
  });

  test("INPUT-06: invalid orders, limits, and cursors are rejected", async () => {
    const db = get();
    const bad: [object, string][] = [
      [{ orderBy: [{ column: "age", direction: "desc; drop table person" }], limit: 1 }, "direction"],
      [{ orderBy: [{ column: "age", joinName: "nobody" }], limit: 1 }, "no join"],
      [{ limit: -1 }, "limit"],
      [{ limit: "1; drop table person" }, "limit"],
      [{ limit: 1.5 }, "limit"],
      [{ limit: 1, offset: Number.NaN }, "offset"],
      [{ orderBy: [{ column: "age" }], limit: 1, after: { id: "a" } }, "lacks"],
      [{ limit: 1, after: { id: 0 } }, "text"],
      [{ limit: 1, columns: ['id" from person --'] }, "no column"],
    ];
    for (const [query, reason] of bad) await expect(db.findMany(personTable, malformed(query))).rejects.toThrow(reason);
    expect(await ids({ limit: 0 })).toEqual([]);
  });
}
