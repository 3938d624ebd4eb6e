import { startAuth } from "@latchkey/test-kit";
import { emptyDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";

describe.each(emptyDatabases.filter(({ name }) => !["memory", "pglite"].includes(name)))("on $name", ({ open }) => {
  test("FAULT-12: an incomplete migration is reported by the check at start, and in the log at first use; nothing is half done", async () => {
    const { database, run, close } = await open();
    const lines: string[] = [];
    const logger = { level: "error", log: (...line: unknown[]) => void lines.push(said(line)) } as const;
    const { auth, browser } = await startAuth({ database, logger });
    await expect(auth.checkDatabase()).resolves.toBeUndefined();
    await browser().signUp("ann@example.com");

    await run?.("alter table session drop column remembered");
    await expect(auth.checkDatabase()).rejects.toThrow(/session.*remembered/s);
    const refused = await browser().signIn("ann@example.com");
    expect([refused.status, refused.body, refused.setCookies]).toMatchObject([
      500,
      { code: "FAILED_TO_CREATE_SESSION" },
      [],
    ]);
    expect(JSON.stringify(refused.body)).not.toContain("remembered");
    expect(lines.join()).toContain("remembered");
    const stranger = await browser().signUp("bob@example.com");
    expect(stranger.status).toBe(500);
    // A wrong password still gets the usual 401. The right password didn't.
    expect((await browser().signIn("ann@example.com", "a wrong password")).status).toBe(401);

    await auth.migrate();
    await expect(auth.checkDatabase()).resolves.toBeUndefined();
    expect((await browser().signIn("ann@example.com")).status).toBe(200);
    // Nothing remains of the failed sign-up.
    expect((await browser().signUp("bob@example.com")).status).toBe(200);
    await close();
  });

  test("FAULT-12: a missing table is reported too", async () => {
    const { database, run, close } = await open();
    const { auth } = await startAuth({ database });
    await run?.("drop table outbox");
    await expect(auth.checkDatabase()).rejects.toThrow(/outbox/);
    await close();
  });

  test("FAULT-12: a column that a later version added doesn't affect an earlier version running in parallel", async () => {
    const { database, run, again, close } = await open();
    const { browser, clock } = await startAuth({ database });
    await run?.("alter table session add column later_one varchar(20)");
    await run?.("alter table session add column later_two integer not null default 7");
    const earlier = await startAuth({ database: again(), clock: clock.now });
    await expect(earlier.auth.checkDatabase()).resolves.toBeUndefined();
    const person = browser();
    expect((await person.signUp("ann@example.com")).status).toBe(200);
    const elsewhere = earlier.browser();
    for (const [name, value] of person.cookies) elsewhere.cookies.set(name, value);
    expect((await elsewhere.get("/get-session")).body).toMatchObject({ user: { email: "ann@example.com" } });
    await close();
  });
});

function said(line: readonly unknown[]): string {
  return JSON.stringify(line, (_, value) =>
    value instanceof Error ? `${value.message} ${String(value.cause)}` : value,
  );
}
