/**
 * Runs the fuzzer for longer: `npx tsx scripts/nightly/fuzz.ts [--requests 60000] [--seed n]`.
 *
 * Nine out of ten requests go to apps in memory. The others go to one on SQLite and, if it responds, one on PostgreSQL.
 * The output for a failure is enough to send the request again, and the seed generates the same plans again.
 */

import { parseArgs } from "node:util";
import type { TestDatabaseKind } from "@latchkey/test-kit/databases";
import type { Tally } from "../fuzz/run.ts";

process.env.NODE_ENV = "test";
const { emptyTally, fuzz } = await import("../fuzz/run.ts");
const { report, unreached } = await import("../fuzz/report.ts");
const { emptyDatabases, servers } = await import("@latchkey/test-kit/databases");

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "60000" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
  },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
process.on("unhandledRejection", (error) => {
  console.error("Unhandled rejection:", error);
  process.exitCode = 1;
});

const began = Date.now();
console.log(`seed ${seed}, ${requests} requests, ${new Date(began).toISOString()}`);
// The databases that tests share need a test file, so use empty ones.
const kinds = emptyDatabases.filter(({ name }) => name === "sqlite" || name === "postgres");
const onDatabases = Math.round(requests / 10 / Math.max(kinds.length, 1));
try {
  const tally = emptyTally();
  const onRound = (): void => console.log(`${tally.requests} requests after ${seconds()} s`);
  await fuzz({ seed, requests: requests - onDatabases * kinds.length, tally, onRound });
  say("memory", tally);
  for (const kind of kinds) await fuzzOn(kind);
  const never = unreached(tally);
  if (never.length > 0) throw new Error(`No request got past the guards of ${never.join(", ")}.`);
  console.log(`\nNothing was found in ${seconds()} s.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await servers.postgres?.cleanUp();
}

/** Uses one app for all worlds, because creating a database takes longer than a thousand requests. */
async function fuzzOn(kind: TestDatabaseKind): Promise<void> {
  const { database, close } = await kind.open();
  try {
    const tally = emptyTally();
    await fuzz({ seed, requests: onDatabases, database: () => database, oneApp: true, perWorld: 200, tally });
    say(kind.name, tally);
  } finally {
    await close();
  }
}

function seconds(): number {
  return Math.round((Date.now() - began) / 1000);
}

function say(name: string, tally: Tally): void {
  console.log(`\n${name}: ${tally.requests} requests\n${report(tally)}`);
}
