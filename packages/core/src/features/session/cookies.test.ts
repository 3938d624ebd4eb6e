import { startAuth, testOrigin } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import type { SessionData } from "../../plugin/session.ts";
import { sessionTable } from "../../tables/session.ts";

const _day = 86_400;
const cookieOf = (lines: readonly string[], name: string) => lines.find((line) => line.startsWith(`latchkey.${name}=`));

describe("the cookie cache", () => {
  const options = { session: { cookieCache: { enabled: true } } } as const;

  test("serves reads for a minute without the database, and no longer", async () => {
    const { auth, browser, clock } = await startAuth(options);
    const ann = browser();
    await ann.signUp("ann@example.com");
    await auth.$context.db.remove(sessionTable, { where: { id: { ne: "" } } });
    clock.advance(59);
    expect((await ann.get<SessionData>("/get-session")).body.user.email).toBe("ann@example.com");
    expect((await ann.get("/get-session?disableCookieCache=true")).body).toBeNull();
    expect(ann.cookies.size).toBe(0);
  });

  test("SESS-08: endpoints that change something read the database", async () => {
    const { auth, browser } = await startAuth(options);
    const ann = browser();
    await ann.signUp("ann@example.com");
    await auth.$context.db.remove(sessionTable, { where: { id: { ne: "" } } });
    expect((await ann.get("/get-session")).body).not.toBeNull();
    expect((await ann.post("/revoke-other-sessions")).status).toBe(401);
  });

  test("returns dates as dates, and the same response as the database", async () => {
    const { auth, browser } = await startAuth(options);
    const ann = browser();
    await ann.signUp("ann@example.com");
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const cached = await auth.api.getSession({ headers: { cookie } });
    const stored = await auth.api.getSession({ headers: { cookie }, query: { disableCookieCache: true } });
    expect(cached).toEqual(stored);
    expect(cached?.session.expiresAt).toBeInstanceOf(Date);
  });

  test("SESS-11: ignores a copy that's edited, signed with another key, or sent with another session's token", async () => {
    const { auth, browser } = await startAuth(options);
    const [ann, eve] = [browser(), browser()];
    await ann.signUp("ann@example.com");
    await eve.signUp("eve@example.com");
    const envelope = JSON.parse(
      Buffer.from(eve.cookies.get("latchkey.session_data") as string, "base64url").toString(),
    );
    const forge = (change: (copy: typeof envelope) => void): string => {
      const copy = structuredClone(envelope);
      change(copy);
      return Buffer.from(JSON.stringify(copy)).toString("base64url");
    };
    const victim = envelope.session.user.id;
    const forgeries = [
      forge((copy) => {
        copy.session.user.email = "ann@example.com";
      }),
      forge((copy) => {
        copy.expiresAt += 1e9;
      }),
      forge((copy) => {
        copy.signature = auth.$context.keys.signing("cookie:session_token").sign("x");
      }),
      ann.cookies.get("latchkey.session_data") as string,
      "x",
      "",
      "e30",
      Buffer.from("null").toString("base64url"),
      Buffer.from('{"session":{},"expiresAt":1e15,"signature":""}').toString("base64url"),
    ];
    for (const forgery of forgeries) {
      eve.cookies.set("latchkey.session_data", forgery);
      expect((await eve.get<SessionData>("/get-session")).body.user.id).toBe(victim);
    }
  });

  test("SESS-14: a copy too large for browsers isn't set; the session still works", async () => {
    const { browser } = await startAuth({
      ...options,
      user: { additionalFields: { bio: { type: "text", input: true } } },
    });
    const ann = browser();
    const reply = await ann.post("/sign-up/email", {
      email: "ann@example.com",
      name: "Ann",
      password: "correct horse battery",
      bio: "x".repeat(5000),
    });
    expect(reply.status).toBe(200);
    expect(ann.cookies.has("latchkey.session_data")).toBe(false);
    expect((await ann.get("/get-session")).body).not.toBeNull();
  });

  test("never contains hidden columns", async () => {
    const { browser } = await startAuth({
      ...options,
      user: { additionalFields: { note: { type: "string", returned: false, defaultValue: "hidden-marker" } } },
    });
    const ann = browser();
    await ann.signUp("ann@example.com");
    const text = Buffer.from(ann.cookies.get("latchkey.session_data") as string, "base64url").toString();
    expect(text).not.toContain("hidden-marker");
    expect(text).not.toContain("$argon2id");
  });

  test("lasts until the browser is closed if the session does", async () => {
    const { browser } = await startAuth(options);
    const ann = browser();
    await ann.signUp("ann@example.com");
    const { setCookies } = await ann.post("/sign-in/email", {
      email: "ann@example.com",
      password: "correct horse battery",
      rememberMe: false,
    });
    expect(cookieOf(setCookies, "session_data")).not.toContain("Max-Age");
  });
});

test("over HTTPS, cookies have the __Host- prefix, or the __Secure- prefix if they're shared across subdomains", async () => {
  const host = await startAuth({ baseURL: "https://app.test" });
  const { setCookies } = await host.browser().signUp("ann@example.com");
  expect(setCookies[0]).toMatch(
    /^__Host-latchkey\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const domain = await startAuth({
    baseURL: "https://app.test",
    advanced: { crossSubDomainCookies: { enabled: true } },
  });
  const lines = (await domain.browser().signUp("ann@example.com")).setCookies;
  expect(lines[0]).toMatch(/^__Secure-latchkey\.session_token=.*Domain=app\.test/);
  const named = await startAuth({ baseURL: "https://app.test", advanced: { cookiePrefix: "better-auth" } });
  expect((await named.browser().signUp("ann@example.com")).setCookies[0]).toMatch(
    /^__Secure-better-auth\.session_token=/,
  );
});

test("SESS-13: over HTTPS, a cookie without the prefix is ignored", async () => {
  const { browser } = await startAuth({ baseURL: "https://app.test" });
  const ann = browser();
  await ann.signUp("ann@example.com");
  const value = ann.cookies.get("__Host-latchkey.session_token");
  expect((await browser().get("/get-session", { cookie: `latchkey.session_token=${value}` })).body).toBeNull();
});

test("FAULT-15: a thousand interleaved requests from two users are never mixed up", async () => {
  const { browser } = await startAuth();
  const people = ["ann@example.com", "bob@example.com"];
  const browsers = await Promise.all(
    people.map(async (email) => {
      const one = browser();
      await one.signUp(email);
      return one;
    }),
  );
  const replies = await Promise.all(
    Array.from({ length: 1000 }, (_, i) => browsers[i % 2]?.get<SessionData>("/get-session")),
  );
  expect(replies.every((reply, i) => reply?.body.user.email === people[i % 2])).toBe(true);
  void testOrigin;
});
