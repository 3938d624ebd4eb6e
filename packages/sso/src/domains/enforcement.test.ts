import { admin } from "@latchkey/admin";
import { auditTable, type RequestContext, type SignInAttempt, sessionTable, userTable } from "@latchkey/core/plugin";
import { emailOTP } from "@latchkey/email-otp";
import { memberTable, organization } from "@latchkey/organization";
import { createMailbox, mailOptions, type TestBrowser } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEnforcing } from "../../test/enforcing.ts";
import { sso } from "../plugin.ts";
import { enforcementGate } from "../sign-in/enforcement-gate.ts";
import { ssoTestTable } from "../tables.ts";

const who = async (browser: TestBrowser) =>
  (await browser.get<{ user: { id: string } } | null>("/get-session")).body?.user.id ?? null;

test("with single sign-on required, a correct password isn't enough, and the provider's users can sign in", async () => {
  const { auth, acme, enforce, signUp, browser, signIn } = await startEnforcing();
  const ann = await signUp("ann");
  await signUp("bob");
  await auth.$context.db.update(userTable, { where: { id: ann.id }, set: { emailVerified: true } });
  expect(await who(ann.browser)).toBe(ann.id);
  expect(await enforce()).toMatchObject({ status: 200, enforcement: "required", providerId: "acme-idp" });
  // The session that a password started has ended.
  expect(await who(ann.browser)).toBeNull();
  const found = await browser().post("/sso/discover", { email: "new@acme.test" });
  expect(found.body).toMatchObject({ required: true, providers: [{ providerId: "acme-idp" }] });
  const refused = await browser().signIn("ann@acme.test");
  expect([refused.status, refused.body]).toEqual([
    403,
    expect.objectContaining({ code: "SSO_REQUIRED", providerId: "acme-idp" }),
  ]);
  // Strangers can't find out that it's required.
  expect((await browser().signIn("ann@acme.test", "another password")).status).toBe(401);
  expect(await who((await signIn("ann")).browser)).toBe(ann.id);
  expect((await enforce({ enforcement: "optional" })).providerId).toBeNull();
  expect((await browser().signIn("bob@acme.test")).status).toBe(200);
  const rows = await auth.$context.db.findMany(auditTable, { where: { action: "sso-domain.enforce" }, limit: 9 });
  const data = { domain: "acme.test", enforcement: "required", providerId: "acme-idp", ended: 2 };
  expect(rows.map((row) => row.data)).toContainEqual(data);
  expect(rows.every(({ organizationId }) => organizationId === acme)).toBe(true);
});

test("requiring single sign-on needs a provider that passed a test within a day and hasn't changed since", async () => {
  let now = new Date();
  const { auth, olga, enforce, passTest, register, prove } = await startEnforcing({ clock: () => now }, false);
  const { db } = auth.$context;
  const code = async (input = {}) => (await enforce(input)).code;
  expect(await code()).toBe("NO_TESTED_PROVIDER");
  await passTest({ email: "x@elsewhere.test" });
  expect(await code()).toBe("NO_TESTED_PROVIDER");
  await passTest();
  await db.update(ssoTestTable, { where: {}, set: { createdAt: new Date(now.getTime() - 86_400_000) } });
  expect(await code()).toBe("NO_TESTED_PROVIDER");
  await passTest();
  await olga.browser.post("/sso/update-provider", { providerId: "acme-idp", name: "Changed" });
  expect(await code()).toBe("NO_TESTED_PROVIDER");
  await passTest();
  expect(await code({ providerId: "unknown" })).toBe("SSO_PROVIDER_NOT_FOUND");
  expect(await code({ domain: "unknown.test" })).toBe("DOMAIN_NOT_FOUND");
  await register({ providerId: "second", domain: "acme.test,pending.test" });
  expect(await code()).toBe("SSO_PROVIDER_NOT_FOUND");
  expect(await code({ providerId: "second" })).toBe("NO_TESTED_PROVIDER");
  expect(await code({ domain: "pending.test", providerId: "acme-idp" })).toBe("SSO_PROVIDER_NOT_FOUND");
  await passTest({}, "second");
  expect(await code({ domain: "pending.test" })).toBe("DOMAIN_NOT_VERIFIED");
  expect((await prove("unserved.test")).status).toBe(204);
  expect(await code({ domain: "unserved.test" })).toBe("SSO_PROVIDER_NOT_FOUND");
  await olga.browser.post("/sso/update-provider", { providerId: "second", enabled: false });
  expect((await enforce({ providerId: "acme-idp" })).status).toBe(200);
  now = new Date(now.getTime() + 1);
});

test("with single sign-on required, each of the organization's providers for the domain signs users in, until it's turned off", async () => {
  const { olga, enforce, register, signIn, signUp, browser } = await startEnforcing();
  await register({ providerId: "second" });
  await signUp("ann");
  expect(await enforce({ providerId: "acme-idp" })).toMatchObject({ status: 200, providerId: "acme-idp" });
  expect((await browser().signIn("ann@acme.test")).status).toBe(403);
  const bob = await signIn("bob", {}, undefined, "second");
  expect(await who(bob.browser)).not.toBeNull();
  await olga.browser.post("/sso/update-provider", { providerId: "second", enabled: false });
  expect(await who(bob.browser)).toBeNull();
});

test("with single sign-on off, an email doesn't lead to the provider, but users can still sign in with the provider", async () => {
  const { enforce, browser, begin, signIn } = await startEnforcing();
  await enforce({ enforcement: "off" });
  const found = await browser().post("/sso/discover", { email: "ann@acme.test" });
  expect(found.body).toEqual({ required: false, providers: [] });
  expect((await begin(browser(), { email: "ann@acme.test" })).code).toBe("SSO_PROVIDER_NOT_FOUND");
  expect((await signIn("ann")).outcome).toBe("/app");
});

test("the caller's own session and sessions of users at other domains don't end", async () => {
  const { auth, olga, enforce, signUp, signIn } = await startEnforcing();
  await auth.$context.db.update(userTable, { where: { id: olga.id }, set: { email: "olga@acme.test" } });
  const { browser: second } = await signIn("sam");
  const other = await signUp("x", "sub.acme.test");
  await enforce();
  expect(await who(olga.browser)).toBe(olga.id);
  expect(await who(second)).not.toBeNull();
  expect(await who(other.browser)).toBe(other.id);
});

test("SSO-01: only owners can require single sign-on, and only for their own organization's domains", async () => {
  const { al, mia, eve, acme, prove, call, register } = await startEnforcing();
  await prove("other.test", eve);
  await register({ providerId: "other-idp", domain: "other.test" }, eve);
  const input = { domain: "acme.test", enforcement: "required", organizationId: acme };
  expect((await call(mia.browser, "set-enforcement", input)).code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO");
  expect((await call(al.browser, "set-enforcement", input)).code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO");
  expect((await call(eve.browser, "set-enforcement", input)).code).toBe("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
  const own = { domain: "acme.test", enforcement: "required" };
  expect((await call(eve.browser, "set-enforcement", own)).code).toBe("DOMAIN_NOT_FOUND");
  const foreign = { domain: "other.test", enforcement: "required", providerId: "acme-idp" };
  expect((await call(eve.browser, "set-enforcement", foreign)).code).toBe("SSO_PROVIDER_NOT_FOUND");
});

describe.each(quickDatabases)("on $name", (database) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await database.open();
  });
  afterEach(() => opened.close());

  test("requiring single sign-on and testing stay within their query budgets", async () => {
    const { olga, enforce, cost } = await startEnforcing({ database: opened.database });
    const count = cost(opened.statements);
    const provider = { providerId: "acme-idp" };
    await count("testSSOProvider", () => olga.browser.post("/sso/test-provider", provider));
    await count("listSSOTests", () => olga.browser.get("/sso/last-tests?providerId=acme-idp"));
    expect((await count("setSsoEnforcement", () => enforce())).status).toBe(200);
  });

  test("SSO-07: sign-ins that are in progress when single sign-on becomes required leave no session behind", async () => {
    const { auth, enforce, signUp, browser } = await startEnforcing({ database: opened.database });
    const people = await Promise.all(["a", "b", "c", "d"].map((name) => signUp(name)));
    const attempts = people.map((_, at) => browser().signIn(`${"abcd"[at]}@acme.test`));
    await Promise.all([...attempts.slice(0, 2), enforce(), ...attempts.slice(2)]);
    const where = { userId: { in: people.map(({ id }) => id) } };
    expect(await auth.$context.db.count(sessionTable, { where })).toBe(0);
  });

  test("SSO-07: a sign-in leaves no session behind if single sign-on becomes required for a newly verified domain during it", async () => {
    const it = await startEnforcing({ database: opened.database });
    const { auth, olga, add, dns, verify, enforce, passTest, signUp } = it;
    const { record } = await add("new.test");
    dns.records.set(record.name, [record.value]);
    await olga.browser.post("/sso/update-provider", { providerId: "acme-idp", domain: "acme.test,new.test" });
    await passTest();
    const zoe = await signUp("zoe", "new.test");
    const { db } = auth.$context;
    const where = { userId: zoe.id };
    const [session] = await db.findMany(sessionTable, { where, limit: 1 });
    const user = await db.findOne(userTable, { where: { id: zoe.id } });
    if (!session || !user) throw new Error("Zoe isn't signed in.");
    const fields: SignInAttempt["fields"] = {};
    let required: ReturnType<typeof enforce> | null = null;
    await db.transaction(async (tx) => {
      const attempt = { db: tx, user, fields, proofs: {}, method: "password" } as unknown as SignInAttempt;
      expect(await enforcementGate.check(attempt, auth.$context as unknown as RequestContext)).toBeUndefined();
      required ??= verify("new.test").then(() => enforce({ domain: "new.test" }));
      // Without the lock, both calls would be done by then.
      await Promise.race([required, new Promise((resolve) => setTimeout(resolve, 1500))]);
      await tx.insert(sessionTable, { ...session, id: "late", token: "late" });
    });
    expect(await required).toMatchObject({ status: 200, enforcement: "required" });
    expect(await db.count(sessionTable, { where })).toBe(0);
  });

  test("opposite email changes between two required domains don't deadlock", async () => {
    const { auth, prove, enforce, passTest, olga } = await startEnforcing({ database: opened.database });
    await prove("second.test");
    await olga.browser.post("/sso/update-provider", { providerId: "acme-idp", domain: "acme.test,second.test" });
    await passTest();
    for (const domain of ["acme.test", "second.test"]) expect((await enforce({ domain })).status).toBe(200);
    const { db, extensions } = auth.$context;
    const emails = ["ann@acme.test", "ann@second.test"];
    // Transactions start again after a deadlock.
    let runs = 0;
    const changes = Array.from({ length: 12 }, (_, at) =>
      db.transaction(async (tx) => {
        runs += 1;
        const [from = "", to = ""] = at % 2 === 0 ? emails : emails.toReversed();
        for (const check of extensions.emailChangeChecks) await check(tx, { from, to });
      }),
    );
    await Promise.all(changes);
    expect(runs).toBe(12);
  });
});

test("SSO-07: an admin can't move a user's email out of a required domain or into one", async () => {
  const { auth, root, enforce, prove, signIn, signUp } = await startEnforcing();
  await prove("second.test");
  await signIn("ann");
  const zoe = await signUp("zoe", "elsewhere.test");
  const ann = await auth.$context.db.findOne(userTable, { where: { email: "ann@acme.test" } });
  const move = async (userId: string | undefined, email: string) =>
    (await root.browser.post<{ code?: string }>("/admin/update-user", { userId, data: { email } })).body.code ?? "ok";
  await enforce();
  expect(await move(ann?.id, "ann@gmail.com")).toBe("EMAIL_MANAGED_BY_ORGANIZATION");
  expect(await move(zoe.id, "zoe@acme.test")).toBe("SSO_REQUIRED");
  expect(
    await auth.$context.db.count(userTable, { where: { email: { in: ["ann@gmail.com", "zoe@acme.test"] } } }),
  ).toBe(0);
  expect(await move(zoe.id, "zoe@gmail.com")).toBe("ok");
  expect(await move(ann?.id, "ann@second.test")).toBe("ok");
});

test("single sign-on is no longer required once the provider is turned off or deleted, or no longer serves the domain", async () => {
  const { auth, olga, browser, domains, enforce, passTest, prove, signUp } = await startEnforcing();
  await signUp("ann");
  await prove("second.test");
  const update = (input: object) => olga.browser.post("/sso/update-provider", { providerId: "acme-idp", ...input });
  const change = async (input: object) => {
    expect((await enforce()).enforcement).toBe("required");
    expect((await browser().signIn("ann@acme.test")).status).toBe(403);
    expect((await update(input)).status).toBe(200);
    expect(await domains()).toContainEqual(
      expect.objectContaining({ domain: "acme.test", enforcement: "optional", providerId: null }),
    );
    expect((await browser().signIn("ann@acme.test")).status).toBe(200);
    expect((await update({ enabled: true, domain: "acme.test" })).status).toBe(200);
    await passTest();
  };
  await change({ enabled: false });
  await change({ domain: "second.test" });
  await enforce();
  await olga.browser.post("/sso/delete-provider", { providerId: "acme-idp" });
  expect((await browser().signIn("ann@acme.test")).status).toBe(200);
  const [row] = await auth.$context.db.findMany(auditTable, { where: { action: "sso-provider.delete" }, limit: 9 });
  expect(row?.data).toMatchObject({ noLongerRequired: ["acme.test"] });
});

test("SSO-07: users who must use single sign-on can't change their email to another domain", async () => {
  const { enforce, prove, signIn, eve, signUp } = await startEnforcing({
    emailVerification: {
      sendVerificationEmail: () => {},
    },
    user: { changeEmail: { enabled: true, sendChangeEmailConfirmation: () => {} } },
  });
  await prove("second.test");
  await prove("other.test", eve);
  const ask = async (browser: TestBrowser, newEmail: string) =>
    (await browser.post<{ code?: string }>("/change-email", { newEmail })).body.code ?? "ok";
  const { browser: ann } = await signIn("ann");
  expect(await ask(ann, "ann@gmail.com")).toBe("ok");
  await enforce();
  for (const email of ["ann@gmail.com", "ann@other.test", "ann@sub.acme.test"])
    expect([email, await ask(ann, email)]).toEqual([email, "EMAIL_MANAGED_BY_ORGANIZATION"]);
  expect(await ask(ann, "not an email")).toBe("INVALID_EMAIL");
  expect(await ask(ann, "ann@second.test")).toBe("ok");
  const stranger = await signUp("zoe", "elsewhere.test");
  expect(await ask(stranger.browser, "zoe@gmail.com")).toBe("ok");
  // Otherwise, a user of the domain would have a session that no provider started.
  expect(await ask(stranger.browser, "zoe@acme.test")).toBe("SSO_REQUIRED");
  expect((await stranger.browser.get<{ user: object }>("/get-session")).body.user).toMatchObject({
    email: "zoe@gmail.com",
  });
});

test("SSO-07: a link that was sent before single sign-on became required can't move an email out of the domain or into it", async () => {
  const box = createMailbox();
  const { auth, enforce, signIn, signUp } = await startEnforcing({
    ...mailOptions(box),
    user: {
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: box.sender("sendChangeEmailConfirmation", ({ newEmail }) => String(newEmail)),
      },
    },
  });
  const { db } = auth.$context;
  const { browser: ann } = await signIn("ann");
  const zoe = await signUp("zoe", "elsewhere.test");
  await db.update(userTable, { where: { id: zoe.id }, set: { emailVerified: true } });
  const ask = async (browser: TestBrowser, newEmail: string) => {
    expect((await browser.post("/change-email", { newEmail })).status).toBe(200);
    return (await box.next("sendChangeEmailConfirmation", newEmail)).token;
  };
  const [away, moved] = [await ask(ann, "ann@gmail.com"), await ask(zoe.browser, "zoe@acme.test")];
  const open = async (browser: TestBrowser, token: string) =>
    (await browser.get<{ code?: string }>(`/verify-email?token=${token}`)).body.code;
  await enforce();
  expect(await open(ann, away)).toBe("EMAIL_MANAGED_BY_ORGANIZATION");
  expect(await open(zoe.browser, moved)).toBe("SSO_REQUIRED");
  expect(await db.count(userTable, { where: { email: { in: ["ann@gmail.com", "zoe@acme.test"] } } })).toBe(0);
  await enforce({ enforcement: "optional" });
  // The link works at the end, so it was rejected because of single sign-on.
  expect(await open(ann, away)).toBeUndefined();
  expect(await db.count(userTable, { where: { email: "ann@gmail.com" } })).toBe(1);
});

test("SSO-07: undoing a change to a required domain restores the account, but ends the membership", async () => {
  const box = createMailbox();
  const changeEmail = {
    enabled: true,
    sendChangeEmailConfirmation: box.sender("sendChangeEmailConfirmation"),
    sendEmailChanged: box.sender("sendEmailChanged", ({ oldEmail }) => String(oldEmail)),
  };
  const { auth, acme, enforce, prove, signUp, browser } = await startEnforcing({
    ...mailOptions(box),
    user: { changeEmail },
  });
  const { db } = auth.$context;
  await prove("second.test");
  /**
   * Adds a member who then changes their email. Returns a function that undoes the change and counts their memberships.
   */
  const move = async (from: string, newEmail: string, role = "member") => {
    const [name = "", domain] = from.split("@");
    const { id: userId, browser: person } = await signUp(name, domain);
    await db.update(userTable, { where: { id: userId }, set: { emailVerified: true } });
    await auth.api.addMember({ body: { organizationId: acme, userId, role } });
    await person.post("/change-email", { newEmail });
    await person.get(`/verify-email?token=${(await box.next("sendChangeEmailConfirmation", from)).token}`);
    const { token } = await box.next("sendEmailChanged", from);
    return async () => {
      const undone = await browser().post<string>("/undo-email-change", { token });
      expect(undone.body).toContain(`Your email is ${from} again`);
      return db.count(memberTable, { where: { organizationId: acme, userId } });
    };
  };
  const early = await move("early@gmail.com", "early@acme.test");
  const ann = await move("ann@gmail.com", "ann@acme.test");
  const bob = await move("bob@second.test", "bob@acme.test");
  const oli = await move("oli@gmail.com", "oli@acme.test", "owner");
  expect(await early()).toBe(1);
  await enforce();
  expect(await ann()).toBe(0);
  expect(await db.count(auditTable, { where: { action: "member.delete", organizationId: acme } })).toBe(1);
  // Bob's email is at the organization's other domain, and owners can sign in without the provider.
  expect(await bob()).toBe(1);
  expect(await oli()).toBe(1);
});

test("SSO-07: codes can't move an email out of the domain or into it either", async () => {
  const box = createMailbox();
  const sendVerificationOTP = box.sender("sendVerificationOTP", ({ email }) => String(email));
  const codes = emailOTP({ sendVerificationOTP, changeEmail: { enabled: true, verifyCurrentEmail: false } });
  const { auth, enforce, signIn, signUp } = await startEnforcing({
    ...mailOptions(box),
    plugins: [sso(), organization(), admin(), codes],
  });
  const { browser: ann } = await signIn("ann");
  const zoe = await signUp("zoe", "elsewhere.test");
  const ask = (browser: TestBrowser, newEmail: string) =>
    browser.post<{ code?: string }>("/email-otp/request-email-change", { newEmail });
  const change = async (browser: TestBrowser, newEmail: string, otp: unknown) =>
    (await browser.post<{ code?: string }>("/email-otp/change-email", { newEmail, otp })).body.code;
  await ask(ann, "ann@gmail.com");
  const away = (await box.next("sendVerificationOTP", "ann@gmail.com")).mail["otp"];
  await ask(zoe.browser, "zoe@acme.test");
  const moved = (await box.next("sendVerificationOTP", "zoe@acme.test")).mail["otp"];
  await enforce();
  expect((await ask(ann, "ann@gmail.com")).body.code).toBe("EMAIL_MANAGED_BY_ORGANIZATION");
  expect((await ask(zoe.browser, "zoe@acme.test")).body.code).toBe("SSO_REQUIRED");
  expect(await change(ann, "ann@gmail.com", away)).toBe("EMAIL_MANAGED_BY_ORGANIZATION");
  expect(await change(zoe.browser, "zoe@acme.test", moved)).toBe("SSO_REQUIRED");
  const where = { email: { in: ["ann@gmail.com", "zoe@acme.test"] } };
  expect(await auth.$context.db.count(userTable, { where })).toBe(0);
});
