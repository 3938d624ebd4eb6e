/**
 * Tests named after the modules of OpenID's conformance suite for the basic profile. Tests for other modules are in the
 * files about their features.
 */

import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { issuer, pkce, redirectUri, startProvider } from "./provider.ts";

let app: Awaited<ReturnType<typeof startProvider>>;
let client: Awaited<ReturnType<typeof app.createClient>>;

beforeAll(async () => {
  app = await startProvider();
  client = await app.createClient();
  await app.getTokens(client);
});

const ask = (more: Record<string, string>, browser = app.ann) =>
  app.authorize(app.parametersOf(client.client_id, pkce().challenge, more), browser);

const get = (path: string, init: RequestInit = {}) => app.auth.handler(new Request(issuer + path, init));

/** A request object without a signature. Core, section 6.1. */
const unsignedObject = (claims: object): string =>
  `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;

describe("the basic profile", () => {
  test("oidcc-server: signs a user in, with the standard's id token", async () => {
    const { id_token: idToken } = await app.getTokens(client, { nonce: "n1" });
    const claims = decodeJwt(idToken);
    expect(claims).toMatchObject({ iss: issuer, sub: app.annId, aud: client.client_id, nonce: "n1" });
    for (const name of ["exp", "iat", "auth_time"]) expect([name, claims[name]]).toEqual([name, expect.any(Number)]);
  });

  test("oidcc-idtoken-signature: the token names a key of the published set", async () => {
    const { id_token: idToken } = await app.getTokens(client);
    const { keys } = (await (await get("/jwks")).json()) as { keys: { kid: string; alg: string }[] };
    const { kid, alg } = decodeProtectedHeader(idToken);
    expect(keys).toContainEqual(expect.objectContaining({ kid, alg }));
  });

  test("oidcc-ensure-request-without-nonce-succeeds-for-code-flow: the token has no nonce if none was sent", async () => {
    expect(decodeJwt((await app.getTokens(client)).id_token)).not.toHaveProperty("nonce");
  });

  test.each<readonly [string, Record<string, string>]>([
    ["oidcc-display-page", { display: "page" }],
    ["oidcc-display-popup", { display: "popup" }],
    ["oidcc-ui-locales", { ui_locales: "se" }],
    ["oidcc-claims-locales", { claims_locales: "se" }],
    ["oidcc-ensure-request-with-acr-values-succeeds", { acr_values: "1 2" }],
    ["oidcc-ensure-request-with-unknown-parameter-succeeds", { extra: "foobar" }],
    ["oidcc-login-hint", { login_hint: "ann@example.com" }],
    ["oidcc-prompt-none-logged-in", { prompt: "none" }],
    ["oidcc-max-age-10000", { max_age: "10000" }],
    ["oidcc-scope-profile", { scope: "openid profile" }],
    ["oidcc-scope-email", { scope: "openid email" }],
    ["oidcc-scope-all", { scope: "openid profile email offline_access" }],
    ["oidcc-ensure-other-scope-order-succeeds", { scope: "email openid profile" }],
    ["oidcc-ensure-request-with-valid-pkce-succeeds", {}],
  ])("%s: succeeds", async (_, more) => {
    const answer = await ask(more);
    expect([`${answer.origin}${answer.pathname}`, answer.searchParams.get("error")]).toEqual([redirectUri, null]);
    expect(answer.searchParams.get("code")).not.toBeNull();
  });

  test("oidcc-claims-essential: userinfo has an essential claim of a granted scope", async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    const { access_token: token } = await app.getTokens(client, { claims });
    expect((await app.userInfo(token)).body).toMatchObject({ sub: app.annId, name: "ann" });
  });

  test.each<readonly [string, Record<string, string>]>([
    ["oidcc-prompt-login", { prompt: "login" }],
    ["oidcc-max-age-1", { max_age: "1" }],
  ])("%s: makes the user sign in again, although they are signed in", async (_, more) => {
    app.clock.advance(10);
    expect((await ask(more)).pathname).toBe("/sign-in");
  });

  test("oidcc-prompt-none-not-logged-in: the client gets an error", async () => {
    const answer = await ask({ prompt: "none" }, app.browser());
    expect(answer.searchParams.get("error")).toBe("login_required");
  });

  test("oidcc-id-token-hint: a hint for the signed-in user succeeds silently, and a hint for another user fails", async () => {
    const { id_token: hint } = await app.getTokens(client);
    expect((await ask({ prompt: "none", id_token_hint: hint })).searchParams.get("code")).not.toBeNull();
    const bob = app.browser();
    await bob.signUp("bob@example.com");
    const other = await ask({ prompt: "none", id_token_hint: hint }, bob);
    expect(other.searchParams.get("error")).toBe("login_required");
  });

  test.each<readonly [string, Record<string, string>, string]>([
    ["oidcc-response-type-missing", { response_type: "" }, "invalid_request"],
    [
      "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
      { request: unsignedObject({}) },
      "request_not_supported",
    ],
    ["oidcc-scope-address", { scope: "openid address" }, "invalid_scope"],
    ["oidcc-scope-phone", { scope: "openid phone" }, "invalid_scope"],
  ])("%s: gets the standard's error", async (_, more, error) => {
    expect((await ask(more)).searchParams.get("error")).toBe(error);
  });

  test("the metadata lists what's supported and what isn't", async () => {
    const found = (await (await get("/.well-known/openid-configuration")).json()) as Record<string, unknown>;
    expect(found).toMatchObject({
      claims_parameter_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    });
    const { scopes_supported: scopes, id_token_signing_alg_values_supported: algorithms } = found;
    expect([scopes, algorithms]).toEqual([["openid", "profile", "email", "offline_access"], ["ES256"]]);
  });

  test("oidcc-idtoken-unsigned: a client that registers for unsigned id tokens doesn't get one", async () => {
    const register = { id_token_signed_response_alg: "none" } as object;
    const own = await app.createClient({ skip_consent: true, ...register }).catch((error: unknown) => error);
    const created = own instanceof Error ? client : (own as typeof client);
    expect(decodeProtectedHeader((await app.getTokens(created)).id_token).alg).toBe("ES256");
  });

  test("oidcc-ensure-post-request-succeeds: a form continues as a GET request, which has the browser's cookies", async () => {
    const body = new URLSearchParams(app.parametersOf(client.client_id, pkce().challenge));
    const headers = { origin: "https://client.test", "content-type": "application/x-www-form-urlencoded" };
    const posted = await get("/oauth2/authorize", { method: "POST", body, headers });
    expect(posted.status).toBe(303);
    const next = await app.ann.get((posted.headers.get("location") as string).replace(issuer, ""));
    const answer = new URL(next.headers.get("location") as string);
    expect([`${answer.origin}${answer.pathname}`, answer.searchParams.get("state")]).toEqual([redirectUri, "s1"]);
    expect(answer.searchParams.get("code")).not.toBeNull();
  });

  test("oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported: the URI isn't fetched", async () => {
    const answer = await ask({ request_uri: "https://client.test/request.jwt" });
    expect(answer.searchParams.get("error")).toBe("request_uri_not_supported");
  });

  test("oidcc-ensure-request-object-with-redirect-uri: a redirect URI in a request object is never used", async () => {
    const request = unsignedObject({ redirect_uri: "https://evil.test/" });
    const answer = await ask({ request });
    expect([`${answer.origin}${answer.pathname}`, answer.searchParams.get("error")]).toEqual([
      redirectUri,
      "request_not_supported",
    ]);
    const own = unsignedObject({ redirect_uri: redirectUri });
    expect((await ask({ request: own, redirect_uri: "https://evil.test/" })).pathname).toBe("/api/auth/error");
  });

  test("oidcc-ensure-registered-redirect-uri, -redirect-uri-query-mismatch, -redirect-uri-query-added: there's no redirect", async () => {
    for (const uri of ["https://client.test/other", `${redirectUri}?bar=foo`, `${redirectUri}/x`]) {
      expect((await ask({ redirect_uri: uri })).pathname).toBe("/api/auth/error");
    }
    const { redirect_uri: _left, ...rest } = app.parametersOf(client.client_id, pkce().challenge);
    expect((await app.authorize(rest)).pathname).toBe("/api/auth/error");
  });

  test("oidcc-redirect-uri-query-OK, oidcc-ensure-redirect-uri-in-authorization-request: a registered query is kept", async () => {
    const uri = `${redirectUri}?foo=bar`;
    const { client_id } = await app.createClient({ redirect_uris: [uri], skip_consent: true });
    const answer = await app.authorize(app.parametersOf(client_id, pkce().challenge, { redirect_uri: uri }));
    expect([answer.searchParams.get("foo"), answer.searchParams.get("code")]).toEqual(["bar", expect.any(String)]);
  });

  test("oidcc-userinfo-get, oidcc-userinfo-post-header: the responses have the claims of the scopes", async () => {
    const { access_token: token } = await app.getTokens(client);
    const headers = { authorization: `Bearer ${token}` };
    for (const method of ["GET", "POST"]) {
      const response = await get("/oauth2/userinfo", { method, headers });
      expect(await response.json()).toMatchObject({ sub: app.annId, name: "ann", email: "ann@example.com" });
    }
    const { access_token: narrow } = await app.getTokens(client, { scope: "openid" });
    expect(Object.keys((await app.userInfo(narrow)).body)).toEqual(["sub"]);
  });

  test("oidcc-userinfo-post-body: the token is only accepted in the header, as the standard allows", async () => {
    const { access_token } = await app.getTokens(client);
    const response = await get("/oauth2/userinfo", { method: "POST", body: new URLSearchParams({ access_token }) });
    expect(response.status).toBe(401);
  });

  test("oidcc-server-client-secret-post: the secret is accepted in the body", async () => {
    const { client_id, client_secret = "" } = client;
    const { status } = await app.send("/oauth2/token", { ...(await app.getCode(client)), client_id, client_secret });
    expect(status).toBe(200);
  });

  test("oidcc-codereuse-30seconds: reusing the code ends its grant", async () => {
    const input = await app.getCode(client);
    const { body } = await app.send("/oauth2/token", input, app.basic(client));
    app.clock.advance(30);
    expect((await app.send("/oauth2/token", input, app.basic(client))).body.error).toBe("invalid_grant");
    expect((await app.userInfo(String(body.access_token))).status).toBe(401);
  });

  test("oidcc-refresh-token: the response has an id token for the same user and session", async () => {
    const first = await app.getTokens(client);
    const { body } = await app.refresh(client, first.refresh_token);
    const [before, now] = [decodeJwt(first.id_token), decodeJwt(String(body.id_token))];
    for (const name of ["iss", "sub", "aud", "auth_time", "sid"])
      expect([name, now[name]]).toEqual([name, before[name]]);
    const other = await app.createClient();
    expect((await app.refresh(other, String(body.refresh_token))).body.error).toBe("invalid_grant");
  });

  test("oidcc-discovery-endpoint-verification, oidcc-rp-initiated-logout-discovery-endpoint-verification, oidcc-backchannel-logout-discovery-endpoint-verification: the document and its URLs exist", async () => {
    const found = (await (await get("/.well-known/openid-configuration")).json()) as Record<string, unknown>;
    expect(found.issuer).toBe(issuer);
    for (const name of ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"]) {
      expect([name, String(found[name]).startsWith(issuer)]).toEqual([name, true]);
    }
    for (const name of ["end_session_endpoint", "pushed_authorization_request_endpoint"]) {
      expect([name, String(found[name]).startsWith(issuer)]).toEqual([name, true]);
    }
    expect(found).toMatchObject({
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  });

  test("oidcc-server-rotate-keys: a new key signs once it's published, and old id tokens still work as hints", async () => {
    const rotated = await startProvider();
    const own = await rotated.createClient({ skip_consent: true });
    const { id_token: old } = await rotated.getTokens(own);
    await rotated.auth.api.rotateSigningKeys();
    rotated.clock.advance(3601);
    const { id_token: renewed } = await rotated.getTokens(own);
    expect(decodeProtectedHeader(renewed).kid).not.toBe(decodeProtectedHeader(old).kid);
    const parameters = rotated.parametersOf(own.client_id, pkce().challenge, { id_token_hint: old, prompt: "none" });
    expect((await rotated.authorize(parameters)).searchParams.get("code")).not.toBeNull();
  });
});
