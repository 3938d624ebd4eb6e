import { createAccessControl } from "@latchkey/core/access";
import { accountTable, sessionTable } from "@latchkey/core/plugin";
import { memberTable } from "@latchkey/organization";
import { defaultStatements } from "@latchkey/organization/access";
import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startWithProvider } from "../../test/providers.ts";
import { ssoProviderTable } from "../tables.ts";

const ac = createAccessControl(defaultStatements);
const roles = { it: ac.newRole({ sso: ["create", "read", "update", "delete"] }) };

test("SSO-09: no one can change a provider that assigns roles above their own, except to turn it off or remove the roles", async () => {
  const { auth, al, acme, register, olga } = await startWithProvider({}, {}, { ac, roles });
  await register({ roleMapping: [{ claim: "g", equals: "a", role: "admin" }] });
  const where = { organizationId: acme, userId: al.id };
  await auth.$context.db.update(memberTable, { where, set: { role: "it" } });
  const update = async (input: object, { browser } = al) => {
    const { status, body } = await browser.post<{ code?: string }>("/sso/update-provider", {
      providerId: "acme-idp",
      ...input,
    });
    return body.code ?? status;
  };
  const oidcConfig = { clientSecret: "another secret of the client" };
  expect(await update({ enabled: true })).toBe("SSO_ROLE_NOT_ALLOWED");
  expect(await update({ oidcConfig })).toBe("SSO_ROLE_NOT_ALLOWED");
  expect(await update({ domain: "acme.test,more.test" })).toBe("SSO_ROLE_NOT_ALLOWED");
  expect(await update({ enabled: false, name: "Mine" })).toBe("SSO_ROLE_NOT_ALLOWED");
  expect(await update({ enabled: false })).toBe(200);
  expect(await update({ enabled: true })).toBe("SSO_ROLE_NOT_ALLOWED");
  expect(await update({ enabled: true }, olga)).toBe(200);
  expect(await update({ oidcConfig, roleMapping: [] })).toBe(200);
  expect(await update({ defaultRole: "admin" })).toBe("SSO_ROLE_NOT_ALLOWED");
  expect(await update({ defaultRole: "admin" }, olga)).toBe(200);
  expect(await update({ name: "Mine" })).toBe("SSO_ROLE_NOT_ALLOWED");
  expect(await update({ name: "Mine", defaultRole: "member" })).toBe(200);
});

test("deleting a provider unlinks only the accounts of its issuer", async () => {
  const { auth, olga, register, signIn } = await startWithProvider();
  const { db } = auth.$context;
  await register();
  await signIn("ann");
  const [account] = await db.findMany(accountTable, { where: { providerId: "acme-idp" }, limit: 9 });
  if (!account) throw new Error("no account");
  const other = { ...account, id: "other", accountId: "of another issuer", issuer: "https://old.test" };
  await db.insert(accountTable, other);
  await olga.browser.post("/sso/delete-provider", { providerId: "acme-idp" });
  const left = await db.findMany(accountTable, { where: { providerId: "acme-idp" }, limit: 9 });
  expect(left.map(({ id }) => id)).toEqual(["other"]);
});

test("SSO-05: one of two concurrent changes to a provider succeeds, and the other fails", async () => {
  const { olga, register } = await startWithProvider();
  await register();
  const change = (scope: string) =>
    olga.browser.post<{ code?: string }>("/sso/update-provider", {
      providerId: "acme-idp",
      oidcConfig: { scopes: [scope] },
    });
  const replies = await Promise.all([change("one"), change("two")]);
  expect(replies.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, "SSO_PROVIDER_CHANGED"]);
});

describe.each(quickDatabases)("on $name", (database) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await database.open();
  });
  afterEach(() => opened.close());

  test("SSO-09: no one can register a provider that assigns a role with a permission that their own role is losing", async () => {
    const { database: wrapped, beforeNextTransaction } = interleaved(opened.database);
    const options = { ac, dynamicAccessControl: { enabled: true } };
    const { auth, al, olga, acme, register } = await startWithProvider({}, { database: wrapped }, options);
    const sso = ["create", "read", "update", "delete"];
    const setPermission = async (permission: object) => {
      const change = { roleName: "keeper", data: { permission } };
      expect((await olga.browser.post("/organization/update-role", change)).status).toBe(200);
    };
    for (const role of ["keeper", "lead"]) {
      const created = { role, permission: { team: ["create"] } };
      expect((await olga.browser.post("/organization/create-role", created)).status).toBe(200);
    }
    const where = { organizationId: acme, userId: al.id };
    await auth.$context.db.update(memberTable, { where, set: { role: "keeper" } });
    const input = { organizationId: acme, defaultRole: "lead" };
    await setPermission({ sso, team: ["create"] });
    beforeNextTransaction(() => setPermission({ sso }));
    expect(await register(input, al)).toMatchObject({ status: 403, code: "SSO_ROLE_NOT_ALLOWED" });
    await setPermission({ sso, team: ["create"] });
    expect(await register(input, al)).toMatchObject({ status: 200, defaultRole: "lead" });
  });

  const start = async () => {
    const it = await startWithProvider({}, { database: opened.database });
    await it.register();
    const ann = await it.signIn("ann");
    const isSignedIn = async () => (await ann.browser.get<object | null>("/get-session")).body !== null;
    expect([ann.outcome, await isSignedIn()]).toEqual(["/app", true]);
    return { ...it, isSignedIn };
  };

  test("SSO-02: sessions that a provider started end when the domain is removed", async () => {
    const { olga, call, prove, register, signIn, isSignedIn } = await start();
    await prove("kept.test");
    await register({ providerId: "kept-idp", domain: "kept.test" });
    const kept = await signIn("kim", { claims: { email: "kim@kept.test" } }, undefined, "kept-idp");
    await call(olga.browser, "remove-domain", { domain: "acme.test" });
    expect(await isSignedIn()).toBe(false);
    expect((await kept.browser.get("/get-session")).body).not.toBeNull();
    expect((await olga.browser.get("/get-session")).body).not.toBeNull();
  });

  test("SSO-02: sessions that a provider started end when another organization verifies the domain", async () => {
    const { eve, prove, isSignedIn } = await start();
    expect((await prove("acme.test", eve)).status).toBe(204);
    expect(await isSignedIn()).toBe(false);
  });

  test("SSO-11: sessions that a provider started end with the organization", async () => {
    const { auth, olga, acme, isSignedIn } = await start();
    const { status } = await olga.browser.post("/organization/delete", { organizationId: acme });
    expect([status, await isSignedIn()]).toEqual([200, false]);
    const row = await auth.$context.db.findOne(ssoProviderTable, { where: { providerId: "acme-idp" } });
    expect(row).toMatchObject({ enabled: false, oidcConfig: null, organizationId: null });
  });

  test("SSO-02: no session remains if a domain is removed during a sign-in", async () => {
    const { auth, olga, begin, finish, call, browser } = await start();
    const people = ["bob", "cat", "dan"].map((name) => ({ name, browser: browser() }));
    const started = await Promise.all(people.map(async (one) => ({ ...one, url: (await begin(one.browser)).url })));
    const signIns = started.map(({ name, browser: own, url }) =>
      finish(own, url, { claims: { sub: name, email: `${name}@acme.test` } }),
    );
    await Promise.all([...signIns, call(olga.browser, "remove-domain", { domain: "acme.test" })]);
    const row = await auth.$context.db.findOne(ssoProviderTable, { where: { providerId: "acme-idp" } });
    const where = { ssoProviderId: row?.id } as object;
    expect(await auth.$context.db.count(sessionTable, { where })).toBe(0);
  });
});
