/** Tests for values that databases often treat differently. Here they must all behave the same. */

import { type Adapter, UnstorableValue } from "@latchkey/core/database";
import { expect, test } from "vitest";
import { malformed } from "./subject.ts";
import { type PersonRow, person, personTable } from "./tables.ts";

/** Strings that are valid JSON. If an adapter parsed them once too often, they would turn into different values. */
export const jsonLookalikes: readonly [unknown][] = [
  ["[1]"],
  ["true"],
  ["null"],
  ["7"],
  ['"[1]"'],
  ['{"a":"[1]"}'],
  [{ a: "[1]", b: ["true", '"\\"[1]\\""'] }],
];

export function valueTests(get: () => Adapter): void {
  const roundTrip = async (fields: Partial<PersonRow>): Promise<PersonRow | null> => {
    await get().insert(personTable, person("1", fields));
    return get().findOne(personTable, { where: { id: "1" } });
  };

  test("INPUT-07: keys compare byte by byte: case, trailing spaces, accents, and look-alikes differ", async () => {
    const db = get();
    const keys = [
      "ann@x.test",
      "Ann@x.test",
      "ann@x.test ",
      " ann@x.test",
      "änn@x.test",
      "a\u0308nn@x.test",
      "ａnn@x.test",
      "ann@x.test\t",
    ];
    for (const [at, email] of keys.entries()) await db.insert(personTable, person(`p${at}`, { email }));
    for (const [at, email] of keys.entries()) {
      const found = await db.findMany(personTable, { where: { email }, limit: 9 });
      expect(found.map(({ id }) => id)).toEqual([`p${at}`]);
    }
    expect(await db.findMany(personTable, { where: { email: { startsWith: "ann@x.test" } }, limit: 9 })).toHaveLength(
      3,
    );
  });

  test("text is sorted by its bytes", async () => {
    const nicks = ["B", "a", "Z", "é", "z", "😀", "\uffee"];
    await get().insertMany(
      personTable,
      nicks.map((nick, at) => person(`p${at}`, { nick })),
    );
    const rows = await get().findMany(personTable, { orderBy: [{ column: "nick" }], limit: 9 });
    expect(rows.map(({ nick }) => nick)).toEqual(["B", "Z", "a", "z", "é", "\uffee", "😀"]);
  });

  test.each(["😀 emoji", "quote ' \" ` \\ ;--", "% _ \\% like", "line\nbreak\r\ttab", "Ünïcödé ﬀ", " blanks ", ""])(
    "INPUT-06: text stays the same: %j",
    async (bio) => expect((await roundTrip({ bio, email: `${bio}x` }))?.bio).toBe(bio),
  );

  test("INPUT-06: wildcards in values mean themselves", async () => {
    await get().insertMany(personTable, [
      person("a", { nick: "100%" }),
      person("b", { nick: "100x" }),
      person("c", { nick: "a_b" }),
      person("d", { nick: "axb" }),
    ]);
    const ids = async (nick: object): Promise<string[]> =>
      (await get().findMany(personTable, { where: malformed({ nick }), limit: 9 })).map(({ id }) => id);
    expect(await ids({ contains: "0%" })).toEqual(["a"]);
    expect(await ids({ contains: "_" })).toEqual(["c"]);
    expect(await ids({ startsWith: "100%" })).toEqual(["a"]);
    expect(await ids({ endsWith: "_b" })).toEqual(["c"]);
  });

  test.each([
    ["a NUL byte", { bio: "a\0b" }],
    ["half of a surrogate pair", { bio: "a\ud800b" }],
    ["more than 255 characters in a key", { email: "x".repeat(256) }],
    ["a fraction", { age: 1.5 }],
    ["an unsafe number", { age: 2 ** 53 }],
    ["no number", { age: Number.NaN }],
    ["no date", { born: new Date(Number.NaN) }],
    ["a date beyond the year 9999", { born: new Date(8.64e15) }],
    ["a value of the wrong type", { active: malformed("yes") }],
    ["an object in place of text", { email: malformed({ $ne: null }) }],
  ])("INPUT-07: %s is rejected before anything is sent", async (_, fields) => {
    await expect(get().insert(personTable, person("1", fields))).rejects.toBeInstanceOf(UnstorableValue);
    expect(await get().count(personTable, {})).toBe(0);
  });

  test("255 characters fit in a key, also four-byte ones", async () => {
    const email = "😀".repeat(255);
    expect((await roundTrip({ email }))?.email).toBe(email);
  });

  test.each([
    "1000-01-01T00:00:00.000Z",
    "1969-12-31T23:59:59.999Z",
    "2024-03-10T02:30:00.001Z",
    "2038-01-19T03:14:08.123Z",
    "9999-12-31T23:59:59.999Z",
  ])("%s keeps its milliseconds", async (text) =>
    expect((await roundTrip({ born: new Date(text) }))?.born?.toISOString()).toBe(text),
  );

  test("numbers are stored up to the largest safe one", async () => {
    expect((await roundTrip({ age: Number.MAX_SAFE_INTEGER }))?.age).toBe(Number.MAX_SAFE_INTEGER);
    expect(
      await get().update(personTable, {
        where: { age: Number.MAX_SAFE_INTEGER },
        set: { age: Number.MIN_SAFE_INTEGER },
      }),
    ).toBe(1);
    expect((await get().findOne(personTable, { where: { id: "1" } }))?.age).toBe(Number.MIN_SAFE_INTEGER);
  });

  test("JSON stays the same", async () => {
    const data = {
      text: "é\"'\\",
      list: [1, 2.5, -0.1, null, false],
      nested: { __proto__x: {} },
      date: "2024-01-01T00:00:00.000Z",
    };
    expect((await roundTrip({ data }))?.data).toEqual(data);
  });

  test("times stay the same in any time zone of the process", async () => {
    const zone = process.env.TZ;
    const times = ["1883-11-18T12:00:00.001Z", "2024-03-31T01:30:00.123Z", "2024-11-03T06:30:00.999Z"].map(
      (text) => new Date(text),
    );
    try {
      process.env.TZ = "America/New_York";
      await get().insertMany(
        personTable,
        times.map((born, at) => person(`p${at}`, { born })),
      );
      process.env.TZ = "Pacific/Chatham";
      const rows = await get().findMany(personTable, { orderBy: [{ column: "born" }], limit: 9 });
      expect(rows.map(({ born }) => born?.toISOString())).toEqual(times.map((time) => time.toISOString()));
      for (const born of times) expect(await get().count(personTable, { where: { born } })).toBe(1);
      expect(await get().count(personTable, { where: { born: { gt: times[1] as Date } } })).toBe(1);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  test("INPUT-06: text that looks like SQL is a value, wherever it is", async () => {
    const db = get();
    const evil = `'; drop table person; -- " \` \\' $1 ? :x %s`;
    await db.insert(personTable, person("1", { nick: evil, bio: evil, data: { [evil]: evil } }));
    await db.insert(personTable, person("2"));
    for (const where of [
      { nick: evil },
      { nick: { in: [evil] } },
      { nick: { startsWith: evil } },
      { nick: { endsWith: evil } },
      { nick: { contains: evil } },
      { bio: { contains: "DROP" } },
    ]) {
      expect((await db.findMany(personTable, { where, limit: 9 })).map(({ id }) => id)).toEqual(["1"]);
    }
    expect(await db.findOne(personTable, { where: { id: "1" } })).toEqual(
      person("1", { nick: evil, bio: evil, data: { [evil]: evil } }),
    );
    expect(await db.findOne(personTable, { where: { id: evil } })).toBeNull();
    const taken = await db.insert(personTable, person("3", { nick: evil })).catch((error) => error);
    expect(taken).toMatchObject({ table: "person", columns: ["nick"] });
  });

  test("INPUT-07: long text also compares byte by byte", async () => {
    const db = get();
    await db.insertMany(personTable, [
      person("1", { bio: "Ann" }),
      person("2", { bio: "ann" }),
      person("3", { bio: "ann " }),
      person("4", { bio: "änn" }),
    ]);
    expect((await db.findMany(personTable, { where: { bio: "ann" }, limit: 9 })).map(({ id }) => id)).toEqual(["2"]);
    expect((await db.findMany(personTable, { orderBy: [{ column: "bio" }], limit: 9 })).map(({ id }) => id)).toEqual([
      "1",
      "2",
      "3",
      "4",
    ]);
    expect((await db.findMany(personTable, { where: { bio: { endsWith: "" } }, limit: 9 })).length).toBe(4);
    expect((await db.findMany(personTable, { where: { bio: { endsWith: "longer than any" } }, limit: 9 })).length).toBe(
      0,
    );
  });

  test.each(["\ud7ff", "\uffff", "\u{10ffff}", "a\u{10ffff}"])(
    "a prefix that ends at the end of an alphabet finds its matches: %j",
    async (prefix) => {
      await get().insertMany(personTable, [
        person("1", { nick: `${prefix}x` }),
        person("2", { nick: prefix }),
        person("3", { nick: "x" }),
      ]);
      const found = await get().findMany(personTable, { where: { nick: { startsWith: prefix } }, limit: 9 });
      expect(found.map(({ id }) => id)).toEqual(["1", "2"]);
    },
  );

  test.each<[unknown]>([["text"], [7], [true], [[]], [{}], ["\\u0000"], ["\ud83d\ude00"], ...jsonLookalikes])(
    "JSON can be any plain value: %j",
    async (data) => {
      const db = get();
      expect((await roundTrip({ data }))?.data).toEqual(data);
      expect((await db.findMany(personTable, { where: { id: "1" }, limit: 1 }))[0]?.data).toEqual(data);
      expect((await db.consume(personTable, { where: { id: "1" } }))?.data).toEqual(data);
    },
  );

  test.each<[string, unknown]>([
    ["a NUL byte", "\0"],
    ["a function", () => 1],
    ["a bigint", 1n],
  ])("JSON with %s is rejected", async (_, data) => {
    await expect(get().insert(personTable, person("1", { data }))).rejects.toBeInstanceOf(UnstorableValue);
  });
}
