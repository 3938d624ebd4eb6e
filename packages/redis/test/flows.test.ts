import type { SessionData } from "@latchkey/core";
import { sessionTable, userTable } from "@latchkey/core/plugin";
import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Nodes, openNodes } from "./app.ts";
import { clients } from "./clients.ts";

const cases = clients.map((kind) => ({ kind, name: kind.name }));

describe.each(cases)("two nodes that share one connection to the database, $name", ({ kind }) => {
  let app: Nodes;
  beforeAll(async () => {
    app = await openNodes(kind);
  });
  afterAll(() => app?.close());

  let people = 0;
  const at = (node: 0 | 1): TestBrowser => app.nodes[node].browser();
  const node = (which: 0 | 1) => app.nodes[which].auth;
  /** A new user, signed in on the first node. */
  const person = async (role?: string) => {
    const email = `p${people++}@example.com`;
    const browser = at(0);
    const { body } = await browser.signUp(email);
    if (role) await node(0).$context.db.update(userTable, { where: { id: body.user.id }, set: { role } as never });
    return { browser, email, id: body.user.id };
  };
  /** The same browser at the other node. */
  const elsewhere = (browser: TestBrowser): TestBrowser => {
    const other = at(1);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    return other;
  };
  const isIn = async (browser: TestBrowser): Promise<boolean> =>
    (await elsewhere(browser).get<SessionData | null>("/get-session")).body !== null;
  const session = async (browser: TestBrowser) =>
    (await elsewhere(browser).get<SessionData & { session: { activeOrganizationId: string | null } }>("/get-session"))
      .body;

  test("a user who signs in on one node is signed in on the other, and can sign out everywhere", async () => {
    const { browser, email } = await person();
    expect((await session(browser)).user.email).toBe(email);
    expect(await isIn(browser)).toBe(true);
    const left = elsewhere(browser);
    await left.post("/sign-out");
    expect(await isIn(browser)).toBe(false);
    expect((await browser.get("/get-session")).body).toBeNull();
  });

  test("reading takes no query while there's a copy, and one if there's none", async () => {
    const { browser } = await person();
    const read = () => elsewhere(browser).get("/get-session");
    expect(await app.counted(read)).toEqual(["session"]);
    expect(await app.counted(read)).toEqual([]);
    expect(await app.counted(() => elsewhere(browser).get("/get-session?disableCookieCache=true"))).toHaveLength(1);
    app.clock.advance(60);
    expect(await app.counted(read)).toHaveLength(1);
  });

  test("signing in and out takes no more queries than without a storage", async () => {
    const { email } = await person();
    const browser = at(0);
    expect((await app.counted(() => browser.signIn(email))).length).toBeLessThanOrEqual(3);
    expect((await app.counted(() => browser.post("/sign-out"))).length).toBeLessThanOrEqual(1);
  });

  test("a user change is visible immediately on every node, even if copies were read before", async () => {
    const { browser, id } = await person();
    expect(await isIn(browser)).toBe(true);
    await browser.post("/update-user", { name: "Anna" });
    expect((await session(browser)).user.name).toBe("Anna");
    const own = node(0).$context.db;
    await own.update(userTable, { where: { id }, set: { name: "Annabel" } });
    expect((await session(browser)).user.name).toBe("Annabel");
  });

  test("SESS-08: a change made outside the library is visible within the copy's age", async () => {
    const { browser, id } = await person();
    expect(await isIn(browser)).toBe(true);
    const past = app.database.again().connect(node(0).schema);
    await past.update(userTable, { where: { id }, set: { name: "By hand" } });
    expect((await session(browser)).user.name).not.toBe("By hand");
    app.clock.advance(60);
    expect((await session(browser)).user.name).toBe("By hand");
  });

  test("the list shows every session, and a session can be ended with its handle", async () => {
    const { browser, email } = await person();
    const other = at(1);
    await other.signIn(email);
    expect(await isIn(other)).toBe(true);
    const list = (await browser.get<{ token: string; id: string }[]>("/list-sessions")).body;
    expect(list).toHaveLength(2);
    const handle = list.find(({ token }) => token)?.token;
    const ids = list.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    const mine = (await session(other)).session;
    expect(handle).toBeDefined();
    await browser.post("/revoke-session", { token: mine.token });
    expect([await isIn(browser), await isIn(other)]).toEqual([true, false]);
  });

  test("SESS-05: a password change ends the other sessions immediately, on every node", async () => {
    const { browser, email } = await person();
    const [one, two] = [at(0), at(1)];
    for (const other of [one, two]) {
      await other.signIn(email);
      expect(await isIn(other)).toBe(true);
    }
    const body = { currentPassword: testPassword, newPassword: "another horse battery", revokeOtherSessions: true };
    expect((await browser.post("/change-password", body)).status).toBe(200);
    expect([await isIn(browser), await isIn(one), await isIn(two)]).toEqual([true, false, false]);
    expect((await elsewhere(one).get("/list-sessions")).status).toBe(401);
  });

  test("SESS-05, TOK-03, FAULT-10: a reset ends every session, and only one of twenty uses of its link succeeds", async () => {
    const { browser, email } = await person();
    expect(await isIn(browser)).toBe(true);
    await browser.post("/forget-password", { email });
    const { token } = await app.box.next("sendResetPassword");
    const body = { token, newPassword: "another horse battery" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, which) => at((which % 2) as 0 | 1).post("/reset-password", body)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body: { code } }) => code === "INVALID_TOKEN")).toHaveLength(19);
    expect(await isIn(browser)).toBe(false);
    expect((await at(1).signIn(email, "another horse battery")).status).toBe(200);
  });

  test("SESS-07: after a user is deleted, every session is 401 on every node, and no copy is served", async () => {
    const { browser, email } = await person();
    const other = at(1);
    await other.signIn(email);
    for (const one of [browser, other]) expect(await isIn(one)).toBe(true);
    expect((await browser.post("/delete-user", { password: testPassword })).status).toBe(200);
    const { token } = await app.box.next("sendDeleteAccountVerification");
    expect((await browser.post("/delete-user", { token })).status).toBe(200);
    expect([await isIn(browser), await isIn(other)]).toEqual([false, false]);
    for (const one of [browser, other]) expect((await elsewhere(one).get("/list-sessions")).status).toBe(401);
  });

  test("a ban ends every session immediately, and no sign-in that races with it remains", async () => {
    const root = await person("admin");
    const { browser, email, id } = await person();
    expect(await isIn(browser)).toBe(true);
    for (let round = 0; round < 5; round++) {
      const signIns = [0, 1, 0, 1].map((which) => at(which as 0 | 1).signIn(email));
      const [ban] = await Promise.all([root.browser.post("/admin/ban-user", { userId: id }), ...signIns]);
      expect(ban.status).toBe(200);
      expect(await node(1).$context.db.count(sessionTable, { where: { userId: id } })).toBe(0);
      expect(await isIn(browser)).toBe(false);
      await root.browser.post("/admin/unban-user", { userId: id });
      expect((await browser.signIn(email)).status).toBe(200);
      expect(await isIn(browser)).toBe(true);
    }
  });

  test("an impersonation starts and ends, and doesn't outlive the session that started it", async () => {
    const root = await person("admin");
    const ann = await person();
    const acting = elsewhere(root.browser);
    expect((await acting.post("/admin/impersonate-user", { userId: ann.id })).status).toBe(200);
    expect((await session(acting)).user.id).toBe(ann.id);
    expect((await acting.post("/admin/stop-impersonating")).status).toBe(200);
    expect((await session(acting)).user.id).toBe(root.id);
    const again = elsewhere(acting);
    await again.post("/admin/impersonate-user", { userId: ann.id });
    expect((await session(again)).user.id).toBe(ann.id);
    const other = at(0);
    await other.signIn(root.email);
    expect((await other.post("/revoke-sessions")).status).toBe(200);
    expect([await isIn(again), await isIn(ann.browser)]).toEqual([false, true]);
    expect((await again.get("/list-sessions")).status).toBe(401);
  });

  test("the active organization is stored in the session, on every node, until it's lost", async () => {
    const ann = await person();
    const made = await ann.browser.post<{ id: string }>("/organization/create", {
      name: "Chess",
      slug: `chess-${people}`,
    });
    const organizationId = made.body.id;
    const chosen = await elsewhere(ann.browser).post("/organization/set-active", { organizationId });
    expect(chosen.status).toBe(200);
    expect((await session(ann.browser)).session.activeOrganizationId).toBe(organizationId);
    expect((await ann.browser.get("/organization/get-active-member")).status).toBe(200);
    await node(1).$context.db.remove({ name: "organization", columns: {} }, { where: { id: organizationId } as never });
    expect((await session(ann.browser)).session.activeOrganizationId).toBeNull();
  });

  test("one of twenty requests that find a session due for extension extends it", async () => {
    const { browser } = await person();
    app.clock.advance(2 * 86_400);
    const readers = Array.from({ length: 20 }, () => elsewhere(browser));
    const answers = await Promise.all(
      readers.map((one) => one.get<SessionData>("/get-session?disableCookieCache=true")),
    );
    expect(answers.every(({ body }) => body !== null)).toBe(true);
    expect(answers.filter(({ setCookies }) => setCookies.length > 0)).toHaveLength(1);
    const { session: extended } = await session(browser);
    expect(new Date(extended.expiresAt).getTime()).toBe(app.clock.now().getTime() + 604_800_000);
    app.clock.advance(7 * 86_400);
    expect(await isIn(browser)).toBe(false);
  });

  test("TOK-02: a second factor is required, its wrong attempts are counted, and its code is consumed once", async () => {
    const { email, id } = await person();
    await node(0).$context.db.update(userTable, { where: { id }, set: { twoFactorEnabled: true } as never });
    const half = at(1);
    expect((await half.signIn(email)).body).toMatchObject({ twoFactorRedirect: true });
    expect(await isIn(half)).toBe(false);
    expect((await half.post("/two-factor/send-otp")).status).toBe(200);
    const { mail } = await app.box.next("sendOTP");
    const verify = (code: unknown) => elsewhere(half).post("/two-factor/verify-otp", { code });
    expect((await verify(mail.otp === "000000" ? "000001" : "000000")).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(mail.otp)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe.each(cases)("the cookie cache together with copies, $name", ({ kind }) => {
  test("SESS-08: ages don't add up, and writes check the database", async () => {
    const app = await openNodes(kind, { session: { cookieCache: { enabled: true } } });
    const [first, second] = app.nodes;
    const browser = first.browser();
    const { body } = await browser.signUp("ann@example.com");
    const copy = new Map(browser.cookies);
    const stolen = (): TestBrowser => {
      const other = second.browser();
      for (const [name, value] of copy) other.cookies.set(name, value);
      return other;
    };
    const name = [...copy.keys()].find((one) => one.endsWith("session_data")) as string;
    copy.delete(name);
    app.clock.advance(30);
    // The database is read, and both copies are made.
    expect((await stolen().get("/get-session")).setCookies.join()).toContain("session_data");
    app.clock.advance(30);
    // The shared copy is returned, and doesn't become a fresh one in the browser.
    const read = await stolen().get<SessionData>("/get-session");
    expect([read.body.user.email, read.setCookies]).toEqual(["ann@example.com", []]);
    const holder = stolen();
    await second.auth.$context.db.remove(sessionTable, { where: { userId: body.user.id } });
    expect((await holder.get("/get-session")).body).toBeNull();
    expect((await browser.post("/revoke-other-sessions")).status).toBe(401);
    await app.close();
  });
});
