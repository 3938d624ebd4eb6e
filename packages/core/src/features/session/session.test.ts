import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { Session, SessionData } from "../../plugin/session.ts";
import { sessionTable } from "../../tables/session.ts";

const day = 86_400;
const cookieOf = (lines: readonly string[], name: string) => lines.find((line) => line.startsWith(`latchkey.${name}=`));

describe("a session", () => {
  test("is read from its cookie and includes the signed-in user", async () => {
    const { browser } = await startAuth();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const { body, headers } = await ann.get<SessionData>("/get-session");
    expect(body.user).toMatchObject({ email: "ann@example.com", name: "ann", emailVerified: false, image: null });
    expect(Object.keys(body.session).sort()).toEqual(
      ["createdAt", "expiresAt", "id", "ipAddress", "token", "updatedAt", "userAgent", "userId"].sort(),
    );
    expect(body.session.ipAddress).toBe("203.0.113.7");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("pragma")).toBe("no-cache");
  });

  test("is returned as null, not as an empty body, if there's none", async () => {
    const { browser } = await startAuth();
    const { status, body } = await browser().get("/get-session");
    expect([status, body]).toEqual([200, null]);
  });

  test("is read from a bearer token, without a cookie or an origin", async () => {
    const { browser } = await startAuth();
    const { body } = await browser().signUp("ann@example.com");
    const headers = { authorization: `Bearer ${body.token}` };
    const read = await browser().get<SessionData>("/get-session", headers);
    expect(read.body.user.email).toBe("ann@example.com");
    expect(read.setCookies).toEqual([]);
    const ended = await browser().send("/sign-out", { method: "POST", headers });
    expect(ended.status).toBe(200);
    expect((await browser().get("/get-session", headers)).body).toBeNull();
  });

  test("JWT-09: another authorization scheme is ignored", async () => {
    const { browser } = await startAuth();
    const { body } = await browser().signUp("ann@example.com");
    expect((await browser().get("/get-session", { authorization: `Basic ${body.token}` })).body).toBeNull();
  });

  test("lasts seven days, and is extended when it's used a day after the last extension", async () => {
    const { browser, clock } = await startAuth();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const start = clock.now().getTime();
    const expiry = async () => (await ann.get<SessionData>("/get-session")).body.session.expiresAt as unknown as string;
    expect(new Date(await expiry()).getTime()).toBe(start + 7 * day * 1000);
    clock.advance(day - 1);
    expect(new Date(await expiry()).getTime()).toBe(start + 7 * day * 1000);
    clock.advance(1);
    const read = await ann.get<SessionData>("/get-session?disableRefresh=true");
    expect(read.setCookies).toEqual([]);
    expect(new Date(await expiry()).getTime()).toBe(start + 8 * day * 1000);
  });

  test("a plugin is notified of reads from the database, but not of reads from a copy or reads that don't extend the session", async () => {
    const read: string[] = [];
    const onSessionRead: Plugin["onSessionRead"] = ({ user }) => void read.push(user.email);
    const { browser, clock } = await startAuth({
      session: { cookieCache: { enabled: true, maxAge: 60 } },
      plugins: [definePlugin<Plugin>({ id: "listener", onSessionRead })],
    });
    const ann = browser();
    await ann.signUp("ann@example.com");
    await ann.get("/get-session");
    expect(read).toEqual([]);
    clock.advance(61);
    await ann.get("/get-session?disableRefresh=true&disableCookieCache=true");
    expect(read).toEqual([]);
    await ann.get("/get-session?disableCookieCache=true");
    expect(read).toEqual(["ann@example.com"]);
    await browser().get("/get-session");
    expect(read).toHaveLength(1);
  });

  test("shows where it was last used, updated at most once a day", async () => {
    const { auth, browser, clock } = await startAuth();
    const laptop = browser("203.0.113.7");
    await laptop.signUp("ann@example.com");
    const elsewhere = browser("198.51.100.9");
    for (const [name, value] of laptop.cookies) elsewhere.cookies.set(name, value);
    await elsewhere.get("/get-session", { "user-agent": "Stranger/1.0" });
    const seen = async () => {
      const row = await auth.$context.db.findOne(sessionTable, { where: {} });
      return [row?.ipAddress, row?.userAgent];
    };
    expect(await seen()).toEqual(["203.0.113.7", null]);
    clock.advance(86_400);
    await elsewhere.get("/get-session", { "user-agent": "Stranger/1.0" });
    expect(await seen()).toEqual(["198.51.100.9", "Stranger/1.0"]);
  });

  test("SESS-16: two concurrent requests extend it once, and both get a response", async () => {
    const { auth, browser, clock } = await startAuth();
    const ann = browser();
    await ann.signUp("ann@example.com");
    clock.advance(2 * day);
    const replies = await Promise.all(Array.from({ length: 20 }, () => ann.get<SessionData>("/get-session")));
    expect(replies.every(({ body }) => body !== null)).toBe(true);
    const [row] = await auth.$context.db.findMany(sessionTable, { limit: 10 });
    expect(row?.revision).toBe(1);
  });

  test("SESS-16: ends at its expiry to the millisecond; the row is deleted and the cookies are cleared", async () => {
    const { auth, browser, clock } = await startAuth();
    const ann = browser();
    await ann.signUp("ann@example.com");
    clock.advance(7 * day - 0.001);
    expect((await ann.get("/get-session?disableRefresh=true")).body).not.toBeNull();
    clock.advance(0.001);
    const { body, setCookies } = await ann.get("/get-session");
    expect(body).toBeNull();
    expect(cookieOf(setCookies, "session_token")).toContain("Max-Age=0");
    expect(await auth.$context.db.count(sessionTable, {})).toBe(0);
  });

  test("SESS-17: if it's not remembered, it lasts a day and is never extended, and its cookie lasts until the browser is closed", async () => {
    const { browser, clock } = await startAuth();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const signedIn = await ann.post("/sign-in/email", {
      email: "ann@example.com",
      password: "correct horse battery",
      rememberMe: false,
    });
    expect(cookieOf(signedIn.setCookies, "session_token")).not.toContain("Max-Age");
    expect(cookieOf(signedIn.setCookies, "dont_remember")).toBeDefined();
    clock.advance(day / 2);
    const read = await ann.get<SessionData>("/get-session");
    expect(read.setCookies).toEqual([]);
    const bearer = { authorization: `Bearer ${(signedIn.body as { token: string }).token}` };
    expect((await browser().get<SessionData>("/get-session", bearer)).body.session.expiresAt).toBe(
      read.body.session.expiresAt,
    );
    clock.advance(day / 2);
    expect((await ann.get("/get-session")).body).toBeNull();
  });

  test("SESS-18: ends after the maximum lifetime, however often it's used", async () => {
    const { browser, clock } = await startAuth({ session: { absoluteExpiresIn: 10 * day } });
    const ann = browser();
    await ann.signUp("ann@example.com");
    for (let i = 0; i < 9; i++) {
      clock.advance(day);
      expect((await ann.get("/get-session")).body).not.toBeNull();
    }
    clock.advance(day);
    expect((await ann.get("/get-session")).body).toBeNull();
  });

  test("SESS-01: signing in never reuses an existing token", async () => {
    const { browser } = await startAuth();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const planted = ann.cookies.get("latchkey.session_token");
    await ann.signIn("ann@example.com");
    expect(ann.cookies.get("latchkey.session_token")).not.toBe(planted);
  });

  test("SESS-03, SESS-04: the database and the lists contain digests, which don't work as bearer tokens", async () => {
    const { auth, browser } = await startAuth();
    const ann = browser();
    const { body } = await ann.signUp("ann@example.com");
    const [row] = await auth.$context.db.findMany(sessionTable, { limit: 10 });
    const [listed] = (await ann.get<Session[]>("/list-sessions")).body;
    expect(row?.token).not.toContain(body.token);
    expect(listed?.token).toBe(row?.token);
    for (const stolen of [row?.token, row?.id, listed?.id]) {
      const reply = await browser().get("/list-sessions", { authorization: `Bearer ${stolen}` });
      expect(reply.status).toBe(401);
    }
  });

  test("SESS-10, SESS-15: a truncated, edited, or badly encoded cookie is rejected and cleared", async () => {
    const { browser } = await startAuth();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const good = ann.cookies.get("latchkey.session_token") as string;
    const broken = [
      good.slice(1),
      good.slice(0, -4),
      `${good}x`,
      "%",
      "%E0%A4%A",
      "",
      ".",
      good.replace(/\./, "%00."),
      "a".repeat(5000),
    ];
    for (const value of broken) {
      const { status, body, setCookies } = await browser().get("/get-session", {
        cookie: `latchkey.session_token=${value}`,
      });
      expect([status, body]).toEqual([200, null]);
      if (value !== "%" && value !== "%E0%A4%A") expect(cookieOf(setCookies, "session_token")).toContain("Max-Age=0");
    }
  });

  test("SESS-10, SESS-21: a value that was signed for another cookie is rejected", async () => {
    const { auth, browser } = await startAuth();
    const { body } = await browser().signUp("ann@example.com");
    const signature = auth.$context.keys.signing("cookie:dont_remember").sign(body.token);
    const cookie = `latchkey.session_token=${encodeURIComponent(`${body.token}.${signature}`)}`;
    expect((await browser().get("/get-session", { cookie })).body).toBeNull();
  });

  test("SESS-12: a second cookie with the same name can neither hide nor replace the valid one", async () => {
    const { browser } = await startAuth();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const good = ann.cookies.get("latchkey.session_token");
    for (const cookie of [
      `latchkey.session_token=tossed.x; latchkey.session_token=${good}`,
      `latchkey.session_token=${good}; latchkey.session_token=tossed`,
    ]) {
      expect((await browser().get<SessionData>("/get-session", { cookie })).body.user.email).toBe("ann@example.com");
    }
  });

  test("the bearer header isn't used if there's an invalid cookie", async () => {
    const { browser } = await startAuth();
    const { body } = await browser().signUp("ann@example.com");
    const headers = { cookie: "latchkey.session_token=tossed.x", authorization: `Bearer ${body.token}` };
    expect((await browser().get("/get-session", headers)).body).toBeNull();
  });

  test("KEY-03, KEY-04: old secrets still verify, new cookies use the current one, and removing one signs everyone out", async () => {
    const [old, fresh] = ["oP3mZ8vKq1LxT6nRb9WdY4sHc7JfG2eU", "Xt5uQ9aWm2NkB7pLr4ZvC8yHd3FgS6jE"];
    const { memoryAdapter } = await import("../../database/memory/adapter.ts");
    const database = memoryAdapter();
    const before = await startAuth({ secret: old, database });
    const ann = before.browser();
    await ann.signUp("ann@example.com");
    const cookie = `latchkey.session_token=${ann.cookies.get("latchkey.session_token")}`;
    const during = await startAuth({ secret: undefined, secrets: [fresh, old], database } as never);
    expect((await during.browser().get("/get-session", { cookie })).body).not.toBeNull();
    const bob = during.browser();
    await bob.signUp("bob@example.com");
    const after = await startAuth({ secret: fresh, database });
    expect((await after.browser().get("/get-session", { cookie })).body).toBeNull();
    const bobs = `latchkey.session_token=${bob.cookies.get("latchkey.session_token")}`;
    expect((await after.browser().get("/get-session", { cookie: bobs })).body).not.toBeNull();
  });

  test("SESS-22: every response has no-store", async () => {
    const { browser } = await startAuth();
    const ann = browser();
    for (const reply of [
      await ann.signUp("ann@example.com"),
      await ann.get("/get-session"),
      await ann.get("/list-sessions"),
      await ann.get("/nothing"),
    ]) {
      expect(reply.headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("ending sessions", () => {
  test("SESS-06: signing out ends the session, and its cookie no longer works", async () => {
    const { auth, browser } = await startAuth();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const cookie = `latchkey.session_token=${ann.cookies.get("latchkey.session_token")}`;
    const { body, setCookies } = await ann.post("/sign-out");
    expect(body).toEqual({ success: true });
    expect(setCookies.filter((line) => line.includes("Max-Age=0"))).toHaveLength(3);
    expect(await auth.$context.db.count(sessionTable, {})).toBe(0);
    expect((await browser().get("/get-session", { cookie })).body).toBeNull();
  });

  test("signing out without a session succeeds too", async () => {
    const { browser } = await startAuth();
    expect((await browser().post("/sign-out")).body).toEqual({ success: true });
  });

  test("SESS-19, ENUM-11: only its owner can end a listed session, with the session's handle", async () => {
    const { browser } = await startAuth();
    const [ann, phone, eve] = [browser(), browser("203.0.113.8"), browser("203.0.113.66")];
    await ann.signUp("ann@example.com");
    await phone.signIn("ann@example.com");
    await eve.signUp("eve@example.com");
    const listed = (await ann.get<Session[]>("/list-sessions")).body;
    expect(listed).toHaveLength(2);
    const own = (await ann.get<SessionData>("/get-session")).body.session.token;
    const other = listed.find(({ token }) => token !== own) as Session;

    // Another user's handle gets the same response as an unknown one, and nothing changes.
    const foreign = await eve.post("/revoke-session", { token: other.token });
    const unknown = await eve.post("/revoke-session", { token: "nothing" });
    expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
    expect((await phone.get("/get-session")).body).not.toBeNull();

    expect((await ann.post("/revoke-session", { token: other.token })).body).toEqual({ status: true });
    expect((await phone.get("/get-session")).body).toBeNull();
    expect((await ann.get("/get-session")).body).not.toBeNull();
  });

  test("a user can end all other sessions, or all sessions", async () => {
    const { browser } = await startAuth();
    const [ann, phone] = [browser(), browser()];
    await ann.signUp("ann@example.com");
    await phone.signIn("ann@example.com");
    await ann.post("/revoke-other-sessions");
    expect((await phone.get("/get-session")).body).toBeNull();
    expect((await ann.get("/get-session")).body).not.toBeNull();
    const { setCookies } = await ann.post("/revoke-sessions");
    expect(cookieOf(setCookies, "session_token")).toContain("Max-Age=0");
    expect((await ann.get("/get-session")).body).toBeNull();
  });

  test.each(["/revoke-session", "/revoke-sessions", "/revoke-other-sessions"])("%s needs a session", async (path) => {
    const { browser } = await startAuth();
    const { status, body } = await browser().post(path, { token: "x" });
    expect([status, body]).toEqual([401, { code: "UNAUTHORIZED", message: "Unauthorized" }]);
  });

  test("SESS-07: a deleted user's sessions are deleted too", async () => {
    const { auth, browser } = await startAuth();
    const ann = browser();
    const { body } = await ann.signUp("ann@example.com");
    const { userTable } = await import("../../tables/user.ts");
    await auth.$context.db.remove(userTable, { where: { id: body.user.id } });
    expect((await ann.get("/get-session")).body).toBeNull();
    expect((await browser().get("/list-sessions", { authorization: `Bearer ${body.token}` })).status).toBe(401);
  });
});
