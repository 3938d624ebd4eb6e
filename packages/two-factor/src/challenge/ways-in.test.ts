import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "@latchkey/core";
import { accountTable, sessionTable } from "@latchkey/core/plugin";
import {
  type TestBrowser,
  type TestPerson,
  type TestReply,
  testPassword,
  testProvider,
  testProviderFetch,
} from "@latchkey/test-kit";
import { username } from "@latchkey/username";
import { beforeEach, describe, expect, test } from "vitest";
import { startTwoFactor, type TwoFactorApp } from "../../test/app.ts";
import { backupCodeTable, twoFactorTable } from "../tables.ts";

/** All callers of `createSession` outside of tests, with the sign-in method below that covers each. */
const callers: Readonly<Record<string, string>> = {
  "core/src/accounts/sign-in.ts": "email and password; username and password",
  "core/src/accounts/email-sign-in.ts":
    "a link or a code by email: see the tests of the magic link plugin and scripts/interop/better-auth-passwordless",
  "core/src/features/change-email/links.ts": "adding a missing email: see missing-address.test.ts",
  "core/src/features/email-password/sign-up.ts": "none: a new user has no second factor",
  "core/src/features/email-verification/verification-link.ts": "the link in a verification email",
  "core/src/features/social/sign-in-with-identity.ts": "a provider account that's linked to the user",
  "core/src/features/social/link-by-email.ts": "a provider that vouches for the email",
  "core/src/features/social/create-user.ts": "none: a new user has no second factor",
  "anonymous/src/sign-in.ts": "none: a guest has no second factor",
  "device-authorization/src/token.ts": "none: a device that a signed-in user approved, with that session's proofs",
  "email-otp/src/sign-in.ts": "a code by email: see the entry for email-sign-in.ts",
  "one-time-token/src/endpoints.ts": "none: a copy of a session that already passed the second factor",
  "passkey/src/authentication/sign-in.ts": "a passkey: see the sign-up test of the passkey plugin",
  "passkey/src/backup-codes/recover.ts":
    "none: the new passkey counts as both factors, and the backup code replaces the lost ones: see the backup codes test of the passkey plugin",
  "passkey/src/registration/sign-up.ts": "none: a new user has no second factor",
  "phone-number/src/verify.ts": "a code by text: see the races test of the phone number plugin",
  "dev/src/sessions/endpoints.ts": "the dev console: see its sessions test",
  "two-factor/src/complete-verification.ts": "none: called after the second factor",
  // During an impersonation, gates that only the user can answer are skipped.
  admin: "none: impersonation",
};

const packages = fileURLToPath(new URL("../../../", import.meta.url));
const sources = readdirSync(packages)
  .flatMap((name) => readdirSync(`${packages}${name}/src`, { recursive: true }).map((path) => `${name}/src/${path}`))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test(-d)?\.tsx?$/.test(path));
const holding = (text: string): string[] =>
  sources.filter((path) => readFileSync(packages + path, "utf8").includes(text)).sort();

test("TFA-02: sessions are created in one place, and every caller is listed", () => {
  expect(holding("insert(sessionTable")).toEqual(["core/src/sessions/create.ts"]);
  const known = (path: string) => path in callers || (path.split("/", 1)[0] as string) in callers;
  const unknown = holding("createSession(").filter((path) => path !== "core/src/sessions/create.ts" && !known(path));
  expect(unknown, "Add it above, and a way in below that shows the second factor asked for.").toEqual([]);
  expect(holding("signInWithPassword(")).toEqual([
    "core/src/accounts/sign-in.ts",
    "core/src/features/email-password/sign-in.ts",
    "phone-number/src/sign-in.ts",
    "username/src/sign-in.ts",
  ]);
});

const email = "ann@example.com";
const verifiedPerson: TestPerson = { id: "ann-1", email };

async function throughProvider(browser: TestBrowser): Promise<TestReply> {
  const { body } = await browser.post<{ url: string }>("/sign-in/social", { provider: "idp", callbackURL: "/app" });
  const state = new URL(body.url).searchParams.get("state") as string;
  return browser.get(`/callback/idp?${new URLSearchParams({ state, code: "code" })}`);
}

describe("TFA-02: the second factor is required by", () => {
  let app: TwoFactorApp;
  let userId: string;
  let before: number;
  beforeEach(async () => {
    const plugins: readonly Plugin[] = [username()];
    app = await startTwoFactor(
      {
        providers: [testProvider(verifiedPerson)],
        fetch: testProviderFetch,
        emailVerification: {
          sendVerificationEmail: (mail: { token: string }) => void links.push(mail.token),
          autoSignInAfterVerification: true,
        },
      },
      {},
      plugins,
    );
    links.length = 0;
    const ann = await app.enrolled(email);
    await ann.browser.post("/update-user", { username: "ann" });
    userId = ann.userId;
    owner = ann.browser;
    before = await app.auth.$context.db.count(sessionTable, {});
  });
  let owner: TestBrowser;
  const links: string[] = [];

  const verify = async (): Promise<void> => {
    await app.browser().post("/send-verification-email", { email });
    for (let waited = 0; links.length === 0 && waited < 200; waited++) await new Promise((done) => setTimeout(done, 5));
  };

  const ways: readonly (readonly [string, (browser: TestBrowser) => Promise<TestReply>])[] = [
    ["email and password", (browser) => browser.signIn(email) as unknown as Promise<TestReply>],
    [
      "email and password by a form",
      (browser) =>
        browser.send("/sign-in/email", {
          method: "POST",
          body: new URLSearchParams({ email, password: testPassword }),
          headers: { origin: "http://app.test" },
        }),
    ],
    [
      "username and password",
      (browser) => browser.post("/sign-in/username", { username: "Ann", password: testPassword }),
    ],
    [
      "the link in a verification email",
      async (browser) => {
        await verify();
        return browser.get(`/verify-email?token=${links[0]}`);
      },
    ],
    [
      "the link in a verification email, with a callback URL",
      async (browser) => {
        await verify();
        return browser.get(`/verify-email?token=${links[0]}&callbackURL=/app`);
      },
    ],
    [
      "a provider that vouches for the email",
      async (browser) => {
        await verify();
        await owner.get(`/verify-email?token=${links[0]}`);
        return throughProvider(browser);
      },
    ],
    [
      "a provider account that's linked to the user",
      async (browser) => {
        const now = app.clock.now();
        const account = { id: "of-idp", userId, providerId: "idp", accountId: "ann-1", tokensRevision: 0 };
        await app.auth.$context.db.insert(accountTable, { ...account, createdAt: now, updatedAt: now } as never);
        return throughProvider(browser);
      },
    ],
  ];

  test.each(ways)("%s", async (_, enter) => {
    const browser = app.browser("127.0.0.1");
    const { status, body, headers } = await enter(browser);
    const said = `${JSON.stringify(body)} ${headers.get("location")}`;
    expect([status < 400, said]).toEqual([true, expect.stringContaining("twoFactorRedirect")]);
    expect(browser.cookies.has("latchkey.session_token")).toBe(false);
    expect(browser.cookies.has("latchkey.two_factor")).toBe(true);
    expect((await browser.get("/get-session")).body).toBeNull();
    expect(await app.auth.$context.db.count(sessionTable, {})).toBe(before);
    // The second step completes the sign-in, whatever the first step was.
    await browser.post("/two-factor/send-otp");
    const { mail } = await app.box.next("sendOTP");
    expect((await browser.post("/two-factor/verify-otp", { code: mail.code })).status).toBe(200);
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { id: userId } });
  });

  test("a factor planted under an unverified email is removed when the mailbox owner signs in with a provider", async () => {
    const reader = app.browser();
    const { headers } = await throughProvider(reader);
    expect(headers.get("location")).toBe("http://app.test/app");
    expect((await reader.get("/get-session")).body).toMatchObject({ user: { id: userId, twoFactorEnabled: false } });
    const { db } = app.auth.$context;
    expect([await db.count(twoFactorTable, {}), await db.count(backupCodeTable, {})]).toEqual([0, 0]);
  });

  test("a user with a pending second factor can't change the password or the 2FA settings", async () => {
    const browser = await app.challenged();
    const change = { currentPassword: testPassword, newPassword: "an even better password", revokeOtherSessions: true };
    expect((await browser.post("/change-password", change)).status).toBe(401);
    expect((await browser.post("/two-factor/disable", { password: testPassword })).status).toBe(401);
    expect((await browser.post("/two-factor/enable", { password: testPassword })).status).toBe(401);
  });
});
