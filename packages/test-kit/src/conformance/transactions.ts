/** Tests that transactions are atomic and isolated. */

import { type Adapter, type Transaction, UniqueViolation } from "@latchkey/core/database";
import { expect, test } from "vitest";
import { person, personTable } from "./tables.ts";

export function transactionTests(get: () => Adapter): void {
  test("a work function that throws leaves nothing behind", async () => {
    const db = get();
    await db.insert(personTable, person("0", { age: 1 }));
    const failing = db.transaction(async (tx) => {
      await tx.insert(personTable, person("1"));
      await tx.update(personTable, { where: { id: "0" }, set: { age: 2 } });
      await tx.remove(personTable, { where: { id: "0" } });
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    expect(await db.findMany(personTable, { limit: 9 })).toEqual([person("0", { age: 1 })]);
  });

  test("it sees its own writes, returns its result, and an inner one joins it", async () => {
    const db = get();
    const result = await db.transaction(async (tx) => {
      await tx.insert(personTable, person("1"));
      await tx.transaction((inner) => inner.insert(personTable, person("2")));
      return tx.count(personTable, {});
    });
    expect(result).toBe(2);
    const failing = db.transaction(async (tx) => {
      await tx.transaction((inner) => inner.insert(personTable, person("3")));
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    expect(await db.count(personTable, {})).toBe(2);
  });

  test("rows for the end are inserted together before the commit, even those from inner transactions, or not at all", async () => {
    const db = get();
    const seen = await db.transaction(async (tx) => {
      await tx.insertAtEnd(personTable, person("1"));
      await tx.transaction((inner) => inner.insertAtEnd(personTable, () => person("2")));
      return tx.count(personTable, {});
    });
    expect([seen, await db.count(personTable, {})]).toEqual([0, 2]);
    const failing = db.transaction(async (tx) => {
      await tx.insertAtEnd(personTable, person("3"));
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    const refused = db.transaction(async (tx) => {
      await tx.insertAtEnd(personTable, person("1"));
      await tx.insert(personTable, person("4"));
    });
    await expect(refused).rejects.toBeInstanceOf(UniqueViolation);
    expect(await db.count(personTable, {})).toBe(2);
  });

  test("others don't see uncommitted changes", async () => {
    const db = get();
    let inside: () => void = () => {};
    const written = new Promise<void>((resolve) => {
      inside = resolve;
    });
    const open = db.transaction(async (tx) => {
      await tx.insert(personTable, person("1"));
      inside();
      await new Promise((resolve) => setTimeout(resolve, 30));
      throw new Error("stop");
    });
    open.catch(() => {});
    await written;
    expect(await db.count(personTable, {})).toBe(0);
    await expect(open).rejects.toThrow("stop");
  });

  test("a rejected write can be caught outside, and the database keeps working", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    const refused = db.transaction((tx) => tx.insert(personTable, person("1")));
    await expect(refused).rejects.toBeInstanceOf(UniqueViolation);
    await db.insert(personTable, person("2"));
    expect(await db.count(personTable, {})).toBe(2);
  });

  test("a lock returns the row, or null if there's none", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    expect(await db.transaction((tx) => tx.lock(personTable, "1"))).toMatchObject({ id: "1" });
    expect(await db.transaction((tx) => tx.lock(personTable, "2"))).toBeNull();
  });

  test("a failed operation fails the transaction, even if the error is caught", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    const spoiled = db.transaction(async (tx) => {
      await tx.insert(personTable, person("2"));
      await tx.insert(personTable, person("1")).catch(() => {});
      return "done";
    });
    await expect(spoiled).rejects.toBeInstanceOf(UniqueViolation);
    const gone = db.transaction(async (tx) => {
      await tx.insert(personTable, person("2"));
      await tx.insert(personTable, person("1")).catch(() => {});
      await tx.count(personTable, {});
    });
    await expect(gone).rejects.toBeInstanceOf(UniqueViolation);
    expect(await db.count(personTable, {})).toBe(1);
  });

  test("an error from the work function is thrown unchanged", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    const own = Object.assign(new Error("taken"), { code: "ECONNREFUSED" });
    const answered = db.transaction((tx) =>
      tx.insert(personTable, person("1")).catch(() => {
        throw own;
      }),
    );
    await expect(answered).rejects.toBe(own);
  });

  test("a failed inner transaction fails the outer one, even if the error is caught", async () => {
    const db = get();
    const failing = db.transaction(async (tx) => {
      await tx.insert(personTable, person("1"));
      const inner = tx.transaction(async (own) => {
        await own.insert(personTable, person("2"));
        throw new Error("inner");
      });
      await inner.catch(() => {});
    });
    await expect(failing).rejects.toThrow("inner");
    expect(await db.count(personTable, {})).toBe(0);
  });

  test("a transaction that has ended does nothing more", async () => {
    const db = get();
    let kept: Transaction | undefined;
    await db.transaction(async (tx) => {
      kept = tx;
    });
    await expect(kept?.insert(personTable, person("1"))).rejects.toThrow("ended");
    expect(await db.count(personTable, {})).toBe(0);
  });

  test("a caller that waited for a lock sees what its holder wrote", async () => {
    const db = get();
    await db.insert(personTable, person("1"));
    const order: string[] = [];
    const visit = (name: string): Promise<number> =>
      db.transaction(async (tx) => {
        await tx.lock(personTable, "1");
        const before = await tx.count(personTable, {});
        order.push(`${name} in`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        await tx.insert(personTable, person(name));
        order.push(`${name} out`);
        return before;
      });
    const seen = await Promise.all([visit("a"), visit("b"), visit("c")]);
    expect(seen.toSorted()).toEqual([1, 2, 3]);
    expect(order.map((step) => step.split(" ")[1])).toEqual(["in", "out", "in", "out", "in", "out"]);
  });
}
