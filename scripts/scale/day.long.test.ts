/** Compares the simulated day with results that can be calculated by hand. */

import { expect, test } from "vitest";
import { capacityFor } from "./capacity.ts";
import type { CallCost, Costs } from "./costs.ts";
import { callNames, type DayPlan, simulateDay } from "./day.ts";

const plan: DayPlan = {
  users: 1_000_000,
  sample: 50_000,
  activeShare: 0.5,
  visits: 2,
  readsPerVisit: 5,
  secondsBetweenReads: 30,
  signInShare: 0.1,
  signOutShare: 0.1,
  updateShare: 0,
  newShare: 0,
  cookieCacheSeconds: 0,
  seed: 7,
};

test("the number of calls follows from users, visits, and reads", () => {
  const { total } = simulateDay(plan);
  const visits = 1_000_000 * 0.5 * 2;
  expect(total.signIn / (visits * 0.1)).toBeCloseTo(1, 1);
  expect(total.signOut / (visits * 0.1)).toBeCloseTo(1, 1);
  expect((total.readByDatabase + total.extend) / (visits * 5)).toBeCloseTo(1, 1);
  expect([total.readByCookie, total.signUp, total.update]).toEqual([0, 0, 0]);
});

test("a copy takes over reads from the database, and no read is lost", () => {
  const without = simulateDay(plan).total;
  const { total } = simulateDay({ ...plan, cookieCacheSeconds: 60 });
  expect(total.readByDatabase).toBeLessThan(without.readByDatabase);
  const reads = total.readByCookie + total.readByDatabase + total.extend;
  expect(reads / (without.readByDatabase + without.extend)).toBeCloseTo(1, 2);
});

test("the busiest minutes have more calls than the average, and the same seed gives the same day", () => {
  const day = simulateDay(plan);
  const average = day.total.readByDatabase / 86_400;
  expect(day.peak.readByDatabase).toBeGreaterThan(average * 1.3);
  expect(day.peak.readByDatabase).toBeLessThan(average * 3);
  expect(simulateDay(plan)).toEqual(day);
  expect(simulateDay({ ...plan, seed: 8 })).not.toEqual(day);
});

test("the first limit that's reached decides the number of servers", () => {
  const cost: CallCost = { statements: 1, appMs: 1, databaseMs: 0.1, walBytes: 1000 };
  const costs = Object.fromEntries(callNames.map((call) => [call, cost])) as Costs;
  const machines = {
    appCores: 4,
    databaseCores: 10,
    busyShare: 0.5,
    walBytesPerSecond: 1e9,
    diskBytes: 1e15,
    commitsPerSecond: 1e9,
  };
  const day = { busiest: 0, peak: callsOf(10_000), total: callsOf(0) };
  const capacity = capacityFor(plan, day, costs, { user: 1, account: 1, session: 1, audit: 1 }, machines);
  // 70,000 calls a second of 1 ms, on cores that are half busy, four to a machine.
  expect(capacity.appMachines).toBe(35);
  // The load takes 7 cores, and each server may use 5.
  expect([capacity.firstLimit, capacity.databaseServers]).toEqual(["CPU", 2]);
  const slowDisk = capacityFor(plan, day, costs, {}, { ...machines, walBytesPerSecond: 1e7 });
  expect([slowDisk.firstLimit, slowDisk.databaseServers]).toEqual(["WAL", 7]);
});

function callsOf(count: number) {
  return Object.fromEntries(callNames.map((call) => [call, count])) as Record<(typeof callNames)[number], number>;
}
