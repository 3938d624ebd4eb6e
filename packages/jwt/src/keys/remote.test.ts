import { getService } from "@latchkey/core/plugin";
import { startAuth, testOrigin } from "@latchkey/test-kit";
import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import type { JwtOptions, TokenOptions } from "../options.ts";
import { jwt } from "../plugin.ts";
import { jwksTable } from "../tables.ts";
import { createTokenVerifier } from "../verify.ts";

const remoteUrl = "https://keys.test/jwks.json";

let pair: CryptoKeyPair;
let jwk: JWK;

beforeAll(async () => {
  pair = (await generateKeyPair("ES256", { extractable: true })) as CryptoKeyPair;
  jwk = { ...(await exportJWK(pair.publicKey)), kid: "k1", alg: "ES256", use: "sig" };
});

type Sign = NonNullable<TokenOptions["sign"]>;

/** Creates a signer that has the key, like a key management service. */
const signer =
  (header: object = {}, more: object = {}): Sign =>
  (claims, { header: given }) =>
    new SignJWT({ ...claims, ...more }).setProtectedHeader({ ...given, kid: "k1", ...header }).sign(pair.privateKey);

async function start(sign: Sign = signer(), options: JwtOptions = {}) {
  const state = { reads: 0, isDown: false };
  const fetch: typeof globalThis.fetch = async (input) => {
    expect(String(input)).toBe(remoteUrl);
    state.reads++;
    return state.isDown ? new Response("no", { status: 503 }) : Response.json({ keys: [jwk] });
  };
  const keys = { keyPairConfig: { alg: "ES256" }, remoteUrl } as const;
  const app = await startAuth({ fetch, plugins: [jwt({ jwks: keys, jwt: { sign }, ...options })] });
  const ann = app.browser();
  const { id } = (await ann.signUp("ann@example.com")).body.user;
  const token = async () => String((await ann.get<{ token: string }>("/token")).body.token);
  return { ...app, state, ann, annId: id, token };
}

describe("with a key management service", () => {
  test("tokens are signed by the service, and can be verified with its keys in the app and other services", async () => {
    const { annId, auth, clock, state, token } = await start();
    const signed = await token();
    expect(decodeProtectedHeader(signed)).toEqual({ alg: "ES256", typ: "JWT", kid: "k1" });
    for (let i = 0; i < 3; i++) {
      expect((await auth.api.verifyJWT({ body: { token: signed } })).payload).toMatchObject({ sub: annId });
    }
    expect(state.reads).toBe(1);
    const fetch = async () => Response.json({ keys: [jwk] });
    const verifier = createTokenVerifier({
      issuer: testOrigin,
      audience: testOrigin,
      jwksURL: remoteUrl,
      now: clock.now,
      fetch,
    });
    expect((await verifier.verify(signed)).sub).toBe(annId);
    expect(await auth.$context.db.count(jwksTable, {})).toBe(0);
    const service = getService(auth.$context, "tokenSigner");
    expect([service.keySet, service.algorithms]).toEqual([{ url: remoteUrl }, ["ES256"]]);
  });

  test("a token with another key or algorithm isn't accepted as the app's own", async () => {
    const { auth, token } = await start();
    const signed = await token();
    const other = (await generateKeyPair("ES256")) as CryptoKeyPair;
    const forge = (header: object, key: CryptoKey | Uint8Array) =>
      new SignJWT({ iss: testOrigin, aud: testOrigin, iat: 1, exp: 9e9 })
        .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: "k1", ...header })
        .sign(key);
    const symmetric = new TextEncoder().encode(JSON.stringify(jwk));
    const forged = [
      await forge({}, other.privateKey),
      await forge({ kid: "k2" }, pair.privateKey),
      await forge({ typ: "at+jwt" }, pair.privateKey),
      await forge({ alg: "HS256" }, symmetric),
      `${signed.slice(0, -4)}AAAA`,
    ];
    for (const one of forged) expect((await auth.api.verifyJWT({ body: { token: one } })).payload).toBeNull();
  });

  test.each<readonly [string, Sign, string]>([
    ["another algorithm", async () => `${btoa('{"alg":"none","typ":"JWT","kid":"k1"}')}.e30.`, "the alg none"],
    ["another type", signer({ typ: "at+jwt" }), "the typ at+jwt"],
    ["no key id", signer({ kid: "" }), "without a kid"],
    ["another expiry", signer({}, { exp: 9e9 }), 'changed the claim "exp"'],
    ["a claim more", signer({}, { admin: true }), 'changed the claim "admin"'],
  ])("a token with %s never leaves the app", async (_, sign, message) => {
    const { auth, ann } = await start(sign);
    expect((await ann.get("/token")).status).toBe(500);
    const signing = auth.api.signJWT({ body: { payload: { sub: "job" } } });
    await expect(signing).rejects.toMatchObject({ cause: { message: expect.stringContaining(message) } });
  });

  test("the app has no keys that it could publish or rotate", async () => {
    const { auth, browser } = await start();
    expect((await browser().get("/jwks")).status).toBe(404);
    expect(await auth.api.listSigningKeys()).toEqual([]);
    expect(await auth.api.testKeyRotation()).toEqual([]);
    await expect(auth.api.rotateSigningKeys()).rejects.toMatchObject({ code: "UNSUPPORTED_ALGORITHM" });
    const body = { compromised: true };
    await expect(auth.api.rotateSigningKeys({ body })).rejects.toMatchObject({ code: "UNSUPPORTED_ALGORITHM" });
    expect(await auth.$context.db.count(jwksTable, {})).toBe(0);
  });

  test("a token isn't reported as invalid while the keys can't be read", async () => {
    const { auth, state, token } = await start();
    const signed = await token();
    state.isDown = true;
    const cause = { reason: "unavailable" };
    await expect(auth.api.verifyJWT({ body: { token: signed } })).rejects.toMatchObject({ cause });
  });
});

test("incomplete options fail at startup, and the error names the missing one", () => {
  const fails = (options: object) => expect(() => jwt(options));
  const keyPairConfig = { alg: "ES256" };
  const sign = signer();
  fails({ jwt: { sign } }).toThrow("not jwt.jwks.remoteUrl");
  fails({ jwks: { remoteUrl } }).toThrow("not jwt.jwt.sign");
  fails({ jwks: { remoteUrl }, jwt: { sign } }).toThrow("not jwt.jwks.keyPairConfig");
  for (const url of ["http://keys.test/jwks", "keys", "https://"]) {
    fails({ jwks: { keyPairConfig, remoteUrl: url }, jwt: { sign } }).toThrow("Use an https URL");
  }
  fails({ jwks: { keyPairConfig, remoteUrl, jwksPath: "/keys" }, jwt: { sign } }).toThrow("jwt.jwks.jwksPath has no");
});
