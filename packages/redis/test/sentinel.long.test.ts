/** Redis with Sentinel: the master is killed under the load of an app whose two nodes use different clients. */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { redisStorage } from "../src/index.ts";
import { createLoad, maxAge } from "./load.ts";
import { canStart } from "./servers.ts";
import { sentinelClients, startSentinel, type TestSentinel } from "./topologies.ts";

const limits = { timeout: 500, pause: 100 };
const seconds = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, count * 1000));

describe.runIf(canStart)("a master with two replicas and three Sentinels", () => {
  let sentinel: TestSentinel;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    sentinel = await startSentinel();
  });
  afterAll(async () => {
    for (const close of closing) await close();
    await sentinel?.close();
  });

  const connect = async (which: number, keyPrefix: string) => {
    const { client, close } = await (sentinelClients[which] as (typeof sentinelClients)[0]).connect(sentinel.ports);
    closing.push(close);
    return redisStorage(client, { keyPrefix, ...limits });
  };

  test("FAULT-03, SESS-05: after the master is killed under load, the next one is found, no request fails, and no data is outdated for longer than the limit", async () => {
    const storages = [await connect(0, "load"), await connect(1, "load")] as const;
    const load = await createLoad(storages);
    const before = await load.during(() => seconds(1));
    expect(before).toMatchObject({ failures: [], lateEnds: [], lateChanges: [] });
    expect(before.reads).toBeGreaterThan(200);
    const findings = await load.during(async () => {
      await sentinel.master.kill();
      await vi.waitFor(async () => expect(await sentinel.masterPort()).not.toBe(sentinel.master.port), 30_000);
      for (const storage of storages) {
        await vi.waitFor(() => storage.set("session:probe", "x", 60_000), { timeout: 30_000, interval: 100 });
      }
      await seconds(maxAge);
    });
    expect(findings.ends).toBeGreaterThan(5);
    expect(findings.failures).toEqual([]);
    for (const late of [...findings.lateEnds, ...findings.lateChanges]) expect(late).toBeLessThan(maxAge * 1000);
    // A client may still be reconnecting, which delays sign-outs within the limit. After that, no data is outdated.
    const settled = async (): Promise<void> => {
      const later = await load.during(() => seconds(1));
      expect(later).toMatchObject({ failures: [], lateEnds: [], lateChanges: [] });
    };
    await vi.waitFor(settled, { timeout: 20_000, interval: 100 });
  });
});
