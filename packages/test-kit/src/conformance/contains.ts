/** Tests that `contains` finds the same rows on every database, with an index and without. */

import type { Adapter, Where } from "@latchkey/core/database";
import { expect, test } from "vitest";
import { type PersonRow, person, personTable, post, postTable } from "./tables.ts";

/** Characters with a special meaning in SQL, LIKE, or full-text search, or with unusual case mappings. */
const pieces = [
  ..."aAbBkKsSiI0%_\\'\"`*?[](){}:;.-+^~@/ \t\n",
  ..."ıİßẞäÄéΣςσſKÅ",
  ...["ﬃ", "日本", "👩‍👩‍👧", "e\u0301", "\u{1f600}", "AND", "OR", "NOT", "NEAR", "--", '""', "\\%", "user", "\u200b"],
];

/** Creates strings that are the same in every run, so that a failure can be repeated. */
function createTexts(count: number): string[] {
  let state = 20;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(9) }, () => pieces[next(pieces.length)]).join(""),
  );
}

/** Lowercases ASCII letters only. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export function containsTests(get: () => Adapter): void {
  const rows = createTexts(250).map((text, at) =>
    person(String(at), { bio: at % 10 === 0 ? null : text, email: `${text}${at}` }),
  );
  const ids = async (where: Where<PersonRow>): Promise<string[]> =>
    (await get().findMany(personTable, { where, limit: 1000 })).map(({ id }) => id).sort();
  /**
   * The strings to search for: edge cases, and stored strings and parts of them in different cases. The parts begin and
   * end anywhere between two characters.
   */
  const needles = [
    ...[
      "",
      "a",
      "%",
      "_",
      "\\",
      '"',
      "'",
      "ß",
      "i",
      "İ",
      "ſ",
      "K",
      "aa",
      "\u{1f600}",
      "nothing has this",
      "x".repeat(5000),
    ],
    ...rows.slice(0, 60).flatMap(({ email }, at) => {
      const characters = Array.from(email);
      const part = characters.slice(at % 3, (at % 3) + 2 + (at % 5)).join("");
      return [email.toUpperCase(), part, part.toLowerCase(), lower(part)];
    }),
  ];

  test("unusual texts match as in JavaScript, with ASCII letters in either case", async () => {
    await get().insertMany(personTable, rows);
    for (const needle of new Set(needles)) {
      const expected = rows.filter(({ bio }) => bio !== null && lower(bio).includes(lower(needle)));
      expect([needle, await ids({ bio: { contains: needle } })]).toEqual([needle, expected.map(({ id }) => id).sort()]);
      expect(await get().count(personTable, { where: { bio: { contains: needle } } })).toBe(expected.length);
    }
  });

  test("non-ASCII letters are case-sensitive", async () => {
    await get().insertMany(personTable, [
      person("1", { bio: "Ärger in KÖLN" }),
      person("2", { bio: "ärger in köln" }),
      person("3", { bio: "ΣΊΣΥΦΟΣ, ЁЖ, İstanbul" }),
      person("4", { bio: "σίσυφος, ёж, istanbul" }),
    ]);
    const found = Object.fromEntries(
      await Promise.all(
        ["ärger", "ÄRGER", "KöLN", "kÖln", "ёж", "ЁЖ", "σίσ", "ΣΊΣ", "İSTANBUL", "istanbul"].map(
          async (needle) => [needle, (await ids({ bio: { contains: needle } })).join()] as const,
        ),
      ),
    );
    expect(found).toEqual({
      ärger: "2",
      ÄRGER: "1",
      KöLN: "2",
      kÖln: "1",
      ёж: "4",
      ЁЖ: "3",
      σίσ: "4",
      ΣΊΣ: "3",
      İSTANBUL: "3",
      istanbul: "4",
    });
  });

  test("with other conditions, in alternatives, and in a join", async () => {
    await get().insertMany(personTable, [
      person("a", { bio: "likes Trigrams", age: 1 }),
      person("b", { bio: "TRIGRAMS too", age: 2 }),
      person("c", { bio: null, nick: "my trigram" }),
      person("d", { bio: "nothing" }),
    ]);
    await get().insertMany(
      postTable,
      ["a", "b", "c", "d"].map((id) => post(`p${id}`, id)),
    );
    expect(await ids({ bio: { contains: "trigram", startsWith: "likes" } })).toEqual(["a"]);
    expect(await ids({ bio: { contains: "trigram" }, age: { gt: 1 } })).toEqual(["b"]);
    const either = [{ bio: { contains: "trigram" } }, { nick: { contains: "trigram" } }];
    expect(await ids(either)).toEqual(["a", "b", "c"]);
    const join = { author: { table: personTable, on: { id: "personId" }, required: true, where: either } } as const;
    const posts = await get().findMany(postTable, { join, orderBy: [{ column: "id", direction: "desc" }], limit: 2 });
    expect(posts.map(({ id, author }) => [id, author.id])).toEqual([
      ["pc", "c"],
      ["pb", "b"],
    ]);
    expect(await get().count(postTable, { join })).toBe(3);
    const optional = { author: { ...join.author, required: false } } as const;
    expect(await get().count(postTable, { join: optional })).toBe(4);
  });

  test("after rows were changed and removed, in writes and in a transaction that's rolled back", async () => {
    const db = get();
    await db.insertMany(personTable, [person("a", { bio: "first text" }), person("b", { bio: "second text" })]);
    expect(await db.update(personTable, { where: { id: "a" }, set: { bio: "changed text" } })).toBe(1);
    expect(await ids({ bio: { contains: "first" } })).toEqual([]);
    expect(await ids({ bio: { contains: "CHANGED" } })).toEqual(["a"]);
    expect(await db.update(personTable, { where: { bio: { contains: "changed" } }, set: { bio: null } })).toBe(1);
    expect(await ids({ bio: { contains: "text" } })).toEqual(["b"]);
    const undone = db.transaction(async (tx) => {
      await tx.update(personTable, { where: { id: "b" }, set: { bio: "undone text" } });
      expect(await tx.count(personTable, { where: { bio: { contains: "undone" } } })).toBe(1);
      throw new Error("stop");
    });
    await expect(undone).rejects.toThrow("stop");
    expect(await ids({ bio: { contains: "undone" } })).toEqual([]);
    expect(await ids({ bio: { contains: "second" } })).toEqual(["b"]);
    expect(await db.remove(personTable, { where: { bio: { contains: "SECOND" } } })).toBe(1);
    expect(await ids({ bio: { contains: "text" } })).toEqual([]);
  });
}
