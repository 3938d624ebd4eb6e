/** The conformance suite for secondary storage, which tests every guarantee of a storage. */

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
    const alternating = (): SecondaryStorage => (calls++ % 2 === 0 ? opened.storage : other);
    describe("rows", () => rowTests(one));
    describe("copies and counters", () => copyTests(alternating));
    describe("races", () => raceTests(one));
    describe("races of two processes", () => raceTests(alternating));
  });
}
