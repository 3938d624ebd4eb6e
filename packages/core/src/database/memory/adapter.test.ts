import { adapterConformance } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { mergeSchema } from "../schema.ts";
import { defineTable } from "../tables.ts";
import { memoryAdapter } from "./adapter.ts";

adapterConformance({
  name: "memory",
  async open() {
    const database = memoryAdapter();
    return { database, again: () => database, close: async () => {} };
  },
});

interface Note {
  readonly id: string;
  readonly text: string;
  readonly ownerId: string;
}

const notes = defineTable<Note>({
  name: "note",
  columns: { text: { type: "text" }, ownerId: { type: "string", index: true } },
});

test("a later connection finds existing rows, and adds new columns and constraints", async () => {
  const database = memoryAdapter();
  await database.connect(mergeSchema([notes])).insert(notes, { id: "1", text: "a", ownerId: "x" });
  const wider = defineTable<Note & { stars: number }>({
    name: "note",
    columns: {
      text: { type: "text" },
      ownerId: { type: "string", unique: true },
      stars: { type: "number", default: 5 },
    },
  });
  const db = database.connect(mergeSchema([wider]));
  expect(await db.findMany(wider, { limit: 9 })).toEqual([{ id: "1", text: "a", ownerId: "x", stars: 5 }]);
  await expect(db.insert(wider, { id: "2", text: "b", ownerId: "x", stars: 1 })).rejects.toMatchObject({
    columns: ["ownerId"],
  });
});

test("looking up a key is as fast with many rows as with few", async () => {
  const db = memoryAdapter().connect(mergeSchema([notes]));
  await db.insertMany(
    notes,
    Array.from({ length: 50_000 }, (_, at) => ({ id: `n${at}`, text: "a", ownerId: `o${at % 25_000}` })),
  );
  const start = performance.now();
  for (let at = 0; at < 2000; at++) {
    expect(await db.findMany(notes, { where: { ownerId: `o${at}` }, limit: 9 })).toHaveLength(2);
    await db.update(notes, { where: { id: `n${at}` }, set: { text: "b" } });
  }
  // Scanning fifty thousand rows two thousand times would take minutes.
  expect(performance.now() - start).toBeLessThan(3000);
});
