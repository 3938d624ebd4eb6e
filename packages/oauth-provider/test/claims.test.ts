/** The `claims` parameter. OpenID Connect Core, section 5.5. */

import { sessionTable } from "@latchkey/core/plugin";
import { decodeJwt } from "jose";
import * as client from "openid-client";
import { expect, test } from "vitest";
import { issuer, pkce, redirectUri, startProvider } from "./provider.ts";

type App = Awaited<ReturnType<typeof startProvider>>;

const asText = (claims: object) => ({ claims: JSON.stringify(claims) });

async function start(options: Parameters<typeof startProvider>[0] = {}) {
  const app = await startProvider(options);
  const created = await app.createClient();
  const ask = async (claims: object, more: Record<string, string> = {}, browser = app.ann) =>
    app.authorize(app.parametersOf(created.client_id, pkce().challenge, { ...asText(claims), ...more }), browser);
  return { ...app, client: created, ask };
}

/** Returns `code` if the response has a code, otherwise the error or the page. */
const kindOf = (url: URL) => url.searchParams.get("error") ?? (url.searchParams.has("code") ? "code" : url.pathname);

const custom = {
  customUserInfoClaims: ({ claims }: { readonly claims: readonly string[] }) =>
    Object.fromEntries(claims.filter((name) => name === "locale" || name === "acr").map((name) => [name, "en"])),
};

test("openid-client requests individual claims, and gets those that a scope or the app allows", async () => {
  const app = await startProvider(custom, { clock: () => new Date() });
  const { client_id, client_secret } = await app.createClient();
  const send: client.CustomFetch = (url, init) => app.auth.handler(new Request(url, init as RequestInit));
  const options = { [client.customFetch]: send, execute: [client.allowInsecureRequests] };
  const config = await client.discovery(new URL(issuer), client_id, client_secret, undefined, options);
  expect(config.serverMetadata()).toMatchObject({
    claims_parameter_supported: true,
    acr_values_supported: ["aal1", "aal2", "phr"],
  });
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "openid profile offline_access",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state: "s",
    ...asText({
      userinfo: { name: { essential: true }, email: { essential: true }, locale: null },
      id_token: { auth_time: { essential: true }, acr: { essential: true, values: ["phr", "aal1"] }, email: null },
    }),
  });
  const callback = await app.consent(await app.authorize(Object.fromEntries(url.searchParams)));
  const checks = { pkceCodeVerifier: verifier, expectedState: "s" };
  const tokens = await client.authorizationCodeGrant(config, callback, checks);
  const claims = tokens.claims();
  expect(claims).toMatchObject({ sub: app.annId, acr: "aal1", auth_time: expect.any(Number) });
  for (const name of ["email", "locale"]) expect(claims).not.toHaveProperty(name);
  const info = await client.fetchUserInfo(config, tokens.access_token, app.annId);
  expect(info).toMatchObject({ name: "ann", locale: "en" });
  expect(info).not.toHaveProperty("email");
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(await client.fetchUserInfo(config, renewed.access_token, app.annId)).toMatchObject({ locale: "en" });
});

test("OIDP-23: requesting another scope's claim by name doesn't return it, even with an earlier, wider consent", async () => {
  const { client: app, getTokens, userInfo } = await start(custom);
  await getTokens(app, { scope: "openid profile email" });
  const names = { email: { essential: true }, email_verified: null, name: null, picture: null, password: null };
  const more = asText({ userinfo: names, id_token: names });
  const tokens = await getTokens(app, { scope: "openid", ...more });
  expect(Object.keys((await userInfo(tokens.access_token)).body)).toEqual(["sub"]);
  for (const name of Object.keys(names)) expect(decodeJwt(tokens.id_token)).not.toHaveProperty(name);
});

test("OIDP-23: an app's claim can't replace one of the provider's, even if the token doesn't contain the provider's claim", async () => {
  const forged = { acr: "phr", nonce: "n", sub: "eve", org_id: "o1", azp: "x", cnf: {}, events: {}, tier: "gold" };
  const resource = "https://api.test";
  const app = await start({
    resources: [{ identifier: resource }],
    customUserInfoClaims: () => forged,
    customAccessTokenClaims: () => forged,
  });
  const tokens = await app.getTokens(app.client, { scope: "openid" });
  const signed = await app.getTokens(app.client, { scope: "openid", resource });
  for (const claims of [decodeJwt(tokens.id_token), decodeJwt(signed.access_token)]) {
    expect(claims).toMatchObject({ sub: app.annId, tier: "gold", acr: "aal1" });
    for (const name of ["nonce", "org_id", "azp", "cnf", "events"]) expect(claims).not.toHaveProperty(name);
  }
});

test("OIDP-23: a request for one user gives no one else a code", async () => {
  const { ann, annId, ask, browser, client: app, getTokens } = await start();
  await getTokens(app);
  const bob = browser();
  const { body } = await bob.signUp("bob@example.com");
  for (const member of ["id_token", "userinfo"]) {
    const own = { [member]: { sub: { value: annId } } };
    expect(kindOf(await ask(own))).toBe("code");
    expect(kindOf(await ask(own, {}, bob))).toBe("/sign-in");
    expect(kindOf(await ask(own, { prompt: "none" }, bob))).toBe("login_required");
  }
  const page = await ask({ id_token: { sub: { values: [annId] } } }, { prompt: "consent" });
  const oauth_query = page.search.slice(1);
  // Bob is signed in in Ann's browser, but he can't consent to her request.
  await ann.signIn("bob@example.com");
  const answered = await ann.post("/oauth2/consent", { accept: true, oauth_query });
  expect(new URL(String(answered.body.url)).pathname).toBe("/sign-in");
  const both = { userinfo: { sub: { value: annId } }, id_token: { sub: { value: body.user.id } } };
  expect(kindOf(await ask(both, { prompt: "none" }))).toBe("login_required");
});

test("OIDP-23: an essential acr requires a sign-in with enough factors, or causes an error", async () => {
  const { ann, ask, auth, annId, client: app, clock, getTokens, authorize } = await start();
  await getTokens(app);
  const aal2 = (isEssential: boolean) => ({ id_token: { acr: { essential: isEssential, value: "aal2" } } });
  expect(kindOf(await ask(aal2(false)))).toBe("code");
  expect(kindOf(await ask({ id_token: { acr: { essential: true } } }))).toBe("code");
  expect(kindOf(await ask({ id_token: { acr: { essential: true, value: "gold" } } }))).toBe(
    "unmet_authentication_requirements",
  );
  expect(kindOf(await ask(aal2(true), { prompt: "none" }))).toBe("login_required");
  const page = await ask(aal2(true));
  expect(page.pathname).toBe("/sign-in");
  clock.advance(5);
  await ann.signIn("ann@example.com");
  const resume = { rid: page.searchParams.get("rid") ?? "", sig: page.searchParams.get("sig") ?? "" };
  expect(kindOf(await authorize(resume))).toBe("unmet_authentication_requirements");
  const now = clock.now().getTime();
  const proofs = { password: now, "two-factor": now };
  await auth.$context.db.update(sessionTable, { where: { userId: annId }, set: { proofs } });
  expect(kindOf(await authorize(resume))).toBe("code");
});

test("OIDP-23: an essential auth_time must match the session's", async () => {
  const { ask, client: app, getTokens } = await start();
  const { id_token: idToken } = await getTokens(app);
  const at = Number(decodeJwt(idToken).auth_time);
  const askFor = (value: number) => ask({ id_token: { auth_time: { essential: true, value } } });
  expect([kindOf(await askFor(at)), kindOf(await askFor(at - 60))]).toEqual([
    "code",
    "unmet_authentication_requirements",
  ]);
});

test.each([
  ["x"],
  ["[]"],
  ["null"],
  ['"a"'],
  ['{"userinfo":[]}'],
  ['{"userinfo":null}'],
  ['{"id_token":{"name":true}}'],
  ['{"id_token":{"acr":{"essential":"yes"}}}'],
  ['{"id_token":{"acr":{"values":"aal1"}}}'],
  [JSON.stringify({ userinfo: { a: { value: "x".repeat(5000) } } })],
  [JSON.stringify({ userinfo: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`c${at}`, null])) })],
])("the claims %s aren't valid", async (claims) => {
  const { authorize, client: app, parametersOf } = await start();
  const answer = await authorize(parametersOf(app.client_id, pkce().challenge, { claims }));
  expect(kindOf(answer)).toBe("invalid_request");
});

test("claims require the openid scope, can't be repeated, and unknown members are ignored", async () => {
  const app = await start();
  expect(kindOf(await app.ask({}, { scope: "email" }))).toBe("invalid_request");
  const { challenge } = pkce();
  const twice = new URLSearchParams(app.parametersOf(app.client.client_id, challenge, { claims: "{}" }));
  twice.append("claims", "{}");
  expect((await app.send("/oauth2/par", twice, app.basic(app.client))).body.error).toBe("invalid_request");
  await app.getTokens(app.client);
  expect(kindOf(await app.ask({ verified_claims: [], userinfo: { __proto__: null, constructor: null } }))).toBe("code");
});

test("the user can remove claims, as in better-auth's pages, but not add any", async () => {
  const app: App & { client: { client_id: string; client_secret?: string } } = await start(custom);
  const names = async (claims: object) => {
    const { verifier, challenge } = pkce();
    const more = { scope: "openid", prompt: "consent", ...asText({ userinfo: { locale: null } }) };
    const page = await app.authorize(app.parametersOf(app.client.client_id, challenge, more));
    const final = await app.consent(page, { claims });
    const code = final.searchParams.get("code") ?? "";
    const input = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
    const { body } = await app.send("/oauth2/token", input, app.basic(app.client));
    return Object.keys((await app.userInfo(String(body.access_token))).body).sort();
  };
  expect(await names({ userinfo: { locale: null, email: null } })).toEqual(["locale", "sub"]);
  expect(await names({ userinfo: { email: null } })).toEqual(["sub"]);
  expect(await names({})).toEqual(["sub"]);
  await expect(names({ userinfo: ["locale"] })).rejects.toThrow("INVALID_OAUTH_REQUEST");
});
