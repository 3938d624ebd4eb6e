import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createIssuer } from "../../test/issuer.ts";
import { clientSecret, startWithProvider } from "../../test/providers.ts";
import type { RegisteredSsoProvider } from "../call-types.ts";
import type { SsoOptions } from "../options.ts";
import { sso } from "../plugin.ts";
import { ssoProviderTable } from "../tables.ts";

const iss = { authorization_response_iss_parameter_supported: true };

/** Acme's provider names itself in its responses. Eve controls what her provider sends. */
async function startShared(options: SsoOptions = { redirectURI: "/sso/callback" }, authOptions: object = {}) {
  const evil = createIssuer("https://evil.test");
  const acme = createIssuer();
  Object.assign(acme.document, iss);
  const publicFetch = ((url: URL, init?: RequestInit) =>
    (String(url).startsWith("https://evil.test") ? evil : acme).fetch(url, init)) as typeof fetch;
  const it = await startWithProvider(options, { publicFetch, ...authOptions });
  await it.prove("evil.test", it.eve);
  const register = async (providerId: string, issuer: string, domain: string, { browser } = it.olga) => {
    const input = { providerId, issuer, domain, oidcConfig: { clientId: `client-of-${providerId}`, clientSecret } };
    return (await browser.post<RegisteredSsoProvider>("/sso/register", input)).body;
  };
  /** Follows the redirect back, and returns the path or the error that the browser ends up with. */
  const back = async (browser: typeof it.olga.browser, url: string) => {
    const { headers } = await browser.get(url);
    const location = new URL(headers.get("location") ?? "http://none.test");
    return location.searchParams.get("error") ?? location.pathname;
  };
  const redirectOf = (url: string) => new URL(url).searchParams.get("redirect_uri");
  return { ...it, acme, evil, register, back, redirectOf };
}

const ann = { claims: { sub: "sub-ann", email: "ann@acme.test" } };

test("providers share a redirect URI, and their responses must name them", async () => {
  const { browser, begin, acme, register, back, redirectOf } = await startShared();
  const shared = "http://app.test/api/auth/sso/callback";
  expect(await register("acme-idp", acme.issuer, "acme.test")).toMatchObject({ redirectURI: shared });
  const person = browser();
  const { url } = await begin(person);
  expect(redirectOf(url)).toBe(shared);
  const answer = acme.agree(url, ann);
  const named = `${answer}&iss=${encodeURIComponent(acme.issuer)}`;
  expect(await back(browser(), `/sso/callback?${named}`)).toBe("please_restart_the_process");
  expect(await back(person, `/sso/callback?${named}`)).toBe("/app");
  expect(await back(person, `/sso/callback?${named}`)).toBe("please_restart_the_process");
  expect(await back(person, "/sso/callback?code=code")).toBe("state_not_found");

  const unnamed = browser();
  const second = await begin(unnamed);
  expect(await back(unnamed, `/sso/callback?${acme.agree(second.url, ann)}`)).toBe("issuer_missing");
  const elsewhere = browser();
  const third = await begin(elsewhere);
  const path = `/sso/callback/acme-idp?${acme.agree(third.url, ann)}&iss=${encodeURIComponent(acme.issuer)}`;
  expect(await back(elsewhere, path)).toBe("please_restart_the_process");
});

test("a provider that doesn't name itself keeps its own redirect URI, and the shared one rejects its responses", async () => {
  const { browser, begin, acme, register, back, redirectOf } = await startShared();
  delete acme.document["authorization_response_iss_parameter_supported"];
  const own = "http://app.test/api/auth/sso/callback/acme-idp";
  expect(await register("acme-idp", acme.issuer, "acme.test")).toMatchObject({ redirectURI: own });
  const person = browser();
  const { url } = await begin(person);
  expect(redirectOf(url)).toBe(own);
  expect(await back(person, `/sso/callback/acme-idp?${acme.agree(url, ann)}`)).toBe("/app");
  const other = browser();
  const second = await begin(other);
  const answer = `${acme.agree(second.url, ann)}&iss=${encodeURIComponent(acme.issuer)}`;
  expect(await back(other, `/sso/callback?${answer}`)).toBe("please_restart_the_process");
});

test.each([
  ["names itself", iss, "issuer_mismatch"],
  ["doesn't name itself", {}, "please_restart_the_process"],
])("a code of another organization's provider never reaches a provider that %s", async (_, metadata, outcome) => {
  const { browser, begin, acme, evil, eve, register, back, redirectOf } = await startShared();
  Object.assign(evil.document, metadata);
  await register("acme-idp", acme.issuer, "acme.test");
  await register("evil-idp", evil.issuer, "evil.test", eve);
  const victim = browser();
  // The victim signs in with Eve's provider, which redirects them to Acme's, with values from a sign-in in Eve's own
  // browser.
  const { url: started } = await begin(victim, { providerId: "evil-idp" });
  const { url: eves } = await begin(browser(), { providerId: "acme-idp" });
  const mixed = new URL(eves);
  mixed.searchParams.set("state", new URL(started).searchParams.get("state") ?? "");
  expect(redirectOf(mixed.href)).toBe("http://app.test/api/auth/sso/callback");
  const answer = `${acme.agree(mixed.href, ann)}&iss=${encodeURIComponent(acme.issuer)}`;
  expect(await back(victim, `/sso/callback?${answer}`)).toBe(outcome);
  expect(evil.requests.filter((url) => url.endsWith("/token"))).toEqual([]);
});

test("an imported provider shares the redirect URI if its responses name it", async () => {
  const { auth, browser, begin, acme, register, redirectOf } = await startShared();
  await register("acme-idp", acme.issuer, "acme.test");
  const { db, keys } = auth.$context;
  const row = await db.findOne(ssoProviderTable, { where: { providerId: "acme-idp" } });
  const encryption = keys.encryption("sso-provider");
  const { usesSharedRedirect: _, ...config } = JSON.parse(
    (await encryption.decrypt(row?.oidcConfig ?? "", row?.id ?? "")) ?? "{}",
  ) as Record<string, unknown>;
  const oidcConfig = await encryption.encrypt(JSON.stringify(config), row?.id ?? "");
  await db.update(ssoProviderTable, { where: { id: row?.id ?? "" }, set: { oidcConfig } });
  const { url } = await begin(browser());
  expect(redirectOf(url)).toBe("http://app.test/api/auth/sso/callback");
});

test("the shared redirect URI can be a URL that leads to the callback", async () => {
  const redirectURI = "https://login.app.test/sso";
  const { browser, begin, acme, register, back, redirectOf } = await startShared({ redirectURI });
  expect(await register("acme-idp", acme.issuer, "acme.test")).toMatchObject({ redirectURI });
  const person = browser();
  const { url } = await begin(person);
  expect(redirectOf(url)).toBe(redirectURI);
  const answer = `${acme.agree(url, ann)}&iss=${encodeURIComponent(acme.issuer)}`;
  expect(await back(person, `/sso/callback?${answer}`)).toBe("/app");
});

test.each(["/callback", "sso", "javascript:alert(1)", "https://a.test/#b", "https://a:b@a.test"])(
  "the redirect URI %s is rejected",
  (redirectURI) => {
    expect(() => sso({ redirectURI })).toThrow("sso.redirectURI");
  },
);

describe.each(quickDatabases)("on $name", (database) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await database.open();
  });
  afterEach(() => opened.close());

  test("the shared callback stays within its query budget, and its state works once", async () => {
    const it = await startShared({ redirectURI: "/sso/callback" }, { database: opened.database });
    const { browser, begin, acme, register, back, cost } = it;
    await register("acme-idp", acme.issuer, "acme.test");
    const count = cost(opened.statements);
    const person = browser();
    const { url } = await begin(person);
    const path = `/sso/callback?${acme.agree(url, ann)}&iss=${encodeURIComponent(acme.issuer)}`;
    expect(await count("callbackSSOShared", () => back(person, path))).toBe("/app");
    const again = browser();
    const second = await begin(again);
    const query = `/sso/callback?${acme.agree(second.url, ann)}&iss=${encodeURIComponent(acme.issuer)}`;
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => back(again, query)));
    expect(outcomes.sort()).toEqual(["/app", ...Array(4).fill("please_restart_the_process")]);
  });
});
