import { outboxEmpty, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pathOf, startPassword as start } from "../../../test/password-app.ts";
import { accountTable } from "../../tables/account.ts";
import { sessionTable } from "../../tables/session.ts";
import { tokenTable } from "../../tables/token.ts";
import { userTable } from "../../tables/user.ts";

const better = "an even better password";

describe.each(quickDatabases)("resetting a password on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("TOK-02: one of 50 concurrent uses of the same token sets the password", async () => {
    const { browser, reset } = await start({
      database: opened.database,
      emailAndPassword: {
        // Use cheap hashing, so that 50 concurrent calls test the token instead of the hashing.
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

  test("every call sends at most the queries it declares", async () => {
    // The notice is sent after the response and reads the user then. Turn it off to count only the calls' own queries.
    const emailAndPassword = { sendPasswordChanged: undefined };
    const { browser, reset, auth } = await start({ database: opened.database, emailAndPassword } as never);
    const ann = browser();
    await ann.signUp("ann@example.com");
    /** @param mails the number of emails sent after the response. Each of them reads its user once. */
    const cost = async (id: string, run: () => Promise<{ status: number }>, mails = 0): Promise<void> => {
      await outboxEmpty(auth);
      opened.statements.length = 0;
      const { status } = await run();
      const own = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && table !== "audit" && table !== "outbox",
      );
      const declared = auth.$context.extensions.endpoints[id]?.queryBudget ?? -1;
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

  test("with the audit log, a reset sends 8 queries, with one each to end sessions and to remove links", async () => {
    const { browser, reset, auth } = await start({
      database: opened.database,
      emailAndPassword: { sendPasswordChanged: undefined },
    } as never);
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    await outboxEmpty(auth);
    opened.statements.length = 0;
    expect((await browser().post("/reset-password", { newPassword: better, token })).status).toBe(200);
    // Earlier emails may still be removed from the outbox.
    const own = opened.statements.filter(({ kind, table }) => kind !== "transaction" && table !== "outbox");
    expect(own.filter(({ table }) => table === "session")).toHaveLength(1);
    expect(own.filter(({ table }) => table === "audit")).toHaveLength(1);
    expect(own.map(({ table }) => table)).toHaveLength(8);
  });

  test("SESS-05: all sessions end with a reset, immediately", async () => {
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

describe("a password reset", () => {
  test("rejects a password that's too short or too long before consuming the token", async () => {
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

  test("doesn't hash anything without a valid token", async () => {
    const { browser, auth } = await start();
    const hash = vi.spyOn(auth.$context.passwords, "hash");
    await browser().post("/reset-password", { newPassword: better, token: "nonsense" });
    expect(hash).not.toHaveBeenCalled();
  });

  test("TOK-10: only the newest token is valid, and none after a reset, a password change, or an email change", async () => {
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
    await browser().get(""); // A request without a session changes nothing.
    const { browser: other, reset: otherReset } = await start();
    const eve = other();
    await eve.signUp("eve@example.com");
    const fifth = await otherReset("eve@example.com");
    await eve.post("/change-email", { newEmail: "eva@example.com" });
    expect((await other().post("/reset-password", { newPassword: better, token: fifth.token })).status).toBe(400);
    expect(await use(fourth.token)).toBe(200);
  });

  test("TOK-04: a reset token is valid for an hour", async () => {
    const { browser, reset, clock } = await start();
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    clock.advance(3600);
    expect((await browser().post("/reset-password", { newPassword: better, token })).body.code).toBe("INVALID_TOKEN");
  });

  test("keeps changes that are made to the user during hashing, and restores the email that was last verified at that time", async () => {
    const { browser, reset, user, db, auth } = await start();
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    const { hash } = auth.$context.passwords;
    vi.spyOn(auth.$context.passwords, "hash").mockImplementationOnce(async (password) => {
      const set = {
        name: "Anna",
        email: "anna@example.com",
        provenEmail: "ann@example.com",
        updatedAt: new Date(1e12),
      };
      await db.update(userTable, { where: { email: "ann@example.com" }, set });
      return hash(password);
    });
    const before = (await user()).epoch;
    expect((await browser().post("/reset-password", { newPassword: better, token })).status).toBe(200);
    const changed = { name: "Anna", emailVerified: true, provenEmail: null, epoch: before + 1 };
    expect(await user("ann@example.com")).toMatchObject(changed);
  });

  test("fails with INVALID_TOKEN if the user is deleted during hashing", async () => {
    const { browser, reset, db, auth } = await start();
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    const { hash } = auth.$context.passwords;
    vi.spyOn(auth.$context.passwords, "hash").mockImplementationOnce(async (password) => {
      await db.remove(userTable, { where: { email: "ann@example.com" } });
      return hash(password);
    });
    const { status, body } = await browser().post("/reset-password", { newPassword: better, token });
    expect([status, body.code]).toEqual([400, "INVALID_TOKEN"]);
    expect(await db.count(accountTable, {})).toBe(0);
  });

  test("verifies the email, and creates a password for a user without one", async () => {
    const { browser, reset, user, db } = await start();
    await browser().signUp("ann@example.com");
    await db.remove(accountTable, { where: { providerId: "credential" } });
    expect((await user()).emailVerified).toBe(false);
    const { token } = await reset();
    await browser().post("/reset-password", { newPassword: better, token });
    expect((await user()).emailVerified).toBe(true);
    expect((await browser().signIn("ann@example.com", better)).status).toBe(200);
  });

  test("TOK-22, OAUTH-11: removes everything that someone planted before the email was verified", async () => {
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
    // The user is now the verified owner. The app decides whether a later reset ends sessions.
    const owner = browser();
    await owner.signIn("victim@example.com", better);
    const again = await reset("victim@example.com");
    await browser().post("/reset-password", { newPassword: testPassword, token: again.token });
    expect((await owner.get("/get-session")).body).not.toBeNull();
  });

  test("TOK-22: does so even if the victim or an email client opened the attacker's verification link first", async () => {
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

  test("notifies the user, and runs the app's hook once", async () => {
    const done = vi.fn();
    const { browser, reset, box, auth } = await start({ emailAndPassword: { onPasswordReset: done } });
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    await browser().post("/reset-password", { newPassword: better, token });
    expect((await box.next("sendPasswordChanged")).to).toBe("ann@example.com");
    await outboxEmpty(auth);
    expect(done.mock.calls).toEqual([[expect.objectContaining({ email: "ann@example.com", emailVerified: true })]]);
  });

  test("TOK-16: doesn't log a token or a password", async () => {
    const lines: string[] = [];
    const { browser, reset } = await start({
      logger: { level: "debug", log: (...line: unknown[]) => void lines.push(JSON.stringify(line)) },
    } as never);
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    await browser().post("/reset-password", { newPassword: better, token });
    for (const secret of [token, better, testPassword]) expect(lines.join("\n")).not.toContain(secret);
  });

  test("makes a sign-in in progress with the old password fail", async () => {
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
