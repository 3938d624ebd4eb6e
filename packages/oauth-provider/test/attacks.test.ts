/** Attacks that cross several parts of the provider. */

import { organization } from "@latchkey/organization";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { issuer, pkce, redirectUri, startProvider } from "./provider.ts";

const kindOf = (url: URL) => url.searchParams.get("error") ?? (url.searchParams.has("code") ? "code" : url.pathname);

test("OIDP-24: a client that moves to another client's host doesn't learn that client's user ids", async () => {
  const options = {
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    pairwiseSecret: "p".repeat(32),
  };
  const victimUri = "https://victim.test/callback";
  for (const subject_type of ["pairwise", "public"] as const) {
    const app = await startProvider(options);
    const call = async (url: string, method: string, body: object, headers = {}) => {
      const init = { method, body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
      const response = await app.auth.handler(new Request(url, init));
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    };
    const metadata = { redirect_uris: [redirectUri], subject_type };
    const { body: own } = await call(`${issuer}/oauth2/register`, "POST", metadata);
    const client = { client_id: String(own.client_id), client_secret: String(own.client_secret) };
    const tokens = await app.getTokens(client);
    expect((await app.userInfo(tokens.access_token)).status).toBe(200);
    const authorization = { authorization: `Bearer ${own.registration_access_token}` };
    const moved = { client_id: own.client_id, redirect_uris: [victimUri], subject_type: "pairwise" };
    expect((await call(String(own.registration_client_uri), "PUT", moved, authorization)).status).toBe(200);
    expect((await app.userInfo(tokens.access_token)).status).toBe(401);
    expect((await app.refresh(client, tokens.refresh_token)).body.error).toBe("invalid_grant");
  }
});

test("OIDP-25: a user's consents for two APIs aren't mixed", async () => {
  const [sandbox, production] = ["https://sandbox.test", "https://production.test"];
  const app = await startProvider({
    scopes: ["openid", "email", "offline_access", "read", "write"],
    resources: [{ identifier: sandbox }, { identifier: production }],
  });
  const client = await app.createClient();
  const ask = async (scope: string, resource?: string) => {
    const more: Record<string, string> = { scope, ...(resource === undefined ? {} : { resource }) };
    return kindOf(await app.authorize(app.parametersOf(client.client_id, pkce().challenge, more)));
  };
  await app.getTokens(client, { scope: "openid write", resource: sandbox });
  await app.getTokens(client, { scope: "openid read", resource: production });
  expect(await ask("openid write", production)).toBe("/consent");
  expect(await ask("openid read", production)).toBe("code");
  // A consent to scopes without an API doesn't apply to an API, but a consent to the provider's own scopes applies to
  // any API.
  await app.getTokens(client, { scope: "openid email write" });
  expect(await ask("openid write", production)).toBe("/consent");
  expect(await ask("openid email write")).toBe("code");
  // The same scopes for another API, and more scopes for the same APIs, are added to the consent.
  await app.getTokens(client, { scope: "openid write", resource: sandbox });
  await app.getTokens(client, { scope: "openid write", resource: production });
  expect([await ask("openid write", sandbox), await ask("openid email write", production)]).toEqual(["code", "code"]);
});

test("OIDP-25: a consent for a deleted API doesn't apply to a new API with the same name", async () => {
  const identifier = "https://api.test";
  const app = await startProvider({
    scopes: ["openid", "offline_access", "read", "write"],
    enforcePerClientResources: false,
  });
  const { api } = app.auth;
  const client = await app.createClient();
  const body = { identifier };
  await api.adminCreateOAuthResource({ body });
  await app.getTokens(client, { scope: "openid write", resource: identifier });
  app.clock.advance(1);
  await api.adminDeleteOAuthResource({ body });
  await api.adminCreateOAuthResource({ body });
  app.clock.advance(1);
  await app.getTokens(client, { scope: "openid read", resource: identifier });
  const ask = async (scope: string) =>
    kindOf(await app.authorize(app.parametersOf(client.client_id, pkce().challenge, { scope, resource: identifier })));
  expect([await ask("openid read"), await ask("openid write")]).toEqual(["code", "/consent"]);
});

test("OIDP-26: a client gets no organization if the user removes the organization scope", async () => {
  const page = { organizations: { page: "/choose-organization" } };
  const app = await startProvider(page, {}, undefined, [organization()]);
  const { ann, authorize, basic, consent, createClient, parametersOf, send, userInfo } = app;
  const { id } = (await ann.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" })).body;
  const client = await createClient();
  const { verifier, challenge } = pkce();
  const more = { scope: "openid organization", organization: id };
  const asked = await authorize(parametersOf(client.client_id, challenge, more));
  expect(asked.pathname).toBe("/consent");
  const code = (await consent(asked, { scope: "openid" })).searchParams.get("code") ?? "";
  const input = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
  const { body } = await send("/oauth2/token", input, basic(client));
  for (const claims of [decodeJwt(String(body.id_token)), (await userInfo(String(body.access_token))).body]) {
    expect(claims).not.toHaveProperty("org_id");
  }
});

test("OIDP-01: a loopback port that doesn't exist shows the error page", async () => {
  const { authorize, createClient, parametersOf } = await startProvider();
  const { client_id } = await createClient({ redirect_uris: ["http://127.0.0.1/cb"] });
  for (const port of ["65536", "99999"]) {
    const more = { redirect_uri: `http://127.0.0.1:${port}/cb` };
    expect((await authorize(parametersOf(client_id, pkce().challenge, more))).pathname).toBe("/api/auth/error");
  }
  const more = { redirect_uri: "http://127.0.0.1:65535/cb" };
  expect((await authorize(parametersOf(client_id, pkce().challenge, more))).pathname).toBe("/consent");
});

test("a client without the authorization code grant type can't request a consent", async () => {
  const { authorize, createClient, parametersOf } = await startProvider();
  const { client_id } = await createClient({ grant_types: ["urn:ietf:params:oauth:grant-type:device_code"] });
  expect(kindOf(await authorize(parametersOf(client_id, pkce().challenge)))).toBe("unauthorized_client");
});
