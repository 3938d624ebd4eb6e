import { createMailbox, mailOptions, startAuth, testPassword, testSecret } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { startChangeEmail } from "../../../test/change-email-app.ts";
import { memoryAdapter } from "../../database/memory/adapter.ts";
import type { Capabilities } from "../../kernel/capabilities.ts";
import { defineUntypedEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { definePlugin } from "../../plugin/plugin.ts";
import { setSignedCookie } from "../../sessions/cookies.ts";
import { accountTable } from "../../tables/account.ts";

const endpointAt = (path: string, serverOnly = false): Endpoint =>
  defineUntypedEndpoint({ method: "GET", path, serverOnly, queryBudget: 0, handle: () => null }) as Endpoint;

const of = async (options: object = {}): Promise<Capabilities> => {
  const { browser } = await startAuth(options);
  return (await browser().get<Capabilities>("/capabilities")).body;
};

const github = { clientId: "an id", clientSecret: "provider-secret-k3" };
const everything = () => ({
  ...mailOptions(createMailbox()),
  emailAndPassword: {
    ...mailOptions(createMailbox()).emailAndPassword,
    enabled: true,
    minPasswordLength: 12,
    refuseOwnNames: true,
  },
  user: {
    changeEmail: { enabled: true, sendChangeEmailConfirmation: async () => {}, verifyNewFirst: true },
    deleteUser: { enabled: true },
    additionalFields: {
      plan: { type: "string", input: true, required: true },
      note: { type: "text", input: true },
      born: { type: "date", input: true },
      extra: { type: "json", input: true },
      credit: { type: "number" },
    },
  },
  socialProviders: { github },
});

describe("the server's capabilities", () => {
  test("describe an app with only passwords", async () => {
    expect(await of()).toEqual({
      version: 1,
      appName: "Latchkey",
      signIn: {
        password: true,
        username: false,
        magicLink: false,
        guest: false,
        sso: false,
        emailCode: null,
        phone: null,
        passkey: null,
        oneTap: null,
        providers: [],
      },
      signUp: { open: true, ways: ["password"], fields: [] },
      password: { min: 8, max: 128, refusesOwnNames: false, checksBreaches: false, reset: false, change: true },
      email: {
        verification: false,
        required: false,
        change: "off",
        cancelChange: false,
        secondFactorConfirms: false,
      },
      account: { delete: "off", link: false, unlinkLast: false },
      session: { freshAge: 86_400 },
      captcha: null,
      disabledPaths: [],
      plugins: {},
    });
  });

  test("describe an app with all of core's features", async () => {
    expect(await of(everything())).toMatchObject({
      signIn: { password: true, providers: [{ id: "github", name: "GitHub", signUp: true }] },
      signUp: {
        open: true,
        ways: ["password", "provider"],
        fields: [
          { name: "plan", type: "string", required: true },
          { name: "note", type: "string", required: false },
          { name: "born", type: "date", required: false },
        ],
      },
      password: { min: 12, refusesOwnNames: true, reset: true, change: true },
      email: { verification: true, change: "verifyNew", cancelChange: true },
      account: { delete: "immediate", link: true },
    });
  });

  test("describe an app without passwords or with sign-up closed", async () => {
    const none = await of({ emailAndPassword: { enabled: false } });
    expect([none.signIn.password, none.password, none.signUp]).toEqual([
      false,
      null,
      { open: false, ways: [], fields: [] },
    ]);
    const closed = await of({
      emailAndPassword: { enabled: true, disableSignUp: true },
      socialProviders: { github: { ...github, disableSignUp: true } },
    });
    expect(closed.signUp).toMatchObject({ open: false, ways: [] });
    expect(closed.signIn.providers).toMatchObject([{ signUp: false }]);
  });

  test.each([
    ["/sign-in/email", { signIn: { password: false } }],
    ["/sign-up/email", { signUp: { ways: ["provider"] } }],
    ["/sign-in/social", { signIn: { providers: [] }, account: { link: true }, signUp: { ways: ["password"] } }],
    ["/callback/:id", { signIn: { providers: [] }, account: { link: false } }],
    ["/link-social", { account: { link: false } }],
    ["/forget-password", { password: { reset: false } }],
    ["/request-password-reset", { password: { reset: false } }],
    ["/reset-password", { password: { reset: false } }],
    ["/change-password", { password: { change: false } }],
    ["/send-verification-email", { email: { verification: false } }],
    ["/change-email", { email: { change: "off" } }],
    ["/cancel-email-change", { email: { change: "verifyNew", cancelChange: false } }],
    ["/delete-user", { account: { delete: "off" } }],
  ])("reflect a disabled path: %s", async (path, expected) => {
    expect(await of({ ...everything(), disabledPaths: [path] })).toMatchObject(expected);
  });

  test("list the calls that are disabled by path or pattern, with their aliases and including plugins' calls", async () => {
    const badges = definePlugin({
      id: "badges",
      endpoints: {
        listBadges: endpointAt("/badges/list"),
        mintBadges: endpointAt("/badges/mint"),
        countBadges: endpointAt("/badges/count", true),
      },
    });
    const options = { ...everything(), plugins: [badges] };
    const off = async (...disabledPaths: string[]) => (await of({ ...options, disabledPaths })).disabledPaths;
    expect(await off("/badges/*")).toEqual(["/badges/list", "/badges/mint"]);
    expect(await off("/forget-password")).toEqual(["/forget-password", "/request-password-reset"]);
    expect(await off("/update-user")).toEqual(["/update-user"]);
  });

  test("the steps to change an email depend on the options", async () => {
    const sendChangeEmailConfirmation = async () => {};
    const change = async (changeEmail: object) => (await of({ ...everything(), user: { changeEmail } })).email.change;
    expect(await change({ enabled: true })).toBe("immediate");
    expect(await change({ enabled: true, sendChangeEmailConfirmation })).toBe("confirmOld");
    expect(await change({ enabled: false, sendChangeEmailConfirmation })).toBe("off");
    const mail = { enabled: true, sendDeleteAccountVerification: async () => {} };
    expect((await of({ user: { deleteUser: mail } })).account.delete).toBe("email");
  });

  test("each plugin adds its own capabilities once, under its id, and can check which calls exist", async () => {
    const asked: boolean[] = [];
    const plugin = definePlugin({
      id: "badges",
      capabilities(settings, isCallable) {
        asked.push(isCallable("signOut"), isCallable("/sign-out"), isCallable("deliverOutbox"), isCallable("nothing"));
        return { plugin: { of: settings.appName }, signIn: { guest: true }, password: { checksBreaches: true } };
      },
    });
    const { browser, auth } = await startAuth({ appName: "Acme", plugins: [plugin] });
    for (let time = 0; time < 3; time++) await browser().get("/capabilities");
    expect(asked).toEqual([true, true, false, false]);
    const answer = await auth.api.capabilities();
    expect(answer).toMatchObject({ signIn: { guest: true }, password: { checksBreaches: true } });
    expect(answer.plugins).toEqual({ badges: { of: "Acme" } });
  });

  test("KEY-07: don't contain secrets or information about users", async () => {
    const options = {
      ...everything(),
      secret: testSecret,
      rateLimit: { customRules: { "/ok": { window: 10, max: 3 } } },
      trustedOrigins: ["https://internal.test"],
      advanced: { ipAddress: { trustedProxies: ["10.0.0.1"] } },
    };
    const { browser } = await startAuth(options as never);
    await browser().post("/sign-up/email", {
      email: "ann@example.com",
      password: testPassword,
      name: "Ann",
      plan: "a",
    });
    const { body } = await browser().get("/capabilities");
    const text = JSON.stringify(body);
    expect(text.length).toBeGreaterThan(300);
    for (const hidden of [
      testSecret,
      github.clientSecret,
      github.clientId,
      "internal.test",
      "10.0.0.1",
      "ann@example.com",
    ])
      expect(text).not.toContain(hidden);
  });
});

describe("over HTTP", () => {
  test("the call doesn't need a session or read the database, and shared caches can store the response", async () => {
    const queries: unknown[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void queries.push(statement) });
    const { browser } = await startAuth({ database, rateLimit: { enabled: true, storage: "database" } });
    const ann = browser();
    await ann.signUp("ann@example.com");
    expect(queries.length).toBeGreaterThan(3);
    queries.length = 0;
    const anonymous = await browser().get("/capabilities");
    const signedIn = await ann.get("/capabilities");
    for (const { status, headers, setCookies } of [anonymous, signedIn]) {
      expect([status, setCookies]).toEqual([200, []]);
      expect(headers.get("cache-control")).toBe("public, max-age=60, stale-while-revalidate=600");
      expect(headers.get("pragma")).toBeNull();
      expect(headers.get("vary")).toBe("origin");
      expect(headers.get("etag")).toMatch(/^"[\w-]{22}"$/);
      expect(headers.get("content-type")).toBe("application/json");
    }
    expect(signedIn.body).toEqual(anonymous.body);
    expect(queries).toEqual([]);
  });

  test("shared caches can't store a response that sets a cookie", async () => {
    const plugin = definePlugin({
      id: "cookies",
      cookies: ["seen"],
      hooks: [{ on: () => true, before: (_, context) => setSignedCookie(context, "seen", "yes", 60) }],
    });
    const { browser } = await startAuth({ plugins: [plugin] });
    const { headers, setCookies } = await browser().get("/capabilities");
    expect(setCookies).toHaveLength(1);
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("a current ETag gets a 304 without a body, but an ETag from an app with other options doesn't", async () => {
    const { browser } = await startAuth();
    const tag = (await browser().get("/capabilities")).headers.get("etag") ?? "";
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
      const { status, headers, body } = await browser().get("/capabilities", { "if-none-match": known });
      expect([known, status, body]).toEqual([known, 304, ""]);
      expect(headers.get("etag")).toBe(tag);
      expect(headers.get("cache-control")).toContain("max-age=60");
    }
    expect((await browser().get("/capabilities", { "if-none-match": '"x"' })).status).toBe(200);
    const other = await startAuth({ appName: "Other" });
    expect((await other.browser().get("/capabilities")).headers.get("etag")).not.toBe(tag);
    const same = await startAuth();
    expect((await same.browser().get("/capabilities")).headers.get("etag")).toBe(tag);
  });

  test("a page on a trusted origin can read the response", async () => {
    const { browser } = await startAuth({ trustedOrigins: ["https://app.example"] });
    const { headers } = await browser().get("/capabilities", { origin: "https://app.example" });
    expect([headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([
      "https://app.example",
      "origin",
    ]);
    const foreign = await browser().get("/capabilities", { origin: "https://evil.example" });
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("the account's state", () => {
  test("says whether the user has a password", async () => {
    const { browser, auth } = await startAuth();
    const ann = browser();
    const { user } = (await ann.signUp("ann@example.com")).body;
    expect((await ann.get("/account-state")).body).toEqual({ hasPassword: true, pendingEmail: null });
    await auth.$context.db.remove(accountTable, { where: { userId: user.id } });
    expect((await ann.get("/account-state")).body).toMatchObject({ hasPassword: false });
    const stranger = await browser().get("/account-state");
    expect([stranger.status, stranger.body]).toMatchObject([401, { code: "UNAUTHORIZED" }]);
  });

  test("has the new email of a pending change until the change is complete or expires", async () => {
    const { ann, box, code, clock } = await startChangeEmail({ changeEmail: { verifyNewFirst: true } });
    const pending = async () => (await ann.get<any>("/account-state")).body.pendingEmail;
    const open = (url: string) => ann.get(url.replace("http://app.test/api/auth", ""));
    await code({ newEmail: "new@example.com" });
    const { url } = await box.next("sendChangeEmailConfirmation");
    const expiresAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
    expect(await pending()).toEqual({ email: "new@example.com", expiresAt, confirmWith: null });
    clock.advance(1);
    await open(url);
    const second = (await box.next("sendVerificationEmail")).url;
    expect(await pending()).toMatchObject({ email: "new@example.com" });
    await open(second);
    expect(await pending()).toBeNull();
    await code({ newEmail: "third@example.com" });
    await box.next("sendChangeEmailConfirmation");
    expect(await pending()).toMatchObject({ email: "third@example.com" });
    clock.advance(3601);
    expect(await pending()).toBeNull();
  });

  test("ENUM-08: doesn't reveal that an email is taken, if sign-up doesn't reveal it either", async () => {
    const { ann, box, code, browser } = await startChangeEmail({
      emailAndPassword: { enabled: true, autoSignIn: false },
    });
    await browser().signUp("taken@example.com");
    await ann.signIn("ann@example.com");
    const states: unknown[] = [];
    for (const newEmail of ["taken@example.com", "free@example.com"]) {
      expect(await code({ newEmail })).toEqual([200, undefined]);
      await box.next("sendChangeEmailConfirmation");
      const { pendingEmail } = (await ann.get<any>("/account-state")).body;
      states.push({ ...pendingEmail, email: pendingEmail?.email === newEmail });
    }
    expect(states[0]).toEqual(states[1]);
    expect(states[0]).toMatchObject({ email: true });
  });

  test("has no pending sign-in without a plugin that pauses sign-ins", async () => {
    const { browser } = await startAuth();
    const { status, body } = await browser().get("/pending-sign-in");
    expect([status, body]).toEqual([200, null]);
  });

  test("sends at most the queries it declares", async () => {
    const statements: unknown[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
    const { browser, auth } = await startAuth({ database });
    const ann = browser();
    await ann.signUp("ann@example.com");
    for (const [id, path] of [
      ["accountState", "/account-state"],
      ["pendingSignIn", "/pending-sign-in"],
    ] as const) {
      statements.length = 0;
      expect((await ann.get(path)).status).toBe(200);
      const { queryBudget = 0 } = auth.$context.extensions.endpoints[id] ?? {};
      expect(statements.length, id).toBeLessThanOrEqual(queryBudget);
    }
  });
});
