/** Tests which acknowledged changes survive when the PostgreSQL primary dies and its replica takes over. */

import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { runFailover } from "./failover.ts";

const plan = { people: 6, changes: 60 };

function hasPostgres(): boolean {
  try {
    execFileSync("pg_config", ["--bindir"], { stdio: "ignore" });
    return true;
  } catch {
    if (process.env.CI === "true") throw new Error("PostgreSQL's programs (pg_config) are not installed.");
    return false;
  }
}

describe.skipIf(!hasPostgres())("a failover under load (needs PostgreSQL's programs)", () => {
  test("with synchronous replication, nothing that was acknowledged is lost", { timeout: 120_000 }, async () => {
    const { changes, statuses, outageMs, longestMs } = await runFailover({
      ...plan,
      replication: "synchronous",
      // Commits wait during the failover. A statement timeout must not acknowledge them.
      stallMs: 1000,
      statementTimeoutMs: 300,
    });
    for (const [kind, { acknowledged, lost }] of Object.entries(changes)) {
      expect([kind, acknowledged > 5, lost]).toEqual([kind, true, 0]);
    }
    // During the outage, users got an error that says to try again, and no other error.
    expect(Object.keys(statuses).sort()).toEqual(["200", "503"]);
    expect(outageMs).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(10_000);
  });

  test("with asynchronous replication, only what the replica had not received is lost", {
    timeout: 120_000,
  }, async () => {
    const stallMs = 1500;
    const { changes, earliestLossMs, statuses } = await runFailover({ ...plan, replication: "asynchronous", stallMs });
    for (const [kind, { acknowledged, lost }] of Object.entries(changes)) {
      expect([kind, lost < acknowledged]).toEqual([kind, true]);
    }
    // A session that had ended is alive again, and accounts or sessions that were created are gone.
    expect(changes["sign-out"].lost).toBeGreaterThan(0);
    expect(changes["sign-up"].lost + changes["sign-in"].lost).toBeGreaterThan(0);
    // A few milliseconds more than the lag, because the last bytes were in transit when the replica stopped receiving.
    expect(earliestLossMs).toBeLessThan(stallMs + 1000);
    // A user whose sign-up was lost can't sign in.
    for (const status of Object.keys(statuses)) expect(["200", "401", "503"]).toContain(status);
  });
});
