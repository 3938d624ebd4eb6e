/** Tests that counters expire and that copies are never older than a change to their data. */

import { type Copy, maxFillDelay, type SecondaryStorage } from "@latchkey/core/database";
import { expect, test, vi } from "vitest";
import { minute } from "./rows.ts";

export function copyTests(get: () => SecondaryStorage): void {
  const missed = async (key: string): Promise<number> => {
    const read = await get().readCopy(key);
    if (read.text !== null) throw new Error("There is a copy.");
    return read.at;
  };
  const copy = (text: string, readAt: number, more: Partial<Copy> = {}): Copy => ({
    text,
    readAt,
    subjects: ["user.id=1", "session.id=1"],
    ttl: minute,
    ...more,
  });

  test("a copy is kept and read", async () => {
    expect(await get().fillCopy("k", copy("ü\n{}", await missed("k")))).toBe(true);
    expect(await get().readCopy("k")).toEqual({ text: "ü\n{}" });
    await missed("other");
  });

  test("a change of any of its subjects ends it, and a change of another does not", async () => {
    for (const subject of ["user.id=1", "session.id=1"]) {
      await get().fillCopy(subject, copy("one", await missed(subject)));
      await get().markChanged(["user.id=2"], minute);
      expect(await get().readCopy(subject)).toEqual({ text: "one" });
      await get().markChanged([subject, "user.id=3"], minute);
      await missed(subject);
      // A read in the same millisecond as the mark can be from before it, so this waits for the next one.
      await vi.waitFor(async () =>
        expect(await get().fillCopy(subject, copy("two", await missed(subject)))).toBe(true),
      );
      expect(await get().readCopy(subject)).toEqual({ text: "two" });
    }
  });

  test("what was read before a change is not kept after it", async () => {
    const before = await missed("k");
    await get().markChanged(["session.id=1"], minute);
    expect(await get().fillCopy("k", copy("old", before))).toBe(false);
    await missed("k");
  });

  test("the later reading wins, whichever comes first, and one that took too long is not kept", async () => {
    const early = await missed("k");
    const late = await vi.waitFor(async () => {
      const at = await missed("k");
      expect(at).toBeGreaterThan(early);
      return at;
    }, 10_000);
    await get().fillCopy("k", copy("late", late));
    expect(await get().fillCopy("k", copy("early", early))).toBe(false);
    expect(await get().readCopy("k")).toEqual({ text: "late" });
    expect(await get().fillCopy("slow", copy("slow", early - maxFillDelay - 1))).toBe(false);
    // As if the storage's clock had gone back.
    expect(await get().fillCopy("ahead", copy("ahead", late + minute))).toBe(false);
  });

  test("copies and counters end", async () => {
    await get().fillCopy("k", copy("one", await missed("k"), { ttl: 30 }));
    expect([await get().count("c", 500), await get().count("c", 500)]).toEqual([1, 2]);
    await vi.waitFor(() => missed("k"), 10_000);
    await vi.waitFor(async () => expect(await get().count("c", 500)).toBe(1), { timeout: 5000, interval: 200 });
  });

  test("nothing to mark is nothing to do", async () => {
    await get().markChanged([], minute);
    expect(await get().write([])).toEqual({ done: true });
  });
}
