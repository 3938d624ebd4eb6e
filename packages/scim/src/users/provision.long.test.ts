/** The first sync of a large directory. */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { userTable } from "@latchkey/core/plugin";
import { memberTable } from "@latchkey/organization";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { scimUser, startScim } from "../../test/app.ts";
import { scimUserTable } from "../index.ts";

const users = 10_000;
/** Number of concurrent requests. */
const connections = 4;
/** Maximum growth of the heap in the last two thirds, in bytes. A leak of 2 kB per user would exceed it. */
const maxGrowth = 12 * 2 ** 20;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe.each(quickDatabases.filter(({ name }) => name === "sqlite"))("on $name", ({ open }) => {
  test("SCIM-08: 10,000 users are provisioned in one run that resumes after 429s, with flat memory", async () => {
    const { database, statements, close } = await open();
    let now = Date.now();
    const clock = () => new Date(now);
    const auth = { database, clock, rateLimit: { enabled: true } };
    const { acme, db, organizationId } = await startScim({ auth, organization: { membershipLimit: users + 1 } });
    let refused = 0;
    /** Creates a user. After a 429, waits as long as the server says. */
    const provision = async (at: number): Promise<void> => {
      for (;;) {
        const { status, headers, body } = await acme.send("POST", "/Users", scimUser(`u${at}`));
        if (status === 201) return;
        if (status !== 429) throw new Error(`User ${at}: ${status} ${JSON.stringify(body)}`);
        refused++;
        now += 1000 * Number(headers.get("retry-after"));
      }
    };
    const heaps: number[] = [];
    let next = 0;
    for (const end of [users / 3, (users * 2) / 3, users].map(Math.floor)) {
      const work = async (): Promise<void> => {
        while (next < end) {
          await provision(next++);
          // Without this, the test's own record of queries would be a leak.
          statements.length = 0;
        }
      };
      await Promise.all(Array.from({ length: connections }, work));
      heaps.push(heapAfterCollection());
    }
    // The limit is 1200 per minute.
    expect(refused).toBeGreaterThanOrEqual(Math.floor(users / 1200));
    const [first = 0, , last = 0] = heaps;
    expect(last - first).toBeLessThan(maxGrowth);

    // No user is lost, and a directory that restarts from the beginning creates no duplicates.
    for (let at = 0; at < users; at += 1000) {
      now += 60_000;
      const { status, body } = await acme.send("POST", "/Users", scimUser(`u${at}`));
      expect([status, body.scimType]).toEqual([409, "uniqueness"]);
    }
    expect(await db.count(scimUserTable, { where: { active: true, managed: true } })).toBe(users);
    expect(await db.count(memberTable, { where: { organizationId } })).toBe(users + 1);
    expect(await db.count(userTable, { where: { email: { startsWith: "u" }, emailVerified: true } })).toBe(users);
    const listed = await acme.send("GET", "/Users?count=1");
    expect(listed.body.totalResults).toBe(users);
    await close();
  }, 900_000);
});
