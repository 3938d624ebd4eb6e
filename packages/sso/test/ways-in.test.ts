/** Tries every way to sign in as a user whose organization requires single sign-on, and as its owner. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { admin } from "@latchkey/admin";
import { apiKey } from "@latchkey/api-key";
import { auditTable, type ServerCalls, sessionTable, userTable } from "@latchkey/core/plugin";
import { deviceAuthorization } from "@latchkey/device-authorization";
import { emailOTP } from "@latchkey/email-otp";
import { magicLink } from "@latchkey/magic-link";
import { multiSession } from "@latchkey/multi-session";
import { oneTimeToken } from "@latchkey/one-time-token";
import { memberTable, organization } from "@latchkey/organization";
import { passkey } from "@latchkey/passkey";
import { phoneNumber } from "@latchkey/phone-number";
import {
  type CreationOptions,
  createMailbox,
  createVirtualAuthenticator,
  mailOptions,
  outboxEmpty,
  plainPasswords,
  type RequestOptions,
  type TestBrowser,
  type TestReply,
  testOrigin,
  testPassword,
  testProvider,
  testProviderFetch,
} from "@latchkey/test-kit";
import { type TwoFactorCalls, twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { beforeEach, describe, expect, test } from "vitest";
import { sso } from "../src/plugin.ts";
import { isProviderId } from "../src/providers/input.ts";
import { ssoDomainTable } from "../src/tables.ts";
import { startEnforcing } from "./enforcing.ts";

/**
 * All files that call `createSession`, except tests, each with its sign-in method. A value that starts with `none` says
 * why the file needs no test here.
 */
const callers: Readonly<Record<string, string>> = {
  "core/src/accounts/sign-in.ts": "a password, with an email, a username, or a phone number",
  "core/src/accounts/email-sign-in.ts": "a magic link; an email code",
  "core/src/features/change-email/links.ts": "none: the user isn't signed in before the new email is verified",
  "core/src/features/email-password/sign-up.ts": "signing up",
  "core/src/features/email-verification/verification-link.ts": "a verification link",
  "core/src/features/social/sign-in-with-identity.ts": "a social provider again",
  "core/src/features/social/link-by-email.ts": "a social provider",
  "core/src/features/social/create-user.ts": "a social provider of a new user",
  "anonymous/src/sign-in.ts": "none: a guest's email isn't in any organization's domain",
  "device-authorization/src/token.ts": "a device that was approved before",
  "email-otp/src/sign-in.ts": "an email code that verifies the email",
  "one-time-token/src/endpoints.ts": "a one-time token from an earlier session",
  "passkey/src/authentication/sign-in.ts": "a passkey",
  "passkey/src/backup-codes/recover.ts":
    "none: these users don't have an email, so they aren't in any organization's domain",
  "passkey/src/registration/sign-up.ts": "none: the gate checks the same email as when signing up",
  "phone-number/src/verify.ts": "a texted code",
  "dev/src/sessions/endpoints.ts": "none: only in development",
  "two-factor/src/complete-verification.ts": "a sign-in that waited for its second factor",
  "admin/src/impersonation/start.ts": "impersonation is allowed, and tested below",
};

const packages = fileURLToPath(new URL("../../", import.meta.url));

/** Returns all sources of the packages, without tests. */
function sources(): readonly string[] {
  return readdirSync(packages)
    .flatMap((name) => readdirSync(`${packages}${name}/src`, { recursive: true }).map((path) => `${name}/src/${path}`))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test(-d)?\.tsx?$/.test(path));
}

test("SSO-07: every file that creates sessions is listed", () => {
  const found = sources()
    .filter((path) => path !== "core/src/sessions/create.ts")
    .filter((path) => readFileSync(packages + path, "utf8").includes("createSession("));
  expect(found.sort(), "Add the new file to `callers`, and a test below.").toEqual(Object.keys(callers).sort());
});

test("SSO-03: no provider can have the name of another sign-in method", () => {
  const names = sources().flatMap((path) =>
    [...readFileSync(packages + path, "utf8").matchAll(/(?<!readonly )\bmethod: "([a-z-]+)"/g)].map(
      ([, name = ""]) => name,
    ),
  );
  expect(names).toEqual(expect.arrayContaining(["impersonation", "magic-link", "passkey", "password", "username"]));
  const further = ["credential", "device", "email", "one-time-token", "two-factor"];
  expect([...names, ...further].filter(isProviderId)).toEqual([]);
});

const email = "ann@acme.test";
const phone = "+4915112345678";
const sameOrigin = { "sec-fetch-site": "same-origin" };

async function startWays(person = { id: "ann-1", email }) {
  const box = createMailbox();
  const texts: string[] = [];
  const to = ({ email: address }: Readonly<Record<string, unknown>>) => String(address);
  const mails = mailOptions(box);
  const it = await startEnforcing({
    ...mails,
    emailAndPassword: { ...mails.emailAndPassword, password: plainPasswords },
    emailVerification: { ...mails.emailVerification, autoSignInAfterVerification: true },
    providers: [testProvider(person)],
    fetch: testProviderFetch,
    plugins: [
      sso(),
      organization(),
      admin(),
      twoFactor(),
      username(),
      magicLink({ sendMagicLink: box.sender("sendMagicLink", to) }),
      emailOTP({ sendVerificationOTP: box.sender("sendVerificationOTP", to) }),
      phoneNumber({ countries: ["DE"], sendOTP: ({ code }: { code: string }) => void texts.push(code) }),
      passkey(),
      oneTimeToken(),
      multiSession(),
      deviceAuthorization({ clients: ["cli"] }),
      apiKey({ enableSessionForAPIKeys: true }),
    ],
  });
  const { db } = it.auth.$context;
  const ann = await it.signUp("ann");
  await db.update(userTable, { where: { id: ann.id }, set: { emailVerified: true } });
  await ann.browser.post("/update-user", { username: "ann" });
  const number = { phoneNumber: phone, phoneNumberVerified: true, phoneVerifiedEmail: email };
  await db.update(userTable, { where: { id: ann.id }, set: number as object });
  const device = createVirtualAuthenticator({ origin: testOrigin });
  const { body: creation } = await ann.browser.get<CreationOptions>("/passkey/generate-register-options", sameOrigin);
  await ann.browser.post("/passkey/verify-registration", { response: await device.create(creation) });
  const usePasskey = async (browser: TestBrowser) => {
    const { body } = await browser.get<RequestOptions>("/passkey/generate-authenticate-options", sameOrigin);
    return browser.post("/passkey/verify-authentication", { response: await device.get(body) });
  };
  const { body: oneTime } = await ann.browser.get<{ token: string }>("/one-time-token/generate");
  const { body: asked } = await it.browser().post<{ device_code: string; user_code: string }>("/device/code", {
    client_id: "cli",
  });
  await ann.browser.post("/device/approve", { userCode: asked.user_code });
  const { body: key } = await ann.browser.post<{ key: string }>("/api-key/create", { name: "ci" });
  /** Requires single sign-on without ending sessions, as if everything happened at the same time. */
  const require = () =>
    db.update(ssoDomainTable, {
      where: { verified: "acme.test" },
      set: { enforcement: "required", providerId: "acme-idp" },
    });
  return {
    ...it,
    box,
    texts,
    ann,
    usePasskey,
    oneTime: oneTime.token,
    deviceCode: asked.device_code,
    key: key.key,
    require,
  };
}

interface DeviceCode {
  readonly device_code: string;
  readonly user_code: string;
}

/** A plugin's call that isn't in the types of `startSso`. */
interface VerifyCalls {
  verifyApiKey(input: { readonly body: { readonly key: string } }): Promise<{ readonly valid: boolean }>;
}

type Ways = Awaited<ReturnType<typeof startWays>>;

async function throughProvider(browser: TestBrowser): Promise<TestReply> {
  const { body } = await browser.post<{ url: string }>("/sign-in/social", { provider: "idp", callbackURL: "/app" });
  const state = new URL(body.url).searchParams.get("state") as string;
  return browser.get(`/callback/idp?${new URLSearchParams({ state, code: "code" })}`);
}

const emailCode = async ({ box }: Ways, browser: TestBrowser, type: string): Promise<unknown> => {
  await browser.post("/email-otp/send-verification-otp", { email, type });
  return (await box.next("sendVerificationOTP")).mail["otp"];
};

const ways: Readonly<Record<string, (it: Ways, browser: TestBrowser) => Promise<TestReply>>> = {
  "a password with an email": async (_, browser) => (await browser.signIn(email)) as unknown as TestReply,
  "a password with a username": (_, browser) =>
    browser.post("/sign-in/username", { username: "ann", password: testPassword }),
  "a password with a phone number": (_, browser) =>
    browser.post("/sign-in/phone-number", { phoneNumber: phone, password: testPassword }),
  "signing up": async (_, browser) => (await browser.signUp("new@acme.test")) as unknown as TestReply,
  "a social provider": (_, browser) => throughProvider(browser),
  "a magic link": async ({ box }, browser) => {
    await browser.post("/sign-in/magic-link", { email });
    const { url } = await box.next("sendMagicLink");
    const { pathname, search } = new URL(url);
    return browser.get(`${pathname.replace("/api/auth", "")}${search}`, { "sec-fetch-mode": "cors" });
  },
  "an email code": async (it, browser) =>
    browser.post("/sign-in/email-otp", { email, otp: await emailCode(it, browser, "sign-in") }),
  "an email code that verifies the email": async (it, browser) => {
    await it.auth.$context.db.update(userTable, { where: { email }, set: { emailVerified: false } });
    return browser.post("/email-otp/verify-email", { email, otp: await emailCode(it, browser, "email-verification") });
  },
  "a verification link": async ({ auth, box }, browser) => {
    await auth.$context.db.update(userTable, { where: { email }, set: { emailVerified: false } });
    await browser.post("/send-verification-email", { email });
    const { token } = await box.next("sendVerificationEmail", email);
    return browser.get(`/verify-email?token=${token}`);
  },
  "a passkey": ({ usePasskey }, browser) => usePasskey(browser),
  "a texted code": async ({ auth, texts }, browser) => {
    await auth.$context.db.update(userTable, { where: { email }, set: { emailVerified: false } });
    await browser.post("/phone-number/send-otp", { phoneNumber: phone });
    await outboxEmpty(auth);
    return browser.post("/phone-number/verify", { phoneNumber: phone, code: texts.at(-1) });
  },
  "a one-time token from an earlier session": ({ oneTime }, browser) =>
    browser.post("/one-time-token/verify", { token: oneTime }),
  "an API key as a session": ({ key }, browser) => browser.get("/get-session", { "x-api-key": key }),
};

describe("SSO-07: with single sign-on required", () => {
  let it: Ways;
  beforeEach(async () => {
    it = await startWays();
  });

  test.each(Object.keys(ways))("%s is rejected", async (name) => {
    const enter = ways[name];
    if (!enter) throw new Error(name);
    const { db } = it.auth.$context;
    await outboxEmpty(it.auth);
    const before = await db.count(sessionTable, {});
    await it.require();
    const browser = it.browser();
    const { status, body, headers } = await enter(it, browser);
    const said = `${status} ${JSON.stringify(body)} ${headers.get("location")}`;
    expect(said).toContain("SSO_REQUIRED");
    expect(await db.count(sessionTable, {})).toBe(before);
    expect((await browser.get("/get-session")).body).toBeNull();
  });

  // Without this check, a mistake in the test could look like a rejection.
  test.each(Object.keys(ways))("%s works if single sign-on isn't required", async (name) => {
    const { status, body, headers } = (await ways[name]?.(it, it.browser())) ?? {};
    expect([status, `${JSON.stringify(body)} ${headers?.get("location")}`]).toEqual([
      expect.any(Number),
      expect.not.stringMatching(/SSO_REQUIRED|error=/),
    ]);
    expect(status).toBeLessThan(400);
  });

  test("a device that was approved before is rejected", async () => {
    await it.require();
    const input = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: it.deviceCode };
    const { status, body } = await it.browser().post("/device/token", { ...input, client_id: "cli" });
    expect([status, body["error"]]).toEqual([400, "access_denied"]);
  });

  test("a device is rejected even if it was approved in a session that the provider started", async () => {
    const { browser, outcome } = await it.signIn("ann");
    expect(outcome).toBe("/app");
    const ask = async () => (await it.browser().post<DeviceCode>("/device/code", { client_id: "cli" })).body;
    const redeem = async ({ device_code }: DeviceCode) => {
      const input = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code, client_id: "cli" };
      const { status, body } = await it.browser().post("/device/token", input);
      return [status, body["error"]];
    };
    const approve = async (asked: DeviceCode) =>
      expect((await browser.post("/device/approve", { userCode: asked.user_code })).status).toBe(200);
    const [before, after, without] = [await ask(), await ask(), await ask()];
    await approve(without);
    expect(await redeem(without)).toEqual([200, undefined]);
    await approve(before);
    await it.require();
    await approve(after);
    expect([await redeem(before), await redeem(after)]).toEqual(Array(2).fill([400, "access_denied"]));
  });

  test("earlier sessions end, and earlier API keys only stay valid for the app's own API", async () => {
    const device = await it.browser().post<{ access_token: string }>("/device/token", {
      ...{ grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: it.deviceCode, client_id: "cli" },
    });
    const bearer = { authorization: `Bearer ${device.body.access_token}` };
    const sessionOf = async (headers: Record<string, string>) =>
      (await it.browser().get("/get-session", headers)).body !== null;
    expect(await sessionOf(bearer)).toBe(true);
    const { browser } = await it.signIn("bob");
    expect((await it.enforce()).status).toBe(200);
    expect((await it.ann.browser.get("/get-session")).body).toBeNull();
    expect(await sessionOf(bearer)).toBe(false);
    // The provider started this session.
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { email: "bob@acme.test" } });
    const key = (await it.browser().get<{ code?: string }>("/get-session", { "x-api-key": it.key })).body.code;
    expect(key).toBe("SSO_REQUIRED");
    const { valid } = await (it.auth.api as unknown as VerifyCalls).verifyApiKey({ body: { key: it.key } });
    expect(valid).toBe(true);
  });

  test("a password reset email links to the identity provider, and a new password is rejected", async () => {
    await it.browser().post("/forget-password", { email });
    const early = await it.box.next("sendResetPassword", email);
    await it.require();
    await it.browser().post("/forget-password", { email });
    const { url, token } = await it.box.next("sendResetPassword", email);
    expect(token).toBe("");
    expect(url).toBe("http://app.test/api/auth/sso/initiate/acme-idp?login_hint=ann%40acme.test");
    const { status, headers } = await it.browser().get(new URL(url).pathname.replace("/api/auth", ""));
    expect([status, headers.get("location")]).toEqual([
      302,
      expect.stringContaining("https://idp.acme.test/authorize"),
    ]);
    const browser = it.browser();
    const reset = { newPassword: "another long password", token: early.token };
    expect((await browser.post("/reset-password", reset)).status).toBe(200);
    expect((await browser.get("/get-session")).body).toBeNull();
    expect((await browser.signIn(email, "another long password")).body).toMatchObject({ code: "SSO_REQUIRED" });
  });

  test("a browser's other sessions end", async () => {
    const { browser } = it.ann;
    await browser.signIn("mia@example.com");
    const listed = await browser.get<{ session: { token: string }; user: { email: string } }[]>(
      "/multi-session/list-device-sessions",
    );
    const token = listed.body.find(({ user }) => user.email === email)?.session.token;
    expect((await it.enforce()).status).toBe(200);
    expect((await browser.post("/multi-session/set-active", { sessionToken: token })).status).toBe(401);
    const after = await browser.get<unknown[]>("/multi-session/list-device-sessions");
    expect(after.body).toHaveLength(1);
  });
});

test("a site admin can still impersonate a user of the domain", async () => {
  const { root, ann, require } = await startWays();
  await require();
  const { status } = await root.browser.post("/admin/impersonate-user", { userId: ann.id });
  expect(status).toBe(200);
  expect((await root.browser.get("/get-session")).body).toMatchObject({ user: { email } });
});

describe("SSO-08: with a broken identity provider, an owner", () => {
  let it: Ways;
  beforeEach(async () => {
    it = await startWays();
    const where = { organizationId: it.acme, userId: it.olga.id };
    await it.auth.$context.db.update(memberTable, { where, set: { role: "owner" } });
    await it.auth.api.addMember({ body: { organizationId: it.acme, userId: it.ann.id, role: "owner" } });
  });
  const noticed = async () => {
    await outboxEmpty(it.auth);
    return it.box.mails.filter(({ mail }) => mail["change"] === "sso-bypassed").map((mail) => mail.to);
  };

  test("can sign in with a passkey, which is recorded and emailed to all owners", async () => {
    await it.require();
    const browser = it.browser();
    expect((await it.usePasskey(browser)).status).toBe(200);
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { email } });
    const rows = await it.auth.$context.db.findMany(auditTable, { where: { action: "sso-domain.bypass" }, limit: 9 });
    expect(rows).toMatchObject([
      { organizationId: it.acme, userId: it.ann.id, data: { domain: "acme.test", method: "passkey" } },
    ]);
    expect((await noticed()).sort()).toEqual([email, "olga@example.com"].sort());
    expect((await it.call(browser, "set-enforcement", { domain: "acme.test", enforcement: "optional" })).code).toBe(
      "NO_ACTIVE_ORGANIZATION",
    );
    const input = { domain: "acme.test", enforcement: "optional", organizationId: it.acme };
    expect((await it.call(browser, "set-enforcement", input)).status).toBe(200);
  });

  test("can sign in with a password and a second factor, but not with a password alone", async () => {
    await it.require();
    expect((await it.browser().signIn(email)).body).toMatchObject({ code: "SSO_REQUIRED" });
    await it.auth.$context.db.update(ssoDomainTable, { where: {}, set: { enforcement: "optional" } });
    const enrolled = await it.ann.browser.post<{ backupCodes: string[]; totpURI: string }>("/two-factor/enable", {
      password: testPassword,
    });
    const secret = new URL(enrolled.body.totpURI).searchParams.get("secret") ?? "";
    const { code } = await (it.auth.api as unknown as ServerCalls<TwoFactorCalls>).generateTOTP({ body: { secret } });
    expect((await it.ann.browser.post("/two-factor/verify-totp", { code })).status).toBe(200);
    await it.require();
    const browser = it.browser();
    expect((await browser.signIn(email)).body).toMatchObject({ twoFactorRedirect: true });
    expect(await noticed()).toEqual([]);
    const finished = await browser.post("/two-factor/verify-backup-code", {
      code: enrolled.body.backupCodes[0],
      trustDevice: true,
    });
    expect(finished.status).toBe(200);
    expect(await noticed()).toHaveLength(2);
    // On a trusted device, no second factor is checked, so the password isn't enough.
    await browser.post("/sign-out");
    expect((await browser.signIn(email)).body).toMatchObject({ code: "SSO_REQUIRED" });
  });

  test("gets the usual password reset email, and a suspended owner can't sign in", async () => {
    await it.require();
    await it.browser().post("/forget-password", { email });
    expect((await it.box.next("sendResetPassword", email)).token).not.toBe("");
    const where = { organizationId: it.acme, userId: it.ann.id };
    await it.auth.$context.db.update(memberTable, { where, set: { suspendedAt: new Date() } });
    expect((await it.usePasskey(it.browser())).body).toMatchObject({ code: "SSO_REQUIRED" });
  });
});

test("SSO-08: a site admin, who can't use the provider, can sign in with a passkey, but not with a password alone", async () => {
  const it = await startWays();
  await it.auth.$context.db.update(userTable, { where: { id: it.ann.id }, set: { role: "admin" } as object });
  await it.require();
  expect((await it.signIn("ann")).outcome).toBe("account_not_linked");
  expect((await it.browser().signIn(email)).body).toMatchObject({ code: "SSO_REQUIRED" });
  await it.browser().post("/forget-password", { email });
  expect((await it.box.next("sendResetPassword", email)).token).not.toBe("");
  const browser = it.browser();
  expect((await it.usePasskey(browser)).status).toBe(200);
  expect((await browser.get("/get-session")).body).toMatchObject({ user: { email } });
  const where = { action: "sso-domain.bypass", organizationId: it.acme, userId: it.ann.id };
  expect(await it.auth.$context.db.count(auditTable, { where })).toBe(1);
  await outboxEmpty(it.auth);
  // They aren't one of the organization's owners.
  expect(it.box.mails.filter(({ mail }) => mail["change"] === "sso-bypassed")).toEqual([]);
});
