import { widen } from "@latchkey/core/database";
import { userTable } from "@latchkey/core/plugin";
import { emailOTP } from "@latchkey/email-otp";
import { passkey } from "@latchkey/passkey";
import {
  type CreationOptions,
  createMailbox,
  createVirtualAuthenticator,
  type RequestOptions,
  type TestBrowser,
  testOrigin,
  testPassword,
  testProvider,
  testProviderFetch,
} from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { startStepUp } from "../test/app.ts";
import type { UserWithRecovery } from "./tables.ts";

const oneDay = 86_400;
const email = "ann@example.com";
const sameOrigin = { "sec-fetch-site": "same-origin" };

/** An app with email codes, passkeys, a provider, and a cooldown of one day. */
async function start() {
  const codes = createMailbox();
  const person = { id: "ann-at-idp", email };
  const app = await startStepUp(
    { recoveryCooldown: oneDay },
    { providers: [testProvider(person)], fetch: testProviderFetch },
    [
      emailOTP({ sendVerificationOTP: codes.sender("code", ({ email: to }) => String(to)) as never }),
      passkey({ signUp: "email" }),
    ],
  );
  const users = widen<UserWithRecovery>(userTable);
  const state = async (browser: TestBrowser) =>
    (await browser.get<{ recoveryCooldownUntil: string | null }>("/account-state")).body.recoveryCooldownUntil;
  return {
    ...app,
    state,
    person,
    recoveredAt: async () => (await app.auth.$context.db.findOne(users, { where: { email } }))?.recoveredAt ?? null,
    /** Signs in with a code, which creates the user if they don't exist. */
    async byCode(browser: TestBrowser) {
      await browser.post("/email-otp/send-verification-otp", { email, type: "sign-in" });
      const { otp } = (await codes.next("code", email)).mail;
      const reply = await browser.post("/sign-in/email-otp", { email, otp, name: "Ann" });
      if (reply.status !== 200) throw new Error(`Not signed in: ${JSON.stringify(reply.body)}`);
      app.clock.advance(1);
    },
    /** The browser of a user with a password and a verified email. */
    async withPassword() {
      const home = app.browser();
      await home.signUp(email);
      await home.post("/send-verification-email", { email });
      const { url } = await app.box.next("sendVerificationEmail");
      await home.get(url.replace("http://app.test/api/auth", ""));
      return home;
    },
    addPasskey: async (browser: TestBrowser, device: ReturnType<typeof createVirtualAuthenticator>) => {
      const { body } = await browser.get<CreationOptions>("/passkey/generate-register-options", sameOrigin);
      return browser.post("/passkey/verify-registration", { response: await device.create(body) });
    },
    linkTo: (browser: TestBrowser) =>
      browser.post<{ url: string }>("/link-social", { provider: "idp", callbackURL: "/account" }),
  };
}

const device = () => createVirtualAuthenticator({ origin: testOrigin });

test("users who only sign in with codes never start a cooldown, on any device", async () => {
  const app = await start();
  await app.byCode(app.browser());
  const other = app.browser();
  await app.byCode(other);
  expect([await app.recoveredAt(), await app.state(other)]).toEqual([null, null]);
  expect((await app.addPasskey(other, device())).status).toBe(200);
});

test("a code in the user's own browser starts no cooldown, even though they have a password", async () => {
  const app = await start();
  const home = await app.withPassword();
  await home.post("/sign-out");
  await app.byCode(home);
  expect(await app.recoveredAt()).toBeNull();
});

test("REC-03: a code in a new browser instead of the password starts a cooldown, when no sign-in method can be added", async () => {
  const app = await start();
  await app.withPassword();
  const thief = app.browser();
  await app.byCode(thief);
  const until = new Date((await app.state(thief)) ?? 0);
  expect(until.getTime()).toBe(Number(await app.recoveredAt()) + oneDay * 1000);
  const added = await app.addPasskey(thief, device());
  expect([added.status, added.body.code]).toEqual([403, "ACCOUNT_RECENTLY_RECOVERED"]);
  app.clock.advance(oneDay);
  expect(await app.state(thief)).toBeNull();
  await app.byCode(thief);
  expect((await app.addPasskey(thief, device())).status).toBe(200);
});

test("REC-03: provider accounts can't be linked during a cooldown, even with a redirect that was started before it", async () => {
  const app = await start();
  const home = await app.withPassword();
  const { body: begun } = await app.linkTo(home);
  const thief = app.browser();
  await app.byCode(thief);
  const refused = await app.linkTo(thief);
  expect([refused.status, refused.body]).toMatchObject([403, { code: "ACCOUNT_RECENTLY_RECOVERED" }]);
  expect(await comeBack(home, begun.url)).toBe("ACCOUNT_RECENTLY_RECOVERED");
  app.clock.advance(oneDay);
  await app.byCode(thief);
  expect(await comeBack(thief, (await app.linkTo(thief)).body.url)).toBeNull();
});

test("REC-03: another account from a provider that's already linked can't be linked during a cooldown either", async () => {
  const app = await start();
  const home = await app.withPassword();
  expect(await comeBack(home, (await app.linkTo(home)).body.url)).toBeNull();
  const thief = app.browser();
  await app.byCode(thief);
  // Reauthenticating with the linked account is allowed.
  expect(await comeBack(thief, (await app.linkTo(thief)).body.url)).toBeNull();
  const { url } = (await app.linkTo(thief)).body;
  app.person.id = "thief-at-idp";
  expect(await comeBack(thief, url)).toBe("ACCOUNT_RECENTLY_RECOVERED");
});

test("REC-03: users with a second factor need it to link an account, and a cooldown doesn't block them", async () => {
  const app = await start();
  const home = await app.withPassword();
  const { body } = await home.post<{ totpURI: string }>("/two-factor/enable", { password: testPassword });
  const secret = new URL(body.totpURI).searchParams.get("secret") as string;
  expect((await home.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
  app.clock.advance(oneDay);
  const users = widen<UserWithRecovery>(userTable);
  for (const recoveredAt of [null, app.clock.now()]) {
    await app.auth.$context.db.update(users, { where: { email }, set: { recoveredAt } });
    await home.post("/verify-password", { password: testPassword });
    const refused = await app.linkTo(home);
    const expected = { code: "SESSION_NOT_FRESH", proof: ["two-factor"], acr: "aal2", maxAge: oneDay };
    expect([refused.status, refused.body]).toMatchObject([403, expected]);
    expect(await app.state(home)).toBeNull();
  }
  expect((await home.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
  expect(await comeBack(home, (await app.linkTo(home)).body.url)).toBeNull();
});

test("a passkey that verified its user lifts the cooldown for that session", async () => {
  const app = await start();
  const home = await app.withPassword();
  const own = device();
  expect((await app.addPasskey(home, own)).status).toBe(200);
  const elsewhere = app.browser();
  await app.byCode(elsewhere);
  expect((await app.addPasskey(elsewhere, device())).status).toBe(403);
  expect(await app.state(elsewhere)).not.toBeNull();
  const owner = app.browser();
  const { body } = await owner.get<RequestOptions>("/passkey/generate-authenticate-options", sameOrigin);
  const signedIn = await owner.post("/passkey/verify-authentication", { response: await own.get(body) });
  expect(signedIn.status).toBe(200);
  expect(await app.state(owner)).toBeNull();
  expect((await app.addPasskey(owner, device())).status).toBe(200);
});

test("REC-05: a second factor and a passkey that were planted before the email was first proven are removed, without a cooldown", async () => {
  const app = await start();
  const { browser: planter } = await app.enrolled(email);
  const planted = device();
  await app.addPasskey(planter, planted);
  expect(await app.reset(email, "the owner's own password")).toBe(200);
  const owner = app.browser();
  const signedIn = await owner.signIn(email, "the owner's own password");
  expect(signedIn.status).toBe(200);
  expect(signedIn.body).not.toHaveProperty("twoFactorRedirect");
  expect(await app.recoveredAt()).toBeNull();
  const { body } = await app.browser().get<RequestOptions>("/passkey/generate-authenticate-options", sameOrigin);
  const back = await app.browser().post("/passkey/verify-authentication", { response: await planted.get(body) });
  expect(back.status).not.toBe(200);
  expect((await app.browser().signIn(email, testPassword)).status).toBe(401);
});

test("a user without an email can recover their account in a browser with another user's old session", async () => {
  const app = await startStepUp({}, {}, [passkey({ signUp: "without-email" })]);
  const kim = app.browser();
  const newPasskey = async (browser: TestBrowser, step: string, input: object, verify: string, more = {}) => {
    const { body } = await browser.post<CreationOptions>(`/passkey/generate-${step}-options`, input);
    return browser.post<any>(`/passkey/${verify}`, { response: await device().create(body), ...more });
  };
  const signedUp = await newPasskey(kim, "sign-up", { name: "Kim" }, "verify-registration", { createSession: true });
  const { browser: ann } = await app.enrolled();
  app.clock.advance(2 * oneDay);
  const [code] = signedUp.body.backupCodes;
  const { status, body } = await newPasskey(ann, "recovery", { code }, "verify-recovery");
  expect([status, body]).toMatchObject([200, { user: { name: "Kim" } }]);
});

/** Returns from the provider with a code. @returns the error in the URL, or `null` */
async function comeBack(browser: TestBrowser, url: string): Promise<string | null> {
  const state = new URL(url).searchParams.get("state") ?? "";
  const { headers } = await browser.get(`/callback/idp?${new URLSearchParams({ code: "a-code", state })}`);
  return new URL(headers.get("location") ?? "http://none.test").searchParams.get("error");
}
