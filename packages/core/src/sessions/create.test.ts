import { startAuth } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Adapter } from "../database/adapter.ts";
import type { Gate } from "../kernel/context.ts";
import { defineUntypedEndpoint, type Endpoint } from "../plugin/endpoint.ts";
import { definePlugin, type Plugin } from "../plugin/plugin.ts";
import { auditTable } from "../tables/audit.ts";
import { sessionTable } from "../tables/session.ts";
import { type UserRow, userTable } from "../tables/user.ts";
import { findUserByEmail, incrementUserEpoch } from "../users/store.ts";
import { createSession } from "./create.ts";

/** A plugin with an endpoint that signs Ann in, or impersonates her for the given actor. */
function doors(gates: Plugin["gates"] = [], further: Partial<Plugin> = {}): Plugin {
  const act: Endpoint<{ actor?: string }, object> = defineUntypedEndpoint({
    method: "POST",
    path: "/doors/open",
    queryBudget: 9,
    async handle({ actor }, context) {
      const user = (await findUserByEmail(context.db, "ann@example.com")) as UserRow;
      const grounds = { user, method: "door", provenFactors: actor ? [] : ["door"] };
      const created = await createSession(context, actor ? { ...grounds, actorId: actor } : grounds);
      return { kind: created.kind };
    },
  });
  return definePlugin({ id: "doors", endpoints: { openDoor: act }, gates, ...further });
}

describe.each(quickDatabases)("signing in on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("SESS-01, SESS-02: issues a new token, and ends the browser's previous session", async () => {
    const { browser, auth } = await startAuth({ database: opened.database });
    const ann = browser();
    await ann.signUp("ann@example.com");
    const planted = browser();
    for (const [name, value] of ann.cookies) planted.cookies.set(name, value);
    await ann.signIn("ann@example.com");
    expect((await planted.get("/get-session")).body).toBeNull();
    expect((await ann.get("/get-session")).body).not.toBeNull();
    expect(await auth.$context.db.count(sessionTable, {})).toBe(1);
  });

  /** Simulates an admin's ban or a password reset. */
  const ban = (db: Adapter): Promise<number> =>
    db.transaction(async (tx) => {
      const user = (await findUserByEmail(tx, "ann@example.com")) as UserRow;
      await incrementUserEpoch(tx, user.id);
      return tx.remove(sessionTable, { where: { userId: user.id } });
    });

  test("SESS-25: a user who's banned after the proof but before the session is created gets no session", async () => {
    const { reached, pass, plugin } = paused();
    const { browser, auth } = await startAuth({ database: opened.database, plugins: [plugin] });
    const { db } = auth.$context;
    await browser().signUp("ann@example.com");
    const late = browser().post("/doors/slow");
    await reached;
    await ban(db);
    pass();
    expect((await late).status).toBe(503);
    expect(await db.count(sessionTable, {})).toBe(0);
    expect((await browser().signIn("ann@example.com")).status).toBe(200);
  });

  test("SESS-25: no session remains from 20 sign-ins that race with a ban", async () => {
    const { reached, pass, plugin } = paused(20);
    const { browser, auth } = await startAuth({ database: opened.database, plugins: [plugin] });
    const { db } = auth.$context;
    await browser().signUp("ann@example.com");
    const late = Array.from({ length: 20 }, () => browser().post("/doors/slow"));
    await reached;
    pass();
    const banning = ban(db);
    const statuses = new Set((await Promise.all(late)).map(({ status }) => status));
    await banning;
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await db.count(sessionTable, {})).toBe(0);
  });

  test("if a user changes during a sign-in, the session has the changed row", async () => {
    const { reached, pass, plugin } = paused();
    const { browser, auth } = await startAuth({ database: opened.database, plugins: [plugin] });
    const { db } = auth.$context;
    const ann = browser();
    const { user } = (await ann.signUp("ann@example.com")).body;
    const late = browser().post<{ name: string }>("/doors/slow");
    await reached;
    // A user who signed up at this same instant would have the same time.
    await db.update(userTable, { where: { id: user.id }, set: { name: "Anna", updatedAt: new Date(1e12) } });
    pass();
    expect((await late).body.name).toBe("Anna");
  });

  test("a gate that doesn't apply to the user is skipped without a query", async () => {
    const { reached, pass, plugin } = paused();
    const asked: string[] = [];
    const gate: Gate = {
      name: "verified",
      kind: "refuse",
      appliesTo: ({ emailVerified }) => emailVerified,
      check({ method }) {
        asked.push(method);
        throw new Error("refused");
      },
    };
    const plugins = [plugin, doors([gate])];
    const { browser, auth } = await startAuth({ database: opened.database, plugins });
    await browser().signUp("ann@example.com");
    opened.statements.length = 0;
    expect((await browser().post("/doors/open")).status).toBe(200);
    const tables = opened.statements.flatMap(({ kind, table }) => (kind === "transaction" ? [] : [table]));
    expect([tables, asked]).toEqual([["user", "session", "audit"], []]);
    const late = browser().post("/doors/slow");
    await reached;
    // Like an UPDATE by the app itself, this doesn't change the epoch or the update time.
    const where = { email: "ann@example.com" };
    await auth.$context.db.update(userTable, { where, set: { emailVerified: true } });
    pass();
    expect([(await late).status, asked]).toEqual([500, ["door"]]);
  });

  test("a gate that depends on a text column also gets its current value", async () => {
    const { reached, pass, plugin } = paused();
    const gate: Gate = {
      name: "active",
      kind: "refuse",
      appliesTo: (user) => (user as UserRow).name === "blocked",
      check() {
        throw new Error("refused");
      },
    };
    const { browser, auth } = await startAuth({ database: opened.database, plugins: [plugin, doors([gate])] });
    await browser().signUp("ann@example.com");
    const late = browser().post("/doors/slow");
    await reached;
    const where = { email: "ann@example.com" };
    await auth.$context.db.update(userTable, { where, set: { name: "blocked" } });
    pass();
    expect((await late).status).toBe(500);
  });

  test("a number that JavaScript can't represent doesn't lock the user out", async ({ skip }) => {
    const { run } = opened;
    if (!run) return skip("no SQL");
    const user = { additionalFields: { score: { type: "number", required: false } } } as const;
    const { browser } = await startAuth({ database: opened.database, user });
    await browser().signUp("ann@example.com");
    const table = opened.database.dialect === "mysql" ? "`user`" : '"user"';
    await run(`update ${table} set score = 9007199254740993`);
    expect((await browser().signIn("ann@example.com")).status).toBe(200);
  });

  test.each(["/revoke-sessions", "/revoke-other-sessions"])(
    "SESS-25: %s ends the session that a sign-in in progress is about to create",
    async (path) => {
      const { reached, pass, gate } = paused();
      const { browser, auth } = await startAuth({ database: opened.database, plugins: [doors([gate])] });
      const ann = browser();
      await ann.signUp("ann@example.com");
      const signingIn = browser().post("/doors/open");
      await reached;
      const revoking = ann.post(path);
      await new Promise((resolve) => setTimeout(resolve, 30));
      pass();
      await Promise.all([signingIn, revoking]);
      expect(await auth.$context.db.count(sessionTable, {})).toBe(path === "/revoke-sessions" ? 0 : 1);
      expect((await ann.get("/get-session")).body === null).toBe(path === "/revoke-sessions");
    },
  );

  test("SESS-25: a ban that starts while the gates run waits for the sign-in, and then ends its session", async () => {
    const { reached, pass, gate } = paused();
    const { browser, auth } = await startAuth({ database: opened.database, plugins: [doors([gate])] });
    const { db } = auth.$context;
    await browser().signUp("ann@example.com");
    await db.remove(sessionTable, { where: {} });
    const signingIn = browser().post("/doors/open");
    await reached;
    const banning = ban(db);
    await new Promise((resolve) => setTimeout(resolve, 30));
    pass();
    expect((await signingIn).status).toBe(200);
    expect(await banning).toBe(1);
    expect(await db.count(sessionTable, {})).toBe(0);
  });
});

/**
 * Pauses sign-ins before the session is created or at a gate, until `pass` is called. `reached` waits for the expected
 * number of sign-ins.
 */
function paused(expected = 1) {
  const [reached, tellAllReached] = signal();
  let arrived = 0;
  const tellReached = (): void => {
    arrived += 1;
    if (arrived === expected) tellAllReached();
  };
  const [passed, pass] = signal();
  const slow: Endpoint<unknown, object> = defineUntypedEndpoint({
    method: "POST",
    path: "/doors/slow",
    queryBudget: 9,
    async handle(_, context) {
      const user = (await findUserByEmail(context.db, "ann@example.com")) as UserRow;
      tellReached();
      await passed;
      const created = await createSession(context, { user, method: "door", provenFactors: ["door"] });
      return { kind: created.kind, name: created.kind === "session" ? created.active.user.name : null };
    },
  });
  const gate: Gate = {
    name: "slow",
    kind: "refuse",
    async check({ method }) {
      if (method !== "door") return undefined;
      tellReached();
      await passed;
      return undefined;
    },
  };
  return { reached, pass, gate, plugin: definePlugin({ id: "slow-doors", endpoints: { slow } }) };
}

function signal(): readonly [Promise<void>, () => void] {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
}

describe("what a plugin can do at sign-in", () => {
  test("check passwords before anything is hashed or stored", async () => {
    const plugin = doors([], {
      checkPassword(password) {
        if (password.includes("password")) throw new Error("never a bug of the caller");
      },
    });
    const { browser } = await startAuth({ plugins: [plugin] });
    expect((await browser().signUp("ann@example.com", "my password is long")).status).toBe(500);
    expect((await browser().signUp("ann@example.com")).status).toBe(200);
  });

  test("write rows in a gate, which are rolled back if it rejects and kept if it sets a challenge", async () => {
    let outcome: "refuse" | "challenge" = "refuse";
    const gate: Gate = {
      name: "noting",
      kind: "challenge",
      async check({ db, method }, context) {
        if (method !== "door") return undefined;
        const note = { id: outcome, action: `noted.${outcome}`, createdAt: context.now() };
        await db.insert(auditTable, { ...note, userId: null });
        if (outcome === "refuse") throw new Error("refused");
        return { response: { next: "step" } };
      },
    };
    const { browser, auth } = await startAuth({ plugins: [doors([gate])] });
    const ann = browser();
    await ann.signUp("ann@example.com");
    await ann.post("/doors/open");
    outcome = "challenge";
    const challenged = await ann.post("/doors/open");
    const noted = await auth.$context.db.findMany(auditTable, {
      where: { action: { startsWith: "noted." } },
      limit: 9,
    });
    expect(noted.map(({ action }) => action)).toEqual(["noted.challenge"]);
    // A user between two sign-in steps is no longer signed in with the old session.
    expect(challenged.setCookies.join()).toMatch(/session_token=; Max-Age=0/);
    expect((await ann.get("/get-session")).body).toBeNull();
    expect(await auth.$context.db.count(sessionTable, {})).toBe(0);
  });
});

describe("impersonation", () => {
  const asked: string[] = [];
  const gate = (name: string, whenImpersonating: boolean): Gate => ({
    name,
    kind: "refuse",
    whenImpersonating,
    check({ actorId }) {
      asked.push(`${name} ${actorId}`);
      return undefined;
    },
  });

  test("runs only the gates that lock users out, keeps the actor's session, and records the actor", async () => {
    const { browser, auth } = await startAuth({ plugins: [doors([gate("ban", true), gate("factor", false)])] });
    const admin = browser();
    await browser().signUp("ann@example.com");
    await admin.signUp("admin@example.com");
    asked.length = 0;
    await admin.post("/doors/open", { actor: "the-admin" });
    expect(asked).toEqual(["ban the-admin"]);
    const { db } = auth.$context;
    expect(await db.count(sessionTable, {})).toBe(3);
    const [record] = await db.findMany(auditTable, { where: { actorId: "the-admin" }, limit: 9 });
    expect(record).toMatchObject({ action: "session.create", data: { method: "door" } });
  });

  test("ADMIN-05: creates a session that's never fresh, because the user hasn't proved anything", async () => {
    const { browser } = await startAuth({
      plugins: [doors()],
      user: { deleteUser: { enabled: true }, changeEmail: { enabled: true } },
    });
    await browser().signUp("ann@example.com");
    const admin = browser();
    await admin.post("/doors/open", { actor: "the-admin" });
    expect((await admin.post("/delete-user", {})).body.code).toBe("SESSION_EXPIRED");
    expect((await admin.post("/change-email", { newEmail: "x@example.com" })).body.code).toBe("SESSION_NOT_FRESH");
  });
});
