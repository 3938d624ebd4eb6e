import { sessionTable, userTable } from "@latchkey/core/plugin";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { change, current, emails, handleOf, list, start } from "../test/app.ts";

const userOfSession = { table: userTable, on: { id: "userId" } } as const;

describe.each(quickDatabases)("accounts of one browser on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("a second sign-in keeps the first account, and the browser switches between them", async () => {
    const { browser } = await start({}, { database: opened.database });
    const person = browser();
    await person.signUp("ann@example.com");
    await person.signUp("bob@example.com");
    expect([await current(person), await emails(person)]).toEqual([
      "bob@example.com",
      ["bob@example.com", "ann@example.com"],
    ]);
    const switched = await change(person, "set-active", await handleOf(person, "ann@example.com"));
    expect(switched).toMatchObject({ status: 200, body: { user: { email: "ann@example.com" } } });
    expect([await current(person), await emails(person)]).toEqual([
      "ann@example.com",
      ["ann@example.com", "bob@example.com"],
    ]);
  });

  test("over the maximum, the least recently used account is signed out", async () => {
    const { browser, sessions } = await start({ maximumSessions: 2 }, { database: opened.database });
    const person = browser();
    await person.signUp("ann@example.com");
    await person.signUp("bob@example.com");
    await change(person, "set-active", await handleOf(person, "ann@example.com"));
    await person.signUp("cem@example.com");
    expect(await emails(person)).toEqual(["cem@example.com", "ann@example.com"]);
    expect(await sessions()).toBe(2);
  });

  test("signing in as the same user again replaces the older session, which ends", async () => {
    const { browser, sessions } = await start({}, { database: opened.database });
    const person = browser();
    await person.signUp("ann@example.com");
    await person.signUp("bob@example.com");
    await person.signIn("ann@example.com");
    await person.signIn("ann@example.com");
    expect(await emails(person)).toEqual(["ann@example.com", "bob@example.com"]);
    expect(await sessions()).toBe(2);
  });

  test("MULTI-07: each of 20 concurrent sign-ins, switches, and sign-outs leaves a live session or none", async () => {
    const { browser, auth, sessions } = await start({ maximumSessions: 2 }, { database: opened.database });
    const person = browser();
    await person.signUp("ann@example.com");
    await person.signUp("bob@example.com");
    await browser().signUp("cem@example.com");
    const ann = await handleOf(person, "ann@example.com");
    const copies = Array.from({ length: 20 }, () => {
      const copy = browser();
      for (const [name, value] of person.cookies) copy.cookies.set(name, value);
      return copy;
    });
    const results = await Promise.all(
      copies.map((copy, at) => {
        if (at % 3 === 0) return copy.signIn("cem@example.com");
        return at % 3 === 1 ? change(copy, "set-active", ann) : copy.post("/sign-out");
      }),
    );
    expect(results.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
    const live = new Set((await auth.$context.db.findMany(sessionTable, { limit: 99 })).map(({ token }) => token));
    for (const copy of copies) {
      const shown = await copy.get<{ session: { token: string } } | null>("/get-session");
      if (shown.body) expect(live.has(shown.body.session.token)).toBe(true);
      expect((await list(copy)).every(({ session }) => live.has(session.token))).toBe(true);
    }
    // Sessions that a sign-out or the maximum removed have ended, so only cem's sessions are left.
    const left = await auth.$context.db.findMany(sessionTable, { join: { user: userOfSession }, limit: 99 });
    expect(new Set(left.map(({ user }) => user?.email))).toEqual(new Set(["cem@example.com"]));
    expect(await sessions()).toBeGreaterThan(0);
  });

  test("a sign-in, a switch, and the list stay within their budgets", async () => {
    const { browser } = await start({}, { database: opened.database });
    const person = browser();
    await person.signUp("ann@example.com");
    await browser().signUp("bob@example.com");
    const count = async (work: () => Promise<unknown>) => {
      opened.statements.length = 0;
      await work();
      return opened.statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit").length;
    };
    if (opened.database.dialect === "memory") return;
    const fresh = browser();
    expect(await count(() => fresh.signIn("ann@example.com"))).toBe(2);
    // Also reads the previous session and the list.
    expect(await count(() => person.signIn("bob@example.com"))).toBe(4);
    const ann = await handleOf(person, "ann@example.com");
    expect(await count(() => list(person))).toBe(1);
    expect(await count(() => change(person, "set-active", ann))).toBe(1);
    expect(await count(() => change(person, "revoke", ann))).toBe(3);
  });
});
