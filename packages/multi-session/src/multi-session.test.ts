import { admin } from "@latchkey/admin";
import { hashToken, sessionTable, userTable } from "@latchkey/core/plugin";
import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { expect, test, vi } from "vitest";
import { change, current, emails, handleOf, list, start } from "../test/app.ts";
import { multiSession } from "./plugin.ts";

test("MULTI-01: another browser's session handle is rejected, and so is its token", async () => {
  const { browser, auth } = await start();
  const [ann, bob] = [browser(), browser()];
  const { token } = (await bob.signUp("bob@example.com")).body;
  await ann.signUp("ann@example.com");
  const before = await auth.$context.db.findMany(sessionTable, { limit: 9 });
  for (const sessionToken of [hashToken(token), token, "x"]) {
    for (const what of ["set-active", "revoke"] as const) {
      const { status, body } = await change(ann, what, sessionToken);
      expect([status, body.code]).toEqual([401, "INVALID_SESSION_TOKEN"]);
    }
  }
  expect(await auth.$context.db.findMany(sessionTable, { limit: 9 })).toEqual(before);
});

test("MULTI-02: a planted or edited list, or another browser's, is ignored", async () => {
  const { browser } = await start();
  const [ann, eve] = [browser(), browser()];
  await eve.signUp("eve@example.com");
  await eve.signUp("eve2@example.com");
  await ann.signUp("ann@example.com");
  const name = "latchkey.device_sessions";
  const [own = "", planted = ""] = [ann, eve].map(({ cookies }) => cookies.get(name));
  const edited = own.replace("*", "*x");
  const long = `${Array.from({ length: 100 }, () => `1*${"t".repeat(43)}`).join("~")}.${own.slice(-44)}`;
  for (const value of [planted, edited, long, "x"]) {
    ann.cookies.set(name, value);
    expect(await emails(ann)).toEqual(["ann@example.com"]);
  }
  ann.cookies.set(name, own);
  ann.cookies.delete("latchkey.browser");
  expect(await emails(ann)).toEqual(["ann@example.com"]);
});

test("MULTI-03: a second sign-in that waits for a second factor keeps the first account", async () => {
  const codes: string[] = [];
  const sendOTP = ({ otp }: { otp: string }) => void codes.push(otp);
  const { browser } = await start({}, { plugins: [twoFactor({ otpOptions: { sendOTP } })] });
  const other = browser();
  await other.signUp("bob@example.com");
  const enabled = await other.post<{ backupCodes: string[] }>("/two-factor/enable", {
    password: testPassword,
    method: "otp",
  });
  await other.post("/two-factor/send-otp");
  await vi.waitFor(() => expect(codes).toHaveLength(1));
  expect((await other.post("/two-factor/verify-otp", { code: codes[0] })).status).toBe(200);
  const person = browser();
  await person.signUp("ann@example.com");
  const challenged = await person.signIn("bob@example.com");
  expect(challenged.body).toMatchObject({ twoFactorRedirect: true });
  expect([await current(person), await emails(person)]).toEqual([null, ["ann@example.com"]]);
  const [code] = enabled.body.backupCodes;
  expect((await person.post("/two-factor/verify-backup-code", { code })).status).toBe(200);
  expect(await emails(person)).toEqual(["bob@example.com", "ann@example.com"]);
});

test("MULTI-04: a switch replaces the session, the cached copy, and the remember-me choice together", async () => {
  const { browser } = await start({}, { session: { cookieCache: { enabled: true } } });
  const person = browser();
  await person.signUp("ann@example.com");
  await person.post("/sign-up/email", {
    email: "bob@example.com",
    name: "Bob",
    password: testPassword,
    rememberMe: false,
  });
  const [bob, ann] = (await list(person)).map(({ session }) => session.token);
  const copyOfBob = person.cookies.get("latchkey.session_data") ?? "";
  await change(person, "set-active", ann ?? "");
  expect(await current(person)).toBe("ann@example.com");
  expect(person.cookies.has("latchkey.dont_remember")).toBe(false);
  // A copy of the other account isn't used, even if the browser kept it.
  person.cookies.set("latchkey.session_data", copyOfBob);
  expect(await current(person)).toBe("ann@example.com");
  const { setCookies } = await change(person, "set-active", bob ?? "");
  expect(setCookies.find((line) => line.startsWith("latchkey.session_token"))).not.toContain("Max-Age");
  expect(person.cookies.has("latchkey.dont_remember")).toBe(true);
  expect(await current(person)).toBe("bob@example.com");
});

test("MULTI-05: a switch proves nothing: the other account's session is as old as it was", async () => {
  const { browser, clock } = await start({}, { session: { freshAge: 60 } });
  const unlink = async (by: TestBrowser) =>
    (await by.post<{ code: string }>("/unlink-account", { providerId: "x" })).body.code;
  const person = browser();
  await person.signUp("ann@example.com");
  clock.advance(120);
  await person.signUp("bob@example.com");
  expect(await unlink(person)).toBe("ACCOUNT_NOT_FOUND");
  await change(person, "set-active", await handleOf(person, "ann@example.com"));
  expect(await unlink(person)).toBe("SESSION_NOT_FRESH");
});

test("MULTI-06: banned, deleted, and expired accounts are removed, and a rotated one is kept", async () => {
  const { browser, auth, clock } = await start({}, { plugins: [admin()] });
  const { db } = auth.$context;
  const person = browser();
  await person.signUp("gone@example.com");
  await person.signUp("banned@example.com");
  await person.signUp("ann@example.com");
  await person.signUp("bob@example.com");
  const changed = await person.post("/change-password", {
    currentPassword: testPassword,
    newPassword: "another long password",
    revokeOtherSessions: true,
  });
  expect(changed.status).toBe(200);
  expect(await emails(person)).toHaveLength(4);
  await db.remove(userTable, { where: { email: "gone@example.com" } });
  const root = browser();
  await root.signUp("root@example.com");
  await db.update(userTable, { where: { email: "root@example.com" }, set: { role: "admin" } as object });
  const banned = await db.findOne(userTable, { where: { email: "banned@example.com" } });
  expect((await root.post("/admin/ban-user", { userId: banned?.id })).status).toBe(200);
  expect(await emails(person)).toEqual(["bob@example.com", "ann@example.com"]);
  const bob = await handleOf(person, "bob@example.com");
  await change(person, "set-active", await handleOf(person, "ann@example.com"));
  expect((await change(person, "set-active", bob)).status).toBe(200);
  clock.advance(8 * 86_400);
  expect([await emails(person), (await change(person, "set-active", bob)).status]).toEqual([[], 401]);
});

test("MULTI-08: a session that isn't remembered ends with the browser, and the others stay", async () => {
  const { browser } = await start();
  const person = browser();
  await person.signUp("ann@example.com");
  const { setCookies } = await person.post("/sign-up/email", {
    email: "bob@example.com",
    name: "Bob",
    password: testPassword,
    rememberMe: false,
  });
  const line = (name: string) => setCookies.find((one) => one.startsWith(`latchkey.${name}=`));
  expect(line("device_sessions_brief")).not.toContain("Max-Age");
  expect(line("device_sessions")).toContain("Max-Age=34560000");
  for (const name of ["session_token", "dont_remember", "device_sessions_brief"])
    person.cookies.delete(`latchkey.${name}`);
  expect(await emails(person)).toEqual(["ann@example.com"]);
});

test("MULTI-09: neither call works from another site or while impersonating", async () => {
  const { browser, auth } = await start({}, { plugins: [admin()] });
  const { db } = auth.$context;
  const person = browser();
  await person.signUp("ann@example.com");
  await person.signUp("root@example.com");
  await browser().signUp("bob@example.com");
  await db.update(userTable, { where: { email: "root@example.com" }, set: { role: "admin" } as object });
  const ann = await handleOf(person, "ann@example.com");
  for (const what of ["set-active", "revoke"] as const) {
    expect((await change(person, what, ann, { origin: "https://evil.test" })).status).toBe(403);
  }
  const bob = await db.findOne(userTable, { where: { email: "bob@example.com" } });
  expect((await person.post("/admin/impersonate-user", { userId: bob?.id })).status).toBe(200);
  expect(await current(person)).toBe("bob@example.com");
  for (const what of ["set-active", "revoke"] as const) {
    const { status, body } = await change(person, what, ann);
    expect([status, body.code]).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
  }
  expect(await emails(person)).toEqual(["ann@example.com"]);
  expect((await person.post("/admin/stop-impersonating")).status).toBe(200);
  expect(await emails(person)).toEqual(["root@example.com", "ann@example.com"]);
});

test("MULTI-10: revoking all sessions of one account leaves the others", async () => {
  const { browser } = await start();
  const person = browser();
  await person.signUp("bob@example.com");
  await person.signUp("ann@example.com");
  await person.post("/revoke-sessions");
  expect([await current(person), await emails(person)]).toEqual([null, ["bob@example.com"]]);
  await change(person, "set-active", await handleOf(person, "bob@example.com"));
  expect(await current(person)).toBe("bob@example.com");
});

test("an account that was ended elsewhere is never replaced silently", async () => {
  const { browser, auth } = await start();
  const person = browser();
  await person.signUp("bob@example.com");
  const ann = (await person.signUp("ann@example.com")).body.user.id;
  await auth.$context.db.remove(sessionTable, { where: { userId: ann } });
  expect([await current(person), await emails(person)]).toEqual([null, ["bob@example.com"]]);
});

test("signing out ends all accounts, or with signOutScope only the active one", async () => {
  for (const [signOutScope, left] of [
    ["all", null],
    ["current", "ann@example.com"],
  ] as const) {
    const { browser, sessions } = await start({ signOutScope });
    const person = browser();
    await person.signUp("ann@example.com");
    await person.signUp("bob@example.com");
    await person.post("/sign-out");
    expect([await current(person), await sessions()]).toEqual([left, left ? 1 : 0]);
    await person.post("/sign-out");
    expect([await current(person), await sessions(), await emails(person)]).toEqual([null, 0, []]);
  }
});

test("revoking the active account activates the one used before, and revoking the last one signs out", async () => {
  const { browser, sessions } = await start();
  const person = browser();
  for (const name of ["ann", "bob", "cem"]) await person.signUp(`${name}@example.com`);
  await change(person, "revoke", await handleOf(person, "cem@example.com"));
  expect([await current(person), await emails(person)]).toEqual([
    "bob@example.com",
    ["bob@example.com", "ann@example.com"],
  ]);
  await change(person, "revoke", await handleOf(person, "ann@example.com"));
  expect(await emails(person)).toEqual(["bob@example.com"]);
  await change(person, "revoke", await handleOf(person, "bob@example.com"));
  expect([await current(person), await sessions()]).toEqual([null, 0]);
});

test("a session from before the plugin was added belongs to the browser's accounts", async () => {
  const { browser } = await start();
  const person = browser();
  await person.signUp("ann@example.com");
  person.cookies.delete("latchkey.device_sessions");
  await person.signUp("bob@example.com");
  expect(await emails(person)).toEqual(["bob@example.com", "ann@example.com"]);
});

test("a program without fetch metadata still has one session at a time", async () => {
  const { auth, sessions } = await start();
  const call = async (path: string, body: object, cookie = "") => {
    const headers = { "content-type": "application/json", ...(cookie && { cookie, origin: "" }) };
    const request = new Request(`http://app.test/api/auth${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return auth.handler(request);
  };
  const answer = await call("/sign-up/email", { email: "ann@example.com", name: "Ann", password: testPassword });
  expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([
    200,
    expect.not.stringContaining("device_sessions"),
  ]);
  expect(await sessions()).toBe(1);
});

test("invalid options fail in createAuth, and the error names the option", () => {
  expect(() => multiSession({ maximumSessions: 1 })).toThrow("multiSession.maximumSessions");
  expect(() => multiSession({ signOutScope: "none" as "all" })).toThrow("multiSession.signOutScope");
  expect(() => multiSession({ maximumSession: 5 } as object)).toThrow("maximumSession");
});
