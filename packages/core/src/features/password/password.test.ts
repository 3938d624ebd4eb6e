import { createMailbox, mailOptions, outboxEmpty, startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountTable } from "../../accounts/table.ts";
import { memoryAdapter } from "../../database/memory/adapter.ts";
import { sessionTable } from "../../sessions/table.ts";
import { tokenTable } from "../../tokens/table.ts";
import { type UserRow, userTable } from "../../users/table.ts";

const better = "an even better password";
const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");

async function start(options: Record<string, object> = {}) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const { emailAndPassword, emailVerification, ...rest } = options;
  const app = await startAuth({
    ...mails,
    emailAndPassword: { ...mails.emailAndPassword, ...emailAndPassword },
    emailVerification: { ...mails.emailVerification, ...emailVerification },
    ...rest,
  } as never);
  const { db } = app.auth.$context;
  const user = async (email = "ann@example.com"): Promise<UserRow> =>
    (await db.findOne(userTable, { where: { email } })) as UserRow;
  /** A reset token for this address, as the mail has it. */
  const reset = async (email = "ann@example.com", redirectTo?: string) => {
    await app.browser().post("/forget-password", { email, redirectTo });
    return box.next("sendResetPassword");
  };
  return { ...app, box, db, user, reset };
}

describe("forgetting a password", () => {
  test("the mail's link leads to the app's page with a token, and the token sets a new password", async () => {
    const { browser, reset } = await start();
    await browser().signUp("ann@example.com");
    const mail = await reset("ANN@example.com", "/reset?from=mail");
    expect(mail.to).toBe("ann@example.com");
    expect(mail.token).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(mail.url).toBe(`http://app.test/api/auth/reset-password/${mail.token}?callbackURL=%2Freset%3Ffrom%3Dmail`);
    const opened = await browser().get(pathOf(mail.url));
    expect([opened.status, opened.headers.get("location")]).toEqual([
      302,
      `http://app.test/reset?from=mail&token=${mail.token}`,
    ]);
    const done = await browser().post("/reset-password", { newPassword: better, token: mail.token });
    expect([done.status, done.body]).toEqual([200, { status: true }]);
    expect((await browser().signIn("ann@example.com")).status).toBe(401);
    expect((await browser().signIn("ann@example.com", better)).status).toBe(200);
  });

  test("the token may stand in the query; the body wins", async () => {
    const { browser, reset } = await start();
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    const send = (query: string, body: object) => browser().post(`/reset-password?token=${query}`, body);
    expect((await send(token, { newPassword: better, token: "another" })).body).toMatchObject({
      code: "INVALID_TOKEN",
    });
    expect((await send(token, { newPassword: better })).status).toBe(200);
  });

  test("CSRF-13: opening the link spends nothing; an unknown one says so in the address", async () => {
    const { browser, reset } = await start();
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    for (let times = 0; times < 3; times++) await browser().get(`/reset-password/${token}?callbackURL=/reset`);
    const unknown = await browser().get("/reset-password/nonsense?callbackURL=/reset");
    expect(unknown.headers.get("location")).toBe("http://app.test/reset?error=INVALID_TOKEN");
    expect((await browser().get(`/reset-password/${token}`)).body).toMatchObject({ code: "VALIDATION_ERROR" });
    expect((await browser().get(`/reset-password/${token}?callbackURL=https://evil.test`)).status).toBe(403);
    expect((await browser().post("/reset-password", { newPassword: better, token })).status).toBe(200);
  });

  test("both names of the call are the same; without a sender both are refused", async () => {
    const { browser, box } = await start();
    await browser().signUp("ann@example.com");
    const bodies: unknown[] = [];
    for (const path of ["/forget-password", "/request-password-reset"]) {
      bodies.push((await browser().post(path, { email: "ann@example.com" })).body);
      await box.next("sendResetPassword");
    }
    const message = "If this email exists in our system, check your email for the reset link";
    expect(bodies).toEqual([
      { status: true, message },
      { status: true, message },
    ]);
    const without = await startAuth();
    for (const path of ["/forget-password", "/request-password-reset"]) {
      const { status, body } = await without.browser().post(path, { email: "ann@example.com" });
      expect([status, body.code]).toEqual([400, "RESET_PASSWORD_DISABLED"]);
    }
  });

  test("REDIR-01: a foreign page to be sent to is refused, and no mail goes out", async () => {
    const { browser, box, auth } = await start();
    await browser().signUp("ann@example.com");
    const body = { email: "ann@example.com", redirectTo: "https://evil.test" };
    const { status, body: answer } = await browser().post("/forget-password", body);
    expect([status, answer]).toEqual([403, { code: "INVALID_REDIRECT_URL", message: "Invalid redirectURL" }]);
    await outboxEmpty(auth);
    expect(box.mails).toEqual([]);
  });

  test("ENUM-05: known and unknown addresses get one answer for the same statements, and no hash is computed", async () => {
    const texts: string[] = [];
    const database = memoryAdapter({ onStatement: ({ text }) => void texts.push(text) });
    const { browser, auth, box } = await start({ database } as never);
    await browser().signUp("ann@example.com");
    const seen: unknown[] = [];
    for (const email of ["ann@example.com", "nobody@example.com"]) {
      texts.length = 0;
      const { status, body, headers, setCookies } = await browser().post("/forget-password", { email });
      // The answer is out once the message is stored; whom it is for is looked up afterwards.
      seen.push([status, body, [...headers], setCookies, texts.slice(0, 1)]);
      await outboxEmpty(auth);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(box.mails.map(({ to }) => to)).toEqual(["ann@example.com"]);
  });

  test("TOK-20: both names are counted as one, and one address gets ten mails an hour, whoever asks", async () => {
    const counted = await start({ rateLimit: { enabled: true, customRules: { "/sign-up/email": false } } } as never);
    const person = counted.browser();
    const statuses: number[] = [];
    for (const path of ["/forget-password", "/request-password-reset", "/forget-password", "/request-password-reset"]) {
      statuses.push((await person.post(path, { email: "ann@example.com" })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);

    const flooded = await start({
      rateLimit: { enabled: true, customRules: { "/forget-password": false, "/sign-up/email": false } },
    } as never);
    await flooded.browser().signUp("ann@example.com");
    for (let at = 0; at < 15; at++) {
      const { status, body } = await flooded
        .browser(`203.0.113.${at}`)
        .post("/forget-password", { email: "ann@example.com" });
      expect([status, body.status]).toEqual([200, true]);
    }
    await outboxEmpty(flooded.auth);
    expect(flooded.box.mails).toHaveLength(10);
  });

  test("TOK-17: the mail goes to the stored address; look-alikes are nobody", async () => {
    const { browser, reset, box, auth } = await start();
    await browser().signUp("kim@example.com");
    expect((await reset("KIM@EXAMPLE.COM")).to).toBe("kim@example.com");
    for (const email of ["\u212Aim@example.com", "k\u0131m@example.com"]) {
      const { status, body } = await browser().post("/forget-password", { email });
      expect([status, body.code]).toEqual([400, "INVALID_EMAIL"]);
    }
    await outboxEmpty(auth);
    expect(box.mails).toHaveLength(1);
  });
});

describe.each(quickDatabases)("resetting a password on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("TOK-02: of 50 who use one token at once, one sets the password", async () => {
    const { browser, reset } = await start({
      database: opened.database,
      emailAndPassword: {
        // Cheap, so that 50 at once tell of the token and not of hashing.
        password: {
          hash: async (password: string) => `plain:${password}`,
          verify: async ({ hash, password }: { hash: string; password: string }) => hash === `plain:${password}`,
        },
      },
    } as never);
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        browser().post("/reset-password", { newPassword: `${better} ${at}`, token }),
      ),
    );
    const winners = replies.flatMap(({ status }, at) => (status === 200 ? [at] : []));
    expect(winners).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === "INVALID_TOKEN")).toHaveLength(49);
    expect((await browser().signIn("ann@example.com", `${better} ${winners[0]}`)).status).toBe(200);
  });

  test("every call costs at most the statements it declares", async () => {
    // The notice is sent after the answer, and reads its user then: it is left out, to count the calls alone.
    const emailAndPassword = { sendPasswordChanged: undefined };
    const { browser, reset, auth } = await start({ database: opened.database, emailAndPassword } as never);
    const ann = browser();
    await ann.signUp("ann@example.com");
    /** @param mails sent with the answer: each looks its user up once, right behind it */
    const cost = async (id: string, run: () => Promise<{ status: number }>, mails = 0): Promise<void> => {
      await outboxEmpty(auth);
      opened.statements.length = 0;
      const { status } = await run();
      const own = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && table !== "audit" && table !== "outbox",
      );
      const declared = auth.$context.extensions.endpoints[id]?.statements ?? -1;
      expect([id, status < 400]).toEqual([id, true]);
      expect(own.length, `${id}: ${own.map(({ text }) => text).join("\n")}`).toBeLessThanOrEqual(declared + mails);
    };
    await ann.signIn("ann@example.com");
    await cost("forgetPassword", () => ann.post("/forget-password", { email: "nobody@example.com" }), 1);
    await cost("verifyPassword", () => ann.post("/verify-password", { password: testPassword }));
    const change = { currentPassword: testPassword, newPassword: better, revokeOtherSessions: true };
    await cost("changePassword", () => ann.post("/change-password", change));
    const { token, url } = await reset();
    await cost("resetPasswordCallback", () => browser().get(`${pathOf(url)}%2Freset`));
    await cost("resetPassword", () => browser().post("/reset-password", { newPassword: testPassword, token }));
  });

  test("SESS-05: all sessions end with a reset, at once", async () => {
    const { browser, reset, db } = await start({ database: opened.database } as never);
    const [laptop, phone] = [browser(), browser()];
    await laptop.signUp("ann@example.com");
    await phone.signIn("ann@example.com");
    const { token } = await reset();
    await browser().post("/reset-password", { newPassword: better, token });
    expect(await db.count(sessionTable, {})).toBe(0);
    for (const one of [laptop, phone]) expect((await one.post("/revoke-other-sessions")).status).toBe(401);
  });
});

describe("what a reset does", () => {
  test("a short or long password is refused before the token is spent", async () => {
    const { browser, reset } = await start();
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    const code = async (newPassword: unknown) =>
      (await browser().post("/reset-password", { newPassword, token })).body.code;
    expect(await code("short")).toBe("PASSWORD_TOO_SHORT");
    expect(await code("x".repeat(129))).toBe("PASSWORD_TOO_LONG");
    expect(await code("\ud800".repeat(10))).toBe("VALIDATION_ERROR");
    expect(await code(["a", "b"])).toBe("VALIDATION_ERROR");
    expect(await code(better)).toBeUndefined();
  });

  test("without a token that stands nothing is hashed", async () => {
    const { browser, auth } = await start();
    const hash = vi.spyOn(auth.$context.passwords, "hash");
    await browser().post("/reset-password", { newPassword: better, token: "nonsense" });
    expect(hash).not.toHaveBeenCalled();
  });

  test("TOK-10: only the newest token is good, and none after a reset, a change of password or of address", async () => {
    const { browser, reset } = await start();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const use = async (token: string) =>
      (await browser().post("/reset-password", { newPassword: better, token })).status;
    const first = await reset();
    const second = await reset();
    expect(await use(first.token)).toBe(400);
    expect(await use(second.token)).toBe(200);
    expect(await use(second.token)).toBe(400);

    const third = await reset();
    await ann.signIn("ann@example.com", better);
    await ann.post("/change-password", { currentPassword: better, newPassword: testPassword });
    expect(await use(third.token)).toBe(400);

    const fourth = await reset();
    await browser().get(""); // A request of nobody's changes nothing.
    const { browser: other, reset: otherReset } = await start();
    const eve = other();
    await eve.signUp("eve@example.com");
    const fifth = await otherReset("eve@example.com");
    await eve.post("/change-email", { newEmail: "eva@example.com" });
    expect((await other().post("/reset-password", { newPassword: better, token: fifth.token })).status).toBe(400);
    expect(await use(fourth.token)).toBe(200);
  });

  test("TOK-04: a reset token is good for an hour", async () => {
    const { browser, reset, clock } = await start();
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    clock.advance(3600);
    expect((await browser().post("/reset-password", { newPassword: better, token })).body.code).toBe("INVALID_TOKEN");
  });

  test("it proves the mailbox, and makes a password for who had none", async () => {
    const { browser, reset, user, db } = await start();
    await browser().signUp("ann@example.com");
    await db.remove(accountTable, { where: { providerId: "credential" } });
    expect((await user()).emailVerified).toBe(false);
    const { token } = await reset();
    await browser().post("/reset-password", { newPassword: better, token });
    expect((await user()).emailVerified).toBe(true);
    expect((await browser().signIn("ann@example.com", better)).status).toBe(200);
  });

  test("TOK-22, OAUTH-11: what somebody planted before the mailbox was ever proven is gone after it", async () => {
    const { browser, reset, user, db, auth, clock } = await start({
      emailAndPassword: { revokeSessionsOnPasswordReset: false },
    });
    const attacker = browser();
    await attacker.signUp("victim@example.com");
    const victim = await user("victim@example.com");
    const now = auth.$context.now();
    const planted = {
      id: "planted",
      userId: victim.id,
      providerId: "github",
      accountId: "7",
      tokensRevision: 0,
      createdAt: now,
      updatedAt: now,
    };
    await db.insert(accountTable, planted);
    clock.advance(60);
    const { token } = await reset("victim@example.com");
    await browser().post("/reset-password", { newPassword: better, token });
    expect((await attacker.get("/get-session")).body).toBeNull();
    expect((await browser().signIn("victim@example.com")).status).toBe(401);
    clock.advance(1);
    expect(await db.findMany(accountTable, { limit: 9 })).toMatchObject([{ providerId: "credential" }]);
    expect(await db.count(tokenTable, {})).toBe(0);
    // From here on the owner decides: a later reset leaves sessions where the app wants it so.
    const owner = browser();
    await owner.signIn("victim@example.com", better);
    const again = await reset("victim@example.com");
    await browser().post("/reset-password", { newPassword: testPassword, token: again.token });
    expect((await owner.get("/get-session")).body).not.toBeNull();
  });

  test("TOK-22: also where the victim, or a mail program, opened the attacker's verification link first", async () => {
    const { browser, reset, user, db, auth, clock, box } = await start({
      emailAndPassword: { revokeSessionsOnPasswordReset: false },
      emailVerification: { sendOnSignUp: true },
    });
    const attacker = browser();
    await attacker.signUp("victim@example.com");
    const victim = await user("victim@example.com");
    const now = auth.$context.now();
    const planted = { id: "planted", userId: victim.id, providerId: "github", accountId: "7", tokensRevision: 0 };
    await db.insert(accountTable, { ...planted, createdAt: now, updatedAt: now });
    clock.advance(60);
    await browser().get(pathOf((await box.next("sendVerificationEmail")).url));
    clock.advance(60);
    const { token } = await reset("victim@example.com");
    await browser().post("/reset-password", { newPassword: better, token });
    expect((await attacker.get("/get-session")).body).toBeNull();
    expect(await db.findMany(accountTable, { limit: 9 })).toMatchObject([{ providerId: "credential" }]);
  });

  test("the user is told, and the app's hook is called once", async () => {
    const done = vi.fn();
    const { browser, reset, box, auth } = await start({ emailAndPassword: { onPasswordReset: done } });
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    await browser().post("/reset-password", { newPassword: better, token });
    expect((await box.next("sendPasswordChanged")).to).toBe("ann@example.com");
    await outboxEmpty(auth);
    expect(done.mock.calls).toEqual([[expect.objectContaining({ email: "ann@example.com", emailVerified: true })]]);
  });

  test("TOK-16: no log line ever holds a token or a password", async () => {
    const lines: string[] = [];
    const { browser, reset } = await start({
      logger: { level: "debug", log: (...line: unknown[]) => void lines.push(JSON.stringify(line)) },
    } as never);
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    await browser().post("/reset-password", { newPassword: better, token });
    for (const secret of [token, better, testPassword]) expect(lines.join("\n")).not.toContain(secret);
  });

  test("a sign-in under way with the old password is not let in once the reset is done", async () => {
    let pass = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      pass = resolve;
    });
    let isSlow = false;
    const { browser, reset, db } = await start({
      emailAndPassword: {
        password: {
          hash: async (password: string) => `plain:${password}`,
          verify: async ({ hash, password }: { hash: string; password: string }) => {
            if (isSlow) await waiting;
            return hash === `plain:${password}`;
          },
        },
      },
    });
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    isSlow = true;
    const late = browser().signIn("ann@example.com");
    await new Promise((resolve) => setTimeout(resolve, 20));
    await browser().post("/reset-password", { newPassword: better, token });
    pass();
    expect((await late).status).toBe(401);
    expect(await db.count(sessionTable, {})).toBe(0);
  });
});

describe("changing a password", () => {
  test("SESS-02: the session gets a new token, the old one is nothing any more", async () => {
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

  test("SESS-05: with revokeOtherSessions the others end, and the new token is told", async () => {
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

  test("PASS-12: a wrong current password is refused, and so is who has none", async () => {
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

  test("PASS-12: guesses are counted per account, wherever they come from", async () => {
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

  test("of two changes at once one is made", async () => {
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

describe("setting and proving a password", () => {
  test("PASS-13: set-password does not exist over HTTP; on the server it serves who has none", async () => {
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

  test("SESS-24: proving the password makes an old session fresh, and a wrong one does not", async () => {
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

  test("proving it twenty times at once loses nothing", async () => {
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
