import { createMailbox, mailOptions, outboxEmpty, startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memoryAdapter } from "../../database/memory/adapter.ts";
import { accountTable } from "../../tables/account.ts";
import { auditTable } from "../../tables/audit.ts";
import { sessionTable } from "../../tables/session.ts";
import { userTable } from "../../tables/user.ts";

const ann = { name: "Ann", email: "ann@example.com", password: testPassword };

describe.each(quickDatabases)("signing up on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());
  const start = <const O extends object>(options?: O) => startAuth({ database: opened.database, ...options } as never);

  test("creates a user, an account, a session, and two audit entries", async () => {
    const { auth, browser } = await start();
    const { status, body, setCookies } = await browser().post("/sign-up/email", { ...ann, email: "Ann@Example.com" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { name: "Ann", email: "ann@example.com", image: null },
    });
    expect(setCookies).toHaveLength(1);
    const { db } = auth.$context;
    expect(await db.count(userTable, {})).toBe(1);
    const [account] = await db.findMany(accountTable, { limit: 9 });
    const [session] = await db.findMany(sessionTable, { limit: 9 });
    expect(account).toMatchObject({ providerId: "credential", accountId: account?.userId });
    expect(session).toMatchObject({
      userId: account?.userId,
      revision: 0,
      remembered: true,
      proofs: { password: expect.any(Number) },
    });
    const records = await db.findMany(auditTable, { orderBy: [{ column: "action" }], limit: 9 });
    expect(records.map(({ action, userId }) => [action, userId])).toEqual([
      ["session.create", account?.userId],
      ["user.create", account?.userId],
    ]);
  });

  test("INPUT-13: one of 50 concurrent sign-ups with the same email creates the user, and 49 get a clean error", async () => {
    const { auth, browser } = await start();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        browser().post("/sign-up/email", { ...ann, email: at % 2 ? ann.email : "ANN@example.com" }),
      ),
    );
    const outcomes = replies.map(({ status, body }) => [status, (body as { code?: string }).code ?? "made"].join(" "));
    expect(outcomes.filter((outcome) => outcome === "200 made")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "422 USER_ALREADY_EXISTS")).toHaveLength(49);
    for (const table of [userTable, accountTable, sessionTable])
      expect(await auth.$context.db.count(table as never, {})).toBe(1);
  });

  test("sends at most 3 queries and its transaction; sign-in 2, reading 1, listing 2, sign-out 1", async () => {
    const { auth, browser } = await start();
    const person = browser();
    const cost = async (run: () => Promise<unknown>): Promise<number> => {
      opened.statements.length = 0;
      await run();
      return opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && table !== "audit" && table !== "outbox",
      ).length;
    };
    const declared = (id: string): number => auth.$context.extensions.endpoints[id]?.queryBudget ?? -1;
    expect(await cost(() => person.post("/sign-up/email", ann))).toBe(declared("signUpEmail"));
    expect(await cost(() => browser().signIn(ann.email))).toBe(declared("signInEmail"));
    expect(await cost(() => person.get("/get-session"))).toBe(declared("getSession"));
    expect(await cost(() => person.get("/list-sessions"))).toBe(declared("listSessions"));
    expect(await cost(() => person.post("/revoke-session", { token: "x" }))).toBe(declared("revokeSession"));
    expect(await cost(() => person.post("/revoke-other-sessions"))).toBe(declared("revokeOtherSessions"));
    expect(await cost(() => person.post("/sign-out"))).toBe(declared("signOut"));
    expect(await cost(() => person.get("/get-session"))).toBe(0);
    await person.signIn(ann.email);
    expect(await cost(() => person.post("/revoke-sessions"))).toBe(declared("revokeSessions"));
    expect(declared("signUpEmail")).toBeLessThanOrEqual(3);
    expect(declared("signInEmail")).toBeLessThanOrEqual(2);
    expect([declared("getSession"), declared("listSessions"), declared("signOut")]).toEqual([1, 2, 1]);
  });

  test("with the audit log and the outbox, sign-up sends 4 queries and sign-in 3", async () => {
    const { browser } = await start();
    const tables = async (run: () => Promise<unknown>): Promise<(string | null)[]> => {
      opened.statements.length = 0;
      await run();
      return opened.statements.flatMap(({ kind, table }) => (kind === "transaction" ? [] : [table]));
    };
    expect(await tables(() => browser().post("/sign-up/email", ann))).toEqual(["user", "account", "session", "audit"]);
    expect(await tables(() => browser().signIn(ann.email))).toEqual(["user", "session", "audit"]);
  });

  test("reading a session with the cookie cache sends no query", async () => {
    const { browser } = await start({ session: { cookieCache: { enabled: true } } });
    const person = browser();
    await person.post("/sign-up/email", ann);
    opened.statements.length = 0;
    expect((await person.get("/get-session")).body).not.toBeNull();
    expect(opened.statements).toEqual([]);
  });

  test("FAULT-10: hashing never happens while a transaction is open", async () => {
    let open = 0;
    const seen: number[] = [];
    const { browser } = await start({
      emailAndPassword: {
        enabled: true,
        password: {
          hash: async (password: string) => {
            seen.push(open);
            return `h:${password}`;
          },
          verify: async ({ hash, password }: { hash: string; password: string }) => {
            seen.push(open);
            return hash === `h:${password}`;
          },
        },
      },
    });
    const observe = setInterval(() => {
      open =
        opened.statements.filter(({ text }) => text === "begin").length -
        opened.statements.filter(({ text }) => text === "commit" || text === "rollback").length;
    }, 0);
    const person = browser();
    await person.post("/sign-up/email", ann);
    expect((await person.signIn(ann.email)).status).toBe(200);
    clearInterval(observe);
    expect(seen).toEqual([0, 0]);
  });

  test("a user can sign up, read the session, sign in elsewhere, list and revoke sessions, and sign out", async () => {
    const { browser } = await start();
    const [laptop, phone] = [browser(), browser("2001:db8::9")];
    await laptop.post("/sign-up/email", ann);
    expect((await phone.signIn(ann.email)).status).toBe(200);
    const list = (await laptop.get<{ token: string; ipAddress: string }[]>("/list-sessions")).body;
    const other = list.find(({ ipAddress }) => ipAddress === "2001:db8::9");
    await laptop.post("/revoke-session", { token: other?.token });
    expect((await phone.get("/get-session")).body).toBeNull();
    await laptop.post("/sign-out");
    expect((await laptop.get("/get-session")).body).toBeNull();
  });
});

describe("rejected sign-ups", () => {
  const refusal = async (body: object, options = {}): Promise<string> => {
    const { browser, auth } = await startAuth(options);
    const reply = await browser().post<{ code: string }>("/sign-up/email", { ...ann, ...body });
    expect(await auth.$context.db.count(userTable, {})).toBe(0);
    expect(reply.setCookies).toEqual([]);
    return `${reply.status} ${reply.body.code}`;
  };

  test.each([
    "ann",
    "ann@",
    "@x.test",
    "a@x.test,b@y.test",
    "a b@x.test",
    '"a"@x.test',
    "a@x.test\r\nbcc: e@x.test",
    "a@localhost",
    "ａnn@x.test",
    "ann＠x.test",
    "a@x..test",
    "Kelvin\u212a@x.test",
    `${"a".repeat(65)}@x.test`,
    `a@${"b".repeat(250)}.test`,
    "",
  ])("TOK-17, TOK-18: %j isn't an email", async (email) => expect(await refusal({ email })).toBe("400 INVALID_EMAIL"));

  test("PASS-02, PASS-03: password length is counted in characters after normalization, and far too long passwords are rejected quickly", async () => {
    expect(await refusal({ password: "1234567" })).toBe("400 PASSWORD_TOO_SHORT");
    expect(await refusal({ password: "ﬃ" })).toBe("400 PASSWORD_TOO_SHORT");
    expect(await refusal({ password: "x".repeat(129) })).toBe("400 PASSWORD_TOO_LONG");
    expect(await refusal({ password: "😀".repeat(129) })).toBe("400 PASSWORD_TOO_LONG");
    const start = performance.now();
    expect(await refusal({ password: "x".repeat(1_000_000) })).toBe("400 PASSWORD_TOO_LONG");
    expect(performance.now() - start).toBeLessThan(1000);
    const { browser } = await startAuth();
    expect((await browser().post("/sign-up/email", { ...ann, password: "😀".repeat(128) })).status).toBe(200);
  });

  test("PASS-06: half of a surrogate pair is rejected; NUL and spaces are kept", async () => {
    expect(await refusal({ password: "longenough\ud800" })).toBe("400 VALIDATION_ERROR");
    const { browser } = await startAuth();
    const password = " with\0 nul and blanks ";
    await browser().post("/sign-up/email", { ...ann, password });
    expect((await browser().signIn(ann.email, password)).status).toBe(200);
    expect((await browser().signIn(ann.email, password.trim())).status).toBe(401);
    expect((await browser().signIn(ann.email, " with")).status).toBe(401);
  });

  test.each([{ $ne: null }, ["x"], 1, true, null, { length: 20 }])(
    "PASS-15, INPUT-05: %j instead of text is rejected",
    async (value) => {
      for (const field of ["email", "password", "name"])
        expect(await refusal({ [field]: value })).toBe("400 VALIDATION_ERROR");
    },
  );

  test("INPUT-11: text that contains NUL or is 100 kB long is rejected", async () => {
    expect(await refusal({ name: "a\0b" })).toBe("400 VALIDATION_ERROR");
    expect(await refusal({ name: "x".repeat(100_000) })).toBe("400 VALIDATION_ERROR");
  });

  test("sign-up and the whole feature can be turned off", async () => {
    expect(await refusal({}, { emailAndPassword: { enabled: false } })).toBe("400 EMAIL_PASSWORD_SIGN_UP_DISABLED");
    expect(await refusal({}, { emailAndPassword: { enabled: true, disableSignUp: true } })).toBe(
      "400 EMAIL_PASSWORD_SIGN_UP_DISABLED",
    );
  });

  test("a validation error names the field", async () => {
    const { browser } = await startAuth();
    const { body } = await browser().post("/sign-up/email", { email: "a@x.test", password: 1 });
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", message: "Invalid body parameters" });
    expect((body as unknown as { issues: { path: string }[] }).issues.map(({ path }) => path).sort()).toEqual([
      "name",
      "password",
    ]);
  });
});

describe("if sign-up doesn't create a session", () => {
  const verified = {
    emailAndPassword: { enabled: true, requireEmailVerification: true },
    emailVerification: { sendVerificationEmail: async () => {}, sendOnSignUp: false },
  };

  test("sign-up returns no token, and sign-in is rejected until the email is verified", async () => {
    const { browser, auth } = await startAuth(verified);
    const { body, setCookies } = await browser().signUp(ann.email);
    expect(body.token).toBeNull();
    expect(setCookies.filter((line) => line.includes("session_token"))).toEqual([]);
    const refused = await browser().signIn(ann.email);
    expect([refused.status, refused.body]).toEqual([
      403,
      { code: "EMAIL_NOT_VERIFIED", message: "Email not verified" },
    ]);
    await auth.$context.db.update(userTable, { where: { email: ann.email }, set: { emailVerified: true } });
    expect((await browser().signIn(ann.email)).status).toBe(200);
  });

  test("ENUM-04: a taken email gets the same response as a new one, and also takes one hash", async () => {
    const { browser, auth } = await startAuth(verified);
    await browser().signUp(ann.email);
    const { stats } = auth.$context.passwords as { stats: { computed: number } };
    const spent = async (email: string) => {
      const before = stats.computed;
      const reply = await browser().post<{ user: object }>("/sign-up/email", { ...ann, email });
      return { reply, hashes: stats.computed - before };
    };
    const [taken, fresh] = [await spent(ann.email), await spent("bob@example.com")];
    expect(taken.reply.status).toBe(fresh.reply.status);
    expect(Object.keys(taken.reply.body.user)).toEqual(Object.keys(fresh.reply.body.user));
    expect([...taken.reply.headers.keys()]).toEqual([...fresh.reply.headers.keys()]);
    expect(taken.hashes).toBe(fresh.hashes);
  });

  test("ENUM-04: a taken email causes the same queries and messages as a new one, and the owner is notified", async () => {
    const texts: string[] = [];
    const box = createMailbox();
    const mails = mailOptions(box);
    // The outbox polls its table occasionally, so only its insert counts toward the sign-up.
    const database = memoryAdapter({
      onStatement({ kind, text, table }) {
        if (kind !== "transaction" && (table !== "outbox" || text.startsWith("insert"))) texts.push(text);
      },
    });
    const { browser, auth } = await startAuth({
      ...mails,
      database,
      emailAndPassword: { ...mails.emailAndPassword, requireEmailVerification: true },
    });
    await browser().signUp(ann.email);
    await outboxEmpty(auth);
    const counts: number[] = [];
    for (const email of [ann.email, "bob@example.com"]) {
      texts.length = 0;
      await browser().signUp(email);
      // Count queries up to the message. Delivery happens after the response.
      counts.push(texts.findIndex((text) => /insert outbox/.test(text)));
      await outboxEmpty(auth);
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[0]).toBe(counts[1]);
    expect(box.mails.slice(1).map(({ sender, to }) => [sender, to])).toEqual([
      ["onExistingUserSignUp", ann.email],
      ["sendVerificationEmail", "bob@example.com"],
    ]);
  });

  test("ENUM-04: another taken unique value is checked before the email, so the error doesn't reveal anything about the email", async () => {
    const nick = { type: "string", input: true, unique: true } as const;
    const { browser } = await startAuth({ ...verified, user: { additionalFields: { nick } } } as never);
    const signUp = async (email: string, value: string) => {
      const { status, body } = await browser().post("/sign-up/email", { ...ann, email, nick: value });
      return [status, (body as { code?: string }).code];
    };
    await signUp("mine@example.com", "mine");
    expect(await signUp(ann.email, "anns")).toEqual([200, undefined]);
    expect(await signUp(ann.email, "mine")).toEqual(await signUp("free@example.com", "mine"));
    expect(await signUp("free@example.com", "mine")).toEqual([422, "FAILED_TO_CREATE_USER"]);
  });

  test("with autoSignIn off, a taken email isn't revealed even if emails don't have to be verified", async () => {
    const { browser } = await startAuth({ emailAndPassword: { enabled: true, autoSignIn: false } });
    expect((await browser().signUp(ann.email)).body.token).toBeNull();
    expect((await browser().signUp(ann.email)).status).toBe(200);
    expect((await browser().signIn(ann.email)).status).toBe(200);
  });
});
