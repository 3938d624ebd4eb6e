/** Tests for guarantees that can only break under concurrency. */

import { type Adapter, UniqueViolation } from "@latchkey/core/database";
import { expect, test } from "vitest";
import { person, personTable, post, postTable } from "./tables.ts";

const concurrency = 25;

export function raceTests(get: () => Adapter): void {
  const race = <T>(run: (at: number) => Promise<T>, length = concurrency): Promise<PromiseSettledResult<T>[]> =>
    Promise.allSettled(Array.from({ length }, (_, at) => run(at)));
  const won = <T>(results: readonly PromiseSettledResult<T>[], wins: (value: T) => boolean): number =>
    results.filter((result) => result.status === "fulfilled" && wins(result.value)).length;

  test("if several callers insert the same unique value, one succeeds and the others get a clean error", async () => {
    const results = await race((at) => get().insert(personTable, person(`p${at}`, { email: "same@example.com" })));
    expect(won(results, () => true)).toBe(1);
    const refusals = results.filter((result) => result.status === "rejected");
    expect(refusals.every(({ reason }) => reason instanceof UniqueViolation && reason.columns.join() === "email")).toBe(
      true,
    );
    expect(await get().count(personTable, {})).toBe(1);
  });

  test("the same inside transactions", async () => {
    const results = await race((at) =>
      get().transaction(async (tx) => {
        await tx.insert(personTable, person(`p${at}`));
        await tx.insert(postTable, post(`x${at}`, `p${at}`));
        await tx.insert(personTable, person(`q${at}`, { email: "same@example.com" }));
      }),
    );
    expect(won(results, () => true)).toBe(1);
    expect(results.every((result) => result.status === "fulfilled" || result.reason instanceof UniqueViolation)).toBe(
      true,
    );
    expect(await get().count(personTable, {})).toBe(2);
    expect(await get().count(postTable, {})).toBe(1);
  });

  test("if several callers expect the same state, only one changes it", async () => {
    await get().insert(personTable, person("1"));
    const results = await race((at) => get().update(personTable, { where: { id: "1", age: 0 }, set: { age: at + 1 } }));
    expect(won(results, (changed) => changed === 1)).toBe(1);
    expect(won(results, (changed) => changed === 0)).toBe(concurrency - 1);
  });

  test("TOK-02: if several callers consume one row, one gets it", async () => {
    await get().insert(personTable, person("1"));
    const results = await race(() => get().consume(personTable, { where: { id: "1", active: true } }));
    expect(won(results, (row) => row !== null)).toBe(1);
    expect(won(results, (row) => row === null)).toBe(concurrency - 1);
  });

  test("if several callers claim the same row, each gets a different value, and none gets more than there are", async () => {
    await get().insert(personTable, person("1", { age: 10 }));
    await get().insert(postTable, post("a", "1"));
    const results = await race(() =>
      get().claim(personTable, {
        where: [
          { id: "1", age: { gt: 0 }, born: null },
          { id: "1", age: { gt: 0 }, born: { gt: new Date(9) } },
        ],
        set: { age: { increment: -1 } },
        exists: { table: postTable, on: { id: { value: "a" }, personId: "id" } },
      }),
    );
    const values = results.map((result) => (result.status === "fulfilled" ? result.value?.age : "failed"));
    expect(values.filter((value) => value !== undefined).sort((a, b) => Number(a) - Number(b))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(values.filter((value) => value === undefined)).toHaveLength(concurrency - 10);
  });

  test("a bounded increment succeeds exactly up to its bound, each time with a different value", async () => {
    await get().insert(personTable, person("1"));
    const results = await race(() => get().increment(personTable, { where: { id: "1" }, column: "age", atMost: 10 }));
    const values = results.map((result) => (result.status === "fulfilled" ? result.value : "failed"));
    expect(values.filter((value) => value !== null).sort((a, b) => Number(a) - Number(b))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(values.filter((value) => value === null)).toHaveLength(concurrency - 10);
  });

  test("a limit that's counted under a lock is never exceeded", async () => {
    await get().insert(personTable, person("1"));
    const results = await race((at) =>
      get().transaction(async (tx) => {
        await tx.lock(personTable, "1");
        if ((await tx.count(postTable, { where: { personId: "1" } })) >= 5) return false;
        await tx.insert(postTable, post(`p${at}`, "1"));
        return true;
      }),
    );
    expect(won(results, (inserted) => inserted)).toBe(5);
    expect(won(results, (inserted) => !inserted)).toBe(concurrency - 5);
    expect(await get().count(postTable, {})).toBe(5);
  });

  test("a caller that waits for the row an insert depends on sees what its holder left", async () => {
    await get().insert(personTable, person("1"));
    const insert = (id: string): Promise<boolean> =>
      get().insertIf(postTable, post(id, "1"), { exists: { table: personTable, where: { id: "1", active: true } } });
    let close: () => void = () => {};
    const isClosing = new Promise<void>((resolve) => {
      close = resolve;
    });
    const closing = get().transaction(async (tx) => {
      await tx.lock(personTable, "1");
      await tx.update(personTable, { where: { id: "1" }, set: { active: false } });
      close();
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    await isClosing;
    const results = await race((at) => insert(`p${at}`), 5);
    expect(results.map((result) => (result.status === "fulfilled" ? result.value : result.reason))).toEqual(
      Array.from({ length: 5 }, () => false),
    );
    await closing;
    expect(await get().count(postTable, {})).toBe(0);
  });

  test("inserting a row locks the row it depends on until the transaction ends", async () => {
    await get().insert(personTable, person("1"));
    const condition = { exists: { table: personTable, where: { id: "1", active: true } } } as const;
    const results = await race((at) =>
      get().transaction(async (tx) => {
        if (at === concurrency >> 1) {
          await tx.update(personTable, { where: { id: "1" }, set: { active: false } });
          return `${await tx.count(postTable, { where: { personId: "1" } })} before`;
        }
        const inserted = await tx.insertIf(postTable, post(`p${at}`, "1"), condition);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return inserted ? "in" : "out";
      }),
    );
    const outcomes = results.map((result) => (result.status === "fulfilled" ? result.value : String(result.reason)));
    const inserted = outcomes.filter((outcome) => outcome === "in").length;
    expect(outcomes).toContain(`${inserted} before`);
    expect(await get().count(postTable, {})).toBe(inserted);
  });

  test("a lock returns the row as its previous holder left it", async () => {
    await get().insert(personTable, person("1"));
    await race(() =>
      get().transaction(async (tx) => {
        const held = await tx.lock(personTable, "1");
        await tx.update(personTable, { where: { id: "1" }, set: { age: Number(held?.age) + 1 } });
      }),
    );
    const after = await get().findOne(personTable, { where: { id: "1" } });
    expect(after?.age).toBe(Number(person("1").age) + concurrency);
  });

  test("FAULT-10, FAULT-11: transactions that lock two rows in opposite order all end, and no write is lost", async () => {
    await get().insertMany(personTable, [person("1"), person("2")]);
    // Only a few, because PostgreSQL checks for deadlocks just once a second.
    const run = (at: number): Promise<void> =>
      get().transaction(async (tx) => {
        for (const id of at % 2 === 0 ? ["1", "2"] : ["2", "1"]) {
          await tx.update(personTable, { where: { id }, set: { age: { increment: 1 } } });
        }
      });
    const results = await race(run, 6);
    const done = won(results, () => true);
    const rows = await get().findMany(personTable, { limit: 9 });
    expect(rows.map(({ age }) => age)).toEqual([done, done]);
    expect(
      results.every((result) => result.status === "fulfilled" || result.reason.name === "DatabaseUnavailable"),
    ).toBe(true);
  });

  test("reads and writes next to many open transactions all end", async () => {
    await get().insert(personTable, person("1"));
    const results = await race((at) =>
      at % 2 === 0
        ? get().transaction(async (tx) => {
            await tx.insert(postTable, post(`p${at}`, "1"));
            await new Promise((resolve) => setTimeout(resolve, 2));
            return tx.count(postTable, {});
          })
        : get().count(postTable, {}),
    );
    expect(won(results, () => true)).toBe(concurrency);
  });
}
