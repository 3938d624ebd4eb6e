import { createAuth, memoryAdapter } from "@latchkey/core";
import { auditTable } from "@latchkey/core/plugin";
import { organization } from "@latchkey/organization";
import type { TestBrowser } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { clientSecret, startWithProvider } from "../../test/providers.ts";
import type { SsoProviderWithDomains } from "../call-types.ts";
import { sso } from "../plugin.ts";
import { ssoProviderTable } from "../tables.ts";

type Reply = SsoProviderWithDomains & {
  readonly code?: string;
  readonly providers?: readonly SsoProviderWithDomains[];
};

test("an organization registers a provider with a new domain, changes it, and lists it", async () => {
  const { olga, acme, dns, verify, register } = await startWithProvider();
  const made = await register(
    { domain: "acme.test, New.acme.test", oidcConfig: { clientId: "c", clientSecret, scopes: ["groups"] } },
    olga,
  );
  expect(made).toMatchObject({
    status: 200,
    ...{ providerId: "acme-idp", type: "oidc", organizationId: acme, name: "idp.acme.test", enabled: true },
    ...{ domain: "acme.test,new.acme.test", domainVerified: false, lastUsedAt: null },
    oidcConfig: { clientIdLastFour: "", scopes: ["groups"], tokenEndpointAuthentication: "client_secret_basic" },
    redirectURI: "http://app.test/api/auth/sso/callback/acme-idp",
  });
  const record = made.domains[1]?.record;
  expect(made.domainVerificationToken).toBe(record?.value);
  dns.records.set(record?.name ?? "", [record?.value ?? ""]);
  await verify("new.acme.test", olga);
  const update = { providerId: "acme-idp", name: "Acme", roleMapping: [{ claim: "g", equals: "a", role: "admin" }] };
  const { body: changed } = await olga.browser.post<Reply>("/sso/update-provider", update);
  expect(changed).toMatchObject({ name: "Acme", domainVerified: true, roleMapping: update.roleMapping });
  const { body: one } = await olga.browser.get<Reply>("/sso/get-provider?providerId=acme-idp");
  expect(one).toEqual(changed);
  const { domains: _, ...listed } = changed;
  expect((await olga.browser.get<Reply>("/sso/providers")).body).toEqual({ providers: [listed] });
});

test("SSO-01: plain members and strangers can't see or change an organization's providers", async () => {
  const { mia, eve, acme, register } = await startWithProvider();
  await register();
  const calls = async (browser: TestBrowser) => {
    const [providerId, organizationId] = ["acme-idp", acme];
    const input = { providerId: "new-idp", organizationId, issuer: "https://idp.acme.test", domain: "acme.test" };
    const replies = [
      await browser.post<Reply>("/sso/register", { ...input, oidcConfig: { clientId: "c", clientSecret: "s" } }),
      await browser.get<Reply>(`/sso/providers?organizationId=${acme}`),
      await browser.get<Reply>(`/sso/get-provider?providerId=${providerId}`),
      await browser.post<Reply>("/sso/update-provider", { providerId, enabled: false }),
      await browser.post<Reply>("/sso/delete-provider", { providerId }),
    ];
    return replies.map(({ status, body }) => `${status} ${body.code}`);
  };
  expect(await calls(mia.browser)).toEqual(Array(5).fill("403 YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO"));
  const foreign = "403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION";
  expect(await calls(eve.browser)).toEqual([foreign, foreign, ...Array(3).fill("404 SSO_PROVIDER_NOT_FOUND")]);
});

test("the built-in admin can read providers, but not register, change, or delete them", async () => {
  const { al, acme, register } = await startWithProvider();
  await register();
  const providerId = "acme-idp";
  expect((await al.browser.get<Reply>(`/sso/get-provider?providerId=${providerId}`)).status).toBe(200);
  // By registering a provider, they could sign in as an owner.
  expect((await register({ providerId: "own-idp", organizationId: acme }, al)).code).toBe(
    "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO",
  );
  const { body: changed } = await al.browser.post<Reply>("/sso/update-provider", { providerId, name: "Mine" });
  const { body } = await al.browser.post<Reply>("/sso/delete-provider", { providerId });
  expect([changed.code, body.code]).toEqual(Array(2).fill("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO"));
});

test("SSO-03: a provider can't have the id of another sign-in method or provider, or an invalid id", async () => {
  const providers = { socialProviders: { github: { clientId: "c", clientSecret: "s" } } };
  const { eve, prove, register } = await startWithProvider({}, providers);
  for (const providerId of [
    "credential",
    "passkey",
    "one-time-token",
    "github",
    "google",
    "../x",
    "a/b",
    "A",
    "-a",
    "a b",
    "a%2f",
    "x".repeat(64),
  ])
    expect([providerId, await register({ providerId })]).toMatchObject([
      providerId,
      { status: 422, code: "INVALID_PROVIDER_ID" },
    ]);
  await register();
  await prove("other.test", eve);
  const taken = await register({ domain: "other.test" }, eve);
  expect(taken).toMatchObject({ status: 422, code: "PROVIDER_ID_TAKEN" });
  const foreign = await register({ providerId: "eves-idp", domain: "acme.test" }, eve);
  expect(foreign).toMatchObject({ status: 200, domainVerified: false });
});

test("SSO-13: the client secret isn't in any response or audit log entry, and is encrypted in the database", async () => {
  const { auth, olga, register } = await startWithProvider();
  const { db } = auth.$context;
  const change = { providerId: "acme-idp", oidcConfig: { clientSecret: "another secret of the client" } };
  const texts = [
    await register(),
    (await olga.browser.post("/sso/update-provider", change)).body,
    (await olga.browser.get("/sso/get-provider?providerId=acme-idp")).body,
    (await olga.browser.get("/sso/providers")).body,
    await db.findMany(ssoProviderTable, { limit: 9 }),
    await db.findMany(auditTable, { limit: 99 }),
  ].map((value) => JSON.stringify(value));
  for (const text of texts) {
    expect(text).not.toContain("secret of the client");
    expect(text).not.toContain("client-12345678");
  }
});

test("registering a provider fails with an error that names what the issuer's discovery document lacks", async () => {
  const { idp, register } = await startWithProvider();
  const original = { ...idp.document };
  const codeWith = async (changes: object) => {
    Object.assign(idp.document, original, changes);
    return (await register()).code;
  };
  expect(await codeWith({ issuer: "https://idp.acme.test/" })).toBe("issuer_mismatch");
  expect(await codeWith({ jwks_uri: undefined })).toBe("discovery_incomplete");
  const methods = { token_endpoint_auth_methods_supported: ["private_key_jwt"] };
  expect(await codeWith(methods)).toBe("unsupported_token_auth_method");
  Object.assign(idp.document, { token_endpoint_auth_methods_supported: ["client_secret_post"] });
  expect((await register({ issuer: "https://idp.acme.test/x" })).code).toBe("discovery_not_found");
  expect((await register()).oidcConfig?.tokenEndpointAuthentication).toBe("client_secret_post");
});

test("an issuer that can't be reached, or that doesn't send JSON, isn't registered", async () => {
  let respond = async (): Promise<Response> => new Response("<html>");
  const { register } = await startWithProvider({}, { publicFetch: () => respond() });
  expect(await register()).toMatchObject({ status: 400, code: "discovery_invalid_json" });
  respond = () => Promise.reject(new Error("no route"));
  expect(await register()).toMatchObject({ status: 502, code: "discovery_timeout" });
});

test("once users have signed in, the issuer and the client ID can't change, and a secret isn't sent to a new issuer", async () => {
  const { olga, register, signIn } = await startWithProvider();
  await register();
  const update = async (input: object) =>
    (await olga.browser.post<Reply>("/sso/update-provider", { providerId: "acme-idp", ...input })).body.code;
  expect(await update({ issuer: "https://evil.test" })).toBe("issuer_mismatch");
  expect(await update({ oidcConfig: { clientId: "client-87654321" } })).toBeUndefined();
  await signIn("ann");
  expect(await update({ oidcConfig: { clientId: "client-other" } })).toBe("SSO_PROVIDER_HAS_ACCOUNTS");
  expect(await update({ oidcConfig: { clientSecret: "new" } })).toBeUndefined();
});

test("private URLs are rejected in production", () => {
  vi.stubEnv("NODE_ENV", "production");
  onTestFinished(() => void vi.unstubAllEnvs());
  const plugins = [organization(), sso({ allowPrivateURLs: true })];
  const create = () =>
    createAuth({
      plugins,
      baseURL: "https://app.test",
      secret: "kX3vQ9mZ7pL2wR8tY5nB1cF6hJ4sD0gA",
      database: memoryAdapter(),
    });
  expect(create).toThrow("sso.allowPrivateURLs");
});

describe.each(quickDatabases)("on $name", (database) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await database.open();
  });
  afterEach(() => opened.close());

  test("the number of providers is limited, and only one of several concurrent registrations gets the id", async () => {
    const { register } = await startWithProvider({ providersLimit: 2 }, { database: opened.database });
    const same = await Promise.all([register(), register(), register()]);
    expect(same.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const others = await Promise.all(["a", "b", "c"].map((providerId) => register({ providerId })));
    expect(others.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  test("every call stays within its query budget", async () => {
    const { olga, root, acme, browser, register, begin, signIn, cost } = await startWithProvider(
      {},
      { database: opened.database },
    );
    const count = cost(opened.statements);
    const mapping = { roleMapping: [{ claim: "g", equals: "a", role: "admin" }] };
    await count("registerSSOProvider", () =>
      register({ organizationId: acme, domain: "acme.test,b.test", ...mapping }),
    );
    await count("listSSOProviders", () => olga.browser.get(`/sso/providers?organizationId=${acme}`));
    await count("listAllSSOProviders", () => root.browser.get("/sso/list-all-providers"));
    await count("listAllSsoDomains", () => root.browser.get("/sso/list-all-domains"));
    await count("getSSOProvider", () => olga.browser.get("/sso/get-provider?providerId=acme-idp"));
    await count("discoverSSO", () => browser().post("/sso/discover", { email: "ann@acme.test" }));
    await count("signInSSO", () => begin(browser(), { organizationSlug: "acme" }));
    await count("initiateSSO", () => browser().get("/sso/initiate/acme-idp"));
    // Signs in a new user, and then the same user again. Each sign-in includes `/sign-in/sso`.
    expect((await count("callbackSSO", () => signIn("ann"))).outcome).toBe("/app");
    expect((await count("callbackSSO", () => signIn("ann"))).outcome).toBe("/app");
    const change = { providerId: "acme-idp", domain: "acme.test,c.test", enabled: false, ...mapping };
    await count("updateSSOProvider", () => olga.browser.post("/sso/update-provider", change));
    await count("deleteSSOProvider", () => olga.browser.post("/sso/delete-provider", { providerId: "acme-idp" }));
  });
});
