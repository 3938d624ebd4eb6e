/**
 * Measures what calls cost on PostgreSQL, simulates a day of 100 million users, and calculates what that takes:
 * `npx tsx scripts/scale/main.ts [--repeats 1000] [--write]`
 *
 * `--write` puts the results into docs/operations/scale.md.
 */

import { parseArgs } from "node:util";
import { writeBetweenMarkers } from "../bench/markers.ts";
import { capacityFor, type Machines } from "./capacity.ts";
import { measureCosts } from "./costs.ts";
import { type DayPlan, simulateDay } from "./day.ts";
import { capacityTable, costTable, dayTable, rowTable } from "./report.ts";

const { values } = parseArgs({
  options: { repeats: { type: "string", default: "1000" }, write: { type: "boolean" } },
});

process.env.NODE_ENV = "production";
const page: URL = new URL("../../docs/operations/scale.md", import.meta.url);

const plan: Omit<DayPlan, "cookieCacheSeconds"> = {
  users: 100_000_000,
  sample: 200_000,
  activeShare: 0.3,
  visits: 4,
  readsPerVisit: 8,
  secondsBetweenReads: 40,
  signInShare: 0.05,
  signOutShare: 0.02,
  updateShare: 0.005,
  newShare: 0.001,
  seed: 1,
};

const machines: Machines = {
  appCores: 8,
  databaseCores: 64,
  busyShare: 0.6,
  walBytesPerSecond: 200e6,
  diskBytes: 4e12,
  commitsPerSecond: 20_000,
};

const { costs, rows } = await measureCosts(Number(values.repeats));
const scenarios = [
  { name: "no cookie cache", cookieCacheSeconds: 0 },
  { name: "one-minute cookie cache", cookieCacheSeconds: 60 },
  { name: "five-minute cookie cache", cookieCacheSeconds: 300 },
].map(({ name, cookieCacheSeconds }) => {
  const scenario = { ...plan, cookieCacheSeconds };
  const day = simulateDay(scenario);
  return { name, day, capacity: capacityFor(scenario, day, costs, rows, machines) };
});

const measured = `Measured ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${values.repeats} calls of each kind.`;
const parts = {
  costs: `${measured}\n\n${costTable(costs)}`,
  rows: rowTable(rows),
  day: dayTable(scenarios),
  capacity: capacityTable(scenarios),
};
for (const [name, text] of Object.entries(parts)) {
  console.log(`\n${text}`);
  if (values.write) writeBetweenMarkers(name, text, page);
}
