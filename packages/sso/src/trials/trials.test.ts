import { auditTable, sessionTable, userTable } from "@latchkey/core/plugin";
import type { TestBrowser } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import type { Said } from "../../test/issuer.ts";
import { startWithProvider } from "../../test/providers.ts";
import type { LastSsoTests } from "../call-types.ts";
import { ssoProviderTable, ssoTestTable } from "../tables.ts";
import { shownClaims } from "./claims.ts";

async function startTesting() {
  const it = await startWithProvider();
  const begin = async (browser: TestBrowser = it.olga.browser) => {
    const input = { providerId: "acme-idp", callbackURL: "/sso" };
    const { status, body } = await browser.post<{ url: string; code?: string }>("/sso/test-provider", input);
    return { status, ...body };
  };
  /** Runs a test of the provider. Returns the path that the browser ends up at. */
  const run = async (said: Said = {}, { browser } = it.olga) => {
    const { url } = await begin(browser);
    const claims = { sub: "sub-olga", email: "olga@acme.test", name: "Olga", ...said.claims };
    return it.finish(browser, url, { ...said, claims });
  };
  const last = async ({ browser } = it.olga) =>
    (await browser.get<LastSsoTests>("/sso/last-tests?providerId=acme-idp")).body.tests;
  return { ...it, beginTest: begin, run, last };
}

test("a test shows the provider's claims and the resulting role, and creates neither a user nor a session", async () => {
  const { auth, olga, register, run, last } = await startTesting();
  const { db } = auth.$context;
  await register({ roleMapping: [{ claim: "groups", equals: "admins", role: "admin" }] });
  const before = [await db.count(userTable, {}), await db.count(sessionTable, {})];
  const id = (await olga.browser.get<{ user: { id: string } }>("/get-session")).body.user.id;
  expect(await run({ claims: { groups: ["staff", "admins"] } })).toBe("/sso");
  expect([await db.count(userTable, {}), await db.count(sessionTable, {})]).toEqual(before);
  expect((await olga.browser.get<{ user: { id: string } }>("/get-session")).body.user.id).toBe(id);
  const [shown, ...others] = await last();
  expect(others).toEqual([]);
  expect(shown).toMatchObject({
    ...{ providerId: "acme-idp", outcome: "success", isCurrent: true, email: "olga@acme.test", role: "admin" },
    claims: { sub: "sub-olga", email: "olga@acme.test", name: "Olga", groups: ["staff", "admins"] },
  });
  for (const name of ["nonce", "iat", "exp", "aud"]) expect(shown?.claims).not.toHaveProperty(name);
  await olga.browser.post("/sso/update-provider", { providerId: "acme-idp", name: "Acme" });
  expect(await last()).toMatchObject([{ isCurrent: false }]);
  const entries = await db.findMany(auditTable, { where: { action: "sso-provider.test" }, limit: 9 });
  expect(entries).toMatchObject([{ data: { providerId: "acme-idp", outcome: "success" } }]);
});

test("a failed test shows the reason, with the claims if there are any", async () => {
  const { olga, register, run, beginTest, last, auth } = await startTesting();
  await register();
  expect(await run({ claims: { email: "olga@elsewhere.test" } })).toBe("domain_not_allowed");
  expect(await run({ unsigned: true })).toBe("invalid_code");
  const { url } = await beginTest();
  const state = new URL(url).searchParams.get("state");
  await olga.browser.get(`/sso/callback/acme-idp?error=access_denied&state=${state}`);
  expect(await last()).toMatchObject([
    { outcome: "access_denied", email: null, claims: {}, role: null },
    { outcome: "invalid_code", email: null, claims: {}, role: null },
    { outcome: "domain_not_allowed", email: "olga@elsewhere.test", claims: { sub: "sub-olga" }, role: "member" },
  ]);
  expect(await auth.$context.db.count(userTable, { where: { email: { endsWith: "elsewhere.test" } } })).toBe(0);
});

test("an error that the provider calls a success doesn't count as a passed test", async () => {
  const { olga, register, beginTest, last } = await startTesting();
  await register();
  const { url } = await beginTest();
  const state = new URL(url).searchParams.get("state");
  await olga.browser.get(`/sso/callback/acme-idp?error=success&state=${state}`);
  expect(await last()).toMatchObject([{ outcome: "unknown_error", email: null }]);
  const required = { domain: "acme.test", enforcement: "required" };
  expect((await olga.browser.post("/sso/set-enforcement", required)).body).toMatchObject({
    code: "NO_TESTED_PROVIDER",
  });
});

test("SSO-05: a test can't be completed as a sign-in, in another browser, twice, or after the provider changes", async () => {
  const { olga, browser, register, beginTest, begin, finish, last } = await startTesting();
  await register();
  const claims = { sub: "sub-ann", email: "ann@acme.test" };
  const stranger = browser();
  expect(await finish(stranger, (await beginTest()).url, { claims })).toBe("please_restart_the_process");
  const { url } = await beginTest();
  expect(await finish(olga.browser, url, { claims })).toBe("/sso");
  expect(await finish(olga.browser, url, { claims })).toBe("please_restart_the_process");
  const open = await beginTest();
  await olga.browser.post("/sso/update-provider", { providerId: "acme-idp", name: "Acme" });
  expect(await finish(olga.browser, open.url, { claims })).toBe("please_restart_the_process");
  expect(await last()).toHaveLength(1);
  // A sign-in isn't recorded as a test either.
  expect(await finish(stranger, (await begin(stranger)).url, { claims })).toBe("/app");
  expect(await last()).toHaveLength(1);
});

test("SSO-01: only owners can test a provider and see the results, and a provider that's turned off can't be tested", async () => {
  const { olga, al, mia, eve, register, beginTest, run } = await startTesting();
  await register();
  await run();
  const codes = async ({ browser }: typeof olga) => [
    (await beginTest(browser)).code,
    (await browser.get<{ code: string }>("/sso/last-tests?providerId=acme-idp")).body.code,
  ];
  expect(await codes(mia)).toEqual(Array(2).fill("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO"));
  expect(await codes(al)).toEqual(Array(2).fill("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO"));
  expect(await codes(eve)).toEqual(Array(2).fill("SSO_PROVIDER_NOT_FOUND"));
  await olga.browser.post("/sso/update-provider", { providerId: "acme-idp", enabled: false });
  expect((await beginTest()).code).toBe("SSO_PROVIDER_DISABLED");
});

test("results are removed after a week", async () => {
  let now = new Date();
  const { auth, olga, register } = await startWithProvider({}, { clock: () => now });
  await register();
  const { db } = auth.$context;
  const row = await db.findMany(ssoTestTable, { limit: 1 });
  expect([row, olga.id.length > 0]).toEqual([[], true]);
  const [provider] = await db.findMany(ssoProviderTable, { limit: 1 });
  const test = { revision: 0, outcome: "success", email: null, claims: {}, role: null, createdAt: now };
  await db.insert(ssoTestTable, { id: "t", providerId: provider?.id ?? "", ...test });
  expect((await auth.api.removeExpired()).jobs.removeOldTests).toBe(0);
  now = new Date(now.getTime() + 7 * 86_400_000 + 1);
  expect((await auth.api.removeExpired()).jobs.removeOldTests).toBe(1);
});

describe("SSO-13: claims that a test shows", () => {
  test("contain no tokens and no protocol values, even in nested objects", () => {
    const jwt = `eyJhbGciOiJIUzI1NiJ9.${"a".repeat(20)}.${"b".repeat(20)}`;
    const opaque = "aB3".repeat(30);
    expect(
      shownClaims({ nonce: "n", at_hash: "h", sid: "s", email: "a@b.test", custom: jwt, deep: { jwt, opaque } }),
    ).toEqual({ email: "a@b.test", custom: "(hidden)", deep: { jwt: "(hidden)", opaque: "(hidden)" } });
  });

  test("have a limited size, and can be stored in every database", () => {
    const deep = { a: { b: { c: { d: 1 } } } };
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`c${at}`, at]));
    expect(shownClaims(deep)).toEqual({ a: { b: { c: "(…)" } } });
    expect(Object.keys(shownClaims(many))).toHaveLength(100);
    const shown = shownClaims({ groups: Array(10_000).fill("g"), long: "x y ".repeat(999), odd: "a\0b\ud800c" });
    expect(shown["groups"]).toHaveLength(50);
    expect(String(shown["long"])).toHaveLength(201);
    expect(shown["odd"]).toBe("abc");
  });
});
