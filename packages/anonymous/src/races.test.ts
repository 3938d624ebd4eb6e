import { accountTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startAnonymous } from "../test/app.ts";

const person = (at: number) => ({ name: "Ann", email: `ann-${at}@example.com`, password: testPassword });
const twenty = Array.from({ length: 20 }, (_, at) => at);

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("ANON-01: one of 20 concurrent sign-ups of one guest takes the row, and none leaves an orphan", async () => {
    const { guest, browser, user, auth } = await startAnonymous({}, { database: opened.database });
    const { db } = auth.$context;
    const { browser: own, id } = await guest();
    const tabs = twenty.map(() => {
      const tab = browser();
      for (const [name, value] of own.cookies) tab.cookies.set(name, value);
      return tab;
    });
    const replies = await Promise.all(
      tabs.map((tab, at) => tab.post<{ user: { id: string } }>("/sign-up/email", person(at))),
    );
    const done = replies.filter(({ status }) => status === 200);
    expect(done.filter(({ body }) => body.user.id === id)).toHaveLength(1);
    expect(replies.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
    expect(await user(id)).toMatchObject({ isAnonymous: false });
    const [users, accounts, sessions] = [
      await db.findMany(userTable, { limit: 50 }),
      await db.findMany(accountTable, { limit: 50 }),
      await db.findMany(sessionTable, { limit: 50 }),
    ];
    const ids = users.map((row) => row.id).sort();
    expect(ids).toHaveLength(done.length);
    expect(accounts.map(({ userId }) => userId).sort()).toEqual(ids);
    expect(accounts.every(({ userId, accountId }) => userId === accountId)).toBe(true);
    expect(sessions.map(({ userId }) => userId).sort()).toEqual(ids);
  });

  test("ANON-01: of a guest's concurrent sign-ups and sign-ins, one gets the guest", async () => {
    const linked: string[] = [];
    const { guest, browser, user, auth, countUsers } = await startAnonymous(
      {
        async onLinkAccount({ anonymousUser, newUser }, tx) {
          await tx.update(userTable, { where: { id: newUser.user.id }, set: { image: anonymousUser.user.id } });
        },
      },
      { database: opened.database },
    );
    await browser().signUp("bob@example.com");
    for (let round = 0; round < 5; round++) {
      const { browser: own, id } = await guest();
      const tabs = [0, 1, 2, 3, 4, 5].map((at) => {
        const tab = browser();
        for (const [name, value] of own.cookies) tab.cookies.set(name, value);
        return at % 2 === 0 ? tab.signIn("bob@example.com") : tab.post("/sign-up/email", person(round * 10 + at));
      });
      const statuses = (await Promise.all(tabs)).map(({ status }) => status);
      expect(statuses.every((status) => [200, 503].includes(status))).toBe(true);
      const { db } = auth.$context;
      const bob = await db.findOne(userTable, { where: { email: "bob@example.com" } });
      const wasMerged = bob?.image === id;
      if (wasMerged) linked.push(id);
      // Either merged and deleted, or a regular user, but never both and never still a guest.
      expect((await user(id))?.isAnonymous ?? null).toBe(wasMerged ? null : false);
    }
    expect(await countUsers()).toBeGreaterThan(linked.length);
  });

  test("every call sends at most the queries it declares", async () => {
    const { guest, browser, auth } = await startAnonymous({}, { database: opened.database });
    const counted = async (work: () => Promise<unknown>): Promise<number> => {
      opened.statements.length = 0;
      await work();
      return opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox", "rateLimit"].includes(table ?? ""),
      ).length;
    };
    const { signInAnonymous, deleteAnonymousUser } = auth.$context.extensions.endpoints;
    const { browser: one } = await guest();
    expect(await counted(() => browser().post("/sign-in/anonymous"))).toBeLessThanOrEqual(
      signInAnonymous?.queryBudget ?? 0,
    );
    expect(await counted(() => one.post("/delete-anonymous-user"))).toBeLessThanOrEqual(
      deleteAnonymousUser?.queryBudget ?? 0,
    );
  });

  test("removes guests who can't come back, and no one else", async () => {
    const { guest, browser, auth, clock, user } = await startAnonymous(
      { removeInactiveAfter: 3600 },
      { database: opened.database, session: { expiresIn: 7200, updateAge: 0 } },
    );
    const known = (await browser().signUp("ann@example.com")).body.user.id;
    const gone = await guest();
    const signedUp = await guest();
    await signedUp.browser.post("/sign-up/email", person(1));
    clock.advance(5400);
    const present = await guest();
    expect((await auth.api.removeExpired()).jobs).toEqual({ guests: 0 });
    clock.advance(3600);
    const recent = await guest();
    expect((await auth.api.removeExpired()).jobs).toEqual({ guests: 1 });
    const left = await Promise.all(
      [known, gone.id, signedUp.id, present.id, recent.id].map(async (id) => (await user(id)) !== null),
    );
    expect(left).toEqual([true, false, true, true, true]);
  });
});
