import { auditTable, tokenTable, userTable } from "@latchkey/core/plugin";
import { memberTable, organizationTable } from "@latchkey/organization";
import { createAccessControl, defaultStatements } from "@latchkey/organization/access";
import type { TestBrowser } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startWithProvider } from "../../test/providers.ts";
import type { LastSsoTests, SetupLink, SsoDomain, SsoSetup } from "../call-types.ts";
import { ssoProviderTable } from "../tables.ts";

type Coded<T> = T & { readonly code?: string };

async function startSetup(authOptions: object = {}, organizationOptions: object = {}) {
  const it = await startWithProvider({}, authOptions, organizationOptions);
  const link = async (input: object = {}, { browser } = it.olga) => {
    const { status, body } = await browser.post<Coded<SetupLink>>("/sso/setup-link", {
      callbackURL: "/sso-setup",
      ...input,
    });
    const url = body.url === undefined ? null : new URL(body.url);
    return { status, ...body, token: url?.searchParams.get("token") ?? "", path: url?.pathname };
  };
  const open = async (token: string, browser: TestBrowser = it.browser()) => {
    const { status, body } = await browser.post<Coded<SsoSetup>>("/sso/setup/open", { token });
    return { browser, status, ...body };
  };
  const state = async (browser: TestBrowser) => (await browser.get<Coded<SsoSetup>>("/sso/setup/state")).body;
  const { body: provider } = { body: { providerId: "it-idp", issuer: it.idp.issuer, domain: "it.test" } };
  const oidcConfig = { clientId: "client-12345678", clientSecret: "secret" };
  return { ...it, link, open, state, provider: { ...provider, oidcConfig } };
}

test("an IT admin without an account registers a provider, verifies its domain, and tests it", async () => {
  const { auth, acme, dns, olga, link, open, state, provider, finish } = await startSetup();
  const created = await link({ expiresIn: 3600 });
  expect(created).toMatchObject({ status: 200, path: "/sso-setup", token: expect.stringMatching(/^\w{32}$/) });
  expect(Math.round((new Date(created.expiresAt).getTime() - Date.now()) / 60_000)).toBe(60);
  const it = await open(created.token);
  expect(it).toMatchObject({ status: 200, organizationName: "acme", expiresAt: created.expiresAt, providers: [] });
  const registered = await it.browser.post<{ domainVerificationToken: string }>("/sso/setup/register", provider);
  expect(registered.status).toBe(200);
  const added = await it.browser.post<SsoDomain>("/sso/setup/add-domain", { domain: "it.test" });
  expect(added.body.record.value).toBe(registered.body.domainVerificationToken);
  dns.records.set(added.body.record.name, [added.body.record.value]);
  expect((await it.browser.post("/sso/setup/verify-domain", { domain: "it.test" })).status).toBe(204);
  const started = await it.browser.post<{ url: string }>("/sso/setup/test-provider", {
    providerId: "it-idp",
    callbackURL: "/sso-setup",
  });
  const claims = { sub: "it", email: "it@it.test", groups: ["it"] };
  expect(await finish(it.browser, started.body.url, { claims }, "it-idp")).toBe("/sso-setup");
  const tests = await it.browser.get<LastSsoTests>("/sso/setup/last-tests?providerId=it-idp");
  expect(tests.body.tests).toMatchObject([{ outcome: "success", role: "member", claims: { groups: ["it"] } }]);
  expect(await state(it.browser)).toMatchObject({
    domains: [{ domain: "acme.test" }, { domain: "it.test", verified: true }],
    providers: [{ providerId: "it-idp", domainVerified: true }],
  });
  expect((await it.browser.get<object | null>("/get-session")).body).toBeNull();
  expect(await auth.$context.db.count(userTable, { where: { email: "it@it.test" } })).toBe(0);
  const rows = await auth.$context.db.findMany(auditTable, { where: { organizationId: acme }, limit: 99 });
  const linkOf = ({ data }: { data: unknown }) => (data as { setupLinkId?: string } | null)?.setupLinkId;
  const used = rows.flatMap((row) => (row.action === "sso-setup.link" ? [linkOf(row)] : []));
  expect(used).toEqual([expect.any(String)]);
  const done = rows.filter((row) => linkOf(row) === used[0]);
  expect(done.map(({ action, actorId }) => `${action} ${actorId === olga.id}`).sort()).toEqual([
    "sso-domain.create false",
    "sso-domain.verify false",
    "sso-provider.create false",
    "sso-setup.link true",
    "sso-setup.open false",
  ]);
});

test("a browser that opened no link has no setup, and can't make any of its calls", async () => {
  const { browser: newBrowser, link, state, provider } = await startSetup();
  await link();
  const browser = newBrowser();
  expect(await state(browser)).toBeNull();
  expect((await browser.post<Coded<object>>("/sso/setup/register", provider)).body.code).toBe("SETUP_LINK_INVALID");
});

test("SSO-12: a setup link is stored as a hash, and its holder can't do anything else", async () => {
  const { auth, acme, link, open, provider, register } = await startSetup();
  await register();
  const { token } = await link();
  const rows = await auth.$context.db.findMany(tokenTable, { limit: 99 });
  expect(rows.some(({ kind }) => kind === "sso-setup-link")).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(token);
  const { browser } = await open(token);
  const input = { organizationId: acme, providerId: "acme-idp", domain: "acme.test", enforcement: "required" };
  const paths = ["update-provider", "delete-provider", "remove-domain", "set-enforcement", "setup-link", "add-domain"];
  for (const path of [...paths, "register", "test-provider", "verify-domain"])
    expect([path, (await browser.post(`/sso/${path}`, { ...provider, callbackURL: "/", ...input })).status]).toEqual([
      path,
      401,
    ]);
  const escalated = {
    ...provider,
    roleMapping: [{ claim: "sub", equals: "x", role: "owner" }],
    organizationId: "x",
    defaultRole: "admin",
  };
  expect((await browser.post("/sso/setup/register", escalated)).status).toBe(200);
  const row = await auth.$context.db.findOne(ssoProviderTable, { where: { providerId: "it-idp" } });
  expect(row).toMatchObject({ organizationId: acme, roleMapping: null, defaultRole: null, userId: null });
});

test("SSO-12: a setup link can't be used after it expires or is replaced, or for another organization's providers", async () => {
  let now = new Date();
  const { eve, prove, register, link, open, state } = await startSetup({ clock: () => now });
  await prove("other.test", eve);
  await register({ providerId: "other-idp", domain: "other.test" }, eve);
  const replaced = await link();
  const { token } = await link({ expiresIn: 3600 });
  expect((await open(replaced.token)).code).toBe("SETUP_LINK_INVALID");
  expect((await open("x".repeat(32))).code).toBe("SETUP_LINK_INVALID");
  const { browser } = await open(token);
  const input = { providerId: "other-idp" };
  expect((await browser.post<Coded<object>>("/sso/setup/test-provider", input)).body.code).toBe(
    "SSO_PROVIDER_NOT_FOUND",
  );
  const tests = await browser.get<Coded<object>>("/sso/setup/last-tests?providerId=other-idp");
  expect(tests.body.code).toBe("SSO_PROVIDER_NOT_FOUND");
  now = new Date(now.getTime() + 3_601_000);
  expect((await state(browser)).code).toBe("SETUP_LINK_INVALID");
  expect((await link({ expiresIn: 604_801 })).status).toBe(400);
});

test("SSO-12: a setup ends when a new link is created, or when its creator loses the permission", async () => {
  const { auth, olga, acme, link, open, state } = await startSetup();
  const { db } = auth.$context;
  const first = await open((await link()).token);
  expect((await state(first.browser)).organizationName).toBe("acme");
  const unopened = await link();
  expect((await state(first.browser)).code).toBe("SETUP_LINK_INVALID");
  const second = await open(unopened.token);
  const where = { userId: olga.id, organizationId: acme };
  await db.update(memberTable, { where, set: { role: "member" } });
  expect((await state(second.browser)).code).toBe("SETUP_LINK_INVALID");
  const add = await second.browser.post<Coded<object>>("/sso/setup/add-domain", { domain: "new.test" });
  expect(add.body.code).toBe("SETUP_LINK_INVALID");
  await db.update(memberTable, { where, set: { role: "owner" } });
  expect((await state(second.browser)).organizationName).toBe("acme");
  await db.remove(organizationTable, { where: { id: acme } });
  expect((await state(second.browser)).code).toBe("SETUP_LINK_INVALID");
});

test("SSO-01: only owners can create setup links, and only to pages of the app", async () => {
  const { al, mia, eve, root, acme, link } = await startSetup();
  const input = { organizationId: acme };
  expect((await link(input, mia)).code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO");
  expect((await link(input, al)).code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO");
  expect((await link(input, eve)).code).toBe("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
  expect((await link({ callbackURL: "https://evil.test/" })).code).toBe("INVALID_CALLBACK_URL");
  expect((await link(input, root)).status).toBe(200);
});

test("SSO-01: a setup link doesn't permit anything that its creator can't do", async () => {
  const ac = createAccessControl(defaultStatements);
  const roles = { registrar: ac.newRole({ sso: ["create"] }), manager: ac.newRole({ sso: ["create", "update"] }) };
  const { auth, mia, acme, link, open, state } = await startSetup({}, { ac, roles });
  const role = (name: string) =>
    auth.$context.db.update(memberTable, { where: { userId: mia.id, organizationId: acme }, set: { role: name } });
  const input = { organizationId: acme };
  await role("registrar");
  // Verifying domains and testing require the `update` permission.
  expect((await link(input, mia)).code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO");
  await role("manager");
  const made = await link(input, mia);
  const { browser } = await open(made.token);
  expect((await state(browser)).organizationName).toBe("acme");
  await role("registrar");
  expect((await state(browser)).code).toBe("SETUP_LINK_INVALID");
});

test("SSO-12: a form from another site can't use an open setup", async () => {
  const { link, open } = await startSetup();
  const { browser } = await open((await link()).token);
  const origin = "https://evil.test";
  const { status } = await browser.post("/sso/setup/add-domain", { domain: "new.test" }, { origin });
  expect(status).toBe(403);
});

describe.each(quickDatabases)("on $name", (database) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await database.open();
  });
  afterEach(() => opened.close());

  test("every setup call stays within its query budget", async () => {
    const { dns, link, open, state, provider, cost } = await startSetup({ database: opened.database });
    const count = cost(opened.statements);
    const { token } = await count("createSsoSetupLink", () => link());
    const { browser } = await count("openSsoSetup", () => open(token));
    await count("getSsoSetup", () => state(browser));
    await count("registerSetupProvider", () => browser.post("/sso/setup/register", provider));
    const { body } = await count("addSetupDomain", () =>
      browser.post<SsoDomain>("/sso/setup/add-domain", { domain: "more.test" }),
    );
    dns.records.set(body.record.name, [body.record.value]);
    const verified = await count("verifySetupDomain", () =>
      browser.post("/sso/setup/verify-domain", { domain: "more.test" }),
    );
    expect(verified.status).toBe(204);
    await count("testSetupProvider", () => browser.post("/sso/setup/test-provider", { providerId: "it-idp" }));
    await count("listSetupTests", () => browser.get("/sso/setup/last-tests?providerId=it-idp"));
  });

  test("SSO-12: if 20 browsers open a setup link concurrently, one succeeds", async () => {
    const { link, open, state } = await startSetup({ database: opened.database });
    const { token } = await link();
    const replies = await Promise.all(Array.from({ length: 20 }, () => open(token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([undefined, "SETUP_LINK_INVALID"]));
    const working = await Promise.all(replies.map(({ browser }) => state(browser)));
    expect(working.filter((one) => one?.organizationName === "acme")).toHaveLength(1);
  });
});
