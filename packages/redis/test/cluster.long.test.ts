/**
 * A Redis Cluster of three masters, each with a replica, under the load of an app whose two nodes use different
 * clients.
 */

import { storageConformance } from "@latchkey/test-kit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { redisStorage } from "../src/index.ts";
import { createLoad, type Findings, type Load, maxAge } from "./load.ts";
import { canStart, type TestServer } from "./servers.ts";
import { clusterClients, startCluster, type TestCluster } from "./topologies.ts";

const limits = { timeout: 500, pause: 100 };
const seconds = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, count * 1000));

describe.runIf(canStart)("a cluster of three masters with replicas", () => {
  let cluster: TestCluster;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(async () => {
    for (const close of closing) await close();
    await cluster?.close();
  });

  const ports = (): number[] => cluster.shards.map(({ master }) => master.port);
  const connect = async (which: number, keyPrefix: string) => {
    const { client, close } = await (clusterClients[which] as (typeof clusterClients)[0]).connect(ports());
    closing.push(close);
    return redisStorage(client, { keyPrefix, ...limits });
  };

  for (const [which, { name }] of clusterClients.entries()) {
    let opened = 0;
    const open = async () => {
      const keyPrefix = `${name}-${opened++}`;
      const storage = await connect(which, keyPrefix);
      return { storage, close: async () => {}, again: () => connect(1 - which, keyPrefix) };
    };
    storageConformance({ name: `a cluster by ${name}`, open });
  }

  describe("under load", () => {
    let load: Load;
    beforeAll(async () => {
      load = await createLoad([await connect(0, "load"), await connect(1, "load")]);
    });

    test("FAULT-03: copies and counters are spread over all masters within 20% of each other", async () => {
      const before = await Promise.all(cluster.shards.map(({ master }) => commands(master)));
      // The first round creates the copies, and the others read them.
      for (let time = 0; time < 3; time++) await load.readAll();
      const after = await Promise.all(cluster.shards.map(({ master }) => commands(master)));
      const counts = after.map((count, at) => count - (before[at] as number));
      expect(counts.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(9000);
      expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.2);
      const storage = await connect(0, "counters");
      for (let at = 0; at < 1500; at += 50)
        await Promise.all(Array.from({ length: 50 }, (_, which) => storage.increment(`count:${at + which}`, 60_000)));
      const counters = await Promise.all(cluster.shards.map(({ master }) => keysOf(master, "counters")));
      expect(counters.reduce((sum, each) => sum + each, 0)).toBe(1500);
      expect(Math.max(...counters) / Math.min(...counters)).toBeLessThan(1.2);
    });

    test("SESS-05: no one reads an outdated or ended session after the change was confirmed", async () => {
      const findings = await load.during(() => seconds(2));
      expectBusy(findings);
      expect(findings).toMatchObject({ failures: [], lateEnds: [], lateChanges: [] });
    });

    test("FAULT-03, SESS-05: while slots are moved under load, no request fails, and no outdated data is read", async () => {
      const [from, to] = [cluster.shards[1].master, cluster.shards[2].master];
      let moved = 0;
      const findings = await load.during(async () => {
        await seconds(0.5);
        moved = await cluster.moveSlots(from, to, 40);
        await seconds(0.5);
      });
      expectBusy(findings);
      expect(moved).toBeGreaterThanOrEqual(20);
      expect(findings).toMatchObject({ failures: [], lateEnds: [], lateChanges: [] });
    });

    test("FAULT-03, SESS-05: after a master is killed under load, no request fails, and no data is outdated for longer than the limit", async () => {
      const [lost] = cluster.shards;
      const storages = [await connect(0, "probe"), await connect(1, "probe")];
      const findings = await load.during(async () => {
        await seconds(0.5);
        await lost.master.kill();
        await cluster.promoted(lost);
        // Both clients have found the new master, and write to every slot that it took over.
        for (const storage of storages) {
          const all = Array.from({ length: 200 }, (_, at) => `session:${at}`);
          const write = () => Promise.all(all.map((key) => storage.set(key, "x", 60_000)));
          await vi.waitFor(write, { timeout: 30_000, interval: 100 });
        }
        await seconds(maxAge);
      });
      expectBusy(findings);
      expect(findings.failures).toEqual([]);
      for (const late of [...findings.lateEnds, ...findings.lateChanges]) expect(late).toBeLessThan(maxAge * 1000);
      const later = await load.during(() => seconds(1));
      expect(later).toMatchObject({ failures: [], lateEnds: [], lateChanges: [] });
    });
  });
});

function expectBusy({ reads, ends, changes }: Findings): void {
  expect(reads).toBeGreaterThan(200);
  expect(ends).toBeGreaterThan(5);
  expect(changes).toBeGreaterThan(10);
}

/** Number of storage commands that a server has executed. */
async function commands(server: TestServer): Promise<number> {
  const text = String(await server.send("INFO", "commandstats"));
  const calls = ["get", "set", "eval"].map((name) =>
    Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(text)?.[1] ?? 0),
  );
  return calls.reduce((sum, each) => sum + each, 0);
}

async function keysOf(server: TestServer, prefix: string): Promise<number> {
  return ((await server.send("KEYS", `${prefix}:*`)) as string[]).length;
}
