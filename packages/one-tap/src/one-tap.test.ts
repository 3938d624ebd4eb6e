import { generateKeyPairSync, sign } from "node:crypto";
import { startAuth, type TestBrowser } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { expect, test } from "vitest";
import type { OneTapOptions } from "./options.ts";
import { oneTap } from "./plugin.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const keys = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] };

/** Stands in for Google: serves its keys, and nothing else. */
const google = async (input: RequestInfo | URL) => {
  expect(String(input instanceof Request ? input.url : input)).toBe("https://www.googleapis.com/oauth2/v3/certs");
  return Response.json(keys);
};

async function start(options: OneTapOptions = {}, more: object = {}) {
  const app = await startAuth({
    plugins: [oneTap(options)],
    socialProviders: { google: { clientId: ["app", "mobile"], clientSecret: "secret" } },
    fetch: google as typeof fetch,
    ...more,
  });
  let count = 0;
  const idToken = (claims: object = {}) => {
    const now = Math.floor(app.clock.now().getTime() / 1000);
    const person = { sub: "g1", email: "ann@example.com", email_verified: true, name: "Ann" };
    const about = { iss: "https://accounts.google.com", aud: "app", iat: now, exp: now + 3600, jti: String(count++) };
    const parts = [
      { alg: "RS256", kid: "1" },
      { ...about, ...person, ...claims },
    ];
    const content = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    return `${content}.${sign("RSA-SHA256", Buffer.from(content), privateKey).toString("base64url")}`;
  };
  const give = (person: TestBrowser, body: object) =>
    person.post<{ code?: string; token?: string; user?: object }>("/one-tap/callback", body);
  const nonceOf = async (person: TestBrowser) =>
    (await person.get<{ nonce: string }>("/one-tap/nonce", { "sec-fetch-site": "same-origin" })).body.nonce;
  return { ...app, idToken, give, nonceOf };
}

const code = async (reply: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await reply;
  return [status, body.code];
};

test("an ID token from Google's prompt signs a user up, and signs them in later", async () => {
  const { browser, give, idToken, nonceOf } = await start({ requireNonce: true });
  for (let times = 0; times < 2; times++) {
    const person = browser();
    const nonce = await nonceOf(person);
    const { status, body } = await give(person, { idToken: idToken({ nonce }), nonce, callbackURL: "/welcome" });
    expect([status, Object.keys(body)]).toEqual([200, ["token", "user"]]);
    expect((await person.get("/get-session")).body).toMatchObject({ user: { email: "ann@example.com" } });
  }
});

test("TAP-01: an ID token works once, even if it's sent 20 times concurrently", async () => {
  const { browser, give, idToken } = await start();
  const token = idToken();
  const answers = await Promise.all(Array.from({ length: 20 }, () => give(browser(), { idToken: token })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === "INVALID_TOKEN")).toHaveLength(19);
});

test("TAP-02: an ID token for another app, from another issuer, expired, or edited is rejected", async () => {
  const { browser, give, idToken } = await start();
  for (const claims of [{ aud: "other" }, { iss: "https://evil.test" }, { exp: 1 }]) {
    expect(await code(give(browser(), { idToken: idToken(claims) }))).toEqual([400, "INVALID_TOKEN"]);
  }
  expect(await code(give(browser(), { idToken: `${idToken()}x` }))).toEqual([400, "INVALID_TOKEN"]);
  expect((await give(browser(), { idToken: idToken({ aud: "mobile" }) })).status).toBe(200);
});

test("TAP-03: another browser's nonce, an old one, or one that differs from the token's is rejected", async () => {
  const { browser, give, idToken, nonceOf, clock } = await start({ requireNonce: true });
  const [ann, eve] = [browser(), browser()];
  const [own, planted] = [await nonceOf(ann), await nonceOf(eve)];
  for (const nonce of [planted, "made-up", `${own}x`]) {
    expect(await code(give(ann, { idToken: idToken({ nonce }), nonce }))).toEqual([400, "INVALID_TOKEN"]);
  }
  expect(await code(give(ann, { idToken: idToken({ nonce: planted }), nonce: own }))).toEqual([400, "INVALID_TOKEN"]);
  expect(await code(give(ann, { idToken: idToken({ nonce: own }) }))).toEqual([400, "INVALID_TOKEN"]);
  clock.advance(601);
  expect(await code(give(ann, { idToken: idToken({ nonce: own }), nonce: own }))).toEqual([400, "INVALID_TOKEN"]);
});

test("TAP-04: another site's callback URL is rejected, and the token isn't consumed", async () => {
  const { browser, give, idToken } = await start();
  const token = idToken();
  const refused = await give(browser(), { idToken: token, callbackURL: "https://evil.test" });
  expect(refused.status).toBe(403);
  expect((await give(browser(), { idToken: token })).status).toBe(200);
});

test("an email that Google doesn't vouch for can't be used to sign in to someone else's account", async () => {
  const { browser, give, idToken } = await start();
  await browser().signUp("ann@example.com");
  const unverified = idToken({ sub: "g2", email_verified: false });
  expect(await code(give(browser(), { idToken: unverified }))).toEqual([401, "OAUTH_LINK_ERROR"]);
  const nameless = idToken({ sub: "g3", email: undefined });
  expect(await code(give(browser(), { idToken: nameless }))).toEqual([400, "EMAIL_NOT_AVAILABLE_IN_TOKEN"]);
});

test("new users can be rejected, but existing ones can still sign in", async () => {
  const { browser, give, idToken } = await start({ disableSignup: true });
  expect(await code(give(browser(), { idToken: idToken() }))).toEqual([401, "OAUTH_LINK_ERROR"]);
});

test("a sign-up and a sign-in stay within their budget", async ({ skip }) => {
  const sqlite = quickDatabases.find(({ name }) => name.toLowerCase().includes("sqlite"));
  if (!sqlite) return skip("no SQLite");
  const opened = await sqlite.open();
  const { browser, give, idToken } = await start({}, { database: opened.database });
  for (let times = 0; times < 2; times++) {
    opened.statements.length = 0;
    expect((await give(browser(), { idToken: idToken() })).status).toBe(200);
    const sent = opened.statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThanOrEqual(8);
  }
  await opened.close();
});

test("invalid options fail in createAuth, and the error names the option", async () => {
  await expect(startAuth({ plugins: [oneTap()] })).rejects.toThrow("socialProviders.google");
  await expect(start({ clientId: "other" })).rejects.toThrow("oneTap.clientId");
  expect(() => oneTap({ clientID: "app" } as object)).toThrow("clientID");
  const { auth } = await start({ clientId: "app" });
  expect(auth.$context.capabilities.signIn.oneTap).toEqual({ clientId: "app" });
});
