import { admin } from "@latchkey/admin";
import { sessionTable, userTable } from "@latchkey/core/plugin";
import { startAuth, testOrigin, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { decodeJwt } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EndedSessions } from "../contract.ts";
import { jwt } from "../plugin.ts";
import { endedSessionTable } from "../tables.ts";
import { createTokenVerifier, type TokenVerifierOptions } from "../verify.ts";
import { nextRead, writePosition } from "./position.ts";
import { publicDigest } from "./store.ts";

async function start(options: object = {}, jwtOptions: Parameters<typeof jwt>[0] = {}) {
  const app = await startAuth({
    plugins: [jwt({ revocationFeed: true, ...jwtOptions }), admin()],
    ...options,
  } as object);
  const { auth, browser, clock } = app;
  const ann = browser();
  const annId = (await ann.signUp("ann@example.com")).body.user.id;
  const token = async (of = ann) => String((await of.get<{ token: string }>("/token")).body.token);
  const list = async (since?: string) => {
    const query = since === undefined ? "" : `?${new URLSearchParams({ since })}`;
    return (await browser().get<EndedSessions>(`/jwt/ended-sessions${query}`)).body;
  };
  const createVerifier = (more: Partial<TokenVerifierOptions> = {}) => {
    const verifier = createTokenVerifier({
      issuer: testOrigin,
      audience: testOrigin,
      allowHttp: true,
      now: clock.now,
      fetch: (input, init) => auth.handler(new Request(input as string, { ...init, signal: null })),
      endedSessions: true,
      ...more,
    });
    return async (one: string): Promise<string> => {
      try {
        return String((await verifier.verify(one)).sub);
      } catch (error) {
        return String((error as { readonly reason?: string }).reason);
      }
    };
  };
  return { ...app, ann, annId, token, list, createVerifier };
}

type App = Awaited<ReturnType<typeof start>>;

const sidOf = (token: string) => publicDigest(String(decodeJwt(token).sid));

async function asAdmin({ auth, browser }: App, path: string, body: object): Promise<void> {
  const root = browser();
  const { body: created } = await root.signUp("root@example.com");
  const set = { role: "admin" } as object;
  await auth.$context.db.update(userTable, { where: { id: created.user.id }, set });
  expect((await root.post(path, body)).status).toBe(200);
}

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test.each<readonly [string, (app: App) => Promise<unknown>]>([
    ["signs out", ({ ann }) => ann.post("/sign-out")],
    ["signs out everywhere", ({ ann }) => ann.post("/revoke-sessions")],
    [
      "is signed out by another session",
      async ({ browser }) => {
        const other = browser();
        await other.signIn("ann@example.com");
        await other.post("/revoke-other-sessions");
      },
    ],
    [
      "changes the password somewhere else",
      async ({ browser }) => {
        const other = browser();
        await other.signIn("ann@example.com");
        const body = { currentPassword: testPassword, newPassword: "another long password", revokeOtherSessions: true };
        expect((await other.post("/change-password", body)).status).toBe(200);
      },
    ],
    ["is banned", (app) => asAdmin(app, "/admin/ban-user", { userId: app.annId })],
    ["is signed out by an admin", (app) => asAdmin(app, "/admin/revoke-user-sessions", { userId: app.annId })],
    ["is deleted by an admin", (app) => asAdmin(app, "/admin/remove-user", { userId: app.annId })],
    ["is deleted", ({ auth, annId }) => auth.$context.db.remove(userTable, { where: { id: annId } })],
  ])("when a user %s, their tokens are rejected at most 30 seconds later", async (_, end) => {
    const app = await start({ database: opened.database });
    const { annId, clock, createVerifier, list, token } = app;
    const signed = await token();
    const verify = createVerifier();
    expect(await verify(signed)).toBe(annId);
    await end(app);
    expect((await list()).sids).toContain(sidOf(signed));
    clock.advance(31);
    expect(await verify(signed)).toBe("session-ended");
    expect(await createVerifier()(signed)).toBe("session-ended");
    expect(await createVerifier({ endedSessions: false })(signed)).toBe(annId);
  });

  test("20 requests that end one session at the same time all succeed, and it's listed once", async () => {
    const { auth, list, token } = await start({ database: opened.database });
    const signed = await token();
    const end = () => auth.$context.db.remove(sessionTable, { where: { id: { ne: "" } } });
    await Promise.all(Array.from({ length: 20 }, end));
    expect(await list()).toMatchObject({ sids: [sidOf(signed)], more: false });
  });

  test("a session is listed if it ends while its user is deleted, or because of the deletion", async () => {
    const { auth, browser, list } = await start({ database: opened.database });
    const { db } = auth.$context;
    for (let round = 0; round < 5; round++) {
      const email = `bob${round}@example.com`;
      const bob = browser();
      const { id } = (await bob.signUp(email)).body.user;
      const [first] = await db.findMany(sessionTable, { where: { userId: id }, limit: 1 });
      const remove = db.remove(userTable, { where: { id } });
      await Promise.all([remove, bob.post("/sign-out"), browser().signIn(email)]);
      expect(await db.count(sessionTable, { where: { userId: id } })).toBe(0);
      expect((await list()).sids).toContain(publicDigest(first?.id ?? ""));
    }
  });

  test("a session is listed with the time when its end was committed, no matter how long the transaction took", async () => {
    const { auth, clock, list, token } = await start({ database: opened.database });
    const signed = await token();
    const { db, now } = auth.$context;
    await db.transaction(async (tx) => {
      await tx.remove(sessionTable, { where: { id: { ne: "" } } });
      clock.advance(600);
    });
    const readBefore = nextRead(now().getTime() - 1);
    expect((await list(writePosition(readBefore))).sids).toEqual([sidOf(signed)]);
  });

  test("a session isn't listed if the request that ends it fails", async () => {
    const { auth, list, token } = await start({ database: opened.database });
    await token();
    const failing = auth.$context.db.transaction(async (tx) => {
      await tx.remove(sessionTable, { where: { id: { ne: "" } } });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect((await list()).sids).toEqual([]);
  });

  test("a list with many pages is read to the end, and isn't read again", async () => {
    const { annId, auth, clock, createVerifier, list, token } = await start({ database: opened.database });
    const signed = await token();
    const { db, now } = auth.$context;
    const expiresAt = new Date(now().getTime() + 420_000);
    // All entries have the same time, so the time alone can't separate the pages.
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => ({
        id: `r${from + at}`,
        sid: `s${from + at}`,
        endedAt: now(),
        expiresAt,
      }));
    for (let from = 0; from < 12_000; from += 500) await db.insertMany(endedSessionTable, rows(from, from + 500));
    const seen = new Set<string>();
    const sizes: number[] = [];
    let page = await list();
    for (; page.more; page = await list(page.until)) {
      sizes.push(page.sids.length);
      for (const sid of page.sids) seen.add(sid);
    }
    for (const sid of page.sids) seen.add(sid);
    expect([...sizes, page.sids.length]).toEqual([5000, 5000, 2000]);
    expect(seen.size).toBe(12_000);
    const verify = createVerifier();
    expect(await verify(signed)).toBe(annId);
    clock.advance(90);
    expect((await list(page.until)).sids).toHaveLength(5000);
    const later = await list((await list()).until.split(".")[0]);
    expect(later.more).toBe(true);
    await db.insert(endedSessionTable, { id: "last", sid: sidOf(signed), endedAt: now(), expiresAt });
    expect(await verify(signed)).toBe("session-ended");
  });
});

describe("the list", () => {
  test("only exists if the app turns it on", async () => {
    const { browser, auth } = await startAuth({ plugins: [jwt()] });
    const { status, body } = await browser().get("/jwt/ended-sessions");
    expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
    expect(auth.$context.db.schema.has(endedSessionTable.name)).toBe(false);
  });

  test("contains no session ids, and isn't cached by proxies", async () => {
    const { ann, auth, browser, token } = await start();
    const { sid } = decodeJwt(await token());
    await ann.post("/sign-out");
    const reply = await browser().get<EndedSessions>("/jwt/ended-sessions");
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.body.sids).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
    const rows = await auth.$context.db.findMany(endedSessionTable, { limit: 9 });
    expect(JSON.stringify([reply.body, rows])).not.toContain(String(sid));
  });

  test("goes back a minute, for sessions that were committed late or by an instance with a different clock", async () => {
    const { ann, auth, clock, list, token } = await start();
    const signed = await token();
    const { until } = await list();
    clock.advance(-55);
    await ann.post("/sign-out");
    clock.advance(55);
    expect((await list(until)).sids).toEqual([sidOf(signed)]);
    const { db, now } = auth.$context;
    clock.advance(120);
    const next = await list(until);
    expect(next.sids).toEqual([sidOf(signed)]);
    expect((await list(next.until)).sids).toEqual([]);
    expect(await db.count(endedSessionTable, { where: { expiresAt: { gt: now() } } })).toBe(1);
  });

  test("contains a session until its last token has expired", async () => {
    const { ann, auth, clock, list, token } = await start({}, { jwt: { expirationTime: 600 } });
    const signed = await token();
    await ann.post("/sign-out");
    clock.advance(600);
    expect((await auth.api.removeExpired()).jobs.removeEndedSessions).toBe(0);
    expect((await list()).sids).toEqual([sidOf(signed)]);
    clock.advance(121);
    expect((await list()).sids).toEqual([]);
    expect((await auth.api.removeExpired()).jobs.removeEndedSessions).toBe(1);
    expect(await auth.$context.db.count(endedSessionTable, {})).toBe(0);
  });

  test("doesn't contain expired sessions, because their tokens don't outlive them", async () => {
    const { annId, auth, clock, createVerifier, list, token } = await start({
      session: { expiresIn: 400, updateAge: 400 },
    });
    clock.advance(300);
    const signed = await token();
    const { iat, exp } = decodeJwt(signed);
    expect((exp ?? 0) - (iat ?? 0)).toBe(100);
    const verify = createVerifier({ clockTolerance: 0 });
    expect(await verify(signed)).toBe(annId);
    clock.advance(100);
    expect(await verify(signed)).toBe("expired");
    clock.advance(120);
    expect((await auth.api.removeExpired()).sessions).toBe(1);
    expect((await list()).sids).toEqual([]);
  });

  test("is public, and rejects a position that it didn't issue", async () => {
    const { browser } = await start();
    for (const since of ["x", "-1", "1.2", "1.2.", "9".repeat(20), "1;2", "", "999999999999999.1.a"]) {
      const { status, body } = await browser().get(`/jwt/ended-sessions?${new URLSearchParams({ since })}`);
      expect([since, status, body.code]).toEqual([since, 400, "VALIDATION_ERROR"]);
    }
  });

  test("costs one query", async () => {
    const { auth } = await start();
    expect(auth.$context.extensions.endpoints.listEndedSessions?.queryBudget).toBe(1);
  });
});

test("a session that has ended but is still in the cookie cache gets no token", async () => {
  const options = { session: { cookieCache: { enabled: true, maxAge: 300 } } };
  const { ann, auth } = await start(options, { setJwtHeader: true });
  const first = await ann.get("/get-session");
  expect(first.headers.get("set-auth-jwt")).not.toBeNull();
  await auth.$context.db.remove(sessionTable, { where: { id: { ne: "" } } });
  const later = await ann.get("/get-session");
  expect(later.headers.get("set-auth-jwt")).toBeNull();
  expect((await ann.get("/token")).status).toBe(401);
});
