import { type AccountRow, accountTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { memberTable } from "@latchkey/organization";
import type { TestBrowser } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createIssuer, type Said } from "../../test/issuer.ts";
import { startWithProvider } from "../../test/providers.ts";
import { ssoProviderTable } from "../tables.ts";

const who = async (browser: TestBrowser) =>
  (await browser.get<{ user: { id: string } } | null>("/get-session")).body?.user;

test("a user of a verified domain signs in, becomes a member with the mapped role, and stays the same user", async () => {
  const { auth, acme, register, browser, begin, signIn, refused } = await startWithProvider();
  const { db } = auth.$context;
  const roleMapping = [
    { claim: "groups", equals: "latchkey-admins", role: "admin" },
    { claim: "groups", equals: "staff", role: "member" },
  ];
  const registered = await register({ roleMapping, name: "Acme's Okta" });
  expect(registered).toMatchObject({ status: 200, domainVerified: true, domainVerificationToken: null });
  const found = await browser().post("/sso/discover", { email: "Ann@ACME.test" });
  expect(found.body).toEqual({
    required: false,
    providers: [{ providerId: "acme-idp", name: "Acme's Okta", type: "oidc" }],
  });

  for (const input of [{ email: "ann@acme.test" }, { domain: "acme.test" }, { organizationSlug: "acme" }]) {
    const started = await begin(browser(), input);
    expect(started.url).toMatch(/^https:\/\/idp\.acme\.test\/authorize\?/);
  }
  const { url } = await begin(browser(), { email: "ann@acme.test" });
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    login_hint: "ann@acme.test",
    redirect_uri: "http://app.test/api/auth/sso/callback/acme-idp",
    scope: "openid profile email",
    nonce: expect.stringMatching(/^\w{32}$/),
    code_challenge_method: "S256",
  });

  const ann = await signIn("ann", { claims: { groups: ["staff", "latchkey-admins"] } });
  expect(ann.outcome).toBe("/app");
  const user = await who(ann.browser);
  expect(user).toMatchObject({ email: "ann@acme.test", emailVerified: true, name: "ann" });
  const where = { organizationId: acme, userId: user?.id ?? "" };
  expect(await db.findOne(memberTable, { where })).toMatchObject({ role: "admin" });
  const [account] = await db.findMany(accountTable, { where: { userId: where.userId }, limit: 9 });
  expect(account).toMatchObject({
    ...{ providerId: "acme-idp", accountId: "sub-ann", issuer: "https://idp.acme.test" },
    ...{ accessToken: null, refreshToken: null, idToken: null },
  } as Partial<AccountRow>);

  const again = await signIn("ann", { claims: { groups: [] } });
  expect(await who(again.browser)).toMatchObject({ id: where.userId });
  expect(await db.findOne(memberTable, { where })).toMatchObject({ role: "admin" });
  expect(refused).toEqual([]);
});

test("SSO-02: no one can sign in with the provider of an unverified domain", async () => {
  const { olga, browser, call, register, begin, finish, signIn } = await startWithProvider();
  await register();
  const { url } = await begin(browser());
  const person = browser();
  const open = await begin(person);
  await call(olga.browser, "remove-domain", { domain: "acme.test" });
  expect(url).toContain("/authorize");
  expect((await browser().post("/sso/discover", { email: "ann@acme.test" })).body).toEqual({
    required: false,
    providers: [],
  });
  expect((await begin(browser())).code).toBe("SSO_DOMAIN_NOT_VERIFIED");
  expect((await begin(browser(), { email: "ann@acme.test" })).code).toBe("SSO_PROVIDER_NOT_FOUND");
  const claims = { sub: "ann", email: "ann@acme.test" };
  expect(await finish(person, open.url, { claims })).toBe("domain_not_allowed");
  await expect(signIn("ann")).rejects.toThrow();
});

test("only emails at the organization's own verified domains are accepted, and only if the provider has verified them", async () => {
  const { auth, eve, prove, register, signIn } = await startWithProvider();
  await prove("other.test", eve);
  await register();
  const outcomes = async (claims: object) => (await signIn("x", { claims: { ...claims } })).outcome;
  expect(await outcomes({ email: "x@other.test" })).toBe("domain_not_allowed");
  expect(await outcomes({ email: "x@nowhere.test" })).toBe("domain_not_allowed");
  expect(await outcomes({ email: "x@sub.acme.test" })).toBe("domain_not_allowed");
  expect(await outcomes({ email: "not an email" })).toBe("email_not_found");
  expect(await outcomes({ email_verified: false })).toBe("email_not_verified");
  expect(await auth.$context.db.count(userTable, { where: { email: { contains: "x@" } } })).toBe(0);
  expect(await outcomes({ email_verified: true })).toBe("/app");
});

test("an identity is linked to the user with its email only if that user has verified it", async () => {
  const { auth, browser, register, signIn } = await startWithProvider();
  const { db } = auth.$context;
  await register();
  const { body } = await browser().signUp("ann@acme.test");
  expect((await signIn("ann")).outcome).toBe("account_not_linked");
  await db.update(userTable, { where: { id: body.user.id }, set: { emailVerified: true } });
  const ann = await signIn("ann");
  expect(await who(ann.browser)).toMatchObject({ id: body.user.id });
  // After a change to a personal email, the organization can no longer sign in as this user.
  await db.update(userTable, { where: { id: body.user.id }, set: { email: "ann@home.test" } });
  expect((await signIn("ann")).outcome).toBe("domain_not_allowed");
});

test("a link at the identity provider starts a sign-in in this browser, but only with that provider's issuer", async () => {
  const { browser, register, finish, idp } = await startWithProvider();
  await register();
  const person = browser();
  const issuer = encodeURIComponent(idp.issuer);
  const started = await person.get(`/sso/initiate/acme-idp?iss=${issuer}&target_link_uri=/reports&login_hint=ann`);
  const url = started.headers.get("location") ?? "";
  expect([started.status, new URL(url).searchParams.get("login_hint")]).toEqual([302, "ann"]);
  expect(await finish(person, url, { claims: { sub: "ann", email: "ann@acme.test" } })).toBe("/reports");
  const codes = await Promise.all(
    ["acme-idp?iss=https://evil.test", "unknown", "acme-idp?target_link_uri=https://evil.test"].map(
      async (path) => (await browser().get<{ code: string }>(`/sso/initiate/${path}`)).body.code,
    ),
  );
  expect(codes.slice(0, 2)).toEqual(["SSO_PROVIDER_NOT_FOUND", "SSO_PROVIDER_NOT_FOUND"]);
  expect(codes[2]).toMatch(/INVALID_.*URL/);
});

test("SSO-05: changing a provider ends the sign-ins in progress", async () => {
  const { olga, browser, register, begin, finish } = await startWithProvider();
  await register();
  const person = browser();
  const { url } = await begin(person);
  await olga.browser.post("/sso/update-provider", { providerId: "acme-idp", name: "New name" });
  const claims = { sub: "ann", email: "ann@acme.test" };
  expect(await finish(person, url, { claims })).toBe("please_restart_the_process");
  const other = await begin(browser());
  expect(await finish(person, other.url, { claims })).toBe("please_restart_the_process");
});

test.each<[string, Said, string]>([
  ["another nonce", { claims: { nonce: "other" } }, "invalid_code"],
  ["no nonce", { claims: { nonce: undefined } }, "invalid_code"],
  ["another issuer", { claims: { iss: "https://evil.test" } }, "invalid_code"],
  ["another audience", { claims: { aud: "other" } }, "invalid_code"],
  ["no signature", { unsigned: true }, "invalid_code"],
  ["no ID token", { noIdToken: true }, "invalid_code"],
  ["another subject in the userinfo response", { userinfo: { sub: "other" } }, "unable_to_get_user_info"],
])("SSO-06: a response with %s is rejected", async (_, said, outcome) => {
  const { register, signIn } = await startWithProvider();
  await register();
  expect((await signIn("ann", said)).outcome).toBe(outcome);
});

test("SSO-06: a redirect that names another issuer is rejected", async () => {
  const { browser, idp, register, begin } = await startWithProvider();
  await register();
  const person = browser();
  const { url } = await begin(person);
  const query = idp.agree(url, { claims: { sub: "a", email: "a@acme.test" } });
  const reply = await person.get(`/sso/callback/acme-idp?${query}&iss=${encodeURIComponent("https://evil.test")}`);
  expect(new URL(reply.headers.get("location") ?? "").searchParams.get("error")).toBe("issuer_mismatch");
});

test("SSO-04: an issuer, and every endpoint that it names, must be on the public internet", async () => {
  const { idp, register, signIn, refused } = await startWithProvider();
  for (const issuer of ["http://idp.acme.test", "https://localhost", "https://10.0.0.1", "https://idp.acme.test:8443"])
    expect([issuer, (await register({ issuer })).code]).toEqual([issuer, "discovery_invalid_url"]);
  for (const endpoint of ["jwks_uri", "token_endpoint", "userinfo_endpoint"]) {
    idp.document[endpoint] = "https://169.254.169.254/latest";
    const providerId = `idp-${endpoint.slice(0, 3)}`;
    await register({ providerId, issuer: idp.issuer });
    idp.requests.length = 0;
    const { outcome } = await signInWith(providerId);
    expect(["invalid_code", "unable_to_get_user_info"]).toContain(outcome);
    expect(idp.requests.filter((url) => url.includes("169.254"))).toEqual([]);
    idp.document[endpoint] =
      `https://idp.acme.test/${{ jwks_uri: "keys", token_endpoint: "token" }[endpoint] ?? "userinfo"}`;
  }
  expect(refused).toEqual([]);

  async function signInWith(providerId: string) {
    return signIn("ann", {}, undefined, providerId);
  }
});

test.each(["javascript:alert(1)//", "data:text/html,x", "http://idp.acme.test/authorize", "/authorize"])(
  "SSO-04: no user is sent to an authorization endpoint that isn't an https URL (%s)",
  async (endpoint) => {
    const { idp, register, begin, browser } = await startWithProvider();
    const usual = idp.document.authorization_endpoint;
    idp.document.authorization_endpoint = endpoint;
    expect(await register()).toMatchObject({ status: 400, code: "discovery_incomplete" });
    // An issuer can also change its document after the registration.
    idp.document.authorization_endpoint = usual;
    expect((await register()).status).toBe(200);
    idp.document.authorization_endpoint = endpoint;
    const started = await begin(browser());
    expect(started).toMatchObject({ status: 503, code: "PROVIDER_UNAVAILABLE" });
    expect(started.url).toBeUndefined();
    const initiated = await browser().get("/sso/initiate/acme-idp");
    expect([initiated.status, initiated.headers.get("location")]).toEqual([503, null]);
    idp.document.authorization_endpoint = usual;
    expect((await begin(browser())).status).toBe(200);
  },
);

test("SSO-09: claims can't make members owners, and unexpected claims don't assign a role", async () => {
  const { auth, acme, register, signIn } = await startWithProvider();
  const rule = { claim: "groups", equals: "g9999", role: "admin" };
  expect((await register({ roleMapping: [{ ...rule, role: "owner" }] })).code).toBe("SSO_ROLE_NOT_ALLOWED");
  expect((await register({ roleMapping: [{ ...rule, role: "unknown" }] })).code).toBe("SSO_ROLE_NOT_ALLOWED");
  for (const defaultRole of ["owner", "member,owner", "unknown"]) {
    expect((await register({ defaultRole })).code).toBe("SSO_ROLE_NOT_ALLOWED");
  }
  await register({ roleMapping: [rule, { claim: "constructor", equals: "Object", role: "admin" }] });
  const roleFor = async (name: string, groups: unknown) => {
    const { browser } = await signIn(name, { userinfo: { groups } });
    const where = { organizationId: acme, userId: (await who(browser))?.id ?? "" };
    return (await auth.$context.db.findOne(memberTable, { where }))?.role;
  };
  expect(
    await roleFor(
      "many",
      Array.from({ length: 10_000 }, (_, at) => `g${at}`),
    ),
  ).toBe("admin");
  expect(await roleFor("object", { g9999: true })).toBe("member");
  expect(await roleFor("nested", [["g9999"]])).toBe("member");
  expect(await roleFor("none", null)).toBe("member");
});

test("with allowOwnerMapping, claims can make members owners", async () => {
  const { auth, register, signIn } = await startWithProvider({ allowOwnerMapping: true });
  await register({ roleMapping: [{ claim: "title", equals: "CEO", role: "owner" }] });
  const { browser } = await signIn("ceo", { claims: { title: "CEO" } });
  const where = { userId: (await who(browser))?.id ?? "" };
  expect((await auth.$context.db.findMany(memberTable, { where, limit: 1 }))[0]?.role).toBe("owner");
});

test("SSO-11: turning a provider off or deleting it only ends its own sessions", async () => {
  const { auth, olga, browser, register, begin, finish, signIn } = await startWithProvider();
  await register();
  await register({ providerId: "second-idp" });
  const ann = await signIn("ann");
  const other = await signIn("bob", {}, undefined, "second-idp");
  const person = browser();
  const open = await begin(person);
  const update = (enabled: boolean) => olga.browser.post("/sso/update-provider", { providerId: "acme-idp", enabled });
  await update(false);
  expect(await who(ann.browser)).toBeUndefined();
  expect(await who(other.browser)).toMatchObject({ email: "bob@acme.test" });
  expect(await who(olga.browser)).toBeDefined();
  expect((await begin(browser())).code).toBe("SSO_PROVIDER_NOT_FOUND");
  const claims = { sub: "sub-ann", email: "ann@acme.test" };
  expect(await finish(person, open.url, { claims })).toBe("oauth_provider_not_found");
  await update(true);
  const back = await signIn("ann");
  expect(back.outcome).toBe("/app");
  await olga.browser.post("/sso/delete-provider", { providerId: "acme-idp" });
  expect(await who(back.browser)).toBeUndefined();
  expect(await auth.$context.db.count(accountTable, { where: { providerId: "acme-idp" } })).toBe(0);
  expect((await register()).code).toBe("PROVIDER_ID_TAKEN");
  expect(await auth.$context.db.findOne(ssoProviderTable, { where: { providerId: "acme-idp" } })).toMatchObject({
    oidcConfig: null,
    enabled: false,
  });
});

describe.each(quickDatabases)("on $name", (database) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await database.open();
  });
  afterEach(() => opened.close());
  const start = (limits: object = {}) => startWithProvider({}, { database: opened.database }, limits);

  test("SSO-10: one of many concurrent first sign-ins creates the user, and the member limit isn't exceeded", async () => {
    // Olga, Al, and Mia are members.
    const { auth, acme, register, signIn } = await start({ membershipLimit: 5 });
    const { db } = auth.$context;
    await register();
    const same = await Promise.all(Array.from({ length: 20 }, () => signIn("ann")));
    expect(same.map(({ outcome }) => outcome)).toEqual(Array(20).fill("/app"));
    expect(await db.count(userTable, { where: { email: "ann@acme.test" } })).toBe(1);
    const others = await Promise.all(Array.from({ length: 5 }, (_, at) => signIn(`p${at}`)));
    const outcomes = others.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(["/app", ...Array(4).fill("membership_limit_reached")]);
    expect(await db.count(memberTable, { where: { organizationId: acme } })).toBe(5);
    // Users who couldn't become members weren't created.
    expect(await db.count(accountTable, { where: { providerId: "acme-idp" } })).toBe(2);
  });

  test("SSO-11: no session remains if a provider is turned off or deleted during a sign-in", async () => {
    const { auth, olga, register, browser, begin, finish } = await start();
    await register();
    const people = await Promise.all(
      Array.from({ length: 4 }, async (_, at) => {
        const person = browser();
        return { person, at, url: (await begin(person)).url };
      }),
    );
    await Promise.all([
      ...people.map(({ person, url, at }) =>
        finish(person, url, { claims: { sub: `s${at}`, email: `s${at}@acme.test` } }),
      ),
      olga.browser.post("/sso/update-provider", { providerId: "acme-idp", enabled: false }),
    ]);
    const row = await auth.$context.db.findOne(ssoProviderTable, { where: { providerId: "acme-idp" } });
    expect(row?.enabled).toBe(false);
    const left = await auth.$context.db.count(sessionTable, { where: { ssoProviderId: row?.id } as object });
    expect(left).toBe(0);
  });
});

test("with Google, only accounts that an organization manages can sign in, not personal ones with the same email", async () => {
  const google = createIssuer("https://accounts.google.com");
  const { browser, begin, register } = await startWithProvider({}, { publicFetch: google.fetch });
  expect(await register({ issuer: google.issuer })).toMatchObject({ status: 200 });
  const enter = async (claims: object) => {
    const person = browser();
    const { url } = await begin(person);
    const said = { claims: { sub: "sub-ann", email: "ann@acme.test", email_verified: true, ...claims } };
    const { headers } = await person.get(`/sso/callback/acme-idp?${google.agree(url, said)}`);
    const location = new URL(headers.get("location") ?? "http://none.test");
    return location.searchParams.get("error") ?? location.pathname;
  };
  expect([await enter({}), await enter({ hd: "" })]).toEqual(Array(2).fill("domain_not_allowed"));
  // Users of a secondary domain belong to the same organization.
  expect([await enter({ hd: "acme.test" }), await enter({ hd: "acme-group.test" })]).toEqual(["/app", "/app"]);
});

test("a sign-in can name the protocol of its provider", async () => {
  const { browser, begin, register } = await startWithProvider();
  await register();
  const selectors = [{ providerId: "acme-idp" }, { email: "ann@acme.test" }, { domain: "acme.test" }];
  for (const selector of [...selectors, { organizationSlug: "acme" }]) {
    const start = async (providerType: string) => {
      const { code, status } = await begin(browser(), { ...selector, providerType });
      return code ?? status;
    };
    expect([selector, await start("oidc"), await start("saml")]).toEqual([selector, 200, "SSO_PROVIDER_NOT_FOUND"]);
  }
});

test("a provider only signs in users from its own domains, not from the organization's other domains", async () => {
  const { register, prove, signIn } = await startWithProvider();
  await prove("contractors.test");
  await register({ domain: "contractors.test" });
  const claims = { email: "owner@acme.test", email_verified: true };
  expect((await signIn("mallory", { claims })).outcome).toBe("domain_not_allowed");
  expect((await signIn("con", { claims: { email: "con@contractors.test" } })).outcome).toBe("/app");
});

test("a provider can't sign in as a site admin whose email is at its domain", async () => {
  const { auth, root, register, signIn } = await startWithProvider();
  await register();
  const { db } = auth.$context;
  await db.update(userTable, { where: { id: root.id }, set: { email: "root@acme.test", emailVerified: true } });
  expect((await signIn("root")).outcome).toBe("account_not_linked");
  expect(await db.count(accountTable, { where: { userId: root.id, providerId: "acme-idp" } })).toBe(0);
});
