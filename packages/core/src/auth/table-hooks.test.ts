import { memoryAdapter, type Plugin } from "@latchkey/core";
import { widen } from "@latchkey/core/database";
import { definePlugin, type TableChange, type TableHook } from "@latchkey/core/plugin";
import { outboxEmpty, startAuth, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { outboxTable } from "../tables/outbox.ts";
import { sessionTable } from "../tables/session.ts";
import { type UserRow, userTable } from "../tables/user.ts";

describe("write hooks", () => {
  test("LOG-01: a hook that runs after the commit gets rows without hashes or provider tokens, and the outbox doesn't store them either", async () => {
    const changes: TableChange[] = [];
    const payloads: string[] = [];
    const { auth, browser } = await startAuth({
      databaseHooks: {
        account: {
          create: {
            afterCommit: (change) => void changes.push(change),
          },
        },
      },
    });
    const { db } = auth.$context;
    const signingUp = browser().signUp("ann@example.com");
    const watch = setInterval(async () => {
      for (const { payload } of await db.findMany(outboxTable, { limit: 9 })) payloads.push(payload);
    }, 1);
    await signingUp;
    await outboxEmpty(auth);
    clearInterval(watch);
    expect(changes).toHaveLength(1);
    const [row] = changes[0]?.rows ?? [];
    expect(row).toMatchObject({ providerId: "credential", createdAt: expect.any(Date) });
    expect(row).not.toHaveProperty("password");
    expect(payloads.join()).not.toMatch(/argon2|scrypt/);
  });

  test("a change to columns with runsHooks: false runs no hook, but a change that includes other columns does", async () => {
    const seen: (readonly string[])[] = [];
    const visits = definePlugin<Plugin>({
      id: "visits",
      tables: [{ extends: "user", columns: { visits: { type: "number", default: 0, runsHooks: false } } }],
      tableHooks: [
        {
          table: "user",
          operation: "update",
          inTransaction: ({ set }) => void seen.push(Object.keys(set ?? {})),
        },
      ],
    });
    const { auth, browser } = await startAuth({ plugins: [visits] });
    const { db } = auth.$context;
    await browser().signUp("ann@example.com");
    const users = widen<UserRow & { readonly visits: number }>(userTable);
    const where = { email: "ann@example.com" };
    expect(await db.update(users, { where, set: { visits: 1 } })).toBe(1);
    await db.transaction((tx) => tx.update(users, { where, set: { visits: 2 } }));
    expect(seen).toEqual([]);
    await db.update(users, { where, set: { visits: 3, name: "Ann" } });
    expect(seen).toEqual([["visits", "name"]]);
    expect(await db.findOne(users, { where })).toMatchObject({ visits: 3, name: "Ann" });
  });

  test("a hook that runs before a deletion can still read the rows that will be deleted too, and can reject the deletion", async () => {
    const seen: number[] = [];
    const keep = definePlugin<Plugin>({
      id: "keep",
      tableHooks: [
        {
          table: "user",
          operation: "delete",
          async beforeWrite({ rows }, tx) {
            seen.push(await tx.count(sessionTable, { where: { userId: rows[0]?.id ?? "" } }));
            if (rows[0]?.email === "ann@example.com") throw new Error("stays");
          },
        },
      ],
    });
    const { auth, browser } = await startAuth({ plugins: [keep] });
    const { db } = auth.$context;
    for (const email of ["ann@example.com", "bob@example.com"]) await browser().signUp(email);
    await expect(db.remove(userTable, { where: { email: "ann@example.com" } })).rejects.toThrow("stays");
    expect(await db.remove(userTable, { where: { email: "bob@example.com" } })).toBe(1);
    expect(seen).toEqual([1, 1]);
    expect(await db.count(userTable, {})).toBe(1);
  });

  test("dates stay dates, and text that looks like a date stays text", async () => {
    const names: unknown[] = [];
    const { auth, browser } = await startAuth({
      databaseHooks: {
        user: { create: { afterCommit: ({ rows }) => void names.push(rows[0]?.name, rows[0]?.createdAt) } },
      },
    });
    const name = "2024-01-01T00:00:00.000Z";
    await browser().post("/sign-up/email", { name, email: "ann@example.com", password: testPassword });
    await outboxEmpty(auth);
    expect(names).toEqual([name, expect.any(Date)]);
  });

  test("a write with more rows than fit in one hook call is reported completely", async () => {
    const told: number[] = [];
    const { auth, browser, clock } = await startAuth({
      database: memoryAdapter(),
      databaseHooks: { session: { delete: { inTransaction: ({ rows }) => void told.push(rows.length) } } },
    });
    const { body } = await browser().signUp("ann@example.com");
    const { db } = auth.$context;
    const now = clock.now();
    const rows = Array.from({ length: 2100 }, (_, at) => ({
      id: `s${at}`,
      userId: body.user.id,
      token: `t${at}`,
      expiresAt: now,
      createdAt: now,
      updatedAt: now,
    }));
    await db.insertMany(sessionTable, rows as never);
    expect((await auth.api.removeExpired()).sessions).toBe(2100);
    expect(told).toEqual([1000, 1000, 100]);
  });

  test("ENUM-07: a failure hook that throws or hangs doesn't change the response or its timing", async () => {
    const { browser } = await startAuth({
      emailAndPassword: { enabled: true, autoSignIn: false },
      databaseHooks: {
        user: {
          create: {
            onFailure: async () => {
              await new Promise((resolve) => setTimeout(resolve, 300));
              throw new Error("the hook's own fault");
            },
          },
        },
      },
    });
    const fresh = await browser().signUp("ann@example.com");
    const began = performance.now();
    const taken = await browser().signUp("ann@example.com");
    expect(performance.now() - began).toBeLessThan(290);
    expect([taken.status, Object.keys(taken.body)]).toEqual([fresh.status, Object.keys(fresh.body)]);
  });
});

test("a pending hook call survives a restart with additional plugins listed first, and stays pending if the hook was removed", async () => {
  const told: string[] = [];
  let isDown = true;
  const hook = (name: string): TableHook => ({
    table: "user",
    operation: "create",
    afterCommit() {
      if (isDown) throw new Error("try again later");
      told.push(name);
    },
  });
  const plugin = (id: string): Plugin => definePlugin({ id, tableHooks: [hook(id)] });
  const database = memoryAdapter();
  const before = await startAuth({ database, plugins: [plugin("billing")] });
  await before.browser().signUp("ann@example.com");
  await new Promise((resolve) => setTimeout(resolve, 30));
  isDown = false;
  const restarted = async (plugins: Plugin[]): Promise<number> => {
    const { auth, clock } = await startAuth({ database, plugins });
    clock.advance(7200);
    await auth.api.deliverOutbox();
    return auth.$context.db.count(outboxTable, {});
  };
  expect([await restarted([plugin("crm")]), told]).toEqual([1, []]);
  await before.auth.$context.db.update(outboxTable, { where: {}, set: { dueAt: before.clock.now() } });
  expect([await restarted([plugin("crm"), plugin("billing")]), told]).toEqual([0, ["billing"]]);
});

test("if two apps share a plugin, its hook gets the app whose row was written", async () => {
  const seen: unknown[] = [];
  const shared = definePlugin({
    id: "shared",
    tableHooks: (getContext) => [
      { table: "user", operation: "create", inTransaction: () => void seen.push(getContext().appCache) },
    ],
  });
  const one = await startAuth({ plugins: [shared] });
  const other = await startAuth({ plugins: [shared] });
  await one.browser().signUp("ann@example.com");
  await other.browser().signUp("ann@example.com");
  expect(seen.map((cache) => [one, other].findIndex(({ auth }) => auth.$context.appCache === cache))).toEqual([0, 1]);
});

describe("options that would have no effect", () => {
  test.each([
    [{ disabledPaths: ["/sign-up/emial"] }, "disabledPaths"],
    [{ rateLimit: { customRules: { "/sign-in/emial": { window: 1, max: 1 } } } }, "rateLimit.customRules"],
    [{ databaseHooks: { users: { create: {} } } }, "databaseHooks.users"],
  ])("%j fails at startup, and the error names the option", async (options, name) => {
    await expect(startAuth(options as never)).rejects.toThrow(name);
  });
});
