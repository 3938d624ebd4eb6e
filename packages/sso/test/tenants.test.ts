/** Eve owns another organization, with a provider at the same issuer. Nothing she does there can affect Acme. */

import { accountTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { memberTable } from "@latchkey/organization";
import { expect, test } from "vitest";
import { startEnforcing } from "./enforcing.ts";

interface Coded {
  readonly code?: string;
}

async function startTwo() {
  const it = await startEnforcing();
  await it.prove("evil.test", it.eve);
  const registered = await it.register({ providerId: "evil-idp", domain: "evil.test, acme.test" }, it.eve);
  expect(registered).toMatchObject({ status: 200, domain: "evil.test,acme.test", domainVerified: false });
  const { db } = it.auth.$context;
  const userOf = (email: string) => db.findOne(userTable, { where: { email } });
  return { ...it, db, userOf };
}

test("a provider that lists another organization's domain isn't found by that domain, and can't sign in that organization's users", async () => {
  const { browser, db, begin, signIn, userOf } = await startTwo();
  expect((await signIn("ann")).outcome).toBe("/app");
  const { body } = await browser().post<{ providers: { providerId: string }[] }>("/sso/discover", {
    email: "ann@acme.test",
  });
  expect(body.providers.map(({ providerId }) => providerId)).toEqual(["acme-idp"]);
  expect((await begin(browser(), { domain: "acme.test" })).url).toContain("sso%2Fcallback%2Facme-idp");
  const before = await db.count(sessionTable, {});
  // It doesn't work with the subject of an account that Acme's provider has linked either.
  for (const name of ["ann", "new"]) {
    expect((await signIn(name, {}, undefined, "evil-idp")).outcome).toBe("domain_not_allowed");
  }
  expect([await db.count(sessionTable, {}), await userOf("new@acme.test")]).toEqual([before, null]);
});

test("the same subject at the same issuer is a different user for another organization's provider", async () => {
  const { acme, db, signIn, userOf } = await startTwo();
  await signIn("ann");
  const claims = { sub: "sub-ann", email: "eve@evil.test", groups: ["app-admins"] };
  expect((await signIn("eve", { claims }, undefined, "evil-idp")).outcome).toBe("/app");
  const [ann, eve] = [await userOf("ann@acme.test"), await userOf("eve@evil.test")];
  expect(ann?.id).not.toBe(eve?.id);
  const accounts = await db.findMany(accountTable, { where: { accountId: "sub-ann" }, limit: 9 });
  expect(accounts.map(({ providerId, userId }) => [providerId, userId]).sort()).toEqual([
    ["acme-idp", ann?.id],
    ["evil-idp", eve?.id],
  ]);
  expect(await db.count(memberTable, { where: { organizationId: acme, userId: eve?.id ?? "" } })).toBe(0);
});

test("single sign-on can't be required with another organization's provider, or for its domain", async () => {
  const { eve, acme, call, domains } = await startTwo();
  const require = async (input: object) =>
    (await call(eve.browser, "set-enforcement", { enforcement: "required", ...input })).code;
  expect(await require({ domain: "evil.test", providerId: "acme-idp" })).toBe("SSO_PROVIDER_NOT_FOUND");
  // Eve has added this domain, too, but hasn't verified it.
  expect(await require({ domain: "acme.test" })).toMatch(/DOMAIN_NOT_VERIFIED|NO_TESTED_PROVIDER/);
  expect(await require({ domain: "acme.test", organizationId: acme })).toBe(
    "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
  );
  expect(await domains()).toMatchObject([{ domain: "acme.test", enforcement: "optional" }]);
});

test.each([
  ["get-provider", "GET"],
  ["last-tests", "GET"],
  ["update-provider", "POST"],
  ["delete-provider", "POST"],
  ["test-provider", "POST"],
  ["rotate-keys", "POST"],
  ["request-domain-verification", "POST"],
  ["verify-domain", "POST"],
])("another organization's provider is unknown to /sso/%s", async (path, method) => {
  const { eve } = await startTwo();
  const input = path === "rotate-keys" ? { step: "add" } : {};
  const reply =
    method === "GET"
      ? await eve.browser.get<Coded>(`/sso/${path}?providerId=acme-idp`)
      : await eve.browser.post<Coded>(`/sso/${path}`, { providerId: "acme-idp", ...input });
  expect([reply.status, reply.body.code]).toEqual([404, "SSO_PROVIDER_NOT_FOUND"]);
});

test("a session that another organization's provider started ends when single sign-on becomes required", async () => {
  const { db, signIn, enforce, userOf } = await startTwo();
  const { browser: mallory, outcome } = await signIn("m", { claims: { email: "m@evil.test" } }, undefined, "evil-idp");
  const { browser: ann } = await signIn("ann");
  expect(outcome).toBe("/app");
  // While it's optional, anyone with a mailbox at the domain can change their email to it.
  const user = await userOf("m@evil.test");
  await db.update(userTable, { where: { id: user?.id ?? "" }, set: { email: "m@acme.test" } });
  const isSignedIn = async (browser: typeof ann) => (await browser.get("/get-session")).body !== null;
  expect([await isSignedIn(mallory), await isSignedIn(ann)]).toEqual([true, true]);
  expect((await enforce()).status).toBe(200);
  expect([await isSignedIn(mallory), await isSignedIn(ann)]).toEqual([false, true]);
  expect((await signIn("m", { claims: { email: "m@evil.test" } }, undefined, "evil-idp")).outcome).not.toBe("/app");
});
