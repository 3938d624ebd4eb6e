import { auditTable, findService } from "@latchkey/core/plugin";
import { memberTable } from "@latchkey/organization";
import { createMailbox, mailOptions, type TestBrowser } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Reply, startSso } from "../../test/app.ts";
import { startWithProvider } from "../../test/providers.ts";
import type { RequestedVerification } from "../call-types.ts";
import { sso } from "../plugin.ts";
import { insertImportedProvider, prepareImportedProvider } from "../providers/import.ts";
import { ssoDomainTable } from "../tables.ts";

const day = 86_400;

test("an organization adds a domain, verifies it with a TXT record, and removes it", async () => {
  const { auth, olga, acme, dns, call, add, verify, domains } = await startSso();
  const { db } = auth.$context;
  const owns = (email: string) => findService(auth.$context, "organizationDomains")?.owns(db, acme, email);
  const added = await add("Corp.Acme.test", olga);
  expect(added).toMatchObject({ status: 200, organizationId: acme, domain: "corp.acme.test", verified: false });
  expect(added.record).toEqual({
    type: "TXT",
    name: "_latchkey.corp.acme.test",
    value: expect.stringMatching(/^\w{32}$/),
  });
  expect((await add("corp.acme.test", olga)).record).toEqual(added.record);
  const asked = await olga.browser.post<RequestedVerification>("/sso/request-domain-verification", {
    domain: "corp.acme.test",
  });
  expect([asked.status, asked.body]).toEqual([
    201,
    { domainVerificationToken: added.record.value, records: [added.record] },
  ]);

  expect(await verify("corp.acme.test", olga)).toMatchObject({ status: 502, code: "DOMAIN_VERIFICATION_FAILED" });
  dns.records.set(added.record.name, ["v=spf1 -all", `latchkey=${added.record.value}x`]);
  expect((await verify("corp.acme.test", olga)).status).toBe(502);
  expect(await owns("ann@corp.acme.test")).toBe(false);
  dns.records.set(added.record.name, ["x".repeat(300), `latchkey=${added.record.value}`]);
  expect((await verify("corp.acme.test", olga)).status).toBe(204);
  expect(await domains(olga)).toMatchObject([{ domain: "corp.acme.test", verified: true, failingSince: null }]);
  expect(await Promise.all(["ann@corp.acme.test", "ann@acme.test", "ann@x.corp.acme.test"].map(owns))).toEqual([
    true,
    false,
    false,
  ]);
  expect(await verify("corp.acme.test", olga)).toMatchObject({ status: 404, code: "NO_PENDING_VERIFICATION" });
  expect(await call(olga.browser, "request-domain-verification", { domain: "corp.acme.test" })).toMatchObject({
    status: 409,
    code: "DOMAIN_VERIFIED",
  });

  expect((await call(olga.browser, "remove-domain", { domain: "corp.acme.test" })).status).toBe(200);
  expect(await owns("ann@corp.acme.test")).toBe(false);
  expect((await call(olga.browser, "remove-domain", { domain: "corp.acme.test" })).code).toBe("DOMAIN_NOT_FOUND");
  const entries = await db.findMany(auditTable, { where: { organizationId: acme }, limit: 99 });
  const actions = entries.map(({ action }) => action).filter((action) => action.startsWith("sso-"));
  expect(actions.sort()).toEqual(["sso-domain.create", "sso-domain.delete", "sso-domain.verify"]);
});

test("an owner verifies the first unverified domain of a provider by passing the provider's id", async () => {
  const { olga, al, eve, dns, call, register, domains } = await startWithProvider();
  const { domains: added } = await register({ domain: "acme.test,one.test,two.test" });
  const [, one] = added;
  const ask = (person = olga) => call(person.browser, "request-domain-verification", { providerId: "acme-idp" });
  const verify = (input: object = {}, person = olga) =>
    call(person.browser, "verify-domain", { providerId: "acme-idp", ...input });
  expect(await ask()).toMatchObject({ status: 201, domainVerificationToken: one?.record.value });
  for (const { domain, record } of added.slice(1)) {
    expect((await verify()).code).toBe("DOMAIN_VERIFICATION_FAILED");
    dns.records.set(record.name, [record.value]);
    expect(await verify({}, al)).toMatchObject({ status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO" });
    expect(await verify({}, eve)).toMatchObject({ status: 404, code: "SSO_PROVIDER_NOT_FOUND" });
    expect((await ask(eve)).code).toBe("SSO_PROVIDER_NOT_FOUND");
    expect((await verify()).status).toBe(204);
    expect((await domains()).find((row) => row.domain === domain)?.verified).toBe(true);
  }
  expect((await ask()).code).toBe("DOMAIN_VERIFIED");
  expect((await verify()).code).toBe("NO_PENDING_VERIFICATION");
  for (const input of [{ domain: "one.test" }, { providerId: undefined }]) {
    expect(await verify(input)).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
  }
});

test("domains are stored in one format, and domains that no organization can have are rejected", async () => {
  const { add } = await startSso();
  expect(await add("  @Straße.test. ")).toMatchObject({ status: 200, domain: "xn--strae-oqa.test" });
  expect(await add("a.b.c.example.co.uk")).toMatchObject({ status: 200, domain: "a.b.c.example.co.uk" });
  const invalid = ["localhost", "acme", "10.0.0.1", "[::1]", "acme.test/path", "acme.test:443", "a@acme.test"];
  for (const domain of [...invalid, "db.internal", "*.acme.test", "_dmarc.acme.test", `${"a.".repeat(100)}test`])
    expect([domain, await add(domain)]).toEqual([domain, expect.objectContaining({ code: "INVALID_DOMAIN" })]);
  for (const domain of ["GMail.com", "outlook.com."]) expect((await add(domain)).code).toBe("PUBLIC_DOMAIN");
});

test("SSO-01: plain members and strangers can't see or change an organization's domains", async () => {
  const { mia, eve, acme, prove } = await startSso();
  await prove("acme.test");
  const calls = async (browser: TestBrowser, organizationId: string) => {
    const input = { domain: "acme.test", organizationId };
    const replies = [
      await browser.post<Reply>("/sso/add-domain", input),
      await browser.post<Reply>("/sso/request-domain-verification", input),
      await browser.post<Reply>("/sso/verify-domain", input),
      await browser.post<Reply>("/sso/remove-domain", input),
      await browser.get<Reply>(`/sso/domains?organizationId=${organizationId}`),
    ];
    return [...new Set(replies.map(({ status, body }) => `${status} ${body.code}`))];
  };
  expect(await calls(mia.browser, acme)).toEqual(["403 YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO"]);
  expect(await calls(eve.browser, acme)).toEqual(["403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"]);
  expect(await calls(eve.browser, "unknown")).toEqual(["403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"]);
});

test("site admins and the server manage the domains of every organization", async () => {
  const { auth, root, acme, call } = await startSso();
  const added = await call(root.browser, "add-domain", { domain: "acme.test", organizationId: acme });
  expect(added).toMatchObject({ status: 200, organizationId: acme });
  expect(await auth.api.listSsoDomains({ query: { organizationId: acme } })).toHaveLength(1);
  await expect(auth.api.listSsoDomains({})).rejects.toMatchObject({ code: "NO_ACTIVE_ORGANIZATION" });
  await expect(auth.api.addSsoDomain({ body: { domain: "a.test", organizationId: "unknown" } })).rejects.toMatchObject({
    code: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
  });
});

test("old sessions and impersonated sessions can't change domains", async () => {
  const { root, olga, acme, clock, call } = await startSso();
  await root.browser.post("/admin/impersonate-user", { userId: olga.id });
  const input = { domain: "acme.test", organizationId: acme };
  expect((await call(root.browser, "add-domain", input)).code).toBe("NOT_ALLOWED_WHILE_IMPERSONATING");
  clock.advance(2 * day);
  for (const path of ["add-domain", "verify-domain", "remove-domain"])
    expect((await call(olga.browser, path, input)).code).toBe("SESSION_NOT_FRESH");
});

test("SSO-02: a domain moves to another organization once that organization verifies it and the old record is gone", async () => {
  const box = createMailbox();
  const { auth, olga, acme, eve, dns, add, verify, prove, domains } = await startSso({}, mailOptions(box));
  const { db } = auth.$context;
  await prove("acme.test", olga);
  const { record } = await add("acme.test", eve);
  const [{ record: held } = { record: { value: "" } }] = await domains();
  dns.records.set(record.name, [record.value, held.value]);
  expect(await verify("acme.test", eve)).toMatchObject({ status: 409, code: "DOMAIN_TAKEN" });
  dns.broken.add(record.name);
  expect((await verify("acme.test", eve)).code).toBe("DOMAIN_VERIFICATION_FAILED");
  dns.broken.clear();
  const where = { organizationId: acme };
  await db.update(ssoDomainTable, { where, set: { enforcement: "required", providerId: "x" } });
  dns.records.set(record.name, [record.value]);
  expect((await verify("acme.test", eve)).status).toBe(204);
  expect(await domains(eve)).toMatchObject([{ domain: "acme.test", verified: true, enforcement: "optional" }]);
  expect(await domains()).toMatchObject([{ verified: false, enforcement: "optional", providerId: null }]);
  const lapses = await db.findMany(auditTable, { where: { action: "sso-domain.lapse" }, limit: 9 });
  expect(lapses).toMatchObject([{ organizationId: acme, data: { domain: "acme.test", reason: "moved" } }]);
  expect((await box.next("sendSecurityNotice", "olga@example.com")).mail).toMatchObject({
    change: "sso-domain-lapsed",
  });
  // The previous owner can't get it back without its own record.
  expect((await verify("acme.test", olga)).code).toBe("DOMAIN_VERIFICATION_FAILED");
});

test("SSO-02: another organization's TXT record proves nothing", async () => {
  const { olga, eve, dns, add, verify } = await startSso();
  const { record } = await add("acme.test", olga);
  await add("acme.test", eve);
  dns.records.set(record.name, [record.value]);
  expect((await verify("acme.test", eve)).code).toBe("DOMAIN_VERIFICATION_FAILED");
  expect((await verify("acme.test", olga)).status).toBe(204);
});

test("SSO-02: a domain whose TXT record is missing for seven days is no longer verified, and other organizations can verify it", async () => {
  const { auth, eve, dns, clock, prove, domains } = await startSso();
  await prove("acme.test");
  await prove("kept.test");
  const { removeExpired } = auth.api;
  const jobs = async () => (await removeExpired()).jobs.recheckDomains;
  const passDays = async (days: number) => {
    let lapsed = 0;
    for (let at = 0; at < days; at++) {
      clock.advance(day);
      lapsed += (await jobs()) ?? 0;
    }
    return lapsed;
  };
  const acme = async () =>
    (await auth.$context.db.findOne(ssoDomainTable, { where: { verified: "acme.test" } })) ?? null;
  dns.records.delete("_latchkey.acme.test");
  expect(await passDays(6)).toBe(0);
  expect((await acme())?.failingSince).not.toBeNull();
  // The record is back, so the seven days start again the next time it's missing.
  const token = (await acme())?.token ?? "";
  dns.records.set("_latchkey.acme.test", [token]);
  expect(await passDays(1)).toBe(0);
  expect((await acme())?.failingSince).toBeNull();
  dns.records.set("_latchkey.acme.test", []);
  expect(await passDays(7)).toBe(0);
  expect(await passDays(1)).toBe(1);
  expect(await acme()).toBeNull();
  const entry = await auth.$context.db.findMany(auditTable, { where: { action: "sso-domain.lapse" }, limit: 9 });
  expect(entry).toMatchObject([{ actorId: null, data: { domain: "acme.test" } }]);
  await eve.browser.signIn("eve@example.com");
  await eve.browser.post("/organization/set-active", { organizationSlug: "other" });
  expect((await prove("acme.test", eve)).status).toBe(204);
  expect(await domains(eve)).toMatchObject([{ domain: "acme.test", verified: true }]);
});

test("SSO-02: an imported domain stays verified for seven days without a TXT record", async () => {
  let now = new Date();
  const { auth, acme, olga } = await startSso({}, { clock: () => now });
  const context = auth.$context;
  const prepared = await prepareImportedProvider(context, {
    ...{
      id: "imported",
      providerId: "acme-okta",
      organizationId: acme,
      userId: olga.id,
      issuer: "https://idp.acme.test",
    },
    ...{ domains: ["acme.test"], domainsVerified: true, samlConfig: null },
    oidcConfig: { clientId: "c", clientSecret: "s", scopes: [], tokenEndpointAuthentication: "client_secret_basic" },
  });
  if (typeof prepared === "string") throw new Error(prepared);
  await context.db.transaction((tx) => insertImportedProvider(tx, context, prepared));
  const states: unknown[] = [];
  for (let day = 0; day <= 8; day++) {
    now = new Date(now.getTime() + 86_400_000);
    await auth.api.removeExpired();
    const row = await context.db.findOne(ssoDomainTable, { where: { organizationId: acme, domain: "acme.test" } });
    states.push([row?.verified !== null, row?.failingSince !== null]);
  }
  expect(states).toEqual([...Array(7).fill([true, true]), ...Array(2).fill([false, false])]);
});

test("SSO-02: a domain whose DNS fails for seven days is no longer verified, and no domain is looked up twice a day", async () => {
  const { auth, dns, clock, prove } = await startSso();
  await prove("acme.test");
  dns.asked.length = 0;
  dns.broken.add("_latchkey.acme.test");
  const runJobs = async () => {
    clock.advance(day);
    const runs = await Promise.all([auth.api.removeExpired(), auth.api.removeExpired()]);
    return runs.reduce((sum, { jobs }) => sum + (jobs.recheckDomains ?? 0), 0);
  };
  for (let days = 0; days < 6; days++) expect(await runJobs()).toBe(0);
  dns.broken.clear();
  expect(await runJobs()).toBe(0);
  dns.broken.add("_latchkey.acme.test");
  for (let days = 0; days < 7; days++) expect(await runJobs()).toBe(0);
  expect(dns.asked).toHaveLength(14);
  expect(await runJobs()).toBe(1);
  const [entry] = await auth.$context.db.findMany(auditTable, { where: { action: "sso-domain.lapse" }, limit: 9 });
  expect(entry).toMatchObject({ data: { domain: "acme.test", reason: "unreachable" } });
});

test("the number of domains is limited, even for concurrent requests", async () => {
  const { add, domains } = await startSso({ domainsLimit: 2 });
  const replies = await Promise.all(["a.test", "b.test", "c.test", "d.test"].map((domain) => add(domain)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403]);
  expect(await domains()).toHaveLength(2);
});

test("the record has the name of the app's product, and invalid options are rejected", async () => {
  const { add } = await startSso({ domainVerification: { tokenPrefix: "hooli" } });
  expect((await add("acme.test")).record.name).toBe("_hooli.acme.test");
  expect(() => sso({ domainVerification: { tokenPrefix: "_a" } })).toThrow("sso.domainVerification.tokenPrefix");
  expect(() => sso({ domainsLimit: 0 })).toThrow("sso.domainsLimit is 0");
});

describe.each(quickDatabases)("on $name", (database) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await database.open();
  });
  afterEach(() => opened.close());

  test("SSO-02: one of two organizations that verify a domain concurrently gets it", async () => {
    const { auth, olga, eve, dns, add, verify } = await startSso({}, { database: opened.database });
    const records = [await add("acme.test", olga), await add("acme.test", eve)].map(({ record }) => record);
    dns.records.set(
      "_latchkey.acme.test",
      records.map(({ value }) => value),
    );
    const replies = await Promise.all([olga, eve, olga, eve].map((person) => verify("acme.test", person)));
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    const lost = replies.filter(({ status }) => status !== 204).map(({ code }) => code);
    expect(lost.every((code) => code === "DOMAIN_TAKEN" || code === "NO_PENDING_VERIFICATION")).toBe(true);
    expect(await auth.$context.db.count(ssoDomainTable, { where: { verified: "acme.test" } })).toBe(1);
  });

  test("a member who loses the permission during the verification can't complete it", async () => {
    let demote = async (): Promise<void> => {};
    let value = "";
    const resolveTxt = async () => {
      await demote();
      return [[value]];
    };
    const { auth, olga, acme, add, verify } = await startSso({}, { database: opened.database, resolveTxt });
    value = (await add("acme.test", olga)).record.value;
    demote = async () => {
      const where = { userId: olga.id, organizationId: acme };
      await auth.$context.db.update(memberTable, { where, set: { role: "member" } });
    };
    expect((await verify("acme.test", olga)).code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO");
  });

  test("every call about domains stays within its query budget", async () => {
    const { olga, acme, dns, call, cost } = await startSso({}, { database: opened.database });
    const count = cost(opened.statements);
    const input = { domain: "acme.test", organizationId: acme };
    const { record } = await count("addSsoDomain", () => call(olga.browser, "add-domain", input));
    dns.records.set(record.name, [record.value]);
    await count("requestDomainVerification", () => call(olga.browser, "request-domain-verification", input));
    expect((await count("verifyDomain", () => call(olga.browser, "verify-domain", input))).status).toBe(204);
    await count("listSsoDomains", () => olga.browser.get(`/sso/domains?organizationId=${acme}`));
    await count("removeSsoDomain", () => call(olga.browser, "remove-domain", input));
  });
});
