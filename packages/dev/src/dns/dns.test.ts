/** Organizations verify domains with records from the fake DNS server. */

import { organization } from "@latchkey/organization";
import { sso } from "@latchkey/sso";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, expect, test, vi } from "vitest";
import { developerOf, formHeaders, local } from "../../test/callers.ts";
import { createDns } from "../dns.ts";
import { devConsole } from "../plugin.ts";
import type { WantedRecord } from "./zone.ts";

afterEach(() => vi.unstubAllEnvs());

async function start() {
  const dns = createDns({ tokenPrefix: "acme-app" });
  const plugins = [
    devConsole({ dns }),
    organization({ sendInvitationEmail: () => {} }),
    sso({ domainVerification: { tokenPrefix: "acme-app" } }),
  ] as const;
  const app = await startAuth({ plugins, resolveTxt: dns.resolveTxt });
  const ann = app.browser(local);
  await ann.signUp("ann@example.com");
  await ann.post("/organization/create", { name: "Acme", slug: "acme" });
  type Added = { readonly record: { readonly name: string; readonly value: string } };
  const { record } = (await ann.post<Added>("/sso/add-domain", { domain: "acme.test" })).body;
  const verify = async () => (await ann.post("/sso/verify-domain", { domain: "acme.test" })).status;
  return { app, dns, record, verify, developer: await developerOf(app) };
}

test("a developer sets the record of a domain with a click, and the organization verifies it", async () => {
  const { record, verify, developer, app, dns } = await start();
  expect(record.name).toBe("_acme-app.acme.test");
  expect(await verify()).toBe(502);
  expect((await developer.get<string>("/dev")).body).toContain("Set record");
  const body = new URLSearchParams({ action: "set", name: record.name, value: record.value }).toString();
  const form = await developer.send("/dev/dns/change", { method: "POST", body, headers: formHeaders });
  expect([form.status, form.headers.get("location")]).toEqual([302, "/api/auth/dev"]);
  expect(await verify()).toBe(204);
  const wanted = { name: record.name, value: record.value, domain: "acme.test", verified: true, set: true };
  expect((await developer.get<readonly WantedRecord[]>("/dev/dns")).body).toEqual([wanted]);
  expect((await developer.get<string>("/dev")).body).toContain("Remove record");
  const { name, value } = record;
  expect((await developer.post("/dev/dns/change", { action: "remove", name, value })).status).toBe(200);
  expect(await dns.wanted(app.auth.$context.db)).toEqual([{ ...wanted, set: false }]);
});

test("strangers can't see or change records", async () => {
  const { app, record, dns } = await start();
  const stranger = app.browser();
  const { name, value } = record;
  expect((await stranger.get("/dev/dns")).status).toBe(403);
  expect((await stranger.post("/dev/dns/change", { action: "set", name, value })).status).toBe(403);
  expect(await dns.wanted(app.auth.$context.db)).toMatchObject([{ set: false }]);
});

test("a record can be missing, one of several, or impossible to look up", async () => {
  const dns = createDns();
  dns.set("_Latchkey.Acme.test.", "one");
  dns.set("_latchkey.acme.test", "two");
  dns.set("_latchkey.acme.test", "two");
  expect(await dns.resolveTxt("_latchkey.acme.TEST")).toEqual([["one"], ["two"]]);
  dns.remove("_latchkey.acme.test", "one");
  expect(await dns.resolveTxt("_latchkey.acme.test")).toEqual([["two"]]);
  dns.fail("_latchkey.acme.test");
  await expect(dns.resolveTxt("_latchkey.acme.test")).rejects.toMatchObject({ code: "ESERVFAIL" });
  dns.fail("_latchkey.acme.test", false);
  dns.remove("_latchkey.acme.test");
  await expect(dns.resolveTxt("_latchkey.acme.test")).rejects.toMatchObject({ code: "ENOTFOUND" });
});

test("without the SSO plugin, there are no records to set", async () => {
  const app = await startAuth({ plugins: [devConsole({ dns: createDns() })] });
  const developer = await developerOf(app);
  expect((await developer.get("/dev/dns")).body).toEqual([]);
  expect((await developer.get<string>("/dev")).body).toContain("DNS records");
});

test("the fake DNS server doesn't run in production, and an invalid option is rejected by name", () => {
  expect(() => devConsole({ dns: {} as never })).toThrow("devConsole: dns must be a fake DNS server");
  vi.stubEnv("NODE_ENV", "production");
  expect(() => createDns()).toThrow("createDns can verify any domain, so it can't run in production");
});
