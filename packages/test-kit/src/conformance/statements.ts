/** Tests that each operation sends one query and that lookups by key never read a whole table. */

import type { Adapter, InsertCondition } from "@latchkey/core/database";
import { expect, test } from "vitest";
import type { ConformanceDatabase } from "./subject.ts";
import { type PersonRow, person, personTable, post, postTable } from "./tables.ts";

type Operation = readonly [name: string, run: (db: Adapter) => Promise<unknown>];

const insertPost = (db: Adapter, condition: InsertCondition<PersonRow>): Promise<boolean> =>
  db.insertIf(postTable, post("new", "2"), condition);

const author = { table: personTable, on: { id: "personId" }, required: true } as const;

/** One operation for each kind of key. */
const indexedOperations: readonly Operation[] = [
  ["findOne by id", (db) => db.findOne(personTable, { where: { id: "1" } })],
  ["findOne by a unique column", (db) => db.findOne(personTable, { where: { email: "1@example.com" } })],
  ["findOne by a unique column that may be null", (db) => db.findOne(personTable, { where: { nick: "n1" } })],
  ["findOne by several unique columns", (db) => db.findOne(postTable, { where: { personId: "1", slot: "p1" } })],
  ["findOne with a joined row", (db) => db.findOne(postTable, { where: { id: "p1" }, join: { author } })],
  ["findMany by a reference", (db) => db.findMany(postTable, { where: { editorId: "1" }, limit: 9 })],
  [
    "findMany by an indexed column",
    (db) => db.findMany(personTable, { where: { born: new Date(1) }, orderBy: [{ column: "born" }], limit: 9 }),
  ],
  ["count by a range", (db) => db.count(personTable, { where: { born: { lt: new Date(3) } } })],
  ["count by a prefix", (db) => db.count(personTable, { where: { email: { startsWith: "1@" } } })],
  ["count by a list", (db) => db.count(personTable, { where: { email: { in: ["1@example.com", "2@example.com"] } } })],
  ["count by one of two keys", (db) => db.count(personTable, { where: [{ email: "a" }, { nick: "b" }] })],
  [
    "findMany after a row",
    (db) => db.findMany(personTable, { orderBy: [{ column: "age" }], after: { age: 1, id: "1" }, limit: 9 }),
  ],
  [
    "sum by a range",
    (db) => db.sum(personTable, { column: "age", groupBy: "bio", where: { born: { lt: new Date(3) } } }),
  ],
  ["count by a reference", (db) => db.count(postTable, { where: { personId: "1" } })],
  ["insert if a row exists", (db) => insertPost(db, { exists: { table: personTable, where: { nick: "n1" } } })],
  [
    "insert unless a row exists",
    (db) => insertPost(db, { absent: { table: personTable, where: { born: new Date(1) } } }),
  ],
  ["update by a unique column", (db) => db.update(personTable, { where: { email: "1@example.com" }, set: { age: 1 } })],
  ["remove by a reference", (db) => db.remove(postTable, { where: { editorId: "1" } })],
  ["take by a unique column", (db) => db.consume(personTable, { where: { email: "2@example.com", active: true } })],
  ["take by an indexed column", (db) => db.consume(personTable, { where: { born: new Date(3) } })],
  [
    "claim by a unique column",
    (db) => db.claim(personTable, { where: { nick: "n1", age: { gt: 0 } }, set: { age: 7 } }),
  ],
  [
    "claim by one of two alternatives, with another row",
    (db) =>
      db.claim(postTable, {
        where: [
          { id: "p1", editorId: null },
          { id: "p1", editorId: "1" },
        ],
        set: { title: "T" },
        exists: { table: personTable, on: { id: "personId" }, where: { active: true } },
      }),
  ],
  [
    "increment by a unique column",
    (db) => db.increment(personTable, { where: { nick: "n1" }, column: "age", atMost: 99 }),
  ],
];

export function statementTests(get: () => Adapter, opened: () => ConformanceDatabase): void {
  const fill = async (): Promise<void> => {
    const ids = Array.from({ length: 300 }, (_, at) => String(at));
    await get().insertMany(
      personTable,
      ids.map((id) => person(id, { nick: `n${id}`, born: new Date(Number(id)), age: Number(id) })),
    );
    await get().insertMany(
      postTable,
      ids.map((id) => post(`p${id}`, id, { editorId: id })),
    );
  };
  const sentBy = async (run: () => Promise<unknown>): Promise<readonly string[]> => {
    const { statements = [] } = opened();
    const before = statements.length;
    await run();
    return statements.slice(before).flatMap(({ kind, text }) => (kind === "transaction" ? [] : [text]));
  };

  test("the observer gets each query, with its table", async () => {
    const { statements } = opened();
    if (!statements) return;
    const before = statements.length;
    await get().transaction(async (tx) => {
      await tx.insert(personTable, person("1"));
      await tx.lock(personTable, "1");
    });
    await expect(get().transaction(() => Promise.reject(new Error("stop")))).rejects.toThrow("stop");
    const reported = statements.slice(before).map(({ kind, table }) => `${kind} ${table}`);
    const ends = ["transaction null", "transaction null"];
    expect(reported).toEqual([ends[0], "write person", "read person", ...ends, ends[1]]);
  });

  test.each(indexedOperations)("%s is one query, and never scans the table", async (name, run) => {
    const { scans, statements } = opened();
    if (!statements) return;
    await fill();
    const sent = await sentBy(() => run(get()));
    // MySQL can't return the deleted row, unlike MariaDB. Neither database can return an updated row.
    if (!(get().dialect === "mysql" && /^(?:take|claim)/.test(name))) expect(sent).toHaveLength(1);
    for (const text of sent) expect(await scans?.(text), text).not.toBe(true);
  });

  test("values are parameters, never part of the text", async () => {
    const secret = "correct-horse-battery";
    const sent = await sentBy(async () => {
      await get().insert(personTable, person("1", { nick: secret }));
      await get().findMany(personTable, { where: { nick: { contains: secret } }, limit: 9 });
      await get().update(personTable, { where: { nick: secret }, set: { bio: secret } });
    });
    expect(sent.join()).not.toContain(secret);
  });

  test("the text doesn't depend on values: any number of calls use few statements", async () => {
    const texts = new Set<string>();
    for (let at = 0; at < 30; at++) {
      const where = { id: { in: Array.from({ length: 17 + (at % 15) }, (_, number) => `${at}-${number}`) } };
      const sent = await sentBy(() => get().findMany(personTable, { where, limit: 10 }));
      for (const text of sent) texts.add(text);
    }
    expect(texts.size).toBeLessThan(3);
  });
}
