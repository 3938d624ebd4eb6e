/** Tests better-auth's unchanged client of its SSO plugin against this handler. */

import { ssoClient } from "@better-auth/sso/client";
import { createAuthClient } from "better-auth/client";
import { organizationClient } from "better-auth/client/plugins";
import { expect, test } from "vitest";
import { startWithProvider } from "../../packages/sso/test/providers.ts";
import { startWithSaml } from "../../packages/sso/test/saml/app.ts";
import { idpKeys, parts, post, responseXml, sign } from "../../packages/sso/test/saml/identity-provider.ts";
import { cookieFetch } from "./client.ts";

const origin = "http://app.test";

type App = Pick<Awaited<ReturnType<typeof startWithProvider>>, "auth">;

function connect({ auth }: App) {
  const browser = cookieFetch(origin, (request) => auth.handler(request));
  const client = createAuthClient({
    baseURL: origin,
    fetchOptions: { customFetchImpl: browser.fetch },
    plugins: [ssoClient({ domainVerification: { enabled: true } }), organizationClient()],
  });
  /** Opens a page, and returns where it redirects. */
  const open = async (url: string, init: RequestInit = {}): Promise<string> => {
    const response = await browser.fetch(url, { redirect: "manual", ...init });
    return response.headers.get("location") ?? "";
  };
  return { client, open };
}

/** Signs in as the owner of Acme. */
async function connectOwner(app: App) {
  const connected = connect(app);
  const credentials = { email: "olga@example.com", password: "correct horse battery" };
  expect((await connected.client.signIn.email(credentials)).error).toBeNull();
  return connected;
}

const oidcConfig = { clientId: "client-12345678", clientSecret: "the secret of the client", pkce: true };

test("an owner registers a provider, verifies its domain, changes it, and deletes it", async () => {
  const app = await startWithProvider();
  const { client } = await connectOwner(app);
  const { providerId, issuer, organizationId } = {
    providerId: "acme-okta",
    issuer: app.idp.issuer,
    organizationId: app.acme,
  };
  const made = await client.sso.register({ providerId, issuer, organizationId, domain: "new.test", oidcConfig });
  expect(made.error).toBeNull();
  expect(made.data).toMatchObject({
    providerId,
    domain: "new.test",
    domainVerified: false,
    redirectURI: `${origin}/api/auth/sso/callback/${providerId}`,
    domainVerificationToken: expect.stringMatching(/^\w{32}$/),
  });
  expect(JSON.stringify(made.data)).not.toContain(oidcConfig.clientSecret);

  const requested = await client.sso.requestDomainVerification({ providerId });
  const token = requested.data?.domainVerificationToken ?? "";
  expect(made.data).toMatchObject({ domainVerificationToken: token });
  expect((await client.sso.verifyDomain({ providerId })).error).toMatchObject({ status: 502 });
  app.dns.records.set("_latchkey.new.test", [token]);
  expect((await client.sso.verifyDomain({ providerId })).error).toBeNull();
  expect((await client.sso.requestDomainVerification({ providerId })).error).toMatchObject({
    status: 409,
    code: "DOMAIN_VERIFIED",
  });

  const { data: found } = await client.sso.getProvider({ query: { providerId } });
  expect(found).toMatchObject({ domainVerified: true, oidcConfig: { clientIdLastFour: "5678" }, samlConfig: null });
  await client.organization.setActive({ organizationId });
  expect((await client.sso.providers()).data?.providers).toMatchObject([{ providerId, issuer, organizationId }]);
  const changed = await client.sso.updateProvider({ providerId, domain: "new.test,acme.test" });
  expect(changed.data).toMatchObject({ domain: "new.test,acme.test" });
  expect((await client.sso.deleteProvider({ providerId })).data).toMatchObject({ success: true });
  expect((await client.sso.getProvider({ query: { providerId } })).error).toMatchObject({ status: 404 });
});

test("a user signs in by email, domain, organization, and provider", async () => {
  const app = await startWithProvider();
  await app.register();
  const claims = { sub: "sub-ann", email: "ann@acme.test", name: "Ann" };
  const ways = [
    { email: "ann@acme.test" },
    { domain: "acme.test" },
    { organizationSlug: "acme" },
    { providerId: "acme-idp", providerType: "oidc" as const, loginHint: "ann", scopes: ["groups"] },
  ];
  for (const way of ways) {
    const { client, open } = connect(app);
    const started = await client.signIn.sso({ ...way, callbackURL: "/app", newUserCallbackURL: "/welcome" });
    expect(started.data).toMatchObject({ redirect: true });
    const url = started.data?.url ?? "";
    const location = await open(`${origin}/api/auth/sso/callback/acme-idp?${app.idp.agree(url, { claims })}`);
    expect(location).toBe(`${origin}${way === ways[0] ? "/welcome" : "/app"}`);
    expect((await client.getSession()).data?.user).toMatchObject({ email: "ann@acme.test", emailVerified: true });
  }
  const { client } = connect(app);
  const unknown = await client.signIn.sso({ email: "ann@nowhere.test", callbackURL: "/app" });
  expect(unknown.error).toMatchObject({ status: 404, code: "SSO_PROVIDER_NOT_FOUND" });
});

test("an owner registers a SAML provider, and a user signs in with it", async () => {
  const app = await startWithSaml();
  const { client: owner } = await connectOwner(app);
  const { issuer } = app;
  const made = await owner.sso.register({
    ...{ providerId: "acme-2", issuer, domain: "acme.test", organizationId: app.acme },
    samlConfig: {
      entryPoint: "https://idp.test/sso",
      cert: idpKeys.certificate,
      callbackUrl: "/app",
      idpMetadata: { entityID: issuer },
      spMetadata: {},
    },
  });
  expect(made.error).toBeNull();

  const { client, open } = connect(app);
  const metadata = await owner.$fetch<string>("/sso/saml2/sp/metadata", { query: { providerId: "acme-2" } });
  expect(metadata.error).toBeNull();
  const started = await client.signIn.sso({ providerId: "acme-2", providerType: "saml", callbackURL: "/app" });
  const { requestId, acsUrl, audience, relayState } = app.requestOf(new URL(started.data?.url ?? ""));
  const said = { inResponseTo: requestId, recipient: acsUrl, destination: acsUrl, audience, issuer };
  const posted = await open(acsUrl, {
    method: "POST",
    body: new URLSearchParams({
      SAMLResponse: post(sign(responseXml(parts(said)), "Assertion")),
      RelayState: relayState,
    }),
  });
  expect(await open(new URL(posted, origin).href)).toBe(`${origin}/app`);
  expect((await client.getSession()).data?.user).toBeDefined();
  const signedOut = await client.$fetch("/sso/saml2/logout/acme-2", { method: "POST", body: {} });
  expect(signedOut.error).toMatchObject({ code: "SINGLE_LOGOUT_NOT_ENABLED" });
});
