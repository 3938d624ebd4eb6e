import { quickDatabases, servers } from "@latchkey/test-kit/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import {
  type CopiesApp,
  companies,
  openCopies,
  organizations,
  sessionRow,
  sessions,
  start,
  teams,
  userRow,
  users,
} from "../../../test/copies-app.ts";
import type { Adapter, AnyRow, Where } from "../../database/adapter.ts";

const cases = quickDatabases.map((kind) => ({ kind, name: kind.name }));

describe.each(cases)("copies that a write makes outdated, $name", ({ kind }) => {
  let app: CopiesApp;
  let db: Adapter;
  beforeAll(async () => {
    app = await openCopies(kind);
    db = app.nodes[0].db;
  });
  afterAll(() => app?.close());

  /** Ann has two sessions, and Bob has one. Ann's first one is in a chess club's team. Bob works at a company. */
  beforeEach(async () => {
    for (const table of [sessions, users, teams, organizations, companies]) await db.remove(table, { where: {} });
    await db.insert(companies, { id: "acme", name: "Acme" });
    await db.insertMany(organizations, [
      { id: "chess", name: "Chess" },
      { id: "go", name: "Go" },
    ]);
    await db.insertMany(teams, [{ id: "juniors", organizationId: "chess" }]);
    await db.insertMany(users, [
      userRow("ann"),
      userRow("bob", { companyId: "acme" }),
      userRow("cid", { groupId: "go" }),
    ]);
    await db.insertMany(sessions, [
      sessionRow("a1", "ann", { activeOrganizationId: "chess", activeTeamId: "juniors" }),
      sessionRow("a2", "ann"),
      sessionRow("b1", "bob", { activeOrganizationId: "chess" }),
      sessionRow("c1", "cid"),
    ]);
  });
  const [a1, a2, b1, c1] = ["token-a1", "token-a2", "token-b1", "token-c1"] as const;
  const set = (where: Where<AnyRow>, values: object) => (on: Adapter) => on.update(sessions, { where, set: values });
  const setUser = (where: Where<AnyRow>, values: object) => (on: Adapter) => on.update(users, { where, set: values });
  const end = (where: Where<AnyRow>) => (on: Adapter) => on.remove(sessions, { where });

  const writes: [string, (on: Adapter) => Promise<unknown>, string[], result: unknown][] = [
    ["a session by its token", set({ token: a1 }, { ipAddress: "1" }), [a1], 1],
    ["a session by its token, with another user's id", set({ token: a1, userId: "bob" }, { ipAddress: "1" }), [], 0],
    ["a session by its id", set({ id: "a1" }, { ipAddress: "1" }), [a1], 1],
    ["a session's token", set({ id: "a1" }, { token: "next" }), [a1], 1],
    ["a user's sessions", set({ userId: "ann" }, { ipAddress: "1" }), [a1, a2], 2],
    ["sessions that match either condition", set([{ token: a1 }, { id: "b1" }], { ipAddress: "1" }), [a1, b1], 2],
    ["a column that no copy contains", set({ userId: "ann" }, { verifiedEmail: "x@example.com" }), [], 2],
    ["a session's number", (on) => on.increment(sessions, { where: { id: "a1" }, column: "revision" }), [a1], 1],
    [
      "a claimed session",
      async (on) =>
        (
          await on.claim(sessions, {
            where: { id: "a1" },
            set: { ipAddress: "1" },
            exists: { table: users, on: { id: "userId" } },
          })
        )?.token,
      [a1],
      a1,
    ],
    ["no session", set({ id: "x" }, { ipAddress: "1" }), [], 0],
    ["a user by id", setUser({ id: "ann" }, { name: "1" }), [a1, a2], 1],
    ["a user by email", setUser({ email: "bob@example.com" }, { name: "1" }), [b1], 1],
    ["all users", setUser({}, { name: "1" }), [a1, a2, b1, c1], 3],
    ["a user's hidden column", setUser({ id: "ann" }, { provenEmail: "x@example.com" }), [], 1],
    ["a user's epoch", (on) => on.increment(users, { where: { id: "ann" }, column: "epoch" }), [a1, a2], 1],
    [
      "a claimed user",
      async (on) => (await on.claim(users, { where: { email: "bob@example.com" }, set: { name: "1" } }))?.id,
      [b1],
      "bob",
    ],
    ["no user", setUser({ id: "x" }, { name: "1" }), [], 0],
    ["a session ends", end({ token: a1 }), [a1], 1],
    ["a session ends by its id", end({ id: "a1" }), [a1], 1],
    ["all of a user's sessions but one end", end({ userId: "ann", id: { ne: "a1" } }), [a2], 1],
    ["sessions in a list end", end({ id: { in: ["a1", "b1", "x"] } }), [a1, b1], 2],
    ["expired sessions end", end({ expiresAt: { lte: start } }), [], 0],
    ["a session is consumed", async (on) => (await on.consume(sessions, { where: { id: "a1" } }))?.token, [a1], a1],
    ["a user is deleted", (on) => on.remove(users, { where: { id: "ann" } }), [a1, a2], 1],
    ["a user is deleted by email", (on) => on.remove(users, { where: { email: "ann@example.com" } }), [a1, a2], 1],
    ["a user is consumed", async (on) => (await on.consume(users, { where: { id: "ann" } }))?.id, [a1, a2], "ann"],
    ["a user isn't deleted", (on) => on.remove(users, { where: { id: "ann", epoch: 5 } }), [], 0],
    ["an organization is deleted", (on) => on.remove(organizations, { where: { id: "chess" } }), [a1, b1], 1],
    ["an organization is deleted with its users", (on) => on.remove(organizations, { where: { id: "go" } }), [c1], 1],
    ["a team is deleted", (on) => on.remove(teams, { where: { organizationId: "chess" } }), [a1], 1],
    ["a company is deleted", (on) => on.remove(companies, { where: { id: "acme" } }), [b1], 1],
    ["an organization is renamed", (on) => on.update(organizations, { where: {}, set: { name: "x" } }), [], 2],
  ];

  test.each(writes)("%s", async (_, run, stale, result) => {
    let answer: unknown;
    const invalidated = await app.invalidatedBy(async (on) => {
      answer = await run(on);
    });
    expect(invalidated).toEqual([...stale].sort());
    expect(answer).toEqual(result);
  });

  test.each(writes)("in a transaction, after it: %s", async (_, run, stale, result) => {
    let answer: unknown;
    const invalidated = await app.invalidatedBy((on) =>
      on.transaction(async (tx) => {
        answer = await tx.transaction((inner) => run(inner));
        // A reader could create a copy from the old row until the commit.
        expect(await app.storage.get(`session:${a1}`)).toBe("copy");
      }),
    );
    expect(invalidated).toEqual([...stale].sort());
    expect(answer).toEqual(result);
  });

  test("SESS-07: cascades are applied: rows are removed with a user, and columns are cleared", async () => {
    await db.remove(organizations, { where: { id: "chess" } });
    const left = await db.findMany(sessions, { limit: 9, orderBy: [{ column: "id" }] });
    expect(left.map((row) => [row.id, row.activeOrganizationId, row.activeTeamId])).toEqual([
      ["a1", null, null],
      ["a2", null, null],
      ["b1", null, null],
      ["c1", null, null],
    ]);
    await db.remove(users, { where: { id: { in: ["ann", "bob"] } } });
    expect((await db.findMany(sessions, { limit: 9 })).map(({ id }) => id)).toEqual(["c1"]);
  });

  test("a failed transaction doesn't change rows, but can remove copies", async () => {
    const failing = db.transaction(async (tx) => {
      await tx.remove(users, { where: { id: "ann" } });
      await tx.remove(sessions, { where: { userId: "bob" } });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await db.count(sessions, {})).toBe(4);
    expect((await app.nodes[1].read(a1))?.user.name).toBe("0");
  });

  test("more rows than fit in one query", async () => {
    const ids = Array.from({ length: 1203 }, (_, at) => `m${at}`);
    await db.insertMany(
      sessions,
      ids.slice(0, 600).map((id) => sessionRow(id, "ann")),
    );
    await db.insertMany(
      sessions,
      ids.slice(600).map((id) => sessionRow(id, "ann")),
    );
    await app.storage.set("session:token-m1202", "copy", 60_000);
    await db.update(users, { where: { id: "ann" }, set: { name: "1" } });
    expect(await app.storage.get("session:token-m1202")).not.toBe("copy");
    expect(await db.remove(sessions, { where: { userId: "ann", id: { startsWith: "m" } } })).toBe(1203);
    expect(await db.count(sessions, {})).toBe(4);
  });

  test("a session that depends on a row other than its user is never copied", async () => {
    await db.insert(sessions, sessionRow("imp", "ann", { impersonatedFrom: "b1" }));
    expect((await app.nodes[0].read("token-imp"))?.user.id).toBe("ann");
    expect(await app.storage.get("session:token-imp")).toBeNull();
    await db.remove(sessions, { where: { token: b1 } });
    expect(await app.nodes[0].read("token-imp")).toBeNull();
  });

  test("signing out and extending a session each take one query, and revoking all of a user's sessions takes two", async () => {
    const tables = async (run: () => Promise<unknown>): Promise<unknown[]> => {
      app.statements.length = 0;
      await run();
      return app.statements.flatMap(({ table }) => table ?? []);
    };
    expect(await tables(() => set({ id: "a1", token: a1, revision: 0 }, { ipAddress: "1" })(db))).toEqual(["session"]);
    expect(await tables(() => db.consume(sessions, { where: { token: a1 } }))).toEqual(["session"]);
    expect(await tables(() => end({ userId: "ann" })(db))).toEqual(["session", "session"]);
    expect(await tables(() => setUser({ id: "bob" }, { name: "1" })(db))).toEqual(["user", "session"]);
  });
});

const concurrent = [servers.postgres, servers.mariadb].flatMap((kind) => (kind ? [{ kind, name: kind.name }] : []));

describe.each(concurrent)("another request between looking up sessions and changing them, $name", ({ kind }) => {
  /** Runs a write, and lets another process act once, after the first query for rows in this table. */
  const interleaved = async (
    table: string,
    act: (app: CopiesApp) => Promise<unknown>,
    write: (on: Adapter) => Promise<unknown>,
  ) => {
    let isReady = false;
    let isDone = false;
    const app: CopiesApp = await openCopies(
      kind,
      (storage) => storage,
      async (name) => {
        if (!isReady || isDone || name !== table) return;
        isDone = true;
        await act(app);
      },
    );
    onTestFinished(() => app.close());
    await app.nodes[1].db.insert(organizations, { id: "chess", name: "Chess" });
    await app.nodes[1].db.insert(users, userRow("ann"));
    await app.nodes[1].db.insert(sessions, sessionRow("a", "ann", { activeOrganizationId: "chess" }));
    await app.nodes[1].db.insert(sessions, sessionRow("b", "ann"));
    for (const token of ["token-a", "token-b"]) await app.nodes[1].read(token);
    isReady = true;
    await write(app.nodes[0].db);
    expect(isDone).toBe(true);
    return app;
  };
  /** The session gets another token, and a reader creates a copy with that token. */
  const rotate = async ({ nodes }: CopiesApp): Promise<void> => {
    await nodes[1].db.update(sessions, { where: { token: "token-a" }, set: { token: "next" } });
    expect((await nodes[1].read("next"))?.id).toBe("a");
  };

  test("a session that gets another token still ends with the user's other sessions, and no copy remains", async () => {
    const app = await interleaved("session", rotate, (on) => on.remove(sessions, { where: { userId: "ann" } }));
    expect(await app.nodes[1].db.count(sessions, {})).toBe(0);
    for (const token of ["token-a", "token-b", "next"]) expect(await app.nodes[1].read(token)).toBeNull();
  });

  test("a session that gets another token is still changed with the user's other sessions", async () => {
    const app = await interleaved("session", rotate, (on) =>
      on.update(sessions, { where: { userId: "ann" }, set: { ipAddress: "1" } }),
    );
    for (const token of ["token-b", "next"]) expect((await app.nodes[1].read(token))?.ipAddress).toBe("1");
  });

  test("a session that starts or gets another token while its user changes has the change", async () => {
    const begin = async (app: CopiesApp): Promise<void> => {
      await rotate(app);
      await app.nodes[1].db.insert(sessions, sessionRow("c", "ann"));
      await app.nodes[1].read("token-c");
    };
    const where = { email: { startsWith: "ann@" } };
    const app = await interleaved("user", begin, (on) => on.update(users, { where, set: { name: "1" } }));
    for (const token of ["token-b", "next", "token-c"]) expect((await app.nodes[1].read(token))?.user.name).toBe("1");
  });

  test("a session that gets another token loses its organization", async () => {
    const app = await interleaved("session", rotate, (on) => on.remove(organizations, { where: { id: "chess" } }));
    expect((await app.nodes[1].read("next"))?.activeOrganizationId).toBeNull();
  });
});
