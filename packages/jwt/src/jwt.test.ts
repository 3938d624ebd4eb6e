import { admin } from "@latchkey/admin";
import { memoryAdapter } from "@latchkey/core";
import { auditTable, definePlugin, getService, sessionTable, userTable } from "@latchkey/core/plugin";
import { startAuth, testOrigin, testSecret } from "@latchkey/test-kit";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, test } from "vitest";
import type { JsonWebKeySet } from "./contract.ts";
import type { JwtOptions } from "./options.ts";
import { jwt } from "./plugin.ts";
import { jwksTable } from "./tables.ts";
import { createTokenVerifier, type TokenVerifierOptions } from "./verify.ts";

const day = 86_400;

async function start(pluginOptions: JwtOptions = {}, options: object = {}) {
  const app = await startAuth({ plugins: [jwt(pluginOptions), admin()], ...options });
  const ann = app.browser();
  const { body } = await ann.signUp("ann@example.com");
  const token = async (query = "", browser = ann) =>
    String((await browser.get<{ token: string }>(`/token${query}`)).body.token);
  const keySet = async () => (await app.browser().get<JsonWebKeySet>("/jwks")).body.keys;
  const verifier = (more: Partial<TokenVerifierOptions> = {}) =>
    createTokenVerifier({
      issuer: testOrigin,
      audience: testOrigin,
      allowHttp: true,
      now: app.clock.now,
      fetch: (input, init) => app.auth.handler(new Request(input as string, { ...init, signal: null })),
      ...more,
    });
  return { ...app, ann, annId: body.user.id, token, keySet, verifier };
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid;

describe("a token", () => {
  test("contains the signed-in user, and can be verified in another service", async () => {
    const { annId, token, verifier, keySet, clock } = await start();
    const signed = await token();
    const claims = await verifier().verify(signed);
    const iat = Math.floor(clock.now().getTime() / 1000);
    expect(claims).toMatchObject({ sub: annId, id: annId, email: "ann@example.com", iss: testOrigin, aud: testOrigin });
    expect(claims).toMatchObject({ iat, exp: iat + 300, sid: expect.any(String), jti: expect.any(String) });
    expect(decodeProtectedHeader(signed)).toEqual({ alg: "EdDSA", typ: "JWT", kid: (await keySet())[0]?.kid });
    clock.advance(306);
    await expect(verifier().verify(signed)).rejects.toMatchObject({ reason: "expired" });
  });

  test("JWKS-06: isn't issued to ended or banned sessions", async () => {
    const { auth, ann, annId, browser } = await start();
    expect((await browser().get("/token")).status).toBe(401);
    const other = browser();
    await other.signIn("ann@example.com");
    await ann.post("/revoke-other-sessions");
    expect((await other.get("/token")).status).toBe(401);
    const root = browser();
    const { body } = await root.signUp("root@example.com");
    await auth.$context.db.update(userTable, { where: { id: body.user.id }, set: { role: "admin" } as object });
    expect((await root.post("/admin/ban-user", { userId: annId })).status).toBe(200);
    expect((await ann.get("/token")).status).toBe(401);
  });

  test("JWKS-09: keeps its registered claims, regardless of the payload", async () => {
    const { annId, token, auth } = await start({
      jwt: {
        definePayload: () => ({ exp: 9e9, iss: "x", aud: "x", sub: "x", nbf: 9e9, jti: "x", sid: "x", team: "a" }),
      },
    });
    const claims = decodeJwt(await token());
    expect(claims).toMatchObject({ sub: annId, iss: testOrigin, aud: testOrigin, team: "a" });
    expect(claims.exp).toBeLessThan(9e9);
    expect(claims).not.toHaveProperty("nbf");
    expect(claims.jti).not.toBe("x");
    expect(claims.sid).not.toBe("x");
    const signed = await auth.api.signJWT({ body: { payload: { exp: 9e9, iss: "x", sub: "job" } } });
    expect(decodeJwt(signed.token)).toMatchObject({ sub: "job", iss: testOrigin });
  });

  test("can only have one of the allowed audiences", async () => {
    const { token, ann, verifier } = await start({ allowedAudiences: ["https://files.test"] });
    const signed = await token("?audience=https://files.test");
    await expect(verifier().verify(signed)).rejects.toMatchObject({ reason: "audience" });
    await expect(verifier({ audience: "https://files.test" }).verify(signed)).resolves.toBeDefined();
    expect((await ann.get("/token?audience=https://evil.test")).body.code).toBe("INVALID_AUDIENCE");
  });

  test("is verified by the app, too", async () => {
    const { auth, token } = await start();
    const signed = await token();
    const { payload } = await auth.api.verifyJWT({ body: { token: signed } });
    expect(payload).toMatchObject({ email: "ann@example.com" });
    for (const [one, issuer] of [
      [`${signed.slice(0, -4)}AAAA`, undefined],
      ["x", undefined],
      [signed, "https://other.test"],
    ] as const) {
      const body = issuer === undefined ? { token: one } : { token: one, issuer };
      expect((await auth.api.verifyJWT({ body })).payload).toBeNull();
    }
  });

  test("JWKS-07: isn't accepted as the app's own if it has another type or audience", async () => {
    const issuer = "https://issuer.test";
    const { auth, token } = await start({ allowedAudiences: ["https://api.test"], jwt: { issuer } });
    const signer = getService(auth.$context, "tokenSigner");
    const iat = Math.floor(auth.$context.now().getTime() / 1000);
    const claims = { iss: issuer, sub: "u", iat, exp: iat + 60 };
    const sign = (type: string, aud: string) => signer.sign(auth.$context, { type, claims: { ...claims, aud } });
    const verify = async (one: string, audience?: string) =>
      (await auth.api.verifyJWT({ body: audience === undefined ? { token: one } : { token: one, audience } })).payload;
    expect(await verify(await token())).toMatchObject({ iss: issuer });
    // An ID token has the same type, and the OAuth client as its audience.
    expect(await verify(await sign("JWT", "client"))).toBeNull();
    expect(await verify(await sign("at+jwt", testOrigin))).toBeNull();
    const forOther = await token("?audience=https://api.test");
    expect(await verify(forOther)).toBeNull();
    expect(await verify(forOther, "https://api.test")).toMatchObject({ aud: "https://api.test" });
  });

  test("comes with get-session if the app turns that on", async () => {
    const { ann } = await start({ setJwtHeader: true });
    expect((await ann.get("/get-session")).headers.get("set-auth-jwt")?.split(".")).toHaveLength(3);
    const plain = await start();
    expect((await plain.ann.get("/get-session")).headers.get("set-auth-jwt")).toBeNull();
  });

  test("isn't sent for a session of a limited credential, because a token has no limits", async () => {
    const badges = definePlugin({
      id: "badges",
      async readCredential(context) {
        const [session] =
          context.header("x-badge") === null ? [] : await context.db.findMany(sessionTable, { limit: 1 });
        const user = session ? await context.db.findOne(userTable, { where: { id: session.userId } }) : null;
        return session && user ? { active: { session, user }, limits: {} } : null;
      },
    });
    const { browser, annId } = await start({ setJwtHeader: true }, { plugins: [jwt({ setJwtHeader: true }), badges] });
    const { headers, body } = await browser().send<{ user: { id: string } }>("/get-session", {
      headers: { "x-badge": "1" },
    });
    expect([headers.get("set-auth-jwt"), body.user.id]).toEqual([null, annId]);
  });
});

describe("the keys", () => {
  test("JWKS-08: are published without their private members, and can be cached", async () => {
    const { auth, token, browser } = await start({ jwks: { keyPairConfigs: [{ alg: "ES256" }, { alg: "RS256" }] } });
    await token();
    const reply = await browser().get<JsonWebKeySet>("/jwks");
    expect(reply.headers.get("cache-control")).toBe("public, max-age=300");
    expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    const again = await browser().get("/jwks", { "if-none-match": reply.headers.get("etag") ?? "" });
    expect([again.status, again.body]).toEqual([304, ""]);
    expect(reply.body.keys).toHaveLength(1);
    for (const key of reply.body.keys) {
      expect(Object.keys(key).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    }
    const [row] = await auth.$context.db.findMany(jwksTable, { limit: 1 });
    expect(row?.privateKey).toMatch(/^v1\./);
    const states = await auth.api.listSigningKeys();
    expect(JSON.stringify(states)).not.toContain(row?.privateKey);
    expect(states).toMatchObject([{ alg: "ES256", status: "signing" }]);
  });

  test("rotate automatically: the successor is published first, and the old key is removed later", async () => {
    const { token, keySet, clock, verifier, auth } = await start({}, { session: { expiresIn: 400 * day } });
    const first = await token();
    const [old] = await keySet();
    clock.advance(90 * day - 3600);
    const still = await token();
    expect(kidOf(still)).toBe(kidOf(first));
    clock.advance(31);
    const published = await keySet();
    expect(published).toHaveLength(2);
    clock.advance(3600);
    const renewed = await token();
    expect(kidOf(renewed)).not.toBe(old?.kid);
    expect(published.map(({ kid }) => kid)).toContain(kidOf(renewed));
    await verifier().verify(renewed);
    // An OAuth access token that the old key signed can work for a day.
    clock.advance(day);
    expect((await keySet()).map(({ kid }) => kid)).toContain(kidOf(first));
    clock.advance(day + 3600);
    expect((await keySet()).map(({ kid }) => kid)).toEqual([kidOf(renewed)]);
    await auth.api.removeExpired();
    expect(await auth.$context.db.count(jwksTable, {})).toBe(1);
  });

  test("can sign, no matter how many old keys are stored", async () => {
    const { auth, token, clock } = await start();
    const first = await token();
    const { db } = auth.$context;
    const [row] = await db.findMany(jwksTable, { limit: 1 });
    if (!row) throw new Error("There's no key.");
    const longAgo = new Date(row.createdAt.getTime() - 1000 * day * 1000);
    for (let i = 0; i < 500; i++) {
      const old = {
        ...row,
        id: `old-${i}`,
        slot: `old:${i}`,
        createdAt: longAgo,
        activeAt: longAgo,
        removeAt: longAgo,
      };
      await db.insert(jwksTable, old);
    }
    clock.advance(60);
    expect(kidOf(await token())).toBe(kidOf(first));
  });

  test("JWKS-10: don't sign before their time, even if the clock goes back", async () => {
    const { auth, token, clock } = await start();
    const first = await token();
    await auth.api.rotateSigningKeys();
    clock.advance(3601);
    const renewed = await token();
    expect(kidOf(renewed)).not.toBe(kidOf(first));
    clock.advance(-300);
    expect(kidOf(await token())).toBe(kidOf(first));
  });

  test("that were compromised are removed immediately, and the removal is recorded", async () => {
    const { auth, token, keySet } = await start();
    const first = await token();
    const states = await auth.api.rotateSigningKeys({ body: { compromised: true } });
    expect(states).toMatchObject([{ status: "signing", alg: "EdDSA" }]);
    expect((await keySet()).map(({ kid }) => kid)).not.toContain(kidOf(first));
    expect((await auth.api.verifyJWT({ body: { token: first } })).payload).toBeNull();
    expect(kidOf(await token())).toBe(states[0]?.kid);
    const entries = await auth.$context.db.findMany(auditTable, {
      where: { action: { startsWith: "signing-key." } },
      limit: 9,
    });
    expect(entries.map(({ action }) => action).sort()).toEqual([
      "signing-key.create",
      "signing-key.create",
      "signing-key.revoke",
    ]);
    await expect(auth.api.rotateSigningKeys({ body: { alg: "HS256" } })).rejects.toMatchObject({
      code: "UNSUPPORTED_ALGORITHM",
    });
  });

  test("JWKS-05: are encrypted again with a new secret, and replaced once the old secret is removed", async () => {
    const database = memoryAdapter();
    const first = await start({}, { database });
    const signed = await first.token();
    const before = await first.auth.$context.db.findMany(jwksTable, { limit: 9 });

    const secrets = ["Zk3vNq8RtY5wLs2XpB7mHd9JfC4gEa6U", testSecret];
    const second = await startAuth({ database, secret: undefined, secrets, plugins: [jwt()] } as object);
    await getService(second.auth.$context, "tokenSigner").sign(second.auth.$context, { type: "x", claims: {} });
    const [again] = await second.auth.$context.db.findMany(jwksTable, { limit: 9 });
    expect(again?.id).toBe(before[0]?.id);
    expect(again?.privateKey).not.toBe(before[0]?.privateKey);

    const third = await startAuth({ database, secret: "Qw8eRt5yUi2oPa9sDf6gHj3kLz7xCv4b", plugins: [jwt()] });
    const renewed = await third.auth.api.signJWT({ body: { payload: {} } });
    expect(kidOf(renewed.token)).not.toBe(kidOf(signed));
    const states = await third.auth.api.listSigningKeys();
    expect(states.map(({ status }) => status).sort()).toEqual(["retired", "signing"]);
  });

  test("of another library still verify tokens, and a new key signs", async () => {
    const { auth, keySet, token, clock } = await start();
    const publicKey = JSON.stringify({ kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" });
    await auth.$context.db.insert(jwksTable, { id: "old", publicKey, privateKey: '"abc"', createdAt: clock.now() });
    const signed = await token();
    expect(kidOf(signed)).not.toBe("old");
    expect((await keySet()).map(({ kid }) => kid).sort()).toEqual(["old", kidOf(signed)].sort());
  });

  test("pass the rotation test with an app's settings", async () => {
    const { auth } = await start({ jwks: { rotationInterval: 7200, gracePeriod: 3600 } });
    const steps = await auth.api.testKeyRotation();
    expect(steps.length).toBeGreaterThan(7);
    expect(steps.filter(({ passed }) => !passed)).toEqual([]);
    expect(await auth.$context.db.count(jwksTable, {})).toBe(0);
  });

  test("stay within each call's query budget, and cause no queries while they're cached", async () => {
    const statements: string[] = [];
    const database = memoryAdapter({ onStatement: ({ text }) => statements.push(text) });
    const { auth, ann, keySet, token, clock } = await start({ revocationFeed: true }, { database });
    const { endpoints } = auth.$context.extensions;
    await token();
    const costs = async (id: string, path: string) => {
      statements.length = 0;
      expect((await ann.get(path)).status).toBe(200);
      expect(statements.length, `${id}: ${statements}`).toBeLessThanOrEqual(endpoints[id]?.queryBudget ?? 0);
      return statements.length;
    };
    await keySet();
    expect(await costs("getJwks", "/jwks")).toBe(0);
    expect(await costs("getToken", "/token")).toBe(1);
    expect(await costs("listEndedSessions", "/jwt/ended-sessions")).toBe(1);
    clock.advance(120);
    expect(await costs("getJwks", "/jwks")).toBe(1);
    clock.advance(120);
    expect(await costs("getToken", "/token")).toBe(2);
  });
});

test("invalid options fail at startup, and the errors name them", () => {
  const fails = (options: object) => expect(() => jwt(options));
  fails({ jwks: { keyPairConfig: { alg: "HS256" } } }).toThrow('jwt.jwks.keyPairConfigs.alg is "HS256"');
  fails({ jwks: { rotationInterval: 60 } }).toThrow("jwt.jwks.rotationInterval is 60");
  fails({ jwks: { jwksPath: "jwks" } }).toThrow('jwt.jwks.jwksPath is "jwks"');
  fails({ jwt: { expirationTime: 7200 } }).toThrow("jwt.jwt.expirationTime is 7200");
  fails({ jwks: { keyPairConfigs: [] } }).toThrow("jwt.jwks.keyPairConfigs is empty");
  fails({ audiences: [] }).toThrow("jwt.audiences isn't an option");
});
