import { testOrigin } from "@latchkey/test-kit";
import * as oauth from "oauth4webapi";
import { expect, test } from "vitest";
import { issuer, pkce, redirectUri, startProvider, times } from "./provider.ts";

const open = { allowDynamicClientRegistration: true, allowUnauthenticatedClientRegistration: true };

async function start(options: Parameters<typeof startProvider>[0] = open) {
  const app = await startProvider(options);
  const register = async (metadata: object, headers: Record<string, string> = {}) => {
    const request = new Request(`${issuer}/oauth2/register`, {
      method: "POST",
      body: JSON.stringify(metadata),
      headers: { "content-type": "application/json", ...headers },
    });
    const response = await app.auth.handler(request);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return { ...app, register };
}

test("oauth4webapi registers a public client, and its user is asked before it gets tokens", async () => {
  const { auth, authorize, consent, parametersOf, send } = await start();
  const options = {
    [oauth.customFetch]: (url: string, init: object) => auth.handler(new Request(url, init)),
    [oauth.allowInsecureRequests]: true,
  };
  const found = await oauth.discoveryRequest(new URL(issuer), options);
  const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
  const reply = await oauth.dynamicClientRegistrationRequest(
    server,
    {
      client_name: "Agent",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      scope: "openid profile offline_access unknown",
    },
    options,
  );
  const client = await oauth.processDynamicClientRegistrationResponse(reply);
  expect(client).toMatchObject({ client_name: "Agent", scope: "openid profile offline_access" });
  expect(client).not.toHaveProperty("client_secret");
  const { verifier, challenge } = pkce();
  const page = await authorize(parametersOf(client.client_id, challenge, { scope: "openid profile" }));
  expect(page.pathname).toBe("/consent");
  const code = (await consent(page)).searchParams.get("code") ?? "";
  const tokens = await send("/oauth2/token", {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    client_id: client.client_id,
  });
  expect(tokens.status).toBe(200);
});

test("a client can register without a user with an initial access token, but not with another token", async () => {
  const initialAccessTokens = ["a".repeat(32), "b".repeat(40)];
  const app = await start({ allowDynamicClientRegistration: true, initialAccessTokens });
  const metadata = { client_name: "Agent", redirect_uris: [redirectUri] };
  for (const token of initialAccessTokens) {
    const { status, body } = await app.register(metadata, { authorization: `Bearer ${token}` });
    expect([status, body.client_id]).toEqual([201, expect.any(String)]);
    // The client's own token can manage its registration, and the initial one can't.
    const management = new Request(body.registration_client_uri, { headers: { authorization: `Bearer ${token}` } });
    expect((await app.auth.handler(management)).status).toBe(401);
  }
  for (const authorization of ["", "Bearer ", `Bearer ${"a".repeat(31)}`, `Basic ${"a".repeat(32)}`, "Bearer a,b"]) {
    const { status, body } = await app.register(metadata, { authorization });
    expect([authorization, status, body.error]).toEqual([authorization, 401, "invalid_token"]);
  }
});

test("a registration contains its secret's expiry, and gets one new secret after that, even with concurrent requests", async () => {
  const { auth, clock, register, send, basic } = await start({ ...open, clientSecretExpiresIn: 3600 });
  const metadata = { redirect_uris: [redirectUri] };
  const { body: created } = await register(metadata);
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  expect(created.client_secret_expires_at).toBe(seconds() + 3600);
  const replace = async (token = created.registration_access_token) => {
    const request = new Request(created.registration_client_uri, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ ...metadata, client_id: created.client_id }),
    });
    return (await auth.handler(request)).json();
  };
  const statusOf = async (client_secret: string) =>
    (await send("/oauth2/introspect", { token: "x" }, basic({ client_id: created.client_id, client_secret }))).status;
  expect(await replace()).not.toHaveProperty("client_secret");
  clock.advance(3600);
  expect(await statusOf(created.client_secret)).toBe(401);
  expect((await replace("x")).error).toBe("invalid_token");
  const replies = await times(5, () => replace());
  const [secret, ...others] = replies.flatMap((reply) => reply.client_secret ?? []);
  expect([others, replies[0].client_secret_expires_at]).toEqual([[], seconds() + 3600]);
  expect([await statusOf(secret), await statusOf(created.client_secret)]).toEqual([200, 401]);

  const { body: publicClient } = await register({ ...metadata, token_endpoint_auth_method: "none" });
  expect(publicClient.client_secret_expires_at).toBe(0);
});

test.each([
  [{ allowDynamicClientRegistration: true, initialAccessTokens: ["short"] }, "initialAccessTokens[0] is too short"],
  [{ initialAccessTokens: ["a".repeat(32)] }, "initialAccessTokens is set, but registration is off"],
  [{ clientSecretExpiresIn: 0 }, "oauthProvider.clientSecretExpiresIn"],
])("%j fails at start", async (options, message) => {
  await expect(startProvider(options)).rejects.toThrow(message);
});

test("OIDP-09: a registration can't have an unsafe redirect URI or skip the user's consent", async () => {
  const { register } = await start();
  for (const uri of ["javascript:alert(1)", "http://client.test/cb", "https://*.client.test/cb"]) {
    const reply = await register({ redirect_uris: [uri] });
    expect([reply.status, reply.body.error]).toEqual([400, "invalid_redirect_uri"]);
  }
  expect((await register({})).body.error).toBe("invalid_client_metadata");
  const forItself = await register({ redirect_uris: [], grant_types: ["client_credentials"] });
  expect(forItself.body.error).toBe("invalid_client_metadata");
  const greedy = await register({ redirect_uris: [redirectUri], skip_consent: true, require_pkce: false });
  expect([greedy.status, greedy.body.skip_consent]).toEqual([201, false]);
  expect(greedy.headers.get("access-control-allow-origin")).toBe("*");
  expect((await register({ redirect_uris: "x" })).body.error).toBe("invalid_request");
});

test("registration is off unless the app allows it, and requires a user unless it's open", async () => {
  const closed = await start({});
  expect((await closed.register({ redirect_uris: [redirectUri] })).body.error).toBe("access_denied");
  expect((await closed.ann.get("/.well-known/openid-configuration")).body).not.toHaveProperty("registration_endpoint");
  const { ann, annId, register } = await start({ allowDynamicClientRegistration: true });
  expect((await register({ redirect_uris: [redirectUri] })).body.error).toBe("invalid_token");
  const own = await ann.post("/oauth2/register", { redirect_uris: [redirectUri] });
  expect([own.status, own.body.user_id]).toEqual([201, annId]);
  await expect(start({ allowUnauthenticatedClientRegistration: true })).rejects.toThrow("registration is off");
});

test("an API on the app's origin publishes the provider that it trusts", async () => {
  const resources = [
    { identifier: `${testOrigin}/mcp`, name: "Tools", scopes: ["openid"], dpopBoundAccessTokensRequired: true },
    { identifier: "https://api.test/mcp" },
    { identifier: "https://api.test" },
  ];
  const { auth } = await startProvider({ resources });
  const get = (path: string) => auth.wellKnownHandler(new Request(`${testOrigin}/.well-known/${path}`));
  expect(await (await get("oauth-protected-resource/mcp"))?.json()).toEqual({
    resource: `${testOrigin}/mcp`,
    resource_name: "Tools",
    dpop_bound_access_tokens_required: true,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
    scopes_supported: ["openid"],
  });
  expect((await get("oauth-protected-resource"))?.status).toBe(404);
  const server = await get("oauth-authorization-server/api/auth");
  expect(await server?.json()).toMatchObject({ issuer, code_challenge_methods_supported: ["S256"] });
});

test("a client manages its registration with its own token, and users are asked again if its redirect URIs change", async () => {
  const { auth, ann, register, authorize, consent, parametersOf } = await start();
  const metadata = { client_name: "Agent", redirect_uris: [redirectUri], token_endpoint_auth_method: "none" };
  const { body: created } = await register(metadata);
  expect(created.registration_client_uri).toBe(`${issuer}/oauth2/register/${created.client_id}`);
  const manage = async (method: string, body?: object, token = created.registration_access_token) => {
    const request = new Request(created.registration_client_uri, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await auth.handler(request);
    return { status: response.status, body: response.status === 204 ? null : await response.json() };
  };
  const { body: other } = await register(metadata);
  for (const token of [other.registration_access_token, "x"]) {
    for (const method of ["GET", "DELETE"]) {
      expect(await manage(method, undefined, token)).toMatchObject({ status: 401, body: { error: "invalid_token" } });
    }
  }
  expect((await manage("GET")).body).toMatchObject({ client_id: created.client_id, client_name: "Agent" });
  const parameters = parametersOf(created.client_id, pkce().challenge, { scope: "openid" });
  await consent(await authorize(parameters));
  expect((await authorize(parameters)).searchParams.get("code")).not.toBeNull();
  const renamed = { ...metadata, client_id: created.client_id, client_name: "Other" };
  expect((await manage("PUT", renamed)).body).toMatchObject({ client_name: "Other" });
  expect((await authorize(parameters)).searchParams.get("code")).not.toBeNull();
  const moved = { ...metadata, client_id: created.client_id, redirect_uris: [redirectUri, "https://evil.test/cb"] };
  expect((await manage("PUT", moved)).status).toBe(200);
  expect((await authorize(parameters)).pathname).toBe("/consent");
  for (const [change, error] of [
    [{ redirect_uris: ["http://evil.test"] }, "invalid_redirect_uri"],
    [{ token_endpoint_auth_method: "client_secret_basic" }, "invalid_client_metadata"],
    [{ redirect_uris: [] }, "invalid_client_metadata"],
    [{ grant_types: ["client_credentials"] }, "invalid_client_metadata"],
    [{ grant_types: ["urn:ietf:params:oauth:grant-type:device_code"] }, "invalid_client_metadata"],
  ] as const) {
    expect((await manage("PUT", { ...moved, ...change })).body.error).toBe(error);
  }
  expect((await manage("DELETE")).status).toBe(204);
  expect((await manage("GET")).status).toBe(401);
  expect((await ann.get("/oauth2/get-consents")).body).toEqual([]);
});

test("a registration that's replaced without a scope keeps its scopes instead of getting all of the app's", async () => {
  const { auth, register } = await start();
  const metadata = { redirect_uris: [redirectUri], client_name: "Agent" };
  const { body } = await register({ ...metadata, scope: "openid" });
  const replace = async (more: object) => {
    const headers = {
      authorization: `Bearer ${body.registration_access_token}`,
      "content-type": "application/json",
    };
    const init = { method: "PUT", headers, body: JSON.stringify({ ...metadata, client_id: body.client_id, ...more }) };
    return (await auth.handler(new Request(body.registration_client_uri, init))).json();
  };
  expect(await replace({ client_name: "Other" })).toMatchObject({ client_name: "Other", scope: "openid" });
  expect(await replace({ scope: "openid email" })).toMatchObject({ scope: "openid email" });
});
