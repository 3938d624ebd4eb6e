import { AuthError, type AuthOptions, createAuth, memoryAdapter, type WriteHooks } from "@latchkey/core";
import { DatabaseUnavailable } from "@latchkey/core/database";
import { definePlugin, defineUntypedEndpoint, type Endpoint } from "@latchkey/core/plugin";
import { startAuth, testPassword, testSecret } from "@latchkey/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { accountTable } from "../tables/account.ts";
import { outboxTable } from "../tables/outbox.ts";
import { userTable } from "../tables/user.ts";

const whole: AuthOptions = { baseURL: "https://app.test", secret: testSecret, database: memoryAdapter() };
afterEach(() => vi.unstubAllEnvs());

describe("createAuth throws for an invalid option, and the error names it", () => {
  test.each([
    [{ database: undefined }, "database is missing"],
    [{ baseURL: "app.test" }, 'baseURL is "app.test"'],
    [{ baseURL: "https://app.test/api" }, "basePath"],
    [{ basePath: "api/" }, "basePath"],
    [{ secrets: [testSecret] }, "secret or secrets"],
    [{ session: { expiresIn: 0 } }, "session.expiresIn is 0"],
    [{ session: { expiresIn: 34_560_001 } }, "session.expiresIn"],
    [{ session: { freshAge: 1.5 } }, "session.freshAge"],
    [{ session: { cookieCache: { enabled: true, maxAge: -1 } } }, "session.cookieCache.maxAge"],
    [{ emailAndPassword: { minPasswordLength: 0 } }, "emailAndPassword.minPasswordLength"],
    [{ emailAndPassword: { maxPasswordLength: 32 } }, "emailAndPassword.maxPasswordLength"],
    [{ trustedOrigins: ["app.test"] }, "trustedOrigins"],
    [{ trustedOrigins: ["https://*"] }, "trustedOrigins"],
    [{ errorURL: "sign-in" }, 'errorURL is "sign-in"'],
    [{ errorURL: "//evil.test" }, "errorURL"],
    [{ errorURL: "javascript:alert(1)" }, "errorURL"],
    [{ rateLimit: { window: 0 } }, "rateLimit.window"],
    [{ rateLimit: { customRules: { "/ok": { window: 1, max: -1 } } } }, 'rateLimit.customRules["/ok"].max'],
    [{ advanced: { cookiePrefix: "a b" } }, "advanced"],
    [{ advanced: { defaultCookieAttributes: { sameSite: "none", secure: false } } }, "sameSite"],
    [{ advanced: { ipAddress: { trustedProxies: ["nonsense"] } } }, "advanced.ipAddress.trustedProxies"],
    [{ advanced: { crossSubDomainCookies: { enabled: true, domain: "a;b" } } }, "domain"],
    [{ user: { additionalFields: { "bad name": { type: "string" } } } }, "user.additionalFields.bad name"],
    [{ user: { additionalFields: { email: { type: "string" } } } }, "user.email"],
    [{ plugins: [definePlugin({ id: "a" }), definePlugin({ id: "a" })] }, '"a" occurs twice'],
    [{ plugins: [{ id: "a", gate: [] }] }, 'plugins: "a" has the unknown key "gate". Did you mean "gates"?'],
    [{ plugins: [{ id: "a", whatever: 1 }] }, '"a" has the unknown key "whatever". A plugin can have id, tables'],
    [{ plugins: [definePlugin({ id: "session" })] }, '"session" occurs twice'],
  ] as [Partial<Record<keyof AuthOptions, unknown>>, string][])("%j", (options, message) => {
    expect(() => createAuth({ ...whole, ...options } as AuthOptions)).toThrow(message);
  });

  test("KEY-01: production rejects a missing, short, guessable, or development secret, and a missing baseURL", () => {
    vi.stubEnv("NODE_ENV", "production");
    const { baseURL, database } = whole as { baseURL: string; database: AuthOptions["database"] };
    expect(() => createAuth({ baseURL, database })).toThrow(/secret is missing.*npx @latchkey\/cli secret/);
    for (const secret of [
      "short",
      "a".repeat(40),
      "change-me-change-me-change-me-change-me",
      "latchkey-development-secret-not-for-production",
    ]) {
      expect(() => createAuth({ baseURL, database, secret })).toThrow(/^secret /);
    }
    expect(() => createAuth({ baseURL, database, secrets: [testSecret, "short"] })).toThrow("secrets[1]");
    expect(() => createAuth({ database, secret: testSecret })).toThrow("baseURL is missing");
    expect(() => createAuth({ baseURL, database, secret: testSecret })).not.toThrow();
  });

  test("an unset environment is treated as production", () => {
    vi.stubEnv("NODE_ENV", "");
    expect(() => createAuth({ database: memoryAdapter() })).toThrow("is missing");
  });
});

describe("hooks", () => {
  test("around endpoints get the input and output, and can change or reject them", async () => {
    const seen: string[] = [];
    const { browser } = await startAuth({
      hooks: {
        before: (input, { endpointId }) => {
          seen.push(`before ${endpointId}`);
          if ((input as { email?: string }).email === "spam@example.com")
            throw new AuthError("NO_SPAM", { status: 400, message: "No" });
        },
        after: (output, { endpointId }) => (endpointId === "ok" ? { ...(output as object), extra: 1 } : undefined),
      },
    });
    expect((await browser().get("/ok")).body).toEqual({ ok: true, extra: 1 });
    expect((await browser().signUp("spam@example.com")).body).toMatchObject({ code: "NO_SPAM" });
    expect(seen).toEqual(["before ok", "before signUpEmail"]);
  });

  test("FAULT-05: in the transaction can reject a write, and then nothing is stored", async () => {
    const failures: unknown[] = [];
    const { browser, auth } = await startAuth({
      databaseHooks: {
        account: {
          create: {
            inTransaction: async (_, tx) => {
              expect(await tx.count(userTable, {})).toBe(1);
              throw new AuthError("NOT_TODAY", { status: 403, message: "No" });
            },
            onFailure: (error) => void failures.push(error),
          },
        },
      },
    });
    expect((await browser().signUp("ann@example.com")).body).toMatchObject({ code: "NOT_TODAY" });
    expect(await auth.$context.db.count(userTable, {})).toBe(0);
    expect(failures).toHaveLength(1);
  });

  test("FAULT-05: after the commit can't reject a write, and are retried from the outbox until they succeed", async () => {
    let tries = 0;
    const { browser, auth, clock } = await startAuth({
      databaseHooks: {
        user: {
          create: {
            afterCommit: ({ rows }) => {
              expect(rows[0]?.createdAt).toBeInstanceOf(Date);
              if (++tries === 1) throw new Error("not yet");
            },
          },
        },
      },
    });
    expect((await browser().signUp("ann@example.com")).status).toBe(200);
    await auth.api.deliverOutbox();
    expect(tries).toBe(1);
    expect((await auth.$context.db.findMany(outboxTable, { limit: 9 }))[0]).toMatchObject({
      kind: "hook",
      attempts: 1,
      lastError: "not yet",
    });
    clock.advance(60);
    expect(await auth.api.deliverOutbox()).toEqual({ delivered: 1, failed: 0 });
    expect([tries, await auth.$context.db.count(outboxTable, {})]).toEqual([2, 0]);
  });

  test("on updates and deletes get the previous rows", async () => {
    const changes: unknown[] = [];
    const note: WriteHooks = {
      inTransaction: ({ operation, rows, set }) => void changes.push([operation, rows.map(({ name }) => name), set]),
    };
    const { browser, auth } = await startAuth({ databaseHooks: { user: { update: note, delete: note } } });
    await browser().signUp("ann@example.com");
    await auth.$context.db.update(userTable, { where: { email: "ann@example.com" }, set: { name: "New" } });
    await auth.$context.db.remove(userTable, { where: { email: "ann@example.com" } });
    await auth.$context.db.remove(userTable, { where: { email: "ann@example.com" } });
    expect(changes).toEqual([
      ["update", ["ann"], { name: "New" }],
      ["delete", ["New"], undefined],
    ]);
  });
});

describe("when something fails", () => {
  const broken = (error: Error) => ({
    dialect: "broken",
    connect: (schema: never) => ({
      ...memoryAdapter().connect(schema),
      findOne: () => Promise.reject(error),
      transaction: () => Promise.reject(error),
    }),
  });

  test("LOG-02: an unexpected error returns a 500 without details, and the log has the cause", async () => {
    const lines: unknown[] = [];
    const error = new Error("select * from user where secret = planted-sql at /srv/app");
    const { browser } = await startAuth({
      database: broken(error) as never,
      logger: { log: (...line) => void lines.push(line) },
    });
    const { status, body } = await browser().signIn("ann@example.com");
    expect([status, body]).toEqual([500, { code: "INTERNAL_SERVER_ERROR", message: "Internal server error" }]);
    const { message, stack } = error;
    const logged = { endpoint: "signInEmail", error: expect.objectContaining({ message, stack }) };
    expect(lines).toEqual([["error", "A request failed", logged]]);
  });

  test("FAULT-01, FAULT-02: an unreachable database returns a 503, never a wrong-password error", async () => {
    const { browser } = await startAuth({ database: broken(new DatabaseUnavailable()) as never });
    for (const reply of [await browser().signIn("ann@example.com"), await browser().signUp("ann@example.com")]) {
      expect([reply.status, reply.body, reply.headers.get("retry-after")]).toEqual([
        503,
        { code: "SERVICE_UNAVAILABLE", message: "Service unavailable. Please try again later." },
        "1",
      ]);
      expect(reply.setCookies).toEqual([]);
    }
  });

  test("LOG-02: an error in the app's own function also returns a 500 without details", async () => {
    const { browser } = await startAuth({
      trustedOrigins: () => {
        throw new Error("planted");
      },
    });
    for (const reply of [
      await browser().get("/ok", { origin: "https://x.test" }),
      await browser().signUp("a@b.test"),
    ]) {
      expect(JSON.stringify(reply.body)).not.toContain("planted");
    }
    expect((await browser().get("/ok", { origin: "https://x.test" })).status).toBe(500);
  });

  test("cookies are added even if a plugin returns a response with immutable headers", async () => {
    const away = definePlugin({
      id: "away",
      cookies: ["seen"],
      endpoints: {
        away: defineUntypedEndpoint({
          method: "GET",
          path: "/away",
          queryBudget: 0,
          handle: (_, { reply, settings }) => {
            reply.setCookie(settings.cookie("seen"), "1");
            return Response.redirect("https://app.test/");
          },
        }) as Endpoint,
      },
    });
    const { browser } = await startAuth({ plugins: [away] });
    const { status, headers, setCookies } = await browser().get("/away");
    expect([status, headers.get("location"), setCookies.length]).toEqual([302, "https://app.test/", 1]);
  });

  test("LOG-01: at the lowest level, the log contains no password, token, cookie, hash, or secret", async () => {
    const lines: unknown[] = [];
    const { browser, auth } = await startAuth({ logger: { level: "debug", log: (...line) => void lines.push(line) } });
    const ann = browser();
    const { body } = await ann.signUp("ann@example.com");
    await ann.signIn("ann@example.com", "wrong-password-planted");
    await ann.get("/get-session", { cookie: "latchkey.session_token=planted-cookie.x" });
    await ann.post("/sign-in/email", { email: { planted: "planted-field" }, password: 1 });
    auth.$context.log.debug("the log works");
    const [account] = await auth.$context.db.findMany(accountTable, { limit: 1 });
    const text = JSON.stringify(lines);
    expect(text).toContain("the log works");
    for (const secret of [testPassword, body.token, account?.password as string, testSecret, "planted"])
      expect(text).not.toContain(secret);
  });

  test("LOG-03: control characters in input can't forge a log line", async () => {
    const lines: string[] = [];
    const { auth } = await startAuth({
      logger: { level: "debug", log: (_, message, details) => void lines.push(message + JSON.stringify(details)) },
    });
    auth.$context.log.info("a\nb\u001b[31m", { agent: "x\r\ny\u2028" });
    expect(lines[0]).toBe('a\\u000ab\\u001b[31m{"agent":"x\\\\u000d\\\\u000ay\\\\u2028"}');
  });
});

test("input that a database can't store returns a 400", async () => {
  const { browser } = await startAuth({ user: { additionalFields: { nick: { type: "string", input: true } } } });
  const body = { name: "Ann", email: "ann@example.com", password: testPassword, nick: "a\0b" };
  expect((await browser().post("/sign-up/email", body)).status).toBe(400);
});
