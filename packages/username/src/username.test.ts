import { createAuthClient } from "@latchkey/client";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { createMailbox, mailOptions, outboxEmpty, startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { usernameClient } from "./client.ts";
import { username } from "./plugin.ts";

const ann = { name: "Ann", email: "ann@example.com", password: testPassword };

async function start(options: object = {}, pluginOptions: Parameters<typeof username>[0] = {}) {
  const app = await startAuth({ plugins: [username(pluginOptions)], ...options });
  const signUp = (fields: object = {}) => app.browser().post("/sign-up/email", { ...ann, ...fields });
  const signIn = (name: unknown, password: unknown = testPassword) =>
    app.browser().post("/sign-in/username", { username: name, password });
  return { ...app, signUp, signIn };
}

describe("a custom username", () => {
  test("is chosen at sign-up, compared in lower case, shown as typed, and signs in", async () => {
    const { signUp, browser } = await start();
    const { body } = await signUp({ username: "Ann_1" });
    expect(body.user).toMatchObject({ username: "ann_1", displayUsername: "Ann_1" });
    const person = browser();
    const signedIn = await person.post("/sign-in/username", { username: "ANN_1", password: testPassword });
    expect([signedIn.status, signedIn.body]).toMatchObject([
      200,
      { redirect: false, token: expect.any(String), user: { username: "ann_1", displayUsername: "Ann_1" } },
    ]);
    expect((await person.get("/get-session")).body).toMatchObject({ user: { username: "ann_1" } });
  });

  test("is optional; the display name can be in another case", async () => {
    const { signUp } = await start();
    expect((await signUp()).body.user).toMatchObject({ username: null, displayUsername: null });
    const other = await signUp({ email: "b@example.com", username: "bob", displayUsername: "BOB" });
    expect(other.body.user).toMatchObject({ username: "bob", displayUsername: "BOB" });
  });

  test("is changed with update-user, and the display name with it", async () => {
    const { browser } = await start();
    const person = browser();
    const names = async () => (await person.get("/get-session")).body.user;
    await person.post("/sign-up/email", { ...ann, username: "Ann" });
    expect((await person.post("/update-user", { username: "ann" })).body).toEqual({ status: true });
    expect(await names()).toMatchObject({ username: "ann", displayUsername: "Ann" });
    await person.post("/update-user", { username: "Annie" });
    expect(await names()).toMatchObject({ username: "annie", displayUsername: "Annie" });
    await person.post("/update-user", { displayUsername: "ANNIE" });
    expect(await names()).toMatchObject({ username: "annie", displayUsername: "ANNIE" });
    await person.post("/update-user", { displayUsername: "" });
    expect(await names()).toMatchObject({ username: "annie", displayUsername: "annie" });
    await person.post("/update-user", { username: null });
    expect(await names()).toMatchObject({ username: null, displayUsername: null });
  });

  test("also becomes the display name of a user who had none", async () => {
    const { browser } = await start();
    const person = browser();
    await person.post("/sign-up/email", ann);
    expect((await person.post("/update-user", { username: "Ann" })).status).toBe(200);
    expect((await person.get("/get-session")).body).toMatchObject({
      user: { username: "ann", displayUsername: "Ann" },
    });
  });

  test("sign-up accepts a display name alone: as the username if it's valid, or without a username if not", async () => {
    const { signUp } = await start();
    const can = await signUp({ displayUsername: "Ann_1" });
    expect(can.body.user).toMatchObject({ username: "ann_1", displayUsername: "Ann_1" });
    const cannot = await signUp({ email: "b@example.com", displayUsername: "Ann Lee" });
    expect([cannot.status, cannot.body.user]).toMatchObject([200, { username: null, displayUsername: "Ann Lee" }]);
    const empty = await signUp({ email: "c@example.com", displayUsername: "" });
    expect(empty.body.user).toMatchObject({ username: null, displayUsername: null });
    expect((await signUp({ email: "d@example.com", displayUsername: "ANN_1" })).body.code).toBe(
      "USERNAME_IS_ALREADY_TAKEN",
    );
  });

  test("follows the app's format", async () => {
    const usernameNormalization = (name: string): string => name.toLowerCase().replaceAll(".", "");
    const { signUp, signIn } = await start({}, { usernameNormalization });
    const { body } = await signUp({ username: "Ann.Lee" });
    expect(body.user).toMatchObject({ username: "annlee", displayUsername: "Ann.Lee" });
    expect((await signUp({ email: "b@example.com", username: "annlee" })).body.code).toBe("USERNAME_IS_ALREADY_TAKEN");
    expect((await signIn("a.n.n.lee")).status).toBe(200);
  });

  test.each([
    ["ab", 422, "USERNAME_TOO_SHORT"],
    ["x".repeat(31), 422, "USERNAME_TOO_LONG"],
    ["ann lee", 422, "INVALID_USERNAME"],
    ["ann@lee", 422, "INVALID_USERNAME"],
    ["änne", 422, "INVALID_USERNAME"],
    ["\u212Aate", 422, "INVALID_USERNAME"],
    ["ann\u0000lee", 422, "INVALID_USERNAME"],
  ])("%j is rejected at sign-up, update, and lookup alike", async (name, status, code) => {
    const { signUp, browser } = await start();
    const person = browser();
    await person.post("/sign-up/email", { ...ann, email: "other@example.com" });
    const answers = [
      await signUp({ username: name }),
      await person.post("/update-user", { username: name }),
      await browser().post("/is-username-available", { username: name }),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(Array(3).fill([status, code]));
  });

  test("follows the app's own rules", async () => {
    const options = {
      minUsernameLength: 1,
      maxUsernameLength: 5,
      usernameValidator: (name: string) => !name.includes("x"),
    };
    const { signUp } = await start({}, options);
    expect((await signUp({ username: "é" })).body.user).toMatchObject({ username: "é" });
    expect((await signUp({ email: "b@x.test", username: "axe" })).body.code).toBe("INVALID_USERNAME");
    expect((await signUp({ email: "c@x.test", username: "abcdef" })).body.code).toBe("USERNAME_TOO_LONG");
    expect(() => username({ minUsernameLength: 0 })).toThrow("username.minUsernameLength");
    expect(() => username({ minUsernameLength: 9, maxUsernameLength: 8 })).toThrow("username.maxUsernameLength");
  });
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("of 20 concurrent requests for one name, in any case, by sign-up or update, one gets it", async () => {
    const { signUp, browser } = await start({ database: opened.database });
    const person = browser();
    await person.post("/sign-up/email", { ...ann, email: "first@example.com" });
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, (_, at) =>
        signUp({ email: `p${at}@example.com`, username: at % 2 ? "Star" : "sTAR" }),
      ),
      person.post("/update-user", { username: "STAR" }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = replies.filter(({ status }) => status !== 200);
    expect(new Set(refusals.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(["422 USERNAME_IS_ALREADY_TAKEN"]),
    );
  });

  test("sign-in and availability checks send at most the queries they declare", async () => {
    const { signUp, signIn, auth, browser } = await start({ database: opened.database });
    await signUp({ username: "ann" });
    opened.statements.length = 0;
    expect((await signIn("ann")).status).toBe(200);
    const own = opened.statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
    expect(own.length).toBeLessThanOrEqual(auth.$context.extensions.endpoints.signInUsername?.queryBudget ?? -1);
    opened.statements.length = 0;
    expect((await browser().post("/is-username-available", { username: "bob" })).status).toBe(200);
    const declared = auth.$context.extensions.endpoints.isUsernameAvailable?.queryBudget ?? -1;
    expect(opened.statements.length).toBeLessThanOrEqual(declared);
  });
});

describe("signing in", () => {
  test("ENUM-03: unknown name, wrong password, nothing given: one response; with a name and a password, one hash", async () => {
    const { signUp, signIn, auth, browser } = await start();
    await signUp({ username: "ann" });
    const { stats } = auth.$context.passwords as { stats: { computed: number } };
    const answers: unknown[] = [];
    for (const [name, password] of [
      ["nobody", testPassword],
      ["ann", "a wrong password"],
    ]) {
      const before = stats.computed;
      const { status, body, headers } = await signIn(name, password);
      answers.push([status, body, [...headers], stats.computed - before]);
    }
    expect(answers[0]).toEqual(answers[1]);
    const wrong = { code: "INVALID_USERNAME_OR_PASSWORD", message: "invalid username or password" };
    for (const fields of [{}, { username: "", password: "" }, { username: "ann" }, { password: testPassword }]) {
      const { status, body } = await browser().post("/sign-in/username", fields);
      expect([status, body]).toEqual([401, wrong]);
    }
  });

  test("PASS-15: arrays and objects get a 400", async () => {
    const { signIn } = await start();
    expect((await signIn(["ann"])).status).toBe(400);
    expect((await signIn("ann", { length: 9 })).status).toBe(400);
  });

  test("CSRF-07: a foreign page can't sign anyone in", async () => {
    const { signUp, browser } = await start();
    await signUp({ username: "ann" });
    const body = { username: "ann", password: testPassword };
    const { status, setCookies } = await browser().post("/sign-in/username", body, { origin: "https://evil.test" });
    expect([status, setCookies]).toEqual([403, []]);
  });

  test("an unverified email can't sign in if it must be verified, and gets the email again", async () => {
    const box = createMailbox();
    const mails = mailOptions(box);
    const emailAndPassword = { ...mails.emailAndPassword, requireEmailVerification: true };
    const { signUp, signIn, auth } = await start({ ...mails, emailAndPassword });
    await signUp({ username: "ann" });
    await outboxEmpty(auth);
    const { status, body } = await signIn("ann");
    expect([status, body]).toEqual([403, { code: "EMAIL_NOT_VERIFIED", message: "email not verified" }]);
    await outboxEmpty(auth);
    expect(box.mails.map(({ sender }) => sender)).toEqual(["sendVerificationEmail", "sendVerificationEmail"]);
  });

  test("isn't remembered if the user wants that, and redirects where the app wants", async () => {
    const { signUp, browser } = await start();
    await signUp({ username: "ann" });
    const body = { username: "ann", password: testPassword, rememberMe: false, callbackURL: "/in" };
    const { setCookies, body: answer, headers } = await browser().post("/sign-in/username", body);
    expect(setCookies.some((line) => line.includes("session_token") && !line.includes("Max-Age"))).toBe(true);
    expect(answer).toMatchObject({ redirect: true, url: "/in" });
    expect(headers.get("location")).toBe("/in");
    const evil = await browser().post("/sign-in/username", { ...body, callbackURL: "https://evil.test" });
    expect(evil.body.code).toBe("INVALID_CALLBACK_URL");
  });
});

test("availability ignores case, and checks are cheap and limited", async () => {
  const { signUp, browser } = await start({ rateLimit: { enabled: true, customRules: { "/sign-up/email": false } } });
  await signUp({ username: "Ann" });
  const ask = async (name: string) => {
    const { status, body } = await browser().post("/is-username-available", { username: name });
    return status === 200 ? body.available : status;
  };
  expect([await ask("aNN"), await ask("bob")]).toEqual([false, true]);
  const many: unknown[] = [];
  for (let at = 0; at < 20; at++) many.push(await ask(`name${at}`));
  expect(many.slice(-2)).toEqual([429, 429]);
});

test("types: the app's user has the names, sign-up accepts them, the client has the calls", () => {
  const auth = createAuth({ database: memoryAdapter(), plugins: [username()] });
  type User = typeof auth.$Infer.User;
  expectTypeOf<User["username"]>().toEqualTypeOf<string | null>();
  expectTypeOf(auth.api.signInUsername).toBeFunction();
  const typed = createAuthClient<typeof auth>();
  expectTypeOf(typed.signIn.username).toBeFunction();
  const byHalf = createAuthClient({ plugins: [usernameClient()] });
  expectTypeOf(byHalf.signUp.email).parameter(0).toHaveProperty("username");
});
