import { startAuth, testPassword } from "@latchkey/test-kit";
import { databases, type TestDatabase } from "@latchkey/test-kit/databases";
import { username } from "@latchkey/username";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type AuditRow, auditTable } from "../tables/audit.ts";

const action = "session.create.failed";

describe.each(databases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  async function start() {
    const hashes = {
      hash: async (text: string) => text,
      verify: async ({ hash = "", password = "" }) => hash === password,
    };
    const emailAndPassword = { enabled: true, password: hashes };
    const app = await startAuth({ database: opened.database, emailAndPassword, plugins: [username()] });
    const { body } = await app.browser().post<{ user: { id: string } }>("/sign-up/email", {
      name: "Ann",
      email: "ann@example.com",
      password: testPassword,
      username: "ann",
    });
    const { db } = app.auth.$context;
    const rows = (): Promise<AuditRow[]> => db.findMany(auditTable, { where: { action }, limit: 100 });
    /** Waits for the counts, which are written after the response. */
    const counts = (expected: readonly number[]) =>
      vi.waitFor(
        async () => {
          const found = (await rows()).map(({ count }) => count);
          expect(found.sort((a, b) => Number(a) - Number(b))).toEqual(expected);
        },
        { timeout: 10_000 },
      );
    return { ...app, annId: body.user.id, rows, counts };
  }

  test("AUDT-01: 20 concurrent wrong passwords, for the email and the username, are counted in one row per hour", async () => {
    const { browser, annId, rows, counts, clock } = await start();
    clock.advance(60);
    const wrong = (at: number) =>
      at % 2
        ? browser("203.0.113.9").signIn("ann@example.com", "a wrong password")
        : browser("203.0.113.9").post("/sign-in/username", { username: "ANN", password: "a wrong password" });
    await Promise.all(Array.from({ length: 20 }, (_, at) => wrong(at)));
    await counts([20]);
    const [row] = await rows();
    expect(row).toMatchObject({
      action,
      actorId: null,
      userId: annId,
      ipAddress: "203.0.113.9",
      data: null,
      count: 20,
    });
    expect(row?.createdAt).toEqual(clock.now());
    clock.advance(3600);
    await browser().signIn("ann@example.com", "a wrong password");
    await counts([1, 20]);
    const all = JSON.stringify(await rows());
    for (const secret of ["a wrong password", "ann@example.com", "ANN"]) expect(all).not.toContain(secret);
  });

  test("AUDT-06: the row for attempts from several addresses has the latest address and the time of the first attempt", async () => {
    const { browser, rows, counts, clock } = await start();
    const first = clock.now();
    for (const address of ["203.0.113.9", "198.51.100.7"]) {
      await browser(address).signIn("ann@example.com", "a wrong password");
      await counts([address === "203.0.113.9" ? 1 : 2]);
      clock.advance(1);
    }
    expect(await rows()).toMatchObject([{ ipAddress: "198.51.100.7", count: 2, createdAt: first }]);
  });

  test("AUDT-01: attempts for unknown users are counted in one row with the same number of writes as others; correct passwords aren't counted", async () => {
    const { browser, rows, counts } = await start();
    expect((await browser().signIn("ann@example.com")).status).toBe(200);
    const work: unknown[] = [];
    for (const email of ["ann@example.com", "nobody@example.com"]) {
      for (const round of [1, 2]) {
        opened.statements.length = 0;
        await browser().signIn(email, "a wrong password");
        await counts(email.startsWith("ann") ? [round] : [round, 2].sort());
        work.push(opened.statements.filter(({ table, kind }) => table === "audit" && kind === "write").length);
      }
    }
    expect(work.slice(0, 2)).toEqual(work.slice(2));
    expect((await rows()).map(({ userId }) => userId === null).sort()).toEqual([false, true]);
  });
});

test("AUDT-01: nothing is counted if the audit log is off", async () => {
  const { auth, browser } = await startAuth({ audit: { enabled: false } });
  await browser().signUp("ann@example.com");
  await browser().signIn("ann@example.com", "a wrong password");
  expect(await auth.$context.db.count(auditTable, {})).toBe(0);
});
