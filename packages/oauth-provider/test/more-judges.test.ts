/** Independent libraries sign users out, connect without registering, and check access tokens at an API. */

import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { expect, test } from "vitest";
import { mcp } from "../src/mcp.ts";
import { issuer, redirectUri, startProvider } from "./provider.ts";

/** These clients compare times with the system's clock. */
const clock = () => new Date();

type App = Awaited<ReturnType<typeof startProvider>>;

/** Discovers the provider with openid-client, as one of its clients. */
function discover(app: App, id: string, secret?: string): Promise<client.Configuration> {
  const send: client.CustomFetch = (url, init) => app.auth.handler(new Request(url, init as RequestInit));
  const authentication = secret === undefined ? client.None() : client.ClientSecretBasic(secret);
  const options = { [client.customFetch]: send, execute: [client.allowInsecureRequests] };
  return client.discovery(new URL(issuer), id, undefined, authentication, options);
}

/** Signs Ann in with openid-client. */
async function signIn(app: App, config: client.Configuration, parameters: Record<string, string>) {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    ...parameters,
  });
  const callback = await app.consent(await app.authorize(Object.fromEntries(url.searchParams)));
  return client.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier, expectedState: state });
}

test("openid-client signs the user out, and another client gets a logout token that jose verifies", async () => {
  const sent: { readonly url: string; readonly body: URLSearchParams }[] = [];
  const publicFetch: typeof fetch = async (url, init) => {
    sent.push({ url: String(url), body: new URLSearchParams(String(init?.body)) });
    return new Response(null);
  };
  const app = await startProvider({}, { clock, publicFetch });
  const signedOut = "https://client.test/signed-out";
  const first = await app.createClient({ post_logout_redirect_uris: [signedOut] });
  const second = await app.createClient({ backchannel_logout_uri: "https://other.test/logout" });
  const config = await discover(app, first.client_id, first.client_secret);
  const tokens = await signIn(app, config, { scope: "openid" });
  const others = await signIn(app, await discover(app, second.client_id, second.client_secret), { scope: "openid" });

  const url = client.buildEndSessionUrl(config, {
    post_logout_redirect_uri: signedOut,
    id_token_hint: tokens.id_token ?? "",
    state: "s1",
  });
  const reply = await app.ann.get(`${url.pathname.slice("/api/auth".length)}${url.search}`);
  expect([reply.status, reply.headers.get("location")]).toEqual([302, `${signedOut}?state=s1`]);
  expect((await app.ann.get("/get-session")).body).toBeNull();

  await app.auth.api.deliverOutbox();
  expect(sent.map((one) => one.url)).toEqual(["https://other.test/logout"]);
  const keySet = (await app.browser().get<JSONWebKeySet>("/jwks")).body;
  const { payload } = await jwtVerify(sent[0]?.body.get("logout_token") ?? "", createLocalJWKSet(keySet), {
    issuer,
    audience: second.client_id,
    typ: "logout+jwt",
    requiredClaims: ["iat", "exp", "jti", "events"],
  });
  expect(payload).toMatchObject({ sub: app.annId, sid: others.claims()?.sid });
  expect(payload).not.toHaveProperty("nonce");
});

test("openid-client connects with the URL of its metadata as id, and oauth4webapi checks its token at the API", async () => {
  const id = "https://client.test/oauth/client.json";
  const resource = "https://tools.test/mcp";
  const metadata = {
    client_id: id,
    client_name: "Agent",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
    scope: "openid offline_access tools:read",
  };
  const publicFetch: typeof fetch = async () => Response.json(metadata);
  const app = await startProvider(mcp({ resource, scopes: ["tools:read"] }), { clock, publicFetch });
  const config = await discover(app, id);
  expect(config.serverMetadata().client_id_metadata_document_supported).toBe(true);
  const tokens = await signIn(app, config, { scope: "openid offline_access tools:read", resource });
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "", { resource });

  const server = config.serverMetadata();
  const options = {
    [oauth.customFetch]: (url: string, init: object) => app.auth.handler(new Request(url, init)),
    [oauth.allowInsecureRequests]: true,
  };
  const check = (token: string, audience = resource) => {
    const request = new Request(resource, { headers: { authorization: `Bearer ${token}` } });
    return oauth.validateJwtAccessToken(server, request, audience, options);
  };
  for (const { access_token: token } of [tokens, renewed]) {
    expect(await check(token)).toMatchObject({ sub: app.annId, client_id: id, aud: resource });
  }
  await expect(check(renewed.access_token, "https://other.test")).rejects.toThrow();
  await expect(check(tokens.id_token ?? "")).rejects.toThrow();
});
