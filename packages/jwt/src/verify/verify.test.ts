import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { createTokenVerifier, type TokenVerifierOptions } from "../verify.ts";

const issuer = "https://issuer.test";
const audience = "https://api.test";
const start = Date.UTC(2030, 0, 1);

let pair: CryptoKeyPair;
let other: CryptoKeyPair;
let jwk: JWK;

beforeAll(async () => {
  pair = (await generateKeyPair("EdDSA", { extractable: true })) as CryptoKeyPair;
  other = (await generateKeyPair("EdDSA", { extractable: true })) as CryptoKeyPair;
  jwk = { ...(await exportJWK(pair.publicKey)), kid: "a", alg: "EdDSA", use: "sig" };
});

/** Creates a verifier whose key set, clock, and fetches the test controls. */
function setUp(options: Partial<TokenVerifierOptions> = {}) {
  const state = { time: start, fetches: 0, respond: (): Response => Response.json({ keys: [jwk] }) };
  const verifier = createTokenVerifier({
    issuer,
    audience,
    now: () => new Date(state.time),
    fetch: async () => {
      state.fetches++;
      return state.respond();
    },
    ...options,
  });
  const seconds = () => Math.floor(state.time / 1000);
  const sign = (claims: object = {}, header: object = {}, key = pair.privateKey) =>
    new SignJWT({ iss: issuer, aud: audience, iat: seconds(), exp: seconds() + 300, ...claims })
      .setProtectedHeader({ alg: "EdDSA", typ: "JWT", kid: "a", ...header })
      .sign(key);
  const reasonOf = async (token: string) => {
    try {
      await verifier.verify(token);
      return "accepted";
    } catch (error) {
      return (error as { reason?: string }).reason;
    }
  };
  return { state, verifier, sign, reasonOf };
}

describe("a token is rejected", () => {
  test("JWKS-01: with no algorithm, a symmetric one, another key, or a header that contains its own key", async () => {
    const { sign, reasonOf } = setUp();
    const unsecured = new UnsecuredJWT({ iss: issuer, aud: audience }).encode();
    expect(await reasonOf(unsecured)).toBe("type");
    const none = `${btoa('{"alg":"none","typ":"JWT","kid":"a"}').replace(/=/g, "")}.e30.`;
    expect(await reasonOf(none)).toBe("algorithm");
    const secret = new TextEncoder().encode(JSON.stringify(jwk));
    const symmetric = await new SignJWT({}).setProtectedHeader({ alg: "HS256", typ: "JWT", kid: "a" }).sign(secret);
    expect(await reasonOf(symmetric)).toBe("algorithm");
    expect(await reasonOf(await sign({}, {}, other.privateKey))).toBe("signature");
    const own = await exportJWK(other.publicKey);
    expect(await reasonOf(await sign({}, { jwk: own, jku: "https://evil.test/jwks" }, other.privateKey))).toBe(
      "signature",
    );
    const ecdsa = (await generateKeyPair("ES256")) as CryptoKeyPair;
    const wrongAlg = await new SignJWT({})
      .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: "a" })
      .sign(ecdsa.privateKey);
    expect(await reasonOf(wrongAlg)).toBe("algorithm");
    expect(() => setUp({ algorithms: ["HS256"] })).toThrow('algorithms contains "HS256"');
  });

  test("JWKS-07: with another type, issuer, or audience, or without a registered claim", async () => {
    const { sign, reasonOf } = setUp();
    expect(await reasonOf(await sign())).toBe("accepted");
    expect(await reasonOf(await sign({}, { typ: "at+jwt" }))).toBe("type");
    expect(await reasonOf(await sign({}, { typ: "logout+jwt" }))).toBe("type");
    expect(await reasonOf(await sign({ iss: "https://issuer.test.evil.test" }))).toBe("issuer");
    expect(await reasonOf(await sign({ aud: "https://other.test" }))).toBe("audience");
    expect(await reasonOf(await sign({ exp: start / 1000 - 6 }))).toBe("expired");
    for (const claim of ["exp", "iat"]) expect(await reasonOf(await sign({ [claim]: undefined }))).toBe("claims");
    expect(await reasonOf(await sign({}, { crit: ["x"], x: 1 }).catch(() => "x.y.z"))).toBe("malformed");
    expect(await reasonOf("a".repeat(20_000))).toBe("malformed");
    expect(await reasonOf(await sign({}, { kid: undefined }))).toBe("unknown-key");
  });

  test("if it's older than the service allows", async () => {
    const { state, sign, reasonOf } = setUp({ maxTokenAge: 60 });
    const token = await sign({ exp: start / 1000 + 3600 });
    expect(await reasonOf(token)).toBe("accepted");
    state.time += 70_000;
    expect(await reasonOf(token)).toBe("expired");
  });
});

describe("the keys", () => {
  test("JWKS-03: are read again for an unknown key, at most once per cooldown", async () => {
    const { state, sign, reasonOf } = setUp();
    expect(await reasonOf(await sign())).toBe("accepted");
    expect(state.fetches).toBe(1);
    const unknown = await Promise.all(Array.from({ length: 50 }, (_, at) => sign({}, { kid: `k${at}` })));
    expect(new Set(await Promise.all(unknown.map(reasonOf)))).toEqual(new Set(["unknown-key"]));
    expect(state.fetches).toBe(1);
    state.time += 31_000;
    await Promise.all(unknown.map(reasonOf));
    expect(state.fetches).toBe(2);
    const renewed = { ...(await exportJWK(other.publicKey)), kid: "b", alg: "EdDSA" };
    state.respond = () => Response.json({ keys: [jwk, renewed] });
    state.time += 31_000;
    expect(await reasonOf(await sign({}, { kid: "b" }, other.privateKey))).toBe("accepted");
  });

  test("are read once for many first tokens", async () => {
    const { state, sign, reasonOf } = setUp();
    const token = await sign();
    const results = await Promise.all(Array.from({ length: 20 }, () => reasonOf(token)));
    expect(new Set(results)).toEqual(new Set(["accepted"]));
    expect(state.fetches).toBe(1);
  });

  test.each<readonly [string, () => Response]>([
    ["an error", () => new Response("no", { status: 500 })],
    ["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["a redirect", () => Response.redirect("https://evil.test/jwks")],
    ["10 MB", () => new Response("x".repeat(10_000_000))],
    ["something else in JSON", () => Response.json([])],
  ])("JWKS-04: that come as %s leave the old ones in use for an hour", async (_, respond) => {
    const { state, sign, reasonOf } = setUp();
    expect(await reasonOf(await sign())).toBe("accepted");
    state.respond = respond;
    state.time += 3_500_000;
    expect(await reasonOf(await sign())).toBe("accepted");
    state.time += 200_000;
    expect(await reasonOf(await sign())).toBe("unavailable");
    state.respond = () => Response.json({ keys: [jwk] });
    state.time += 31_000;
    expect(await reasonOf(await sign())).toBe("accepted");
  });

  test("are used while they're fresh, even if the service allows no stale ones", async () => {
    const { state, sign, reasonOf } = setUp({ staleIfError: 0 });
    expect(await reasonOf(await sign())).toBe("accepted");
    state.time += 200_000;
    expect(await reasonOf(await sign())).toBe("accepted");
    state.respond = () => new Response("no", { status: 500 });
    state.time += 200_000;
    expect(await reasonOf(await sign())).toBe("unavailable");
  });

  test("are ignored if they're symmetric or for encryption", async () => {
    const { state, sign, reasonOf } = setUp();
    state.respond = () => Response.json({ keys: [{ kty: "oct", k: "AAAA", kid: "a" }, { ...jwk, use: "enc" }, null] });
    expect(await reasonOf(await sign())).toBe("unknown-key");
  });

  test("are only read over https", () => {
    expect(() => setUp({ issuer: "http://issuer.test" })).toThrow("Use https");
    expect(() => setUp({ issuer: "http://localhost:3000" })).not.toThrow();
  });
});
