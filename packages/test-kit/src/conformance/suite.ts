/** The conformance suite, which tests every guarantee of an adapter. */

import type { Adapter, DatabaseAdapter } from "@latchkey/core/database";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import { claimTests } from "./claim.ts";
import { containsTests } from "./contains.ts";
import { insertIfTests } from "./insert-if.ts";
import { joinTests } from "./joins.ts";
import { listTests } from "./lists.ts";
import { migrationTests } from "./migrations.ts";
import { raceTests } from "./races.ts";
import { rowTests } from "./rows.ts";
import { statementTests } from "./statements.ts";
import type { ConformanceDatabase, ConformanceSubject } from "./subject.ts";
import { badgeTable, conformanceSchema, personTable, postTable } from "./tables.ts";
import { transactionTests } from "./transactions.ts";
import { valueTests } from "./values.ts";

/**
 * Declares the suite for one adapter. Call it in a test file.
 * @example adapterConformance({ name: "my adapter", open: async () => ({ database: myAdapter(), close: async () => {} }) })
 */
export function adapterConformance({ name, open, hasOwnTables }: ConformanceSubject): void {
  describe(`${name} keeps the adapter's promises`, () => {
    let opened: ConformanceDatabase;
    let other: DatabaseAdapter;
    let db: Adapter;
    beforeAll(async () => {
      opened = await open();
      other = opened.again?.() ?? opened.database;
      db = opened.database.connect(conformanceSchema);
      await db.migrations?.migrate();
    });
    beforeEach(async () => {
      await db.remove(badgeTable, { where: {} });
      await db.remove(postTable, { where: {} });
      await db.remove(personTable, { where: {} });
    });
    afterAll(() => opened.close());
    const get = (): Adapter => db;
    describe("rows", () => rowTests(get));
    describe("rows inserted on a condition", () => insertIfTests(get));
    describe("claimed rows", () => claimTests(get));
    describe("lists", () => listTests(get));
    describe("strings that contain others", () => containsTests(get));
    describe("references and joins", () => joinTests(get));
    describe("transactions", () => transactionTests(get));
    describe("values", () => valueTests(get));
    describe("races", () => raceTests(get));
    describe("races between two processes", () =>
      raceTests(alternateAdapters(get, () => other.connect(conformanceSchema))));
    describe("statements", () => statementTests(get, () => opened));
    if (!hasOwnTables) describe("migrations", () => migrationTests(get, () => other));
  });
}

/** Alternates between the two adapters on each call. */
function alternateAdapters(getFirst: () => Adapter, createSecond: () => Adapter): () => Adapter {
  let second: Adapter | undefined;
  let calls = 0;
  return () => {
    second ??= createSecond();
    return calls++ % 2 === 0 ? getFirst() : second;
  };
}
