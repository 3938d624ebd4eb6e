import { randomUUID } from "node:crypto";
import { sha256Base64Url } from "@latchkey/core/crypto";
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import * as client from "openid-client";
import { describe, expect, test } from "vitest";
import { issuer, pkce, redirectUri, startProvider, times } from "./provider.ts";

const resource = "https://api.test";

async function createKey() {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk, privateJwk: await exportJWK(privateKey), thumbprint: await calculateJwkThumbprint(jwk) };
}

type Key = Awaited<ReturnType<typeof createKey>>;

async function start(options: Parameters<typeof startProvider>[0] = {}) {
  const app = await startProvider(options);
  const key = await createKey();
  const tokenURL = `${issuer}/oauth2/token`;
  const proof = (claims: object = {}, header: object = {}, by: Key = key) => {
    const iat = Math.floor(app.clock.now().getTime() / 1000);
    const usual = { jti: randomUUID(), htm: "POST", htu: tokenURL, iat };
    const headers = { typ: "dpop+jwt", alg: "ES256", jwk: by.jwk, ...header } as JWTHeaderParameters;
    return new SignJWT({ ...usual, ...claims }).setProtectedHeader(headers).sign(by.privateKey);
  };
  const bound = async (to: { client_id: string; client_secret?: string }, more: Record<string, string> = {}) => {
    const headers = { ...app.basic(to), dpop: await proof() };
    const { status, body } = await app.send("/oauth2/token", await app.getCode(to, more), headers);
    expect([status, body.token_type]).toEqual([200, "DPoP"]);
    return { access: String(body.access_token), refresh: String(body.refresh_token) };
  };
  const userInfo = async (headers: Record<string, string>) =>
    (await app.auth.handler(new Request(`${issuer}/oauth2/userinfo`, { headers }))).status;
  const forUserInfo = (token: string, more: object = {}, by: Key = key) =>
    proof({ htm: "GET", htu: `${issuer}/oauth2/userinfo`, ath: sha256Base64Url(token), ...more }, {}, by);
  return { ...app, key, proof, bound, userInfo, forUserInfo };
}

test("openid-client gets tokens that are bound to its key, uses them, and refreshes them", async () => {
  const { auth, createClient, authorize, consent, annId } = await startProvider({}, { clock: () => new Date() });
  const { client_id } = await createClient({ token_endpoint_auth_method: "none", dpop_bound_access_tokens: true });
  const send: client.CustomFetch = (url, init) => auth.handler(new Request(url, init as RequestInit));
  const options = { [client.customFetch]: send, execute: [client.allowInsecureRequests] };
  const config = await client.discovery(new URL(issuer), client_id, undefined, client.None(), options);
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair("ES256"));
  const verifier = client.randomPKCECodeVerifier();
  const parameters = {
    redirect_uri: redirectUri,
    scope: "openid offline_access",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state: "s1",
  };
  const url = await client.buildAuthorizationUrlWithPAR(config, parameters, { DPoP });
  const callback = await consent(await authorize(Object.fromEntries(url.searchParams)));
  const checks = { pkceCodeVerifier: verifier, expectedState: "s1" };
  await expect(client.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject({
    error: "invalid_dpop_proof",
  });
  const tokens = await client.authorizationCodeGrant(config, callback, checks, undefined, { DPoP });
  expect(tokens.token_type).toBe("dpop");
  expect(await client.fetchUserInfo(config, tokens.access_token, annId, { DPoP })).toMatchObject({ sub: annId });
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "", {}, { DPoP });
  expect(renewed.token_type).toBe("dpop");
});

describe("OIDP-12: a proof", () => {
  test("works once, for its request, while it's new, and with a public key that signed it", async () => {
    const { createClient, getCode, send, basic, proof, key } = await start();
    const other = await createKey();
    const app = await createClient();
    const input = await getCode(app);
    const errorOf = async (dpop: string) => (await send("/oauth2/token", input, { ...basic(app), dpop })).body.error;
    const iat = Number(decodeJwt(await proof()).iat);
    const wrong = await Promise.all([
      "x",
      proof({ htu: `${issuer}/oauth2/userinfo` }),
      proof({ htu: "https://evil.test/api/auth/oauth2/token" }),
      proof({ htm: "GET" }),
      proof({ iat: iat - 300 }),
      proof({ iat: iat + 300 }),
      proof({ jti: undefined }),
      proof({}, { typ: "JWT" }),
      proof({}, { jwk: other.jwk }),
      proof({}, { jwk: key.privateJwk }),
      proof({}, { jwk: { kty: "oct", k: "AAAA" } }),
      proof({}, { jwk: { ...key.jwk, x: "AAAA" } }),
    ]);
    for (const dpop of wrong) expect([dpop, await errorOf(dpop)]).toEqual([dpop, "invalid_dpop_proof"]);
    const [first, second] = [await proof(), await proof()];
    expect(await errorOf(`${first}, ${second}`)).toBe("invalid_dpop_proof");
    expect(await errorOf(first)).toBeUndefined();
    const again = await getCode(app);
    const replayed = await times(20, () => send("/oauth2/token", again, { ...basic(app), dpop: second }));
    expect(replayed.filter(({ body }) => body.error !== "invalid_dpop_proof")).toHaveLength(1);
  });

  test("is required for all tokens bound to its key, and another key's proof is rejected", async () => {
    const { createClient, bound, userInfo, forUserInfo, refresh, send, basic, key, proof } = await start();
    const other = await createKey();
    const app = await createClient();
    const { access, refresh: refreshToken } = await bound(app);
    const authorization = `DPoP ${access}`;
    expect(await userInfo({ authorization: `Bearer ${access}` })).toBe(401);
    expect(await userInfo({ authorization })).toBe(401);
    expect(await userInfo({ authorization: `Bearer ${access}`, dpop: await forUserInfo(access) })).toBe(401);
    expect(await userInfo({ authorization, dpop: await forUserInfo(access, { ath: undefined }) })).toBe(401);
    expect(await userInfo({ authorization, dpop: await forUserInfo("other") })).toBe(401);
    expect(await userInfo({ authorization, dpop: await forUserInfo(access, {}, other) })).toBe(401);
    const dpop = await forUserInfo(access);
    expect(await userInfo({ authorization, dpop })).toBe(200);
    expect(await userInfo({ authorization, dpop })).toBe(401);
    const found = await send("/oauth2/introspect", { token: access }, basic(app));
    expect(found.body).toMatchObject({ active: true, token_type: "DPoP", cnf: { jkt: key.thumbprint } });

    const input = { grant_type: "refresh_token", refresh_token: refreshToken };
    expect((await refresh(app, refreshToken)).body.error).toBe("invalid_dpop_proof");
    const stolen = { ...basic(app), dpop: await proof({}, {}, other) };
    expect((await send("/oauth2/token", input, stolen)).body.error).toBe("invalid_dpop_proof");
    const renewed = await send("/oauth2/token", input, { ...basic(app), dpop: await proof() });
    expect([renewed.status, renewed.body.token_type]).toEqual([200, "DPoP"]);
  });

  test("must have the key that the request named, and signed tokens contain the key, too", async () => {
    const { createClient, getCode, send, basic, proof, key, parametersOf } = await start({
      resources: [{ identifier: resource }],
    });
    const other = await createKey();
    const app = await createClient();
    const input = await getCode(app, { dpop_jkt: key.thumbprint, resource });
    const post = async (by: Key | null) =>
      send("/oauth2/token", input, { ...basic(app), ...(by && { dpop: await proof({}, {}, by) }) });
    expect((await post(null)).body.error).toBe("invalid_dpop_proof");
    expect((await post(other)).body.error).toBe("invalid_dpop_proof");
    const { body } = await post(key);
    expect(decodeJwt(String(body.access_token))).toMatchObject({ aud: resource, cnf: { jkt: key.thumbprint } });
    const pushed = parametersOf(app.client_id, pkce().challenge, { dpop_jkt: key.thumbprint });
    const dpop = await proof({ htu: `${issuer}/oauth2/par` }, {}, other);
    const refused = await send("/oauth2/par", pushed, { ...basic(app), dpop });
    expect(refused.body.error).toBe("invalid_dpop_proof");
  });

  test("is required from clients that registered for it", async () => {
    const { createClient, getCode, send, basic } = await start();
    const app = await createClient({ dpop_bound_access_tokens: true });
    const { body } = await send("/oauth2/token", await getCode(app), basic(app));
    expect(body.error).toBe("invalid_dpop_proof");
  });

  test("isn't accepted with a token that isn't bound", async () => {
    const { createClient, getTokens, userInfo, forUserInfo } = await start();
    const { access_token: token } = await getTokens(await createClient());
    expect(await userInfo({ authorization: `DPoP ${token}`, dpop: await forUserInfo(token) })).toBe(401);
  });
});
