import { admin } from "@latchkey/admin";
import { createAccessControl } from "@latchkey/core/access";
import { type ServerCalls, userTable } from "@latchkey/core/plugin";
import { memberTable, organization } from "@latchkey/organization";
import { plainPasswords, type TestBrowser } from "@latchkey/test-kit";
import { type TwoFactorCalls, twoFactor } from "@latchkey/two-factor";
import { expect, test } from "vitest";
import { startWithProvider } from "../../test/providers.ts";
import { sso } from "../plugin.ts";

test("with syncRoles, each sign-in only updates a role that a rule assigned", async () => {
  const { auth, acme, olga, register, signIn } = await startWithProvider({ syncRoles: true });
  const { db } = auth.$context;
  await register({ roleMapping: [{ claim: "groups", equals: "admins", role: "admin" }] });
  const ann = (groups: readonly string[]) => signIn("ann", { claims: { groups } });
  const roles = async () => {
    const user = await db.findOne(userTable, { where: { email: "ann@acme.test" } });
    const where = { organizationId: acme, userId: user?.id ?? "" };
    return { where, role: (await db.findOne(memberTable, { where }))?.role };
  };
  for (const [groups, role] of [
    [["admins"], "admin"],
    [[], "member"],
    [["admins"], "admin"],
  ] as const) {
    expect((await ann(groups)).outcome).toBe("/app");
    expect((await roles()).role).toBe(role);
  }
  const { where } = await roles();
  for (const role of ["owner", "member,admin"]) {
    await db.update(memberTable, { where, set: { role } });
    expect((await ann([])).outcome).toBe("/app");
    expect((await roles()).role).toBe(role);
  }
  expect((await db.findMany(memberTable, { where: { userId: olga.id }, limit: 9 })).map(({ role }) => role)).toEqual([
    "owner",
  ]);
});

test("a provider can choose the role of members without a rule, and whether sign-ins update roles", async () => {
  const { auth, olga, register, signIn } = await startWithProvider({ syncRoles: true });
  const { db } = auth.$context;
  const rule = { claim: "groups", equals: "admins", role: "admin" };
  const provider = await register({ roleMapping: [rule], defaultRole: "admin", syncRoles: false });
  expect(provider).toMatchObject({ defaultRole: "admin", syncRoles: false });
  const role = async () => {
    const user = await db.findOne(userTable, { where: { email: "ann@acme.test" } });
    return (await db.findOne(memberTable, { where: { userId: user?.id ?? "" } }))?.role;
  };
  const update = (input: object) => olga.browser.post("/sso/update-provider", { providerId: "acme-idp", ...input });
  await signIn("ann");
  expect(await role()).toBe("admin");
  await update({ defaultRole: "member" });
  await signIn("ann");
  expect(await role()).toBe("admin");
  await update({ syncRoles: true });
  await signIn("ann");
  expect(await role()).toBe("member");
});

test("SSO-05: with syncRoles, a provider that changes during the sign-in can't assign or remove a role", async () => {
  let meanwhile: () => Promise<unknown> = async () => {};
  const publicFetch: typeof fetch = async (...request) => {
    if (String(request[0]).endsWith("/token")) await meanwhile();
    return it.idp.fetch(...request);
  };
  const it = await startWithProvider({ syncRoles: true }, { publicFetch });
  const { auth, acme, olga, register, signIn } = it;
  const { db } = auth.$context;
  const rules = [{ claim: "groups", equals: "admins", role: "admin" }];
  await register({ roleMapping: rules });
  const ann = (groups: readonly string[]) => signIn("ann", { claims: { groups } });
  const update = (input: object) => olga.browser.post("/sso/update-provider", { providerId: "acme-idp", ...input });
  expect((await ann([])).outcome).toBe("/app");
  const user = await db.findOne(userTable, { where: { email: "ann@acme.test" } });
  const where = { organizationId: acme, userId: user?.id ?? "" };
  const role = async () => (await db.findOne(memberTable, { where }))?.role;
  for (const change of [{ roleMapping: [] }, { enabled: false }]) {
    meanwhile = () => update(change);
    expect([change, (await ann(["admins"])).outcome]).toEqual([change, "please_restart_the_process"]);
    expect([change, await role()]).toEqual([change, "member"]);
    meanwhile = async () => {};
    await update({ roleMapping: rules, enabled: true });
  }
  meanwhile = () => update({ roleMapping: [] });
  await db.update(memberTable, { where, set: { role: "admin" } });
  expect((await ann([])).outcome).toBe("please_restart_the_process");
  expect(await role()).toBe("admin");
});

test("without syncRoles, roles of existing members don't change", async () => {
  const { auth, register, signIn } = await startWithProvider();
  await register({ roleMapping: [{ claim: "groups", equals: "admins", role: "admin" }] });
  await signIn("ann", { claims: { groups: ["admins"] } });
  expect((await signIn("ann", { claims: { groups: [] } })).outcome).toBe("/app");
  expect(await auth.$context.db.count(memberTable, { where: { role: "admin" } })).toBe(2);
});

async function startWithTwoFactor(trustProviderMfa: boolean) {
  const it = await startWithProvider(
    {},
    {
      plugins: [sso({ trustProviderMfa }), organization(), admin(), twoFactor()],
      emailAndPassword: { enabled: true, password: plainPasswords },
    },
  );
  await it.register();
  const { browser } = await it.signIn("ann");
  const enrolled = await browser.post<{ totpURI: string; backupCodes: string[] }>("/two-factor/enable", {});
  const secret = new URL(enrolled.body.totpURI).searchParams.get("secret") ?? "";
  const { code } = await (it.auth.api as unknown as ServerCalls<TwoFactorCalls>).generateTOTP({ body: { secret } });
  expect((await browser.post("/two-factor/verify-totp", { code })).status).toBe(200);
  const isSignedIn = async (person: TestBrowser) => (await person.get<object | null>("/get-session")).body !== null;
  const enter = async (amr: unknown) => isSignedIn((await it.signIn("ann", { claims: { amr } })).browser);
  return { ...it, enter, isSignedIn, backupCodes: enrolled.body.backupCodes };
}

test("with trustProviderMfa, a provider's second factor is accepted if the provider reports that it checked one", async () => {
  const { enter } = await startWithTwoFactor(true);
  expect(await enter(["pwd", "mfa"])).toBe(true);
  for (const amr of [["pwd"], ["otp"], "mfa", { mfa: true }, undefined])
    expect([amr, await enter(amr)]).toEqual([amr, false]);
});

test("SSO-11: without trustProviderMfa, users are asked for a second factor, but not after the provider is turned off", async () => {
  const { olga, enter, signIn, isSignedIn, backupCodes } = await startWithTwoFactor(false);
  expect(await enter(["pwd", "mfa"])).toBe(false);
  const finish = async (browser: TestBrowser, code: string | undefined) =>
    (await browser.post<{ code?: string }>("/two-factor/verify-backup-code", { code })).body.code;
  const [early, late] = [await signIn("ann"), await signIn("ann")];
  expect([await finish(early.browser, backupCodes[0]), await isSignedIn(early.browser)]).toEqual([undefined, true]);
  await olga.browser.post("/sso/update-provider", { providerId: "acme-idp", enabled: false });
  expect(await finish(late.browser, backupCodes[1])).toBe("SSO_PROVIDER_DISABLED");
  expect([await isSignedIn(early.browser), await isSignedIn(late.browser)]).toEqual([false, false]);
});

test("a provider can't sign in as someone with any permission for the whole site, not only as an admin", async () => {
  const ac = createAccessControl({ user: ["list", "impersonate"] });
  const roles = {
    user: ac.newRole({}),
    admin: ac.newRole({ user: ["list", "impersonate"] }),
    support: ac.newRole({ user: ["impersonate"] }),
  };
  const { auth, browser, register, signIn } = await startWithProvider(
    {},
    { plugins: [sso(), organization(), admin({ ac, roles })] },
  );
  await register();
  const { body } = await browser().signUp("sue@acme.test");
  const as = (role: string, banned = false) =>
    auth.$context.db.update(userTable, {
      where: { id: body.user.id },
      set: { emailVerified: true, role, banned } as object,
    });
  for (const [role, banned] of [["admin"], ["support"], ["admin", true]] as const) {
    await as(role, banned);
    expect([role, banned, (await signIn("sue")).outcome]).toEqual([role, banned, "account_not_linked"]);
  }
  await as("user");
  expect((await signIn("sue")).outcome).toBe("/app");
});
