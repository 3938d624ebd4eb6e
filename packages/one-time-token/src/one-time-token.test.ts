import { admin } from "@latchkey/admin";
import { definePlugin, type ServerCalls, sessionTable, userTable } from "@latchkey/core/plugin";
import { startAuth, type TestBrowser, testOrigin } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OneTimeTokenCalls } from "./contract.ts";
import type { OneTimeTokenOptions } from "./options.ts";
import { oneTimeToken } from "./plugin.ts";

const other = "https://other.test";

async function start(options: OneTimeTokenOptions = {}, more: Parameters<typeof startAuth>[0] = {}) {
  const plugins = [oneTimeToken(options), ...(more.plugins ?? [])];
  return startAuth({ trustedOrigins: [other], ...more, plugins });
}

interface Answer {
  readonly token: string;
  readonly code?: string;
  readonly session: { readonly id: string; readonly updatedAt: string };
  readonly user: { readonly email: string };
}

const generate = async (person: TestBrowser, query = "", headers: Record<string, string> = {}) =>
  person.get<Answer>(`/one-time-token/generate${query}`, headers);
const verify = (person: TestBrowser, token: string, headers: Record<string, string> = {}) =>
  person.post<Answer>("/one-time-token/verify", { token }, headers);
const code = async (reply: ReturnType<typeof verify>) => {
  const { status, body } = await reply;
  return [status, body.code];
};

describe.each(quickDatabases)("one-time tokens on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("OTT-01: one of 20 requests with one token gets a session, and it's a new one", async () => {
    const { browser, auth } = await start({}, { database: opened.database });
    const ann = browser();
    const { token: bearer } = (await ann.signUp("ann@example.com")).body;
    opened.statements.length = 0;
    const { token } = (await generate(ann)).body;
    if (opened.database.dialect !== "memory") expect(opened.statements).toHaveLength(1);
    const browsers = Array.from({ length: 20 }, () => browser());
    const answers = await Promise.all(browsers.map((one) => verify(one, token)));
    const [won, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(answers.filter(({ body }) => body.code === "INVALID_TOKEN")).toHaveLength(19);
    expect(won?.body.user.email).toBe("ann@example.com");
    expect(won?.body.token).not.toBe(bearer);
    expect(await auth.$context.db.count(sessionTable, {})).toBe(2);
    const winner = browsers[answers.findIndex(({ status }) => status === 200)];
    expect((await winner?.get("/get-session"))?.body).toMatchObject({ user: { email: "ann@example.com" } });
  });

  test("OTT-04: the new session ends with the one it came from, unless the app says otherwise", async () => {
    for (const endsWithParent of [true, false]) {
      const { browser } = await start({ endsWithParent }, { database: opened.database });
      const email = `ann${endsWithParent}@example.com`;
      const [ann, elsewhere] = [browser(), browser()];
      await ann.signUp(email);
      await verify(elsewhere, (await generate(ann)).body.token);
      await ann.post("/sign-out");
      expect((await elsewhere.get("/get-session")).body === null).toBe(endsWithParent);
    }
  });

  test("a sign-in with a token stays within its budget", async () => {
    const { browser } = await start({}, { database: opened.database });
    const [ann, elsewhere] = [browser(), browser()];
    await ann.signUp("ann@example.com");
    const { token } = (await generate(ann)).body;
    opened.statements.length = 0;
    await verify(elsewhere, token);
    const counted = opened.statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
    expect(counted.length).toBeLessThanOrEqual(opened.database.dialect === "mysql" ? 6 : 5);
  });
});

test("OTT-02: a token works on the origin that it was generated for, and on no other", async () => {
  const { browser } = await start();
  const ann = browser();
  await ann.signUp("ann@example.com");
  const forOther = (await generate(ann, `?audience=${encodeURIComponent(other)}`)).body.token;
  expect(await code(verify(browser(), forOther))).toEqual([400, "INVALID_TOKEN"]);
  expect((await verify(browser(), forOther, { origin: other })).status).toBe(200);
  const forOwn = (await generate(ann)).body.token;
  expect(await code(verify(browser(), forOwn, { origin: other }))).toEqual([400, "INVALID_TOKEN"]);
  expect(await code(generate(ann, "?audience=https%3A%2F%2Fevil.test"))).toEqual([403, "INVALID_ORIGIN"]);
  const strict = await start({ allowedAudiences: ["https://shop.test"] });
  const bob = strict.browser();
  await bob.signUp("bob@example.com");
  expect((await generate(bob, `?audience=${encodeURIComponent(other)}`)).status).toBe(403);
  expect((await generate(bob, "?audience=https%3A%2F%2Fshop.test")).status).toBe(200);
});

test("OTT-03: a token from an ended, expired, or revoked session signs no one in", async () => {
  const { browser, auth } = await start();
  const ann = browser();
  await ann.signUp("ann@example.com");
  const { token } = (await generate(ann)).body;
  await ann.post("/sign-out");
  expect(await code(verify(browser(), token))).toEqual([400, "SESSION_NOT_FOUND"]);
  expect(await auth.$context.db.count(sessionTable, {})).toBe(0);
});

test("a token that's edited or older than a minute is rejected", async () => {
  const { browser, clock } = await start();
  const ann = browser();
  await ann.signUp("ann@example.com");
  const { token } = (await generate(ann)).body;
  for (const wrong of ["", "x", `x${token}`, `${token}x`, token.slice(0, -1), `${token}.x`]) {
    expect(await code(verify(browser(), wrong))).toEqual([400, "INVALID_TOKEN"]);
  }
  clock.advance(61);
  expect(await code(verify(browser(), token))).toEqual([400, "INVALID_TOKEN"]);
});

test("OTT-05: the new session's proofs are as old as those of the other session, and so is its freshness", async () => {
  const { browser, auth, clock } = await start({}, { session: { freshAge: 60 } });
  const [ann, elsewhere] = [browser(), browser()];
  await ann.signUp("ann@example.com");
  clock.advance(3600);
  await verify(elsewhere, (await generate(ann)).body.token);
  const sessions = await auth.$context.db.findMany(sessionTable, { limit: 9 });
  const [one, two] = sessions.sort((a, b) => Object.keys(a.proofs ?? {}).length - Object.keys(b.proofs ?? {}).length);
  expect(two?.proofs).toEqual({ ...one?.proofs, "used:*": one?.proofs?.password });
  const { body } = await elsewhere.post<{ code: string }>("/unlink-account", { providerId: "x" });
  expect(body.code).toBe("SESSION_NOT_FRESH");
});

test("OTT-06: another site can't make the browser generate a token", async () => {
  const { browser } = await start();
  const ann = browser();
  await ann.signUp("ann@example.com");
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.test" },
    { origin: "null" },
  ]) {
    expect(await code(generate(ann, "", headers))).toEqual([403, "INVALID_ORIGIN"]);
  }
  for (const headers of [{ "sec-fetch-site": "same-origin" }, { origin: testOrigin }, { origin: other }]) {
    expect((await generate(ann, "", headers)).status).toBe(200);
  }
});

test("an impersonated session can't be transferred", async () => {
  const { browser, auth } = await start({}, { plugins: [admin()] });
  const ann = (await browser().signUp("ann@example.com")).body.user.id;
  const root = browser();
  await root.signUp("root@example.com");
  await auth.$context.db.update(userTable, { where: { email: "root@example.com" }, set: { role: "admin" } as object });
  await root.post("/admin/impersonate-user", { userId: ann });
  expect(await code(generate(root))).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
});

test("in the original browser, the new session replaces the other one", async () => {
  const { browser, auth } = await start();
  const ann = browser();
  await ann.signUp("ann@example.com");
  expect((await verify(ann, (await generate(ann)).body.token)).status).toBe(200);
  expect((await ann.get("/get-session")).body).toMatchObject({ user: { email: "ann@example.com" } });
  expect(await auth.$context.db.count(sessionTable, {})).toBe(1);
});

test("OTT-07: a transferred session doesn't outlive session.absoluteExpiresIn, however often it's transferred", async () => {
  const session = { absoluteExpiresIn: 7200, expiresIn: 3600 };
  const { browser, clock } = await start({ endsWithParent: false }, { session });
  const [ann, elsewhere] = [browser(), browser()];
  await ann.signUp("ann@example.com");
  clock.advance(3500);
  expect((await verify(ann, (await generate(ann)).body.token)).status).toBe(200);
  await verify(elsewhere, (await generate(ann)).body.token);
  clock.advance(3500);
  for (const one of [ann, elsewhere]) {
    expect((await one.get("/get-session")).body).not.toBeNull();
    expect((await verify(one, (await generate(one)).body.token)).status).toBe(200);
  }
  clock.advance(201);
  for (const one of [ann, elsewhere]) expect((await one.get("/get-session")).body).toBeNull();
});

test("OTT-07: a transferred session ends at the same fixed time as the other one", async () => {
  const { browser, auth, clock } = await start({ endsWithParent: false });
  const [ann, elsewhere] = [browser(), browser()];
  await ann.signUp("ann@example.com");
  const endsAt = new Date(clock.now().getTime() + 600_000);
  await auth.$context.db.update(sessionTable, { where: {}, set: { endsAt, expiresAt: endsAt } });
  await verify(elsewhere, (await generate(ann)).body.token);
  expect((await elsewhere.get("/get-session")).body).not.toBeNull();
  clock.advance(600);
  expect((await elsewhere.get("/get-session")).body).toBeNull();
});

test("OTT-04: a linked session still ends with its parent after it was transferred in its own browser", async () => {
  const { browser } = await start();
  const [ann, elsewhere] = [browser(), browser()];
  await ann.signUp("ann@example.com");
  await verify(elsewhere, (await generate(ann)).body.token);
  expect((await verify(elsewhere, (await generate(elsewhere)).body.token)).status).toBe(200);
  await ann.post("/sign-out");
  expect((await elsewhere.get("/get-session")).body).toBeNull();
});

test("OTT-07: the new session has what plugins stored in the other one, so they can end both", async () => {
  const columns = { passkeyId: { type: "string", nullable: true, returned: false } } as const;
  const plugin = definePlugin({ id: "marks", tables: [{ extends: "session", columns }] });
  const { browser, auth } = await start({ endsWithParent: false }, { plugins: [plugin] });
  const ann = browser();
  await ann.signUp("ann@example.com");
  await auth.$context.db.update(sessionTable, { where: {}, set: { passkeyId: "one" } as object });
  await verify(ann, (await generate(ann)).body.token);
  await verify(browser(), (await generate(ann)).body.token);
  const sessions = await auth.$context.db.findMany(sessionTable, { limit: 9 });
  expect(sessions).toMatchObject([{ passkeyId: "one" }, { passkeyId: "one" }]);
});

test("tokens can be limited to the server, or sent with every sign-in", async () => {
  const closed = await start({ disableClientRequest: true });
  const ann = closed.browser();
  await ann.signUp("ann@example.com");
  expect((await generate(ann)).status).toBe(404);
  const api = closed.auth.api as unknown as ServerCalls<OneTimeTokenCalls>;
  const { token } = await api.generateOneTimeToken({ headers: ann.headers() });
  expect((await verify(closed.browser(), token)).status).toBe(200);
  const open = await start({ setOttHeaderOnNewSession: true });
  const signedUp = await open.browser().signUp("ann@example.com");
  const elsewhere = await verify(open.browser(), signedUp.headers.get("set-ott") ?? "");
  expect([elsewhere.status, elsewhere.headers.get("set-ott")]).toEqual([200, null]);
  expect((await open.browser().signIn("ann@example.com", "a wrong password")).headers.get("set-ott")).toBeNull();
});

test("invalid options fail in createAuth, and the error names the option", () => {
  expect(() => oneTimeToken({ expiresIn: 3 })).toThrow("oneTimeToken.expiresIn");
  expect(() => oneTimeToken({ allowedAudiences: ["https://a.test/"] })).toThrow("oneTimeToken.allowedAudiences");
  expect(() => oneTimeToken({ storeToken: "hashed" } as object)).toThrow("storeToken");
});
