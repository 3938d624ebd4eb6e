import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { auth0, keycloak, microsoftEntraId, okta, slack } from "./openid-presets.ts";

const client = { clientId: "app", clientSecret: "secret" };
const tenantId = "72F988BF-86F1-41AF-91AB-2D7CD011DB47";

describe("presets of OpenID providers", () => {
  test.each([
    [
      auth0({ ...client, domain: "Acme.eu.auth0.com" }),
      "auth0",
      "https://acme.eu.auth0.com/",
      "https://acme.eu.auth0.com/.well-known/openid-configuration",
    ],
    [
      keycloak({ ...client, issuer: "https://id.example.com/realms/acme" }),
      "keycloak",
      "https://id.example.com/realms/acme",
      "https://id.example.com/realms/acme/.well-known/openid-configuration",
    ],
    [
      okta({ ...client, issuer: "https://acme.okta.com/oauth2/default" }),
      "okta",
      "https://acme.okta.com/oauth2/default",
      "https://acme.okta.com/oauth2/default/.well-known/openid-configuration",
    ],
    [
      microsoftEntraId({ ...client, tenantId }),
      "microsoft-entra-id",
      `https://login.microsoftonline.com/${tenantId.toLowerCase()}/v2.0`,
      `https://login.microsoftonline.com/${tenantId.toLowerCase()}/v2.0/.well-known/openid-configuration`,
    ],
    [slack(client), "slack", "https://slack.com", "https://slack.com/.well-known/openid-configuration"],
  ])("$id", async (provider, id, issuer, discovery) => {
    expect(provider).toMatchObject({ id, discovery, idToken: { issuer }, token: { auth: expect.any(String) } });
    const { browser } = await startAuth({
      providers: [provider],
      fetch: async (url: string | URL | Request) => {
        expect(String(url)).toBe(discovery);
        const endpoints = { authorization_endpoint: `${issuer}authorize`, jwks_uri: `${issuer}keys` };
        return Response.json({ issuer, token_endpoint: `${issuer}token`, ...endpoints });
      },
    });
    const { body } = await browser().post("/sign-in/social", { provider: id });
    const url = new URL(body.url as string);
    expect(url.searchParams.get("redirect_uri")).toBe(`http://app.test/api/auth/callback/${id}`);
    expect(url.searchParams.get("code_challenge_method")).toBe("S256");
    expect(url.searchParams.get("nonce")).toBeTruthy();
  });

  test("a preset can be used for several tenants, with different ids", async () => {
    const providers = [
      auth0({ ...client, domain: "one.auth0.com" }),
      auth0({ ...client, id: "auth0-two", name: "Two", domain: "two.auth0.com" }),
    ];
    await startAuth({ providers });
    await expect(startAuth({ providers: [providers[0], providers[0]] as never })).rejects.toThrow(
      'there are two providers with the id "auth0"',
    );
  });

  test.each(["https://acme.auth0.com", "acme", "", "acme.auth0.com/x", "evil.test#.auth0.com"])(
    "auth0 rejects the domain %j",
    (domain) => expect(() => auth0({ ...client, domain })).toThrow("auth0: domain is"),
  );

  test.each(["common", "acme.onmicrosoft.com", `${tenantId}/x`])("microsoftEntraId rejects the tenant %j", (tenant) =>
    expect(() => microsoftEntraId({ ...client, tenantId: tenant })).toThrow("microsoftEntraId: tenantId is"),
  );
});
