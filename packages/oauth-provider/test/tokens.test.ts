import { auditTable, tokenTable, userTable } from "@latchkey/core/plugin";
import { testPassword } from "@latchkey/test-kit";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, test } from "vitest";
import { oauthAccessTokenTable, oauthClientTable, oauthGrantTable, oauthRefreshTokenTable } from "../src/tables.ts";
import { issuer, pkce, redirectUri, startProvider, times } from "./provider.ts";

type StartedProvider = Awaited<ReturnType<typeof startProvider>>;

/** Calls an admin endpoint about Ann. */
async function asAdmin({ auth, annId, browser }: StartedProvider, path: string, more: object = {}) {
  const admin = browser();
  const { body } = await admin.signUp("admin@example.com");
  await auth.$context.db.update(userTable, { where: { id: body.user.id }, set: { role: "admin" } as object });
  expect((await admin.post(path, { userId: annId, ...more })).status).toBe(200);
}

describe("a code", () => {
  test("OIDP-02: works once, for its client, redirect URI, and verifier, and for a minute", async () => {
    const { clock, createClient, getCode, send, basic, userInfo } = await startProvider();
    const client = await createClient();
    const other = await createClient();
    const input = await getCode(client);
    const ask = async (more: Record<string, string>, who = client) =>
      (await send("/oauth2/token", { ...input, ...more }, basic(who))).body.error;
    expect(await ask({}, other)).toBe("invalid_grant");
    expect(await ask({ redirect_uri: "https://client.test/other" })).toBe("invalid_grant");
    expect(await ask({ code_verifier: pkce().verifier })).toBe("invalid_grant");
    const replies = await times(20, () => send("/oauth2/token", input, basic(client)));
    const winners = replies.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect((await userInfo(String(winners[0]?.body.access_token))).status).toBe(401);
    const late = await getCode(client);
    clock.advance(61);
    expect((await send("/oauth2/token", late, basic(client))).body.error).toBe("invalid_grant");
  });

  test("OIDP-02: can be exchanged without the redirect URI if the request used PKCE, as in OAuth 2.1, but not otherwise", async () => {
    const { createClient, authorize, consent, getCode, parametersOf, send, basic } = await startProvider();
    const client = await createClient({ require_pkce: false });
    const { redirect_uri: _, ...input } = await getCode(client);
    expect((await send("/oauth2/token", { ...input, redirect_uri: "" }, basic(client))).body.error).toBe(
      "invalid_grant",
    );
    const { code_verifier: verifier, ...unverified } = input;
    expect((await send("/oauth2/token", unverified, basic(client))).body.error).toBe("invalid_grant");
    const { status, body } = await send("/oauth2/token", { ...unverified, code_verifier: verifier }, basic(client));
    expect([status, body.access_token]).toEqual([200, expect.any(String)]);
    const { code_challenge: _challenge, code_challenge_method: _method, ...plain } = parametersOf(client.client_id, "");
    const next = await authorize({ ...plain, prompt: "consent" });
    const code = (await consent(next)).searchParams.get("code") ?? "";
    const exchange = { grant_type: "authorization_code", code };
    expect((await send("/oauth2/token", exchange, basic(client))).body.error).toBe("invalid_grant");
    const complete = { ...exchange, redirect_uri: redirectUri };
    expect((await send("/oauth2/token", complete, basic(client))).status).toBe(200);
  });

  test("oidcc-codereuse: ends its grant if it's used again", async () => {
    const { auth, createClient, getCode, send, basic, userInfo, refresh } = await startProvider();
    const client = await createClient();
    const input = await getCode(client);
    const { body } = await send("/oauth2/token", input, basic(client));
    expect((await userInfo(String(body.access_token))).status).toBe(200);
    const other = await createClient();
    await send("/oauth2/token", input, basic(other));
    expect((await userInfo(String(body.access_token))).status).toBe(200);
    expect((await send("/oauth2/token", input, basic(client))).body.error).toBe("invalid_grant");
    expect((await userInfo(String(body.access_token))).status).toBe(401);
    expect((await refresh(client, String(body.refresh_token))).body.error).toBe("invalid_grant");
    const where = { action: "oauth-grant.revoke" };
    expect(await auth.$context.db.findMany(auditTable, { where, limit: 9 })).toHaveLength(1);
  });

  test("is rejected with a verifier if the request had no challenge", async () => {
    const { createClient, authorize, consent, parametersOf, send, basic } = await startProvider();
    const client = await createClient({ require_pkce: false });
    const { code_challenge: _challenge, code_challenge_method: _method, ...rest } = parametersOf(client.client_id, "");
    const code = (await consent(await authorize(rest))).searchParams.get("code") ?? "";
    const input = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
    const downgraded = await send("/oauth2/token", { ...input, code_verifier: pkce().verifier }, basic(client));
    expect(downgraded.body.error).toBe("invalid_grant");
    expect((await send("/oauth2/token", input, basic(client))).status).toBe(200);
  });
});

describe("tokens", () => {
  test("are stored as digests, like codes and requests", async () => {
    const { auth, createClient, getTokens } = await startProvider();
    const client = await createClient();
    const tokens = await getTokens(client);
    const { db } = auth.$context;
    const rows = JSON.stringify([
      await db.findMany(oauthClientTable, { limit: 9 }),
      await db.findMany(oauthAccessTokenTable, { limit: 9 }),
      await db.findMany(oauthRefreshTokenTable, { limit: 9 }),
      await db.findMany(tokenTable, { limit: 9 }),
      await db.findMany(auditTable, { limit: 50 }),
    ]);
    for (const secret of [client.client_secret, tokens.access_token, tokens.refresh_token]) {
      expect(rows).not.toContain(secret);
    }
    expect(tokens.access_token).toMatch(/^lk_at_/);
    expect(tokens.refresh_token).toMatch(/^lk_rt_/);
  });

  test("an id token contains the user, the client, and the time, and can't be used as an access token", async () => {
    const { createClient, getTokens, annId, userInfo } = await startProvider();
    const client = await createClient();
    const { id_token: idToken } = await getTokens(client, { nonce: "n1" });
    expect(decodeProtectedHeader(idToken)).toMatchObject({ alg: "ES256", typ: "JWT" });
    const claims = decodeJwt(idToken);
    expect(claims).toMatchObject({ sub: annId, aud: client.client_id, iss: issuer, nonce: "n1", acr: "aal1" });
    expect(claims).toMatchObject({ amr: ["pwd"], at_hash: expect.any(String), auth_time: expect.any(Number) });
    expect((await userInfo(idToken)).status).toBe(401);
  });

  test("OIDP-03: a refresh token works once, and reusing it ends the grant", async () => {
    const { createClient, getTokens, refresh, userInfo } = await startProvider();
    const client = await createClient();
    const first = await getTokens(client);
    const second = await refresh(client, first.refresh_token);
    expect(second.status).toBe(200);
    const other = await createClient();
    expect((await refresh(other, String(second.body.refresh_token))).body.error).toBe("invalid_grant");
    expect((await userInfo(String(second.body.access_token))).status).toBe(200);
    expect((await refresh(client, first.refresh_token)).body.error).toBe("invalid_grant");
    expect((await refresh(client, String(second.body.refresh_token))).body.error).toBe("invalid_grant");
    expect((await userInfo(String(second.body.access_token))).status).toBe(401);
    const again = await getTokens(client);
    const replies = await times(20, () => refresh(client, again.refresh_token));
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test("OIDP-03: within the window, a repeated refresh gets the same response", async () => {
    const { createClient, getTokens, refresh, clock } = await startProvider({ refreshTokenReuseInterval: 30 });
    const client = await createClient();
    const { refresh_token: token } = await getTokens(client);
    const first = await refresh(client, token);
    expect((await refresh(client, token)).body).toEqual(first.body);
    clock.advance(31);
    expect((await refresh(client, token)).body.error).toBe("invalid_grant");
  });

  test("OIDP-07: never get more scopes or resources than the user allowed", async () => {
    const resource = "https://api.test";
    const options = { scopes: ["openid", "read", "offline_access"], resources: [{ identifier: resource }] };
    const { createClient, getTokens, refresh } = await startProvider(options);
    const client = await createClient();
    const { refresh_token: token } = await getTokens(client, { scope: "openid offline_access" });
    expect((await refresh(client, token, { scope: "openid read" })).body.error).toBe("invalid_scope");
    expect((await refresh(client, token, { resource })).body.error).toBe("invalid_target");
    expect((await refresh(client, token, { scope: "openid" })).body.scope).toBe("openid");
  });

  test.each<readonly [string, (app: StartedProvider, clientId: string) => Promise<unknown>]>([
    [
      "the consent is withdrawn",
      async ({ ann }) => {
        const [given] = (await ann.get<{ id: string }[]>("/oauth2/get-consents")).body;
        return ann.post("/oauth2/delete-consent", { id: given?.id });
      },
    ],
    [
      "the client is turned off",
      ({ auth }, client_id) => auth.api.updateOAuthClient({ body: { client_id, update: { disabled: true } } }),
    ],
    ["the client is deleted", ({ auth }, client_id) => auth.api.deleteOAuthClient({ body: { client_id } })],
    [
      "the user is banned",
      ({ auth, annId }) =>
        auth.$context.db.update(userTable, { where: { id: annId }, set: { banned: true } as object }),
    ],
    ["the user is deleted", ({ auth, annId }) => auth.$context.db.remove(userTable, { where: { id: annId } })],
    ["the user signs out everywhere", ({ ann }) => ann.post("/revoke-sessions")],
    [
      "the user changes the password, even if other sessions stay",
      ({ ann }) =>
        ann.post("/change-password", { currentPassword: testPassword, newPassword: "another long password" }),
    ],
    [
      "an admin sets the user's password",
      (app) => asAdmin(app, "/admin/set-user-password", { newPassword: "another long password" }),
    ],
    ["an admin ends all of the user's sessions", (app) => asAdmin(app, "/admin/revoke-user-sessions")],
  ])("OIDP-04: stop working when %s", async (_, end) => {
    const app = await startProvider();
    const client = await app.createClient();
    const tokens = await app.getTokens(client);
    expect((await app.userInfo(tokens.access_token)).status).toBe(200);
    await end(app, client.client_id);
    expect((await app.userInfo(tokens.access_token)).status).toBe(401);
    expect((await app.refresh(client, tokens.refresh_token)).status).toBeGreaterThanOrEqual(400);
    const found = await app.send("/oauth2/introspect", { token: tokens.access_token }, app.basic(client));
    expect([{ active: false }, expect.objectContaining({ error: "invalid_client" })]).toContainEqual(found.body);
  });

  test("end with the session unless the client can work while the user is away", async () => {
    const { ann, auth, createClient, getTokens, userInfo } = await startProvider();
    const client = await createClient();
    const online = await getTokens(client, { scope: "openid" });
    expect(online).not.toHaveProperty("refresh_token");
    const offline = await getTokens(client);
    await ann.post("/sign-out");
    expect((await userInfo(online.access_token)).status).toBe(401);
    expect((await userInfo(offline.access_token)).status).toBe(200);
    expect(await auth.$context.db.count(oauthGrantTable, {})).toBe(1);
  });

  test("OIDP-13: look unknown if they belong to another client", async () => {
    const { createClient, getTokens, send, basic, userInfo } = await startProvider();
    const client = await createClient();
    const other = await createClient();
    const open = await createClient({ token_endpoint_auth_method: "none" });
    const { access_token: token, refresh_token: refreshToken } = await getTokens(client);
    for (const one of [token, refreshToken, "unknown"]) {
      expect((await send("/oauth2/introspect", { token: one }, basic(other))).body).toEqual({ active: false });
      expect((await send("/oauth2/revoke", { token: one }, basic(other))).status).toBe(200);
    }
    expect((await send("/oauth2/introspect", { token, client_id: open.client_id })).status).toBe(401);
    expect((await userInfo(token)).status).toBe(200);
    const found = await send("/oauth2/introspect", { token }, basic(client));
    expect(found.body).toMatchObject({ active: true, client_id: client.client_id, iss: issuer });
  });

  test("OIDP-17: only work with the protocol's endpoints", async () => {
    const { auth, createClient, getTokens } = await startProvider();
    const client = await createClient();
    const { access_token: token } = await getTokens(client);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    for (const path of ["/oauth2/get-clients", "/oauth2/get-consents", "/list-sessions"]) {
      expect((await auth.handler(new Request(issuer + path, { headers }))).status).toBe(401);
    }
    const body = JSON.stringify({ redirect_uris: [redirectUri] });
    const created = await auth.handler(
      new Request(`${issuer}/oauth2/create-client`, { method: "POST", headers, body }),
    );
    expect(created.status).toBe(401);
  });
});

describe("refresh tokens without offline_access", () => {
  const resource = "https://api.test/notes";
  const scopes = ["openid", "email", "offline_access", "notes:read"];
  const plain = { scope: "notes:read", resource };
  const grantTypes = ["authorization_code", "refresh_token"];

  test("are issued to plain OAuth clients of an API if the app and the client's registration allow it", async () => {
    const options = { scopes, resources: [{ identifier: resource }] };
    const strict = await startProvider(options);
    const own = await strict.createClient({ grant_types: grantTypes });
    expect((await strict.getTokens(own, plain)).refresh_token).toBeUndefined();

    const app = await startProvider({ ...options, refreshWithoutOfflineAccess: true });
    const client = await app.createClient({ grant_types: grantTypes });
    const codeOnly = await app.createClient({ grant_types: ["authorization_code"] });
    expect((await app.getTokens(client, plain)).refresh_token).toEqual(expect.any(String));
    expect((await app.getTokens(codeOnly, plain)).refresh_token).toBeUndefined();
    expect((await app.getTokens(client, { ...plain, scope: "openid notes:read" })).refresh_token).toBeUndefined();
    expect((await app.getTokens(client, { scope: "email" })).refresh_token).toBeUndefined();
  });

  test("aren't issued if the user allows less than the client requests, so that the client asks again", async () => {
    const more = [...scopes, "notes:write"];
    const options = { scopes: more, resources: [{ identifier: resource }], refreshWithoutOfflineAccess: true };
    const app = await startProvider(options);
    const client = await app.createClient({ grant_types: grantTypes });
    const exchange = async (asked: string, allowed: string) => {
      const { verifier, challenge } = pkce();
      const page = await app.authorize(app.parametersOf(client.client_id, challenge, { scope: asked, resource }));
      const final = page.pathname === "/consent" ? await app.consent(page, { scope: allowed }) : page;
      const code = final.searchParams.get("code") as string;
      const input = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
      const { body } = await app.send("/oauth2/token", input, app.basic(client));
      return [body.scope, typeof body.refresh_token];
    };
    const both = "notes:read notes:write";
    expect(await exchange(both, "notes:read")).toEqual(["notes:read", "undefined"]);
    expect(await exchange("notes:read offline_access", "notes:read")).toEqual(["notes:read", "undefined"]);
    // The user explicitly allowed offline access.
    expect(await exchange(`${both} offline_access`, "notes:read offline_access")).toEqual([
      "notes:read offline_access",
      "string",
    ]);
    // Everything that the client requests was allowed before, or is allowed now.
    expect(await exchange("notes:read", "")).toEqual(["notes:read", "string"]);
    expect(await exchange(both, both)).toEqual([both, "string"]);
  });

  test("work until the user's session ends, even for more than a day", async () => {
    const options = { scopes, resources: [{ identifier: resource }], refreshWithoutOfflineAccess: true };
    const { ann, clock, createClient, getTokens, refresh } = await startProvider(options);
    const client = await createClient({ grant_types: grantTypes });
    const first = await getTokens(client, plain);
    clock.advance(3 * 86_400);
    const { status, body } = await refresh(client, first.refresh_token);
    expect([status, body.scope]).toEqual([200, "notes:read"]);
    await ann.post("/sign-out");
    expect((await refresh(client, String(body.refresh_token))).body.error).toBe("invalid_grant");
  });
});
