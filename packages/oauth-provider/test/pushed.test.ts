import * as client from "openid-client";
import { expect, test } from "vitest";
import { issuer, pkce, redirectUri, startProvider, times } from "./provider.ts";

test("openid-client pushes a request, and the browser only sends a reference to it", async () => {
  const { auth, createClient, authorize, consent, annId } = await startProvider({}, { clock: () => new Date() });
  const { client_id, client_secret } = await createClient();
  const send: client.CustomFetch = (url, init) => auth.handler(new Request(url, init as RequestInit));
  const options = { [client.customFetch]: send, execute: [client.allowInsecureRequests] };
  const config = await client.discovery(new URL(issuer), client_id, client_secret, undefined, options);
  const verifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  const url = await client.buildAuthorizationUrlWithPAR(config, {
    redirect_uri: redirectUri,
    scope: "openid email",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    nonce,
  });
  expect([...url.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
  const page = await authorize(Object.fromEntries(url.searchParams));
  expect(page.pathname).toBe("/consent");
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce };
  const tokens = await client.authorizationCodeGrant(config, await consent(page), checks);
  expect(tokens.claims()).toMatchObject({ sub: annId, email: "ann@example.com" });
});

test("OIDP-08: a reference works once, for its client, and for 90 seconds, and other parameters are ignored", async () => {
  const { clock, createClient, authorize, parametersOf, send, basic } = await startProvider();
  const one = await createClient({ skip_consent: true });
  const other = await createClient({ skip_consent: true });
  const push = async (more: Record<string, string> = {}) =>
    send("/oauth2/par", { ...parametersOf(one.client_id, pkce().challenge), ...more }, basic(one));
  const uriOf = async () => {
    const { status, body } = await push();
    expect([status, body.expires_in]).toEqual([201, 90]);
    return String(body.request_uri);
  };
  const open = (request_uri: string, client_id = one.client_id, more = {}) =>
    authorize({ client_id, request_uri, ...more });
  const errorOf = (url: URL) => [url.pathname, url.searchParams.get("error")];
  const refused = ["/api/auth/error", "invalid_request_uri"];

  const uri = await uriOf();
  expect(errorOf(await open(uri, other.client_id))).toEqual(refused);
  const beside = { redirect_uri: "https://evil.test/", scope: "openid admin", state: "x", prompt: "login" };
  const answer = await open(uri, one.client_id, beside);
  expect([`${answer.origin}${answer.pathname}`, answer.searchParams.get("state")]).toEqual([redirectUri, "s1"]);
  expect(errorOf(await open(uri))).toEqual(refused);
  expect(errorOf(await open("urn:ietf:params:oauth:request_uri:guess"))).toEqual(refused);
  const second = await uriOf();
  const opened = await times(20, () => open(second));
  expect(opened.filter(({ searchParams }) => searchParams.get("code") !== null)).toHaveLength(1);
  const late = await uriOf();
  clock.advance(91);
  expect(errorOf(await open(late))).toEqual(refused);
});

test("a pushed request and its client are checked like those of any other request", async () => {
  const { createClient, parametersOf, send, basic } = await startProvider();
  const client = await createClient();
  const push = async (more: Record<string, string>, headers = basic(client)) => {
    const { status, body } = await send(
      "/oauth2/par",
      { ...parametersOf(client.client_id, pkce().challenge), ...more },
      headers,
    );
    return [status, body.error];
  };
  expect(await push({}, { authorization: "" })).toEqual([401, "invalid_client"]);
  expect(await push({}, basic({ ...client, client_secret: "x" }))).toEqual([401, "invalid_client"]);
  expect(await push({ redirect_uri: "https://evil.test/" })).toEqual([400, "invalid_request"]);
  expect(await push({ scope: "openid admin" })).toEqual([400, "invalid_scope"]);
  expect(await push({ resource: "https://api.test" })).toEqual([400, "invalid_target"]);
  expect(await push({ response_type: "token" })).toEqual([400, "unsupported_response_type"]);
  expect(await push({ request: "eyJ" })).toEqual([400, "request_not_supported"]);
  expect(await push({ request_uri: "urn:x" })).toEqual([400, "invalid_request"]);
  expect(await push({ id_token_hint: "x" })).toEqual([400, "invalid_request"]);
});
