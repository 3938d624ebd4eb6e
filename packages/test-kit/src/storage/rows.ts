/** Tests that rows are found by their keys, change by compare-and-set, and expire. */

import type { RowChange, SecondaryStorage, SerializedRow } from "@latchkey/core/database";
import { expect, test, vi } from "vitest";

export const minute = 60_000;

/** A serialized row. Default: no unique keys, no indexes, and a lifetime of one minute. */
export function form(text: string, more: Partial<SerializedRow> = {}): SerializedRow {
  return { text, uniques: [], indexes: [], ttl: minute, ...more };
}

export function insertion(id: string, next: SerializedRow): RowChange {
  return { table: "thing", id, expected: null, next };
}

export function rowTests(get: () => SecondaryStorage): void {
  const put = async (id: string, next: SerializedRow): Promise<void> => {
    expect(await get().write([insertion(id, next)])).toEqual({ done: true });
  };
  const under = async (by: "id" | "unique" | "index", key: string): Promise<string[]> =>
    (await get().find("thing", { by, key })).map(({ id, text }) => `${id} ${text}`).sort();

  test("a row is found by its id, by its unique keys and by its indexes, and in its own table only", async () => {
    await put("a", form("one", { uniques: ["u=1", "v=1"], indexes: ["i=x"] }));
    await put("b", form("two", { uniques: ["u=2"], indexes: ["i=x", "j=y"] }));
    expect([await under("id", "a"), await under("unique", "v=1"), await under("index", "j=y")]).toEqual([
      ["a one"],
      ["a one"],
      ["b two"],
    ]);
    expect(await under("index", "i=x")).toEqual(["a one", "b two"]);
    expect([await under("id", "c"), await under("unique", "u=3"), await under("index", "u=1")]).toEqual([[], [], []]);
    expect(await get().find("other", { by: "id", key: "a" })).toEqual([]);
  });

  test("text comes back as it was, whatever it holds, and so do keys", async () => {
    const text = JSON.stringify({ a: "ü\u{1f511}\n\r\0\\\"'", b: [1.5, null, true], c: "{}%*?[]" });
    const key = `s=${encodeURIComponent("a b\n{x}*?[y]:|")}`;
    await put("id-1", form(text, { uniques: [key], indexes: [key] }));
    expect(await get().find("thing", { by: "unique", key })).toEqual([{ id: "id-1", text }]);
    expect(await get().find("thing", { by: "index", key })).toEqual([{ id: "id-1", text }]);
    expect(await get().scan("thing", 10)).toEqual([{ id: "id-1", text }]);
    expect(await get().write([{ table: "thing", id: "id-1", expected: text, next: null }])).toEqual({ done: true });
  });

  test("a change that finds something else than it expects changes nothing, and says which it was", async () => {
    await put("a", form("one", { indexes: ["i=x"] }));
    const stale: RowChange = { table: "thing", id: "a", expected: "zero", next: null };
    expect(await get().write([insertion("b", form("two")), stale])).toEqual({ done: false, at: 1, taken: null });
    expect(await get().write([insertion("a", form("again"))])).toEqual({ done: false, at: 0, taken: null });
    expect(await get().write([{ table: "thing", id: "gone", expected: "x", next: form("y") }])).toEqual({
      done: false,
      at: 0,
      taken: null,
    });
    expect([await under("id", "a"), await under("id", "b")]).toEqual([["a one"], []]);
  });

  test("a row that is only looked at holds the others to it, and stays as it is", async () => {
    await put("a", form("one", { uniques: ["u=1"] }));
    const look = (expected: string): RowChange => ({ table: "thing", id: "a", expected, next: "same" });
    expect((await get().write([look("zero"), insertion("b", form("two"))])).done).toBe(false);
    expect(await get().write([look("one"), insertion("c", form("three"))])).toEqual({ done: true });
    expect([await under("unique", "u=1"), await under("id", "b"), await under("id", "c")]).toEqual([
      ["a one"],
      [],
      ["c three"],
    ]);
  });

  test("a unique key has one row", async () => {
    await put("a", form("one", { uniques: ["u=1"] }));
    const refused = await get().write([
      insertion("b", form("two", { uniques: ["u=2"] })),
      insertion("c", form("three", { uniques: ["v=1", "u=1"] })),
    ]);
    expect(refused).toEqual({ done: false, at: 1, taken: "u=1" });
    expect(await under("id", "b")).toEqual([]);
    const twice = [insertion("d", form("x", { uniques: ["w=1"] })), insertion("e", form("y", { uniques: ["w=1"] }))];
    expect(await get().write(twice)).toEqual({ done: false, at: 1, taken: "w=1" });
    const own: RowChange = { table: "thing", id: "a", expected: "one", next: form("same key", { uniques: ["u=1"] }) };
    expect(await get().write([own])).toEqual({ done: true });
  });

  test("a row that changes leaves its old keys, and one that goes leaves all", async () => {
    await put("a", form("one", { uniques: ["u=1"], indexes: ["i=x", "i=y"] }));
    const next = form("two", { uniques: ["u=2"], indexes: ["i=y", "i=z"] });
    await get().write([{ table: "thing", id: "a", expected: "one", next }]);
    expect([await under("unique", "u=1"), await under("index", "i=x")]).toEqual([[], []]);
    for (const found of [await under("unique", "u=2"), await under("index", "i=y"), await under("index", "i=z")])
      expect(found).toEqual(["a two"]);
    await get().write([{ table: "thing", id: "a", expected: "two", next: null }]);
    for (const found of [await under("id", "a"), await under("unique", "u=2"), await under("index", "i=z")])
      expect(found).toEqual([]);
    await put("b", form("three", { uniques: ["u=1", "u=2"] }));
  });

  test("a row whose time is over is nowhere, and its keys are free", async () => {
    await put("a", form("short", { uniques: ["u=1"], indexes: ["i=x"], ttl: 30 }));
    await put("b", form("long", { indexes: ["i=x"] }));
    await vi.waitFor(async () => expect(await under("id", "a")).toEqual([]), 10_000);
    expect([await under("unique", "u=1"), await under("index", "i=x")]).toEqual([[], ["b long"]]);
    expect(await get().scan("thing", 10)).toEqual([{ id: "b", text: "long" }]);
    await put("c", form("next", { uniques: ["u=1"] }));
    await put("a", form("anew"));
  });

  test("a row that is written again has its new time", async () => {
    await put("a", form("short", { uniques: ["u=1"], indexes: ["i=x"], ttl: 300 }));
    const next = form("long", { uniques: ["u=1"], indexes: ["i=x"] });
    expect(await get().write([{ table: "thing", id: "a", expected: "short", next }])).toEqual({ done: true });
    await new Promise((resolve) => setTimeout(resolve, 400));
    for (const found of [await under("id", "a"), await under("unique", "u=1"), await under("index", "i=x")])
      expect(found).toEqual(["a long"]);
  });

  test("a scan gives every row of the table once, up to a bound", async () => {
    for (let at = 0; at < 25; at++) await put(`r${at}`, form(`text ${at}`));
    await get().write([{ table: "other", id: "x", expected: null, next: form("else") }]);
    const all = await get().scan("thing", 100);
    expect(all.map(({ text }) => text).sort()).toEqual(Array.from({ length: 25 }, (_, at) => `text ${at}`).sort());
    expect(await get().scan("thing", 10)).toHaveLength(10);
  });
}
