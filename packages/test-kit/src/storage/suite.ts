/** The conformance kit of secondary storages: every promise that one makes, told to it one by one. */

import type { SecondaryStorage } from "@latchkey/core/database";
import { afterEach, beforeEach, describe } from "vitest";
import { copyTests } from "./copies.ts";
import { raceTests } from "./races.ts";
import { rowTests } from "./rows.ts";
import type { ConformanceStorage, StorageSubject } from "./subject.ts";

/**
 * Declares the suite for one storage. Call it in a test file.
 * @example storageConformance({ name: "mine", open: async () => ({ storage: myStorage(), close: async () => {} }) })
 */
export function storageConformance({ name, open }: StorageSubject): void {
  describe(`${name} keeps the storage's promises`, () => {
    let opened: ConformanceStorage;
    let other: SecondaryStorage;
    let calls = 0;
    beforeEach(async () => {
      opened = await open();
      other = (await opened.again?.()) ?? opened.storage;
    });
    afterEach(() => opened.close());
    const one = (): SecondaryStorage => opened.storage;
    const byTurns = (): SecondaryStorage => (calls++ % 2 === 0 ? opened.storage : other);
    describe("rows", () => rowTests(one));
    describe("copies and counters", () => copyTests(byTurns));
    describe("races", () => raceTests(one));
    describe("races of two processes", () => raceTests(byTurns));
  });
}
