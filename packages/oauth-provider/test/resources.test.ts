/** APIs that the app adds while it runs. RFC 8707. */

import { memoryAdapter } from "@latchkey/core";
import { userTable } from "@latchkey/core/plugin";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { expect, test } from "vitest";
import { pkce, redirectUri, startProvider, times } from "./provider.ts";

const api = "https://api.test/photos";
const fixed = "https://fixed.test";
const scopes = ["openid", "email", "offline_access", "read", "write"];
const all = "openid offline_access read";

async function start(options: Parameters<typeof startProvider>[0] = {}, authOptions: object = {}) {
  const resources = [{ identifier: fixed, scopes: ["read"] }];
  const keys = { jwks: { keyPairConfigs: [{ alg: "ES256" as const }, { alg: "EdDSA" as const }] } };
  const app = await startProvider({ scopes, resources, ...options }, authOptions, keys);
  const client = await app.createClient();
  const { api: calls } = app.auth;
  const add = (more = {}) => calls.adminCreateOAuthResource({ body: { identifier: api, ...more } });
  const link = (client_id = client.client_id) =>
    calls.adminLinkClientResource({ body: { identifier: api, client_id } });
  const unlink = (client_id = client.client_id) =>
    calls.adminUnlinkClientResource({ body: { identifier: api, client_id } });
  const update = (more: object) => calls.adminUpdateOAuthResource({ body: { identifier: api, update: more } });
  const drop = () => calls.adminDeleteOAuthResource({ body: { identifier: api } });
  const ask = async (resource: string, scope = all) => {
    const page = await app.authorize(app.parametersOf(client.client_id, pkce().challenge, { scope, resource }));
    return page.searchParams.get("error") ?? (page.searchParams.has("code") ? "code" : page.pathname);
  };
  const introspect = async (token: string) =>
    (await app.send("/oauth2/introspect", { token }, app.basic(client))).body.active;
  return { ...app, client, calls, add, link, unlink, update, drop, ask, introspect };
}

test("a client gets tokens for an added API once it's linked, with the API's lifetimes, scopes, claims, and algorithm", async () => {
  const app = await start();
  const { add, ask, client, clock, getTokens, link, refresh } = app;
  expect(await ask(api)).toBe("invalid_target");
  const policy = { accessTokenTtl: 120, refreshTokenTtl: 3600, signingAlgorithm: "EdDSA", allowedScopes: ["read"] };
  const created = await add({ ...policy, customClaims: { tier: "gold" } });
  expect(created).toMatchObject({ identifier: api, name: api, ...policy, policyVersion: 1, disabled: false });
  expect(await ask(api)).toBe("invalid_target");
  await link();
  expect(await ask(api)).toBe("/consent");
  expect(await ask(api, "openid write")).toBe("invalid_scope");
  const tokens = await getTokens(client, { scope: all, resource: api });
  const claims = decodeJwt(tokens.access_token);
  expect(claims).toMatchObject({ aud: api, scope: all, tier: "gold", client_id: client.client_id });
  expect([Number(claims.exp) - Number(claims.iat), decodeProtectedHeader(tokens.access_token).alg]).toEqual([
    120,
    "EdDSA",
  ]);
  clock.advance(3590);
  const renewed = await refresh(client, tokens.refresh_token);
  expect(renewed.body).toMatchObject({ expires_in: 120, scope: all });
  clock.advance(3601);
  expect((await refresh(client, String(renewed.body.refresh_token))).body.error).toBe("invalid_grant");
});

test("a token for several APIs has the shortest of their lifetimes, and each API can be left out", async () => {
  const { add, authorize, basic, client, clock, consent, link, parametersOf, refresh, send } = await start();
  await add({ accessTokenTtl: 60, refreshTokenTtl: 1000, signingAlgorithm: "EdDSA" });
  await link();
  const { verifier, challenge } = pkce();
  const request = new URLSearchParams(parametersOf(client.client_id, challenge, { scope: all }));
  request.append("resource", api);
  request.append("resource", fixed);
  const { body: pushed } = await send("/oauth2/par", request, basic(client));
  const page = await authorize({ client_id: client.client_id, request_uri: String(pushed.request_uri) });
  expect(page.searchParams.getAll("resource")).toEqual([api, fixed]);
  const code = (await consent(page)).searchParams.get("code") ?? "";
  const input = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
  const { body } = await send("/oauth2/token", input, basic(client));
  expect(body).toMatchObject({ expires_in: 60 });
  expect([decodeJwt(String(body.access_token)).aud, decodeProtectedHeader(String(body.access_token)).alg]).toEqual([
    [api, fixed],
    "ES256",
  ]);
  const one = await refresh(client, String(body.refresh_token), { resource: fixed });
  expect([one.body.expires_in, decodeJwt(String(one.body.access_token)).aud]).toEqual([600, fixed]);
  // The refresh token also works for the API with the shorter lifetime.
  clock.advance(1001);
  expect((await refresh(client, String(one.body.refresh_token))).body.error).toBe("invalid_grant");
});

test("OIDP-22: deleting or disabling an API, or unlinking a client, ends new tokens, and adding it again restores nothing", async () => {
  for (const end of ["drop", "unlink"] as const) {
    const app = await start();
    const { add, ask, client, clock, getTokens, introspect, link, refresh, send, basic, getCode } = app;
    await add();
    await link();
    const tokens = await getTokens(client, { scope: all, resource: api });
    const waiting = await getCode(client, { scope: all, resource: api });
    expect([await ask(api), await introspect(tokens.access_token)]).toEqual(["code", true]);
    clock.advance(1);
    await app[end]();
    const refused = async () => [
      (await refresh(client, tokens.refresh_token)).body.error,
      (await send("/oauth2/token", waiting, basic(client))).body.error,
      await introspect(tokens.access_token),
    ];
    expect([end, await ask(api), ...(await refused())]).toEqual([
      end,
      "invalid_target",
      "invalid_target",
      "invalid_target",
      false,
    ]);
    clock.advance(1);
    if (end === "drop") await add();
    await link();
    // The user's consent was for the deleted API.
    expect([end, await ask(api), ...(await refused())]).toEqual([
      end,
      "/consent",
      "invalid_target",
      "invalid_target",
      false,
    ]);
    // Consenting to something else, or removing scopes, doesn't allow access to the new API.
    clock.advance(1);
    await getTokens(client, { scope: "openid email" });
    expect([end, await ask(api)]).toEqual([end, "/consent"]);
    await getTokens(client, { scope: all, resource: api });
    expect([end, await ask(api)]).toEqual([end, "code"]);
  }
});

test("OIDP-22: a disabled API gets no new tokens, and existing tokens stay active until they expire", async () => {
  const { add, ask, client, getTokens, introspect, link, refresh, update, clock } = await start();
  await add();
  await link();
  const tokens = await getTokens(client, { scope: all, resource: api });
  clock.advance(1);
  expect(await update({ disabled: true })).toMatchObject({ disabled: true, policyVersion: 2 });
  expect([await ask(api), await introspect(tokens.access_token)]).toEqual(["invalid_target", true]);
  expect((await refresh(client, tokens.refresh_token)).body.error).toBe("invalid_target");
  await update({ disabled: false });
  expect(await ask(api)).toBe("code");
  expect((await refresh(client, tokens.refresh_token)).status).toBe(200);
});

test("removing scopes from a consent doesn't allow access to an API that was deleted and added again", async () => {
  const { add, ask, ann, client, clock, drop, getTokens, link } = await start();
  await add();
  await link();
  await getTokens(client, { scope: `${all} email`, resource: api });
  clock.advance(1);
  await drop();
  await add();
  await link();
  clock.advance(1);
  const [consent] = (await ann.get<{ id: string }[]>("/oauth2/get-consents")).body;
  const narrowed = { id: consent?.id, update: { scopes: all.split(" ") } };
  expect((await ann.post("/oauth2/update-consent", narrowed)).body.resources).toEqual([]);
  expect(await ask(api)).toBe("/consent");
});

test("OIDP-04: new tokens don't have scopes that the client or the API has lost, and offline access ends with its scope", async () => {
  const { auth, add, client, clock, getTokens, link, refresh, update } = await start();
  await add();
  await link();
  const { refresh_token: first } = await getTokens(client, { scope: `${all} write`, resource: api });
  await update({ allowedScopes: ["read"] });
  const renewed = await refresh(client, first);
  expect(renewed.body.scope).toBe(all);
  const explicit = await refresh(client, String(renewed.body.refresh_token), { scope: "read write" });
  expect(explicit.body.error).toBe("invalid_scope");
  const cut = (scope: string) =>
    auth.api.updateOAuthClient({ body: { client_id: client.client_id, update: { scope } } });
  await cut("openid offline_access");
  const less = await refresh(client, String(renewed.body.refresh_token));
  expect([less.status, less.body.scope]).toEqual([200, "openid offline_access"]);
  await cut("openid read");
  clock.advance(1);
  expect((await refresh(client, String(less.body.refresh_token))).body.error).toBe("invalid_grant");
});

test("OIDP-12: no unbound tokens are issued for an API that only accepts bound ones", async () => {
  const { add, client, getCode, link, send, basic, createClient, calls } = await start();
  await add({ dpopBoundAccessTokensRequired: true });
  await link();
  const code = await getCode(client, { scope: all, resource: api });
  expect((await send("/oauth2/token", code, basic(client))).body.error).toBe("invalid_dpop_proof");
  const own = { grant_types: ["client_credentials"], redirect_uris: [], client_credentials_scopes: ["read"] };
  const robot = await createClient(own);
  const ask = { grant_type: "client_credentials", resource: api };
  expect((await send("/oauth2/token", ask, basic(robot))).body.error).toBe("invalid_target");
  await calls.adminLinkClientResource({ body: { identifier: api, client_id: robot.client_id } });
  expect((await send("/oauth2/token", ask, basic(robot))).body.error).toBe("invalid_dpop_proof");
});

test("OIDP-07: a client gets no tokens without a user unless the server allows it", async () => {
  const { ann, basic, createClient, send } = await start({ clientPrivileges: () => true });
  const own = { grant_types: ["client_credentials"], redirect_uris: [] };
  const { body: byUser } = await ann.post<{ client_id: string; client_secret: string }>("/oauth2/create-client", own);
  const byServer = await createClient(own);
  const robot = await createClient({ ...own, client_credentials_scopes: [] });
  for (const resource of [{}, { resource: fixed }]) {
    const ask = { grant_type: "client_credentials", ...resource };
    for (const client of [byUser, byServer]) {
      expect((await send("/oauth2/token", ask, basic(client))).body.error).toBe("unauthorized_client");
    }
    expect((await send("/oauth2/token", ask, basic(robot))).body).toMatchObject({ scope: "" });
  }
});

test("without enforcePerClientResources, every client can request an added API", async () => {
  const { add, ask } = await start({ enforcePerClientResources: false });
  await add();
  expect(await ask(api)).toBe("/consent");
});

test("the app's own APIs are listed, and can't be changed, deleted, or added again", async () => {
  const { add, calls, client, ask, clock } = await start();
  await add({ name: "Photos" });
  clock.advance(1);
  await calls.adminCreateOAuthResource({ body: { identifier: "https://b.test/" } });
  const list = async (query = {}) => calls.adminListOAuthResources({ query });
  const page = await list({ limit: 1 });
  expect(page.resources.map((one) => [one.identifier, one.policyVersion])).toEqual([
    [fixed, 0],
    ["https://b.test/", 1],
  ]);
  const rest = await list({ limit: 1, cursor: page.nextCursor });
  expect([rest.resources.map(({ name }) => name), rest.nextCursor]).toEqual([["Photos"], null]);
  const body = { identifier: fixed };
  for (const change of [
    () => calls.adminUpdateOAuthResource({ body: { ...body, update: { disabled: true } } }),
    () => calls.adminDeleteOAuthResource({ body }),
    () => calls.adminLinkClientResource({ body: { ...body, client_id: client.client_id } }),
    () => calls.adminUnlinkClientResource({ body: { ...body, client_id: client.client_id } }),
  ]) {
    await expect(change()).rejects.toMatchObject({ code: "OAUTH_RESOURCE_IS_FIXED" });
  }
  for (const identifier of [fixed, api]) {
    await expect(calls.adminCreateOAuthResource({ body: { identifier } })).rejects.toMatchObject({
      code: "OAUTH_RESOURCE_ALREADY_EXISTS",
    });
  }
  expect(await calls.adminGetOAuthResource({ query: body })).toMatchObject({ identifier: fixed, clients: [] });
  expect(await ask(fixed)).toBe("/consent");
});

test.each([
  [{ identifier: "api" }, "absolute URL"],
  [{ identifier: `${api}#a` }, "absolute URL"],
  [{ identifier: "javascript:alert(1)" }, "absolute URL"],
  [{ identifier: "https://api.test/a b" }, "absolute URL"],
  [{ allowedScopes: ["unknown"] }, "allowedScopes"],
  [{ signingAlgorithm: "HS256" }, "signingAlgorithm must be one of ES256, EdDSA"],
  [{ customClaims: { sub: "x" } }, "customClaims can't set sub"],
  [{ customClaims: { org_id: "x" } }, "customClaims can't set org_id"],
  [{ customClaims: { big: "x".repeat(5000) } }, "4096 characters"],
])("a resource with %j is invalid", async (more, message) => {
  const { add } = await start();
  await expect(add(more)).rejects.toMatchObject({
    code: "INVALID_OAUTH_RESOURCE",
    message: expect.stringContaining(message),
  });
});

test("OIDP-17: only site admins with the permission manage resources, and each change is in the audit log", async () => {
  const app = await start();
  const { ann, annId, auth, browser, client, getTokens } = app;
  const { access_token: token } = await getTokens(client, { scope: "openid" });
  const calls = [
    ["create-resource", { identifier: api }],
    ["update-resource", { identifier: api, update: { name: "Photos" } }],
    ["link-client", { identifier: api, client_id: client.client_id }],
    ["unlink-client", { identifier: api, client_id: client.client_id }],
    ["delete-resource", { identifier: api }],
  ] as const;
  for (const [path, body] of calls) {
    expect([path, (await ann.post(`/admin/oauth2/${path}`, body)).body.code]).toEqual([
      path,
      "YOU_ARE_NOT_ALLOWED_TO_MANAGE_RESOURCES",
    ]);
    expect((await browser().post(`/admin/oauth2/${path}`, body)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect(
      (await browser().send(`/admin/oauth2/${path}`, { method: "POST", body: JSON.stringify(body), headers })).status,
    ).not.toBe(200);
  }
  for (const path of ["list-resources", `get-resource?identifier=${api}`]) {
    expect((await ann.get(`/admin/oauth2/${path}`)).status).toBe(403);
  }
  await auth.$context.db.update(userTable, { where: { id: annId }, set: { role: "admin" } as object });
  for (const [path, body] of calls)
    expect([path, (await ann.post(`/admin/oauth2/${path}`, body)).status]).toEqual([path, 200]);
  const { body } = await ann.get<{ records: { action: string; actorId: string }[] }>("/admin/list-audit?limit=50");
  const changes = body.records.filter(({ action }) => action.startsWith("oauth-resource."));
  expect(changes.map(({ action, actorId }) => [action, actorId]).sort()).toEqual(
    ["create", "delete", "link", "unlink", "update"].map((action) => [`oauth-resource.${action}`, annId]),
  );
});

test("only requests for added APIs take an additional query, and calls stay within their query budgets", async () => {
  const statements: string[] = [];
  const database = memoryAdapter({ onStatement: ({ text }) => statements.push(text) });
  const app = await start({}, { database });
  const { ann, annId, auth, authorize, basic, client, consent, getCode, parametersOf, refresh, send } = app;
  const { endpoints } = auth.$context.extensions;
  const counted = async <T>(id: string, work: () => Promise<T>) => {
    statements.length = 0;
    const result = await work();
    const sent = statements.filter((text) => !/^(?:BEGIN|COMMIT)$|audit|rateLimit|outbox/i.test(text));
    expect(sent.length, `${id}: ${sent.join("; ")}`).toBeLessThanOrEqual(endpoints[id]?.queryBudget ?? 0);
    return { result, cost: sent.length, extra: sent.filter((text) => /oauthResource/i.test(text)).length };
  };
  const walk = async (resource?: string) => {
    const more: Record<string, string> = { scope: all, ...(resource === undefined ? {} : { resource }) };
    const { verifier, challenge } = pkce();
    const page = await counted("oauth2Authorize", () => authorize(parametersOf(client.client_id, challenge, more)));
    const allowed = await counted("oauth2Consent", () => consent(page.result));
    const code = allowed.result.searchParams.get("code") ?? "";
    const input = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
    const tokens = await counted("oauth2Token", () => send("/oauth2/token", input, basic(client)));
    const token = String(tokens.result.body.access_token);
    const refreshed = await counted("oauth2Token", () => refresh(client, String(tokens.result.body.refresh_token)));
    expect([tokens.result.status, refreshed.result.status]).toEqual([200, 200]);
    const seen = await counted("oauth2Introspect", () => send("/oauth2/introspect", { token }, basic(client)));
    const again = await counted("oauth2Authorize", () => authorize(parametersOf(client.client_id, challenge, more)));
    expect(again.result.searchParams.get("code")).not.toBeNull();
    return [page, allowed, tokens, refreshed, seen, again].map(({ extra }) => extra);
  };
  await getCode(client, { scope: "email" });
  expect(await walk()).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await walk(fixed)).toEqual([0, 0, 0, 0, 0, 0]);
  await app.add();
  await app.link();
  // The last request also checks that the consent is for this API.
  expect(await walk(api)).toEqual([1, 0, 1, 1, 1, 2]);

  await auth.$context.db.update(userTable, { where: { id: annId }, set: { role: "admin" } as object });
  const body = { identifier: "https://b.test" };
  const change = (id: string, path: string, more: object = {}) =>
    counted(id, async () => {
      expect([path, (await ann.post(`/admin/oauth2/${path}`, { ...body, ...more })).status]).toEqual([path, 200]);
    });
  await change("adminCreateOAuthResource", "create-resource");
  await counted("adminListOAuthResources", () => ann.get("/admin/oauth2/list-resources"));
  await counted("adminGetOAuthResource", () => ann.get("/admin/oauth2/get-resource?identifier=https://b.test"));
  await change("adminUpdateOAuthResource", "update-resource", { update: { name: "B" } });
  const { client_id } = client;
  await change("adminLinkClientResource", "link-client", { client_id });
  await change("adminUnlinkClientResource", "unlink-client", { client_id });
  await change("adminDeleteOAuthResource", "delete-resource");
});

test("an invalid identifier never reaches the database, regardless of how it's requested", async () => {
  const { ask, basic, client, send, createClient } = await start();
  for (const name of ["\0", "x".repeat(300), "https://api.test/ä", "", "https://api.test/ "]) {
    expect([name, await ask(name)]).toEqual([name, name === "" ? expect.anything() : "invalid_target"]);
  }
  const { challenge } = pkce();
  const many = new URLSearchParams({ response_type: "code", client_id: client.client_id, redirect_uri: redirectUri });
  many.set("code_challenge", challenge);
  many.set("code_challenge_method", "S256");
  for (let at = 0; at < 30; at++) many.append("resource", `https://a.test/${at}`);
  const pushed = await send("/oauth2/par", many, basic(client));
  expect([pushed.status, pushed.body.error]).toEqual([400, "invalid_target"]);
  const own = { grant_types: ["client_credentials"], redirect_uris: [], client_credentials_scopes: ["read"] };
  const robot = await createClient(own);
  const wanted = { grant_type: "client_credentials", resource: "\u{d800}" };
  expect((await send("/oauth2/token", wanted, basic(robot))).body.error).toMatch(/invalid_(target|request)/);
  expect(await times(2, () => ask(fixed))).toEqual(["/consent", "/consent"]);
});
