import { databases } from "@latchkey/test-kit/databases";
import { expect, test } from "vitest";
import { unreached } from "./report.ts";
import { emptyTally, fuzz } from "./run.ts";

/** Runs the fuzzer with a fixed seed and with one that changes daily. */
const today = Number(new Date().toISOString().slice(0, 10).replaceAll("-", ""));

test.each([
  ["of always", 1, 1500],
  ["of the day", today, 1000],
])("INPUT-01, INPUT-17: corrupted requests find no violations, with the seed %s (%i)", async (_, seed, requests) => {
  const tally = emptyTally();
  await fuzz({ seed, requests, tally });
  expect(tally.requests).toBeGreaterThanOrEqual(requests);
  expect(unreached(tally)).toEqual([]);
});

test("corrupted requests find no violations on SQLite, which rejects values that the memory adapter accepts", async () => {
  const sqlite = databases.find(({ name }) => name === "sqlite");
  const { database, close } = (await sqlite?.open()) ?? expect.unreachable();
  await fuzz({ seed: today, requests: 500, database: () => database, oneApp: true, perWorld: 100 });
  await close();
});
