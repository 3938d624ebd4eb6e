import { describe, expect, test } from "vitest";
import type { Insert, Transaction } from "./adapter.ts";
import { memoryAdapter } from "./memory/adapter.ts";
import { mergeSchema } from "./schema.ts";
import { defineTable, type Table } from "./tables.ts";
import { insertAtEnd, type Operations, runTransaction } from "./transaction.ts";

interface NoteRow {
  readonly id: string;
}

const notes: Table<NoteRow> = defineTable<NoteRow>({ name: "note", columns: {} });

/** Runs `work` on an in-memory database. `onFlush` is called while the end-of-transaction rows are inserted. */
function run(work: (tx: Transaction) => Promise<void>, onFlush: () => void) {
  const db = memoryAdapter().connect(mergeSchema([notes]));
  const insertMany: Operations["insertMany"] = async (table, rows) => {
    onFlush();
    await db.insertMany(table, rows);
  };
  const ended = runTransaction({ ...db, insertMany, lock: async () => null }, work);
  const ids = async (): Promise<string[]> => (await db.findMany(notes, { limit: 9 })).map(({ id }) => id);
  return { ended, ids };
}

describe("a row to insert at the end of a transaction", () => {
  test.each(["insertAtEnd", "insert"] as const)(
    "can't be added with %s once the end-of-transaction rows are being inserted",
    async (operation) => {
      const late: Promise<unknown>[] = [];
      let tx: Transaction | undefined;
      const row: Insert<NoteRow> = { id: "late" };
      const { ended, ids } = run(
        async (open) => {
          tx = open;
          await insertAtEnd(open, notes, { id: "in time" });
        },
        () => late.push(tx?.[operation](notes, row).then(() => "done", String) ?? Promise.resolve()),
      );
      await ended;
      expect(await Promise.all(late)).toEqual([expect.stringContaining("This transaction has ended")]);
      expect(await ids()).toEqual(["in time"]);
    },
  );

  test("is built right before the commit if it's passed as a function", async () => {
    let id = "early";
    const { ended, ids } = run(
      async (open) => {
        await open.insertAtEnd(notes, () => ({ id }));
        id = "late";
      },
      () => {},
    );
    await ended;
    expect(await ids()).toEqual(["late"]);
  });

  test("isn't inserted if an operation failed, even if its error was caught", async () => {
    let flushes = 0;
    const { ended, ids } = run(
      async (open) => {
        await insertAtEnd(open, notes, { id: "one" });
        await open.insert({ name: "unknown" } as Table<NoteRow>, { id: "two" }).catch(() => {});
      },
      () => flushes++,
    );
    await expect(ended).rejects.toThrow("unknown");
    expect([flushes, await ids()]).toEqual([0, []]);
  });
});
