import { createHash } from "node:crypto";
import type { TestApp } from "@latchkey/test-kit";
import { jwtVerify } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { facts, fill, type ProviderId, providerIds } from "../../../../test/recorded-provider.ts";
import {
  appleKeys,
  clientId,
  clientSecret,
  provide,
  server,
  startReplayed,
  useReplayedProvider,
} from "../../../../test/replayed-provider.ts";
import { accountTable } from "../../../tables/account.ts";
import { userTable } from "../../../tables/user.ts";

useReplayedProvider();

let app: TestApp;
beforeEach(async () => {
  app = await startReplayed();
});

const redirectURI = (id: ProviderId): string => `http://app.test/api/auth/callback/${id}`;

/** Starts a sign-in, up to the redirect, and returns the parameters of the URL. */
async function leave(id: ProviderId, browser = app.browser()) {
  const { status, body } = await browser.post<{ url: string; redirect: boolean }>("/sign-in/social", {
    provider: id,
    callbackURL: "/home",
  });
  expect([status, body.redirect]).toEqual([200, true]);
  const url = new URL(body.url);
  return { browser, endpoint: `${url.origin}${url.pathname}`, query: Object.fromEntries(url.searchParams) };
}

type Left = Awaited<ReturnType<typeof leave>>;

/** The provider redirects the user back. Apple's page posts, and the browser follows to the app's own page. */
async function comeBack(id: ProviderId, { browser, query }: Left): Promise<string> {
  const { method, ...sent } = fill(facts[id].fixtures.callback, { state: query.state ?? "" }, app.clock.now());
  const parameters = new URLSearchParams(sent.query ?? sent.form);
  if (method === "GET") return (await browser.get(`/callback/${id}?${parameters}`)).headers.get("location") ?? "";
  const posted = await createForeignPost(id, parameters);
  return (await browser.get(posted.replace("http://app.test/api/auth", ""))).headers.get("location") ?? "";
}

/** Sends no cookies, because browsers don't send them with another site's POST. */
async function createForeignPost(id: ProviderId, form: URLSearchParams): Promise<string> {
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: "https://appleid.apple.com" };
  const reply = await app.browser().send(`/callback/${id}`, { method: "POST", headers, body: form.toString() });
  expect(reply.status).toBe(302);
  return new URL(reply.headers.get("location") ?? "", "http://app.test").toString();
}

/** The last request to the token endpoint. */
function tokenRequest(id: ProviderId) {
  const url = facts[id].tokenEndpoint.replace("{tenant}", "common");
  const request = server.seen.findLast((seen) => seen.url === url);
  expect(request?.method).toBe("POST");
  expect(request?.query).toEqual({});
  expect(request?.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
  return { headers: request?.headers ?? {}, body: Object.fromEntries(new URLSearchParams(request?.body)) };
}

/** How the app authenticates: with a header or with body fields. */
async function credentials(id: ProviderId, body: Readonly<Record<string, string>>) {
  const { preferred, clientIdParam } = facts[id].clientAuth;
  if (preferred === "client_secret_basic") {
    return { header: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`, parts: {} };
  }
  const parts = { [clientIdParam]: clientId };
  if (preferred === "none") return { header: undefined, parts };
  if (id === "apple") {
    const { payload } = await jwtVerify(body.client_secret ?? "", appleKeys.publicKey, {
      currentDate: app.clock.now(),
    });
    expect(payload).toMatchObject({ iss: "TEAM000001", sub: clientId, aud: "https://appleid.apple.com" });
    return { header: undefined, parts: { ...parts, client_secret: body.client_secret } };
  }
  return { header: undefined, parts: { ...parts, client_secret: clientSecret } };
}

describe.each(providerIds)("%s", (id) => {
  const known = facts[id];
  const { fixtures } = known;
  const { expectedUser } = fixtures;

  test("the authorization URL contains exactly the expected parameters", async () => {
    const { endpoint, query } = await leave(id);
    const { state, nonce, code_challenge: challenge, ...others } = query;
    const own = ["nonce", "response_type", "response_mode", known.clientAuth.clientIdParam];
    const sent = known.authorizeParams.filter(
      ({ name, sentByDefault }) => sentByDefault !== null && !own.includes(name),
    );
    const scopes = known.scopes.default.join(known.scopes.separator);
    expect(endpoint).toBe(known.authorizationEndpoint.replace("{tenant}", "common"));
    expect(others).toEqual({
      ...Object.fromEntries(sent.map(({ name, sentByDefault }) => [name, sentByDefault])),
      ...(id === "discord" && { prompt: "none" }),
      ...(scopes !== "" && { scope: scopes }),
      ...(known.responseMode === "form_post" && { response_mode: "form_post" }),
      ...(known.pkce.sendByDefault && { code_challenge_method: "S256" }),
      response_type: "code",
      [known.clientAuth.clientIdParam]: clientId,
      redirect_uri: redirectURI(id),
    });
    expect(state).toMatch(/^[\w-]{32,}$/);
    expect(challenge ?? "").toMatch(known.pkce.sendByDefault ? /^[\w-]{43}$/ : /^$/);
    const withNonce = fixtures.idTokenClaims?.nonce !== undefined && known.idToken.returnedByCodeFlow;
    expect(nonce ?? "").toMatch(withNonce ? /^[\w-]{32,}$/ : /^$/);
  });

  test("the app authenticates as the provider expects", async () => {
    const left = await leave(id);
    await provide(app, id, left.query.nonce ?? "");
    await comeBack(id, left);
    const { headers, body } = tokenRequest(id);
    const { header } = await credentials(id, body);
    expect(headers.authorization).toBe(header);
    expect(headers.accept).toBe("application/json");
    expect(headers["user-agent"]).toBe(id === "reddit" ? `web:${clientId}:1.0` : "latchkey");
  });

  test("the code is exchanged exactly as the provider expects", async () => {
    const left = await leave(id);
    await provide(app, id, left.query.nonce ?? "");
    await comeBack(id, left);
    const { headers, body } = tokenRequest(id);
    const { header, parts } = await credentials(id, body);
    const { code_verifier: verifier, ...others } = body;
    const sent = fixtures.callback.query ?? fixtures.callback.form ?? {};
    expect(others).toEqual({
      grant_type: "authorization_code",
      code: decodeURIComponent(sent.code ?? ""),
      redirect_uri: redirectURI(id),
      ...parts,
      ...(sent.device_id && { device_id: sent.device_id }),
    });
    const challenge = verifier && createHash("sha256").update(verifier).digest("base64url");
    expect(challenge).toBe(left.query.code_challenge);
    expect(headers.authorization === undefined).toBe(header === undefined);
  });

  test("the fixture's user gets an account, and the next sign-in finds the same user", async () => {
    for (const times of [1, 2]) {
      const left = await leave(id);
      await provide(app, id, left.query.nonce ?? "");
      expect(await comeBack(id, left)).toMatch(/^(http:\/\/app\.test)?\/home$/);
      const { db } = app.auth.$context;
      const users = await db.findMany(userTable, { limit: 10 });
      const accounts = await db.findMany(accountTable, { limit: 10 });
      expect([times, users.length, accounts.length]).toEqual([times, 1, 1]);
      const placeholder = known.email.whenAbsent.pattern?.replace("{id}", expectedUser.id);
      expect(users[0]).toMatchObject({
        name: expectedUser.name,
        email: (expectedUser.email ?? placeholder)?.toLowerCase(),
        emailVerified: expectedUser.emailVerified,
        image: expectedUser.image,
      });
      expect(accounts[0]).toMatchObject({ userId: users[0]?.id, providerId: id, accountId: expectedUser.id });
      const session = await left.browser.get<{ user: { id: string } }>("/get-session");
      expect(session.body.user.id).toBe(users[0]?.id);
    }
  });

  test("the tokens can be read, with their expiry and scopes", async () => {
    const left = await leave(id);
    await provide(app, id, left.query.nonce ?? "");
    await comeBack(id, left);
    const { body } = await left.browser.post("/get-access-token", { providerId: id });
    const tokens = fixtures.tokenResponse.body as Record<string, any>;
    const seconds = tokens.expires_in === undefined ? null : Number(tokens.expires_in);
    const scopes = [tokens.scope ?? known.scopes.default].flat().join(" ").split(/[ ,]+/).filter(Boolean);
    const end = seconds === null ? null : new Date(app.clock.now().getTime() + seconds * 1000).toISOString();
    const refreshSeconds = tokens.refresh_token_expires_in ?? tokens.refresh_expires_in;
    const refreshEnd =
      refreshSeconds === undefined ? null : new Date(app.clock.now().getTime() + refreshSeconds * 1000).toISOString();
    expect(body).toMatchObject({
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
      accessTokenExpiresAt: end,
      refreshTokenExpiresAt: refreshEnd,
      scopes,
    });
  });

  test("an error from the token endpoint creates no user", async () => {
    const left = await leave(id);
    await provide(app, id, left.query.nonce ?? "", fixtures.tokenErrorResponse);
    expect(await comeBack(id, left)).toMatch(/[?&]error=invalid_code(&|$)/);
    expect(await app.auth.$context.db.findMany(userTable, { limit: 10 })).toEqual([]);
  });

  const { refreshResponse } = fixtures;
  // The other providers don't issue refresh tokens.
  if (!known.refresh.supported || !refreshResponse) return;
  test("tokens are refreshed exactly as the provider expects", async () => {
    const left = await leave(id);
    const nonce = left.query.nonce ?? "";
    const first = (fixtures.tokenResponse.body as Record<string, any>).refresh_token ?? "rt-of-an-app-with-ends";
    const answer = fixtures.tokenResponse;
    await provide(app, id, nonce, { ...answer, body: { ...(answer.body as object), refresh_token: first } });
    await comeBack(id, left);
    await provide(app, id, nonce, refreshResponse);
    const { status, body } = await left.browser.post("/refresh-token", { providerId: id });
    expect(status).toBe(200);
    const fresh = refreshResponse.body as Record<string, any>;
    expect(body).toMatchObject({
      accessToken: fresh.access_token,
      refreshToken: fresh.refresh_token ?? first,
      providerId: id,
    });
    const sent = tokenRequest(id);
    const { header, parts } = await credentials(id, sent.body);
    expect(sent.headers.authorization === undefined).toBe(header === undefined);
    expect(sent.body).toEqual({ grant_type: "refresh_token", refresh_token: first, ...parts, ...ofRefresh[id] });
  });
});

test("Microsoft: a picture is included", async () => {
  const left = await leave("microsoft");
  await provide(app, "microsoft", left.query.nonce ?? "");
  const url = "https://graph.microsoft.com/v1.0/me/photos/48x48/$value";
  const photo = { method: "GET", url, status: 200, body: new Uint8Array([255, 216, 255]) };
  server.answers = [photo, ...server.answers];
  await comeBack("microsoft", left);
  const [user] = await app.auth.$context.db.findMany(userTable, { limit: 1 });
  expect(user?.image).toBe("data:image/jpeg;base64,/9j/");
});

test("VK: the access token is sent only in the form", async () => {
  const left = await leave("vk");
  await provide(app, "vk", "");
  await comeBack("vk", left);
  const asked = server.seen.find(({ url }) => url === "https://id.vk.ru/oauth2/user_info");
  expect([asked?.body, asked?.headers.authorization]).toEqual([
    `access_token=vk2.a.at001&client_id=${clientId}`,
    undefined,
  ]);
});

/** Values from the sign-in that some providers require for a refresh. */
const ofRefresh: Partial<Record<ProviderId, Readonly<Record<string, unknown>>>> = {
  microsoft: { scope: "openid profile email User.Read offline_access" },
  gitlab: { redirect_uri: redirectURI("gitlab") },
  vk: { device_id: "dev-robin-01", state: expect.stringMatching(/^[\w-]{43}$/) },
};
