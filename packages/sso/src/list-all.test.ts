import { expect, test } from "vitest";
import { startWithProvider } from "../test/providers.ts";
import type { AllSsoDomains, AllSsoProviders } from "./call-types.ts";
import { ssoDomainTable, ssoProviderTable } from "./tables.ts";

test("SSO-01: site admins list the domains of all organizations by state and page, and no one else does", async () => {
  const { auth, olga, eve, root, acme, other, add } = await startWithProvider();
  await add("other.test", eve);
  const later = { createdAt: new Date(Date.now() + 1000) };
  await auth.$context.db.update(ssoDomainTable, { where: { domain: "other.test" }, set: later });
  const page = async (query = "") => (await root.browser.get<AllSsoDomains>(`/sso/list-all-domains?${query}`)).body;
  const names = ({ domains }: AllSsoDomains) => domains.map(({ domain }) => domain);
  const first = await page("limit=1");
  expect([names(first), first.organizations]).toEqual([["other.test"], { [other]: { name: "other" } }]);
  const second = await page(`limit=1&cursor=${first.nextCursor}`);
  expect([names(second), second.organizations, second.nextCursor]).toEqual([
    ["acme.test"],
    { [acme]: { name: "acme" } },
    null,
  ]);
  expect(names(await page("state=verified"))).toEqual(["acme.test"]);
  expect(names(await page("state=pending"))).toEqual(["other.test"]);
  expect(names(await page("state=failing"))).toEqual([]);
  const set = { failingSince: new Date() };
  await auth.$context.db.update(ssoDomainTable, { where: { domain: "acme.test" }, set });
  expect(names(await page("state=failing"))).toEqual(["acme.test"]);
  expect((await auth.api.listAllSsoDomains({})).domains).toHaveLength(2);
  for (const { browser } of [olga, eve]) {
    const { status, body } = await browser.get<{ code?: string }>("/sso/list-all-domains");
    expect([status, body.code]).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO"]);
  }
  expect((await root.browser.get("/sso/list-all-domains?cursor=x")).status).toBe(400);
});

test("SSO-01, SSO-13: site admins list the providers of all organizations without secrets, and no one else does", async () => {
  const { auth, olga, root, acme, register } = await startWithProvider();
  await register();
  await register({ providerId: "deleted-idp" });
  await olga.browser.post("/sso/delete-provider", { providerId: "deleted-idp" });
  const page = async (query = "") => (await root.browser.get<AllSsoProviders>(`/sso/list-all-providers?${query}`)).body;
  const names = ({ providers }: AllSsoProviders) => providers.map(({ providerId }) => providerId);
  const all = await page();
  expect(names(all)).toEqual(["acme-idp"]);
  expect([all.providers[0]?.domainVerified, all.organizations]).toEqual([true, { [acme]: { name: "acme" } }]);
  expect(JSON.stringify(all)).not.toContain('ecret"');
  expect([names(await page("state=on")), names(await page("state=off"))]).toEqual([["acme-idp"], []]);
  expect(names(await page("state=expiring"))).toEqual([]);
  const where = { providerId: "acme-idp" };
  const set = { certificatesExpireAt: new Date(Date.now() + 86_400_000) };
  await auth.$context.db.update(ssoProviderTable, { where, set });
  expect(names(await page("state=expiring"))).toEqual(["acme-idp"]);
  await auth.$context.db.update(ssoProviderTable, { where, set: { enabled: false } });
  expect([names(await page("state=expiring")), names(await page("state=off"))]).toEqual([[], ["acme-idp"]]);
  const { status, body } = await olga.browser.get<{ code?: string }>("/sso/list-all-providers");
  expect([status, body.code]).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO"]);
});
