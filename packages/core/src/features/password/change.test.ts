import { testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { startPassword as start } from "../../../test/password-app.ts";
import { accountTable } from "../../tables/account.ts";
import { sessionTable } from "../../tables/session.ts";

const better = "an even better password";

describe("changing a password", () => {
  test("SESS-02: the session gets a new token, and the old one no longer works", async () => {
    const { browser } = await start();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const old = new Map(ann.cookies);
    const { status, body } = await ann.post("/change-password", { currentPassword: testPassword, newPassword: better });
    expect([status, body]).toEqual([200, { token: null, user: expect.objectContaining({ email: "ann@example.com" }) }]);
    expect((await ann.get("/get-session")).body).not.toBeNull();
    const stolen = browser();
    for (const [name, value] of old) stolen.cookies.set(name, value);
    expect((await stolen.get("/get-session")).body).toBeNull();
    expect((await browser().signIn("ann@example.com")).status).toBe(401);
  });

  test("SESS-05: with revokeOtherSessions, the other sessions end, and the response contains the new token", async () => {
    const { browser, db } = await start();
    const [laptop, phone] = [browser(), browser()];
    await laptop.signUp("ann@example.com");
    await phone.signIn("ann@example.com");
    const change = { currentPassword: testPassword, newPassword: better, revokeOtherSessions: true };
    const { body } = await laptop.post<{ token: string }>("/change-password", change);
    expect((await phone.get("/get-session")).body).toBeNull();
    expect(await db.count(sessionTable, {})).toBe(1);
    const bearer = await browser().get("/get-session", { authorization: `Bearer ${body.token}` });
    expect(bearer.body).toMatchObject({ user: { email: "ann@example.com" } });
  });

  test("a client without cookies always gets its new token", async () => {
    const { browser } = await start();
    const { token } = (await browser().signUp("ann@example.com")).body;
    const change = { currentPassword: testPassword, newPassword: better };
    const authorization = (value: string) => ({ authorization: `Bearer ${value}` });
    const { body, setCookies } = await browser().post<{ token: string }>(
      "/change-password",
      change,
      authorization(token),
    );
    expect(setCookies).toEqual([]);
    expect((await browser().get("/get-session", authorization(token))).body).toBeNull();
    expect((await browser().get("/get-session", authorization(body.token))).body).not.toBeNull();
  });

  test("PASS-12: a wrong current password and a user without a password are rejected", async () => {
    const { browser, db } = await start();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const code = async (currentPassword: unknown) =>
      (await ann.post("/change-password", { currentPassword, newPassword: better })).body.code;
    expect(await code("wrong password")).toBe("INVALID_PASSWORD");
    expect(await code(undefined)).toBe("VALIDATION_ERROR");
    expect(await code("x".repeat(5000))).toBe("VALIDATION_ERROR");
    await db.remove(accountTable, { where: {} });
    expect(await code(testPassword)).toBe("CREDENTIAL_ACCOUNT_NOT_FOUND");
  });

  test("PASS-12: guesses at the current password are counted per account, whatever the address", async () => {
    const { browser } = await start({
      rateLimit: { enabled: true, customRules: { "/verify-password": false, "/sign-in/email": false } },
    } as never);
    const [one, other] = [browser("203.0.113.1"), browser("203.0.113.2")];
    await one.signUp("ann@example.com");
    await other.signIn("ann@example.com");
    const statuses: number[] = [];
    for (let at = 0; at < 12; at++) {
      const { status } = await (at % 2 ? one : other).post("/verify-password", { password: `guess ${at}` });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });

  test("one of two concurrent changes succeeds", async () => {
    const { browser } = await start();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const replies = await Promise.all(
      ["one more password", "two more passwords"].map((newPassword) =>
        browser().post("/change-password", { currentPassword: testPassword, newPassword }, { cookie }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("setting and verifying a password", () => {
  test("PASS-13: set-password doesn't exist over HTTP, and a server call works only for users without a password", async () => {
    const { auth, browser, db } = await start();
    const ann = browser();
    await ann.signUp("ann@example.com");
    expect((await ann.post("/set-password", { newPassword: better })).status).toBe(404);
    const headers = { cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const set = () => auth.api.setPassword({ headers, body: { newPassword: better } });
    await expect(set()).rejects.toMatchObject({ code: "PASSWORD_ALREADY_SET" });
    await db.remove(accountTable, { where: {} });
    const outcomes = await Promise.allSettled([set(), set(), set()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await browser().signIn("ann@example.com", better)).status).toBe(200);
  });

  test("SESS-24: verifying the password makes an old session fresh, but a wrong one doesn't", async () => {
    const { browser, clock, db } = await start();
    const ann = browser();
    await ann.signUp("ann@example.com");
    clock.advance(2 * 86_400);
    expect((await ann.post("/verify-password", { password: "wrong password" })).body.code).toBe("INVALID_PASSWORD");
    const before = await db.findOne(sessionTable, { where: {} });
    expect((await ann.post("/verify-password", { password: testPassword })).body).toEqual({ status: true });
    const after = await db.findOne(sessionTable, { where: {} });
    expect(after?.updatedAt).toEqual(clock.now());
    expect(after?.proofs).toEqual({ password: clock.now().getTime() });
    expect(after?.revision).toBe(Number(before?.revision) + 1);
  });

  test("no update is lost if the password is verified 20 times concurrently", async () => {
    const { browser, db } = await start();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => browser().post("/verify-password", { password: testPassword }, { cookie })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await db.findOne(sessionTable, { where: {} }))?.revision).toBe(4);
  });
});
