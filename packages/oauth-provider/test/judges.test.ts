/** Independent client libraries go through the flows. */

import { createTokenVerifier } from "@latchkey/jwt/verify";
import { decodeProtectedHeader } from "jose";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { expect, test } from "vitest";
import { issuer, redirectUri, startProvider } from "./provider.ts";

/** These clients compare times with the system's clock. */
const realTime = { clock: () => new Date() };

test("openid-client discovers the provider, signs in, refreshes, and revokes", async () => {
  const { auth, createClient, authorize, consent, annId } = await startProvider({}, realTime, {});
  const { client_id, client_secret } = await createClient();
  const send: client.CustomFetch = (url, init) => auth.handler(new Request(url, init as RequestInit));
  const options = { [client.customFetch]: send, execute: [client.allowInsecureRequests] };
  const config = await client.discovery(new URL(issuer), client_id, client_secret, undefined, options);
  expect(config.serverMetadata().issuer).toBe(issuer);

  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "openid profile email offline_access",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  const callback = await consent(await authorize(Object.fromEntries(url.searchParams)));
  const tokens = await client.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
  });
  expect(tokens.claims()).toMatchObject({ sub: annId, iss: issuer, aud: client_id, email: "ann@example.com" });
  // Every client can verify RS256.
  expect(decodeProtectedHeader(tokens.id_token ?? "")).toMatchObject({ alg: "RS256", typ: "JWT" });
  const info = await client.fetchUserInfo(config, tokens.access_token, annId);
  expect(info).toMatchObject({ sub: annId, name: "ann", email: "ann@example.com", email_verified: false });

  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  expect(renewed.claims()?.sub).toBe(annId);
  expect(await client.tokenIntrospection(config, renewed.access_token)).toMatchObject({ active: true, sub: annId });
  await client.tokenRevocation(config, renewed.refresh_token ?? "");
  expect(await client.tokenIntrospection(config, renewed.access_token)).toEqual({ active: false });
});

test("oauth4webapi gets a token for itself, and the API verifies a signed token without a call", async () => {
  const resource = "https://api.test";
  const { auth, createClient } = await startProvider(
    { scopes: ["openid", "read", "write"], resources: [{ identifier: resource, scopes: ["read"] }] },
    realTime,
  );
  const created = await createClient({
    grant_types: ["client_credentials"],
    redirect_uris: [],
    client_credentials_scopes: ["read", "write"],
  });
  const send = (url: string, init: object) => auth.handler(new Request(url, init));
  const options = { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true };
  const found = await oauth.discoveryRequest(new URL(issuer), { ...options, algorithm: "oauth2" });
  const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
  const self = { client_id: created.client_id };
  const authentication = oauth.ClientSecretPost(created.client_secret ?? "");
  const ask = async (parameters: Record<string, string>) => {
    const reply = await oauth.clientCredentialsGrantRequest(server, self, authentication, parameters, options);
    return oauth.processClientCredentialsResponse(server, self, reply);
  };
  expect(await ask({ scope: "write" })).toMatchObject({ token_type: "bearer", scope: "write", expires_in: 3600 });
  const { access_token: token } = await ask({ scope: "read", resource });
  const verifier = createTokenVerifier({
    issuer,
    audience: resource,
    type: "at+jwt",
    jwksURL: `${issuer}/jwks`,
    allowHttp: true,
    fetch: (input, init) => auth.handler(new Request(input as string, { ...init, signal: null })),
  });
  expect(await verifier.verify(token)).toMatchObject({ sub: created.client_id, scope: "read", aud: resource });
  await expect(ask({ scope: "write", resource })).rejects.toMatchObject({ error: "invalid_scope" });
  await expect(ask({ resource: "https://other.test" })).rejects.toMatchObject({ error: "invalid_target" });
});

test("OIDP-11: a client signs its authentication with a key, and each assertion works once", async () => {
  const { auth, createClient } = await startProvider({ scopes: ["openid", "read"] }, realTime);
  const pair = await oauth.generateKeyPair("ES256", { extractable: true });
  const jwk = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const created = await createClient({
    grant_types: ["client_credentials"],
    redirect_uris: [],
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [{ ...jwk, kid: "k1" }] },
    client_credentials_scopes: ["read"],
  });
  expect(created).not.toHaveProperty("client_secret");
  const sent: string[] = [];
  const send = (url: string, init: { body?: unknown }) => {
    sent.push(String(init.body));
    return auth.handler(new Request(url, init as RequestInit));
  };
  const options = { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true };
  const server = { issuer, token_endpoint: `${issuer}/oauth2/token` };
  const authentication = oauth.PrivateKeyJwt({ key: pair.privateKey, kid: "k1" });
  const self = { client_id: created.client_id };
  const reply = await oauth.clientCredentialsGrantRequest(server, self, authentication, {}, options as never);
  expect(await oauth.processClientCredentialsResponse(server, self, reply)).toMatchObject({ scope: "read" });
  const again = await auth.handler(
    new Request(`${issuer}/oauth2/token`, {
      method: "POST",
      body: sent[0] ?? "",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }),
  );
  expect([again.status, await again.json()]).toMatchObject([401, { error: "invalid_client" }]);
});
