import { createMailbox, mailOptions, outboxEmpty, startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AuthError } from "../../http/errors.ts";
import { accountTable } from "../../tables/account.ts";
import { auditTable } from "../../tables/audit.ts";
import { sessionTable } from "../../tables/session.ts";
import { tokenTable } from "../../tables/token.ts";
import { type UserRow, userTable } from "../../tables/user.ts";

const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");

async function start(options: object = {}) {
  const app = await startAuth(options as never);
  const { db } = app.auth.$context;
  const ann = app.browser();
  await ann.signUp("ann@example.com");
  const user = async (): Promise<UserRow | null> => db.findOne(userTable, { where: { email: "ann@example.com" } });
  return { ...app, db, ann, user };
}

describe("/update-user", () => {
  test("changes the name, image, and fields that users can set, and updates the cookie cache immediately", async () => {
    const { ann } = await start({
      session: { cookieCache: { enabled: true } },
      user: { additionalFields: { city: { type: "string", input: true }, level: { type: "number", defaultValue: 1 } } },
    });
    await ann.get("/get-session");
    const change = { name: "Anna", image: "https://img.test/a.png", city: "Graz" };
    expect((await ann.post("/update-user", change)).body).toEqual({ status: true });
    const { body } = await ann.get<{ user: object }>("/get-session");
    expect(body.user).toMatchObject({ ...change, level: 1 });
    expect((await ann.post("/update-user", { image: null })).status).toBe(200);
    expect((await ann.get<{ user: object }>("/get-session")).body.user).toMatchObject({ name: "Anna", image: null });
  });

  test("rejects the email, fields that users can't set, and an empty update", async () => {
    const { ann, user } = await start({ user: { additionalFields: { role: { type: "string" } } } });
    const before = await user();
    const code = async (body: object) => {
      const { status, body: answer } = await ann.post("/update-user", body);
      return [status, answer.code];
    };
    expect(await code({ email: "new@example.com" })).toEqual([400, "EMAIL_CAN_NOT_BE_UPDATED"]);
    expect(await code({ role: "admin", name: "Anna" })).toEqual([400, "FIELD_NOT_ALLOWED"]);
    expect(await code({})).toEqual([400, "NO_FIELDS_TO_UPDATE"]);
    expect(await code({ id: "x", createdAt: "2020-01-01", unknown: 1 })).toEqual([400, "NO_FIELDS_TO_UPDATE"]);
    expect(await code({ name: "x".repeat(256) })).toEqual([400, "VALIDATION_ERROR"]);
    expect(await code({ name: ["x"] })).toEqual([400, "VALIDATION_ERROR"]);
    expect(await user()).toEqual(before);
  });

  test("INPUT-10: an image is a web URL, or a path on the app's host", async () => {
    const { ann, browser } = await start();
    for (const [image, status] of [
      ["javascript:alert(1)", 400],
      ["data:text/html,x", 400],
      ["//evil.test/a.png", 400],
      ["/\\evil.test", 400],
      ["ftp://img.test/a", 400],
      ["/avatars/ann.png", 200],
      ["HTTPS://img.test/a.png", 200],
    ] as const) {
      expect([image, (await ann.post("/update-user", { image })).status]).toEqual([image, status]);
      const account = { name: "B", email: `${Math.random()}@example.com`, password: testPassword, image };
      expect([image, (await browser().post("/sign-up/email", account)).status]).toEqual([image, status]);
    }
  });

  test("an image URL is stored in canonical form, an empty one removes the image, and one that a provider set is accepted unchanged", async () => {
    const { ann, db, user } = await start();
    const save = async (image: unknown) => {
      const { status } = await ann.post("/update-user", { name: "Ann", image });
      return [status, (await user())?.image];
    };
    expect(await save("https://IMG.test/a b.png")).toEqual([200, "https://img.test/a%20b.png"]);
    expect(await save("avatars/ann.png")).toEqual([200, "avatars/ann.png"]);
    expect(await save("")).toEqual([200, null]);
    const inline = `data:image/png;base64,${"A".repeat(5000)}`;
    await db.update(userTable, { where: {}, set: { image: inline } });
    expect(await save(inline)).toEqual([200, inline]);
    expect(await save(`${inline}A`)).toEqual([400, inline]);
    expect(await save(7)).toEqual([400, inline]);
    expect(await save(null)).toEqual([200, null]);
  });

  test("SESS-20: session columns can't be set with it", async () => {
    const { ann, db } = await start();
    const before = await db.findOne(sessionTable, { where: {} });
    const attack = {
      name: "Ann",
      userId: "x",
      expiresAt: "2099-01-01",
      impersonatedBy: "x",
      token: "x",
      remembered: false,
    };
    await ann.post("/update-user", attack);
    expect(await db.findOne(sessionTable, { where: {} })).toEqual(before);
  });

  test("a taken unique value is rejected", async () => {
    const { ann, browser } = await start({
      user: { additionalFields: { handle: { type: "string", input: true, unique: true } } },
    });
    await browser().post("/sign-up/email", {
      name: "B",
      email: "b@example.com",
      password: testPassword,
      handle: "star",
    });
    const { status, body } = await ann.post("/update-user", { handle: "star" });
    expect([status, body.code]).toEqual([422, "FAILED_TO_UPDATE_USER"]);
  });
});

test("/list-accounts returns the sign-in methods without secrets", async () => {
  const { ann, db, user, auth, browser } = await start();
  const now = auth.$context.now();
  await db.insert(accountTable, {
    id: "linked",
    userId: (await user())?.id as string,
    providerId: "github",
    accountId: "42",
    accessToken: "secret",
    scope: "read:user, user:email",
    tokensRevision: 0,
    createdAt: new Date(now.getTime() + 1000),
    updatedAt: now,
  });
  const { body } = await ann.get<object[]>("/list-accounts");
  expect(body).toEqual([
    {
      id: expect.any(String),
      providerId: "credential",
      provider: "credential",
      accountId: (await user())?.id,
      userId: (await user())?.id,
      scopes: [],
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    },
    expect.objectContaining({ provider: "github", accountId: "42", scopes: ["read:user", "user:email"] }),
  ]);
  expect(JSON.stringify(body)).not.toMatch(/secret|password|argon2|scrypt/);
  expect((await browser().get("/list-accounts")).status).toBe(401);
});

describe("/delete-user", () => {
  const enabled = { user: { deleteUser: { enabled: true } } };
  const withMail = () => {
    const box = createMailbox();
    return { box, options: mailOptions(box) };
  };

  test("doesn't exist unless the app enables it", async () => {
    const { ann } = await start();
    expect((await ann.post("/delete-user", {})).status).toBe(404);
    expect((await ann.get("/delete-user/callback?token=x")).status).toBe(404);
  });

  test("requires the password or a fresh session if no email is required, and deletes all of the user's data", async () => {
    for (const body of [{ password: testPassword }, {}]) {
      const { ann, db } = await start(enabled);
      const { body: answer } = await ann.post("/delete-user", body);
      expect(answer).toEqual({ success: true, message: "User deleted" });
      expect(ann.cookies.size).toBe(0);
      for (const table of [userTable, accountTable, sessionTable, tokenTable])
        expect(await db.count(table as never, {})).toBe(0);
      expect(await db.count(auditTable, { where: { action: "user.delete" } })).toBe(1);
    }
  });

  test("SESS-24: an old session is rejected, and the error lists the accepted proofs", async () => {
    const { ann, clock, user } = await start(enabled);
    clock.advance(86_400);
    const { status, body } = await ann.post("/delete-user", {});
    expect([status, body]).toMatchObject([400, { code: "SESSION_EXPIRED", proof: ["password"] }]);
    expect((await ann.post("/delete-user", { password: "wrong password" })).body.code).toBe("INVALID_PASSWORD");
    expect(await user()).not.toBeNull();
    expect((await ann.post("/delete-user", { password: testPassword })).status).toBe(200);
  });

  test("deletes nothing until the owner opens the emailed link, if an email is required", async () => {
    const { box, options } = withMail();
    const { ann, user, browser, db } = await start(options);
    const asked = await ann.post("/delete-user", { callbackURL: "/bye" });
    expect(asked.body).toEqual({ success: true, message: "Verification email sent" });
    const mail = await box.next("sendDeleteAccountVerification");
    expect(mail.token).toMatch(/^[0-9a-z]{32}$/);
    expect(mail.url).toBe(`http://app.test/api/auth/delete-user/callback?token=${mail.token}&callbackURL=%2Fbye`);

    // CSRF-13: an email scanner has no session. TOK-06: another user has a different session.
    expect((await browser().get(pathOf(mail.url))).body).toMatchObject({ code: "FAILED_TO_GET_USER_INFO" });
    const bob = browser();
    await bob.signUp("bob@example.com");
    expect((await bob.get(pathOf(mail.url))).body).toMatchObject({ code: "INVALID_TOKEN" });
    expect((await bob.post("/delete-user", { token: mail.token })).status).toBe(404);
    expect(await user()).not.toBeNull();

    const opened = await ann.get(pathOf(mail.url));
    expect([opened.status, opened.headers.get("location")]).toEqual([302, "http://app.test/bye"]);
    expect(ann.cookies.size).toBe(0);
    expect(await user()).toBeNull();
    expect(await db.count(tokenTable, {})).toBe(0);
  });

  test("also accepts the token in the body, for a day, and then doesn't need a fresh session", async () => {
    const { box, options } = withMail();
    const { ann, clock, user } = await start(options);
    await ann.post("/delete-user", { password: testPassword });
    const { token } = await box.next("sendDeleteAccountVerification");
    clock.advance(86_400);
    expect((await ann.post("/delete-user", { token })).status).toBe(404);
    await ann.post("/delete-user", {});
    const next = await box.next("sendDeleteAccountVerification");
    clock.advance(86_399);
    expect((await ann.post("/delete-user", { token: next.token })).body).toMatchObject({ message: "User deleted" });
    expect(await user()).toBeNull();
  });

  test("the app's beforeDelete can prevent the deletion and keep the token, and afterDelete runs after the deletion", async () => {
    const gone = vi.fn();
    let keeps = true;
    const { box, options } = withMail();
    const { ann, user, auth } = await start({
      ...options,
      user: {
        deleteUser: {
          ...options.user.deleteUser,
          beforeDelete: async () => {
            if (keeps) throw new AuthError("UNPAID", { status: 409, message: "There is an open invoice." });
          },
          afterDelete: gone,
        },
      },
    });
    await ann.post("/delete-user", {});
    const { token } = await box.next("sendDeleteAccountVerification");
    const refused = await ann.post("/delete-user", { token });
    expect([refused.status, refused.body]).toEqual([409, { code: "UNPAID", message: "There is an open invoice." }]);
    expect(await user()).not.toBeNull();
    keeps = false;
    expect((await ann.post("/delete-user", { token })).status).toBe(200);
    await outboxEmpty(auth);
    expect(gone.mock.calls).toEqual([[expect.objectContaining({ email: "ann@example.com" })]]);
  });
});

describe.each(quickDatabases)("deleting on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("TOK-02: one of 50 concurrent uses of the token deletes the account, with one notification", async () => {
    const gone = vi.fn();
    const box = createMailbox();
    const options = mailOptions(box);
    const deleteUser = { ...options.user.deleteUser, afterDelete: gone };
    const { ann, auth, browser, db } = await start({ ...options, user: { deleteUser }, database: opened.database });
    await ann.post("/delete-user", {});
    const { token } = await box.next("sendDeleteAccountVerification");
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => browser().post("/delete-user", { token }, { cookie })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404 || status === 401)).toHaveLength(49);
    await outboxEmpty(auth);
    expect(gone).toHaveBeenCalledTimes(1);
    expect(await db.count(auditTable, { where: { action: "user.delete" } })).toBe(1);
  });

  test("the emailed link sends at most the queries it declares", async () => {
    const box = createMailbox();
    const { ann, auth } = await start({ ...mailOptions(box), database: opened.database });
    await ann.post("/delete-user", {});
    const { url } = await box.next("sendDeleteAccountVerification");
    await outboxEmpty(auth);
    opened.statements.length = 0;
    await ann.get(pathOf(url));
    const own = opened.statements.filter(
      ({ kind, table }) => kind !== "transaction" && table !== "audit" && table !== "outbox",
    );
    const declared = auth.$context.extensions.endpoints.deleteUserCallback?.queryBudget ?? -1;
    expect(own.length, own.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(declared);
  });

  test("every call sends at most the queries it declares", async () => {
    const { ann, auth } = await start({ ...{ user: { deleteUser: { enabled: true } } }, database: opened.database });
    const cost = async (id: string, run: () => Promise<{ status: number }>): Promise<void> => {
      opened.statements.length = 0;
      const { status } = await run();
      const own = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && table !== "audit" && table !== "outbox",
      );
      const declared = auth.$context.extensions.endpoints[id]?.queryBudget ?? -1;
      expect([id, status]).toEqual([id, 200]);
      expect(own.length, `${id}: ${own.map(({ text }) => text).join("\n")}`).toBeLessThanOrEqual(declared);
    };
    await cost("updateUser", () => ann.post("/update-user", { name: "Anna" }));
    await cost("listAccounts", () => ann.get("/list-accounts"));
    await cost("deleteUser", () => ann.post("/delete-user", { password: testPassword }));
  });
});
