/** Tests for guarantees that can only break under concurrency. */

import type { SecondaryStorage, WriteOutcome } from "@latchkey/core/database";
import { expect, test } from "vitest";
import { form, insertion, minute } from "./rows.ts";

const concurrency = 50;

export function raceTests(get: () => SecondaryStorage): void {
  const race = (run: (at: number) => Promise<WriteOutcome>): Promise<WriteOutcome[]> =>
    Promise.all(Array.from({ length: concurrency }, (_, at) => run(at)));
  const won = (outcomes: readonly WriteOutcome[]): number => outcomes.filter(({ done }) => done).length;

  test("of callers who expect the same text, one changes it", async () => {
    await get().write([insertion("a", form("one"))]);
    const outcomes = await race((at) =>
      get().write([{ table: "thing", id: "a", expected: "one", next: form(`by ${at}`) }]),
    );
    expect(won(outcomes)).toBe(1);
    expect(await get().find("thing", { by: "id", key: "a" })).toEqual([
      { id: "a", text: `by ${outcomes.findIndex(({ done }) => done)}` },
    ]);
  });

  test("TOK-03: of callers who remove one row, one does", async () => {
    await get().write([insertion("a", form("one", { uniques: ["u=1"] }))]);
    expect(won(await race(() => get().write([{ table: "thing", id: "a", expected: "one", next: null }])))).toBe(1);
    expect(await get().find("thing", { by: "unique", key: "u=1" })).toEqual([]);
  });

  test("of callers who want one unique key, one gets it", async () => {
    const outcomes = await race((at) => get().write([insertion(`r${at}`, form(`by ${at}`, { uniques: ["u=1"] }))]));
    expect(won(outcomes)).toBe(1);
    expect(outcomes.filter((outcome) => !outcome.done && outcome.taken === "u=1")).toHaveLength(concurrency - 1);
    expect(await get().scan("thing", concurrency)).toHaveLength(1);
  });

  test("batches that overlap are done whole or not at all", async () => {
    await get().write([insertion("a", form("0")), insertion("b", form("0"))]);
    const outcomes = await race((at) => {
      const both = ["a", "b"].map((id) => ({ table: "thing", id, expected: "0", next: form(`by ${at}`) }));
      return get().write(at % 2 === 0 ? both : both.reverse());
    });
    expect(won(outcomes)).toBe(1);
    const texts = (await get().scan("thing", 10)).map(({ text }) => text);
    expect(texts[0]).toBe(texts[1]);
  });

  test("RATE-06: callers of one counter get every number once", async () => {
    const numbers = await Promise.all(Array.from({ length: 200 }, () => get().count("c", minute)));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
    expect(await get().count("other", minute)).toBe(1);
  });
}
