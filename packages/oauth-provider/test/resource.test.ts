import { randomUUID } from "node:crypto";
import { sha256Base64Url } from "@latchkey/core/crypto";
import { userTable } from "@latchkey/core/plugin";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { mcp } from "../src/mcp.ts";
import { protect, resourceMetadata } from "../src/resource.ts";
import { issuer, startProvider } from "./provider.ts";

const resource = "https://tools.test/mcp";
const metadataURL = "https://tools.test/.well-known/oauth-protected-resource/mcp";

async function start() {
  const app = await startProvider(mcp({ resource, scopes: ["tools:read", "tools:write"] }));
  const client = await app.createClient();
  const tokensFor = (scope: string, more = {}) => app.getTokens(client, { scope, resource, ...more });
  const keys = { isUp: true, reads: 0 };
  const send: typeof fetch = async (input, init) => {
    keys.reads++;
    if (!keys.isUp) throw new Error("down");
    return app.auth.handler(new Request(input as string, { ...init, signal: null }));
  };
  const options = { issuer, resource, scopes: ["tools:read"], allowHttp: true, fetch: send, now: app.clock.now };
  const tool = protect((_, { subject, clientId, scopes }) => Response.json({ subject, clientId, scopes }), options);
  const call = async (authorization?: string, headers = {}, path = "/mcp?x=1") => {
    const given = authorization === undefined ? {} : { authorization };
    // The proxy in front of the API has a different origin.
    const request = new Request(`http://10.0.0.7:8080${path}`, { method: "POST", headers: { ...given, ...headers } });
    const response = await tool(request);
    const challenge = response.headers.get("www-authenticate");
    return { status: response.status, challenge, body: response.body && ((await response.json()) as object) };
  };
  const banAnn = async () => {
    const root = app.browser();
    const { user } = (await root.signUp("root@example.com")).body;
    await app.auth.$context.db.update(userTable, { where: { id: user.id }, set: { role: "admin" } as object });
    expect((await root.post("/admin/ban-user", { userId: app.annId })).status).toBe(200);
  };
  return { ...app, client, tokensFor, keys, options, call, banAnn };
}

test("an API tells clients where to get a token, and which scopes they need", async () => {
  const { call, tokensFor, annId, client, userInfo } = await start();
  const bare = await call();
  expect(bare.status).toBe(401);
  expect(bare.challenge).toContain(`Bearer resource_metadata="${metadataURL}", scope="tools:read"`);
  expect((await call("Bearer x.y.z")).challenge).toContain('Bearer error="invalid_token"');
  const { access_token: token } = await tokensFor("openid tools:read");
  expect(await call(`Bearer ${token}`)).toMatchObject({
    status: 200,
    body: { subject: annId, clientId: client.client_id, scopes: ["openid", "tools:read"] },
  });
  const { access_token: other } = await tokensFor("openid tools:write");
  expect(await call(`Bearer ${other}`)).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
  // The provider rejects a token for the API.
  expect((await userInfo(token)).status).toBe(401);
});

test("an API only accepts access tokens for itself, and only until they expire", async () => {
  const { call, tokensFor, getTokens, client, clock, auth } = await start();
  const { access_token: token, id_token: idToken } = await tokensFor("openid tools:read");
  const { access_token: opaque } = await getTokens(client, { scope: "openid" });
  const signed = await auth.api.signJWT({
    body: {
      payload: { sub: "x", client_id: "x", scope: "tools:read" },
      overrideOptions: { issuer, audience: resource },
    },
  });
  for (const wrong of [idToken, opaque, signed.token, `${token.slice(0, -4)}AAAA`]) {
    expect([wrong, (await call(`Bearer ${wrong}`)).status]).toEqual([wrong, 401]);
  }
  clock.advance(606);
  expect((await call(`Bearer ${token}`)).status).toBe(401);
});

test.each<readonly [string, (app: Awaited<ReturnType<typeof start>>, token: string) => Promise<unknown>]>([
  ["is banned", ({ banAnn }) => banAnn()],
  ["disconnects the app", ({ ann, client }) => ann.post("/oauth2/disconnect-app", { client_id: client.client_id })],
  ["signs out everywhere", ({ ann }) => ann.post("/revoke-sessions")],
  ["is deleted", ({ auth, annId }) => auth.$context.db.remove(userTable, { where: { id: annId } })],
  [
    "keeps the app, but it revokes its token",
    ({ send, basic, client }, token) => send("/oauth2/revoke", { token }, basic(client)),
  ],
])(
  "OIDP-04: when a user %s, the token becomes inactive for its client immediately, and an API accepts it until it expires",
  async (_, end) => {
    const app = await start();
    const { basic, call, client, clock, refresh, send, tokensFor } = app;
    const tokens = await tokensFor("openid offline_access tools:read");
    const introspect = async () =>
      (await send("/oauth2/introspect", { token: tokens.access_token }, basic(client))).body.active;
    expect(await introspect()).toBe(true);
    await end(app, tokens.refresh_token);
    expect(await introspect()).toBe(false);
    expect((await refresh(client, tokens.refresh_token)).body.error).toBe("invalid_grant");
    clock.advance(604);
    expect((await call(`Bearer ${tokens.access_token}`)).status).toBe(200);
    clock.advance(2);
    expect((await call(`Bearer ${tokens.access_token}`)).status).toBe(401);
  },
);

test("OIDP-12: an API only accepts a bound token with a new proof of its key", async () => {
  const { call, clock, client, getCode, send, basic, tokensFor } = await start();
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const prove = (claims: object) => {
    const iat = Math.floor(clock.now().getTime() / 1000);
    return new SignJWT({ jti: randomUUID(), htm: "POST", iat, ...claims })
      .setProtectedHeader({ typ: "dpop+jwt", alg: "ES256", jwk })
      .sign(privateKey);
  };
  const code = await getCode(client, { scope: "openid tools:read", resource });
  const headers = { ...basic(client), dpop: await prove({ htu: `${issuer}/oauth2/token` }) };
  const token = String((await send("/oauth2/token", code, headers)).body.access_token);
  expect(decodeJwt(token)).toHaveProperty("cnf.jkt");
  const ath = sha256Base64Url(token);
  const dpop = await prove({ htu: resource, ath });
  expect((await call(`Bearer ${token}`)).status).toBe(401);
  expect((await call(`Bearer ${token}`, { dpop })).status).toBe(401);
  expect((await call(`DPoP ${token}`)).status).toBe(401);
  expect((await call(`DPoP ${token}`, { dpop: await prove({ htu: resource }) })).status).toBe(401);
  expect((await call(`DPoP ${token}`, { dpop: await prove({ htu: "https://evil.test/mcp", ath }) })).status).toBe(401);
  // This path could be read as another server's URL.
  const foreign = await prove({ htu: "http://evil.test/mcp", ath });
  expect((await call(`DPoP ${token}`, { dpop: foreign }, "//evil.test/mcp")).status).toBe(401);
  expect((await call(`DPoP ${token}`, { dpop })).status).toBe(200);
  expect(await call(`DPoP ${token}`, { dpop })).toMatchObject({ status: 401, body: { error: "invalid_dpop_proof" } });
  const { access_token: plain } = await tokensFor("openid tools:read");
  expect((await call(`DPoP ${plain}`, { dpop: await prove({ htu: resource, ath }) })).status).toBe(401);
});

test("an API responds with 503 while it can't read the provider's keys, and publishes the provider that it trusts", async () => {
  const { call, keys, tokensFor, options } = await start();
  const { access_token: token } = await tokensFor("openid tools:read");
  keys.isUp = false;
  expect((await call(`Bearer ${token}`)).status).toBe(503);
  const document = resourceMetadata(options);
  expect(document.headers.get("access-control-allow-origin")).toBe("*");
  expect(await document.json()).toMatchObject({
    resource,
    authorization_servers: [issuer],
    scopes_supported: ["tools:read"],
  });
});
