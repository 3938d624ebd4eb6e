import { startAuth, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { accountTable } from "../../tables/account.ts";
import { userTable } from "../../tables/user.ts";

const email = "ann@example.com";

async function withAnn(options = {}) {
  const app = await startAuth(options);
  await app.browser().signUp(email);
  return app;
}

describe("signing in", () => {
  test("accepts the email in any case, and returns the token and user", async () => {
    const { browser } = await withAnn();
    const { status, body } = await browser().signIn("ANN@Example.COM");
    expect(status).toBe(200);
    expect(body).toMatchObject({ redirect: false, token: expect.stringMatching(/^[\w-]{43}$/), user: { email } });
    expect(body).not.toHaveProperty("url");
  });

  test("PASS-04: a password in any Unicode form is the same password", async () => {
    const { browser } = await startAuth();
    await browser().post("/sign-up/email", { name: "A", email, password: "Zürich ﬁnal ①" });
    for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const) {
      expect((await browser().signIn(email, "Zürich ﬁnal ①".normalize(form))).status).toBe(200);
    }
  });

  test("ENUM-01, ENUM-02: an unknown user, a wrong password, and a user without a password get the same response after one hash", async () => {
    const { browser, auth } = await withAnn();
    await browser().signUp("social@example.com");
    const social = await auth.$context.db.findOne(userTable, { where: { email: "social@example.com" } });
    await auth.$context.db.remove(accountTable, { where: { userId: social?.id as string } });
    const { stats } = auth.$context.passwords as { stats: { computed: number } };
    const outcomes = [];
    for (const who of [email, "nobody@example.com", "social@example.com"]) {
      const before = stats.computed;
      const { status, body, headers, setCookies } = await browser().signIn(who, "wrong password");
      outcomes.push({ status, body, headers: [...headers.keys()], setCookies, hashes: stats.computed - before });
    }
    expect(outcomes[0]).toMatchObject({
      status: 401,
      body: { code: "INVALID_EMAIL_OR_PASSWORD", message: "Invalid email or password" },
      setCookies: [],
      hashes: 1,
    });
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
  });

  test("ENUM-02: an unverified account is only revealed with the right password", async () => {
    const { browser } = await startAuth({
      emailAndPassword: { enabled: true, requireEmailVerification: true },
      emailVerification: { sendVerificationEmail: async () => {} },
    });
    await browser().signUp(email);
    expect((await browser().signIn(email, "wrong password")).status).toBe(401);
    expect((await browser().signIn(email)).status).toBe(403);
  });

  test("PASS-01, PASS-08: another library's hash is accepted once and then replaced by a stronger one", async () => {
    const { browser, auth } = await withAnn();
    const { scryptSync } = await import("node:crypto");
    const salt = "00112233445566778899aabbccddeeff";
    const key = scryptSync(testPassword, salt, 64, { N: 16384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 });
    await auth.$context.db.update(accountTable, {
      where: { providerId: "credential" },
      set: { password: `${salt}:${key.toString("hex")}` },
    });
    expect((await browser().signIn(email, "wrong password")).status).toBe(401);
    expect((await browser().signIn(email)).status).toBe(200);
    await expect
      .poll(async () => (await auth.$context.db.findMany(accountTable, { limit: 1 }))[0]?.password)
      .toMatch(/^\$(argon2id\$v=19\$m=19456,t=2,p=1|scrypt\$ln=15,r=8,p=3)\$/);
    expect((await browser().signIn(email)).status).toBe(200);
  });

  test("PASS-09: a corrupt hash counts as a wrong password, and the log says why without showing it", async () => {
    const lines: unknown[] = [];
    const { browser, auth } = await withAnn({ logger: { log: (...line: unknown[]) => void lines.push(line) } });
    await auth.$context.db.update(accountTable, {
      where: { providerId: "credential" },
      set: { password: "$scrypt$ln=31,r=8,p=1$planted-hash" },
    });
    expect((await browser().signIn(email)).status).toBe(401);
    expect(JSON.stringify(lines)).toContain("cannot be used");
    expect(JSON.stringify(lines)).not.toContain("planted");
  });

  test("PASS-02: a password of 1 MB is rejected with a 400 before hashing", async () => {
    const { browser, auth } = await withAnn();
    const { stats } = auth.$context.passwords as { stats: { computed: number } };
    const before = stats.computed;
    expect((await browser().signIn(email, "x".repeat(1_000_000))).status).toBe(400);
    expect(stats.computed).toBe(before);
  });

  test("PASS-10: 100 concurrent sign-ins all get a response, and sessions can still be read while they run", async () => {
    const { browser } = await withAnn();
    const reader = browser();
    await reader.signIn(email);
    const attempts = Promise.all(Array.from({ length: 100 }, () => browser().signIn(email)));
    let slowest = 0;
    for (let i = 0; i < 50; i++) {
      const start = performance.now();
      await reader.get("/get-session");
      slowest = Math.max(slowest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect((await attempts).every(({ status }) => status === 200)).toBe(true);
    expect(slowest).toBeLessThan(500);
  }, 60_000);

  test("the app's own hasher is used, even for unknown users", async () => {
    const calls: string[] = [];
    const { browser } = await startAuth({
      emailAndPassword: {
        enabled: true,
        password: {
          hash: async (password) => `own:${password}`,
          verify: async ({ hash, password }) => {
            calls.push(hash);
            return hash === `own:${password}`;
          },
        },
      },
    });
    await browser().signUp(email);
    expect((await browser().signIn(email)).status).toBe(200);
    expect((await browser().signIn("nobody@example.com")).status).toBe(401);
    expect(calls).toHaveLength(2);
  });

  test("the callbackURL is returned in the body and in a header, for the client to follow", async () => {
    const { browser } = await withAnn();
    const { body, headers } = await browser().post("/sign-in/email", {
      email,
      password: testPassword,
      callbackURL: "/dashboard",
    });
    expect(body).toMatchObject({ redirect: true, url: "/dashboard" });
    expect(headers.get("location")).toBe("/dashboard");
  });

  test("forms are accepted too", async () => {
    const { browser } = await withAnn();
    const body = new URLSearchParams({ email, password: testPassword, rememberMe: "false" }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: "http://app.test" };
    const reply = await browser().send("/sign-in/email", { method: "POST", body, headers });
    expect(reply.status).toBe(200);
    expect(reply.setCookies[0]).not.toContain("Max-Age");
  });

  test("the feature can be turned off", async () => {
    const { browser } = await startAuth({ emailAndPassword: {} });
    expect((await browser().signIn(email)).body).toMatchObject({ code: "EMAIL_PASSWORD_DISABLED" });
  });
});
