import { widen } from "@latchkey/core/database";
import {
  accountTable,
  definePlugin,
  defineUntypedEndpoint,
  findDecoyEmail,
  input,
  userTable,
} from "@latchkey/core/plugin";
import { type CreationOptions, outboxEmpty, type TestBrowser, type TestReply } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { describe, expect, test } from "vitest";
import { type PasskeyApp, sameOrigin, startPasskey } from "../test/app.ts";
import { passkeyTable } from "./tables.ts";

const ann = { name: "Ann", email: "ann@example.com" };

/** Signs up with a passkey on a new device. */
async function signUp(app: PasskeyApp, browser: TestBrowser, body: object, createSession = true) {
  const device = app.device();
  const options = await browser.post<CreationOptions>("/passkey/generate-sign-up-options", body);
  if (options.status !== 200) return { device, reply: options as unknown as TestReply };
  const response = await device.create(options.body);
  return { device, reply: await browser.post("/passkey/verify-registration", { response, createSession }) };
}

describe("signing up with a passkey", () => {
  test("creates a user without a password and signs them in", async () => {
    const app = await startPasskey({}, { signUp: "email" });
    const browser = app.browser();
    const { device, reply } = await signUp(app, browser, ann);
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        user: { email: ann.email, name: "Ann", emailVerified: false },
        token: expect.any(String),
        credentialID: device.passkeys[0]?.id,
      },
    ]);
    expect((await browser.get("/get-session")).body).toMatchObject({ user: ann });
    expect((await app.use(app.browser(), device)).status).toBe(200);
    expect(await app.auth.$context.db.count(accountTable, {})).toBe(0);
    const again = await signUp(app, app.browser(), ann);
    expect([again.reply.status, again.reply.body.code]).toEqual([422, "USER_ALREADY_EXISTS"]);
  });

  test("is off by default", async () => {
    const app = await startPasskey();
    const { reply } = await signUp(app, app.browser(), ann);
    expect([reply.status, reply.body.code]).toEqual([400, "PASSKEY_SIGN_UP_DISABLED"]);
    expect((await app.browser().get("/passkey/generate-register-options", sameOrigin)).status).toBe(401);
  });

  test("needs an email that can receive messages, unless the app doesn't ask for an email", async () => {
    const app = await startPasskey({}, { signUp: "email" });
    for (const email of [undefined, "", "x", "ann@passkey.placeholder.invalid"]) {
      const { reply } = await signUp(app, app.browser(), { ...ann, email });
      expect([email, reply.status, reply.body.code]).toEqual([email, 400, "INVALID_EMAIL"]);
    }
    const open = await startPasskey(
      { emailAndPassword: { requireEmailVerification: true } },
      { signUp: "without-email" },
    );
    const { reply, device } = await signUp(open, open.browser(), { name: "Kim" });
    expect(reply.body).toMatchObject({ user: { name: "Kim" }, token: expect.any(String) });
    expect((await open.use(open.browser(), device)).status).toBe(200);
  });

  test("PKEY-17: a taken email gets the same response as a new one, no passkey is stored, and the owner is notified", async () => {
    const app = await startPasskey({ emailAndPassword: { requireEmailVerification: true } }, { signUp: "email" });
    await app.browser().signUp(ann.email);
    await outboxEmpty(app.auth);
    const { db } = app.auth.$context;
    const users = await db.count(userTable, {});
    const taken = await signUp(app, app.browser(), ann);
    const stored = [await db.count(userTable, {}), await db.count(passkeyTable, {})];
    const free = await signUp(app, app.browser(), { ...ann, email: "new@example.com" });
    const keys = ({ status, body }: typeof taken.reply) => [status, Object.keys(body), body.token];
    expect(keys(taken.reply)).toEqual(keys(free.reply));
    expect(taken.reply.body.token).toBeNull();
    expect(stored).toEqual([users, 0]);
    await outboxEmpty(app.auth);
    expect(app.box.mails.filter(({ sender }) => sender === "onExistingUserSignUp").length).toBe(1);
    for (const { device } of [taken, free]) {
      const unverified = await app.use(app.browser(), device);
      expect([unverified.status, unverified.body.code]).toEqual([403, "EMAIL_NOT_VERIFIED"]);
      const wrong = await app.use(app.browser(), device, { userVerified: false });
      expect([wrong.status, wrong.body.code]).toEqual([400, "AUTHENTICATION_FAILED"]);
    }
    const never = await app.use(app.browser(), free.device, { id: "AAAA" });
    expect([never.status, never.body.code]).toEqual([401, "PASSKEY_NOT_FOUND"]);
  });

  test("PKEY-17: a passkey from a sign-up counts as already registered, whether the sign-up's email was taken or not", async () => {
    const app = await startPasskey({ emailAndPassword: { requireEmailVerification: true } }, { signUp: "email" });
    await app.browser().signUp(ann.email);
    const eve = app.browser();
    const registered = [400, "PREVIOUSLY_REGISTERED"];
    const register = async (id: string | undefined, browser: TestBrowser, email?: string) => {
      const path = "/passkey/generate-sign-up-options";
      const options =
        email === undefined
          ? await browser.get<CreationOptions>("/passkey/generate-register-options", sameOrigin)
          : await browser.post<CreationOptions>(path, { name: "Eve", email });
      const response = await app.device().create(options.body, id === undefined ? {} : { id });
      const { status, body } = await browser.post("/passkey/verify-registration", { response });
      return [status, body.code];
    };
    await eve.signUp("eve@example.com");
    await app.auth.$context.db.update(userTable, { where: {}, set: { emailVerified: true } });
    await eve.signIn("eve@example.com");
    for (const email of [ann.email, "free@example.com"]) {
      const { device } = await signUp(app, app.browser(), { ...ann, email });
      const id = device.passkeys[0]?.id;
      expect(await register(id, app.browser(), "other@example.com")).toEqual(registered);
      expect(await register(id, app.browser(), ann.email)).toEqual(registered);
      expect(await register(id, eve)).toEqual(registered);
    }
    expect(await register(undefined, eve)).toEqual([200, undefined]);
  });

  test("PKEY-17: a sign-up reserves its username, whether its email was taken or not", async () => {
    const isTaken = defineUntypedEndpoint({
      method: "GET",
      path: "/nickname-taken",
      input: input.object<{ readonly nickname: string }>({ nickname: input.text({ max: 20 }) }),
      queryBudget: 2,
      async handle({ nickname }, context) {
        const holders = await context.db.count(widen<{ id: string; nickname: string }>(userTable), {
          where: { nickname },
        });
        return { taken: holders > 0 || (await findDecoyEmail(context, nickname)) !== null };
      },
    });
    const nicknames = definePlugin({
      id: "nicknames",
      tables: [{ extends: "user", columns: { nickname: { type: "string", nullable: true, input: true } } }],
      endpoints: { isTaken },
      signInIdentifiers(user) {
        const { nickname } = user as { readonly nickname?: unknown };
        return typeof nickname === "string" ? [nickname] : [];
      },
    });
    const verified = { emailAndPassword: { requireEmailVerification: true } };
    const app = await startPasskey(verified, { signUp: "email" }, [nicknames]);
    await app.browser().signUp(ann.email);
    const taken = async (nickname: string) =>
      (await app.browser().get<{ taken: boolean }>(`/nickname-taken?nickname=${nickname}`)).body.taken;
    for (const [email, nickname] of [
      [ann.email, "eve"],
      ["free@example.com", "kim"],
    ] as const) {
      expect(await taken(nickname)).toBe(false);
      const { reply } = await signUp(app, app.browser(), { ...ann, email, nickname } as typeof ann);
      expect([reply.status, await taken(nickname)]).toEqual([200, true]);
      // A reserved username has no password that signs in.
      const wrong = await app.browser().post("/sign-in/email", { email, password: "correct horse battery staple" });
      expect(wrong.status).toBe(401);
    }
  });

  test("PKEY-17: the user from resolveUser is always created, never an existing user", async () => {
    const app = await startPasskey(
      {},
      {
        resolveUser: (context) =>
          context === "invite-7" ? { name: "Ann", email: "ann@example.com", emailVerified: true } : null,
      },
    );
    const owner = await app.person("ann@example.com");
    const stranger = app.browser();
    const path = "/passkey/generate-register-options?context=invite-7";
    const device = app.device();
    const options = (await stranger.get<CreationOptions>(path, sameOrigin)).body;
    const response = await device.create(options);
    const taken = await stranger.post("/passkey/verify-registration", { response, createSession: true });
    expect([taken.status, taken.body.code]).toEqual([422, "USER_ALREADY_EXISTS"]);
    expect(await app.auth.$context.db.count(passkeyTable, { where: { userId: owner.userId } })).toBe(1);
    const invalid = await stranger.get("/passkey/generate-register-options?context=other", sameOrigin);
    expect([invalid.status, invalid.body.code]).toEqual([400, "RESOLVED_USER_INVALID"]);
  });

  test("the email in a challenge can't be read, and a modified challenge is rejected", async () => {
    const app = await startPasskey({}, { signUp: "email" });
    const browser = app.browser();
    const options = (await browser.post<CreationOptions>("/passkey/generate-sign-up-options", ann)).body;
    expect(options.challenge.length).toBeLessThan(1500);
    expect(Buffer.from(options.challenge, "base64url").toString("latin1")).not.toContain("ann@");
    const challenge = `${options.challenge.slice(0, 80)}AAAA${options.challenge.slice(84)}`;
    const response = await app.device().create({ ...options, challenge });
    const reply = await browser.post("/passkey/verify-registration", { response });
    expect([reply.status, reply.body.code]).toEqual([400, "CHALLENGE_NOT_FOUND"]);
  });

  test("PKEY-03: a sign-up challenge doesn't work while signed in", async () => {
    const app = await startPasskey({}, { signUp: "email" });
    const { browser } = await app.person("bob@example.com");
    const { reply } = await signUp(app, browser, ann);
    expect([reply.status, reply.body.code]).toEqual([400, "CHALLENGE_NOT_FOUND"]);
  });
});

describe("PKEY-20: passkeys that someone planted before the email was verified", () => {
  test("are removed when the owner resets the password, but the owner's passkeys stay", async () => {
    const app = await startPasskey();
    const planted = await app.person("ann@example.com");
    const reset = async (newPassword: string) => {
      await app.browser().post("/forget-password", { email: "ann@example.com" });
      const { token } = (await app.box.next("sendResetPassword")) as { token: string };
      expect((await app.browser().post("/reset-password", { newPassword, token })).status).toBe(200);
    };
    await reset("the owner's password");
    const reply = await app.use(app.browser(), planted.device);
    expect([reply.status, reply.body.code]).toEqual([401, "PASSKEY_NOT_FOUND"]);
    const owner = app.browser();
    await owner.signIn("ann@example.com", "the owner's password");
    const own = app.device();
    expect((await app.add(owner, own)).status).toBe(200);
    await reset("another password");
    expect((await app.use(app.browser(), own)).status).toBe(200);
  });

  test("don't include a passkey whose session has opened the verification link", async () => {
    const app = await startPasskey({}, { signUp: "email" });
    const browser = app.browser();
    const { device } = await signUp(app, browser, ann);
    await browser.post("/send-verification-email", { email: ann.email });
    const { url } = (await app.box.next("sendVerificationEmail")) as { url: string };
    await browser.get(url.replace("http://app.test/api/auth", ""));
    await app.browser().post("/forget-password", { email: ann.email });
    const { token } = (await app.box.next("sendResetPassword")) as { token: string };
    await app.browser().post("/reset-password", { newPassword: "a new password", token });
    expect((await app.use(app.browser(), device)).status).toBe(200);
  });
});

describe("as a second factor", () => {
  const start = async (options: object = {}) => {
    const app = await startPasskey({}, options, [twoFactor({ otpOptions: { sendOTP: () => {} } })]);
    const person = await app.person();
    const enrolled = await person.browser.post<{ method: string }>("/two-factor/enable", {
      password: "correct horse battery",
      method: "otp",
    });
    expect(enrolled.status).toBe(200);
    await app.auth.$context.db.update(userTable as never, { where: {}, set: { twoFactorEnabled: true } as never });
    return { ...app, person };
  };
  const challenged = async (app: Awaited<ReturnType<typeof start>>) => {
    const browser = app.browser();
    const { body } = await browser.signIn("ann@example.com");
    expect(body).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: expect.arrayContaining(["passkey"]) });
    return browser;
  };

  test("a passkey can finish a password sign-in", async () => {
    const app = await start();
    const browser = await challenged(app);
    expect((await browser.get("/pending-sign-in")).body).toMatchObject({
      methods: expect.arrayContaining(["passkey"]),
    });
    const options = await app.options(browser);
    expect(options).toMatchObject({
      allowCredentials: [{ id: app.person.device.passkeys[0]?.id }],
      userVerification: "preferred",
    });
    const { status, body } = await app.use(browser, app.person.device, { userVerified: false, userHandle: null });
    expect([status, body]).toMatchObject([200, { user: { email: "ann@example.com" }, token: expect.any(String) }]);
    expect((await browser.get("/pending-sign-in")).body).toBeNull();
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { email: "ann@example.com" } });
  });

  test("a passkey that verifies its user counts as two factors, so its sign-in doesn't need another one", async () => {
    const app = await start();
    expect((await app.use(app.browser(), app.person.device)).body).toMatchObject({
      user: { email: "ann@example.com" },
    });
  });

  test("PKEY-16: a passkey that doesn't verify its user needs another factor, and can't be that factor itself", async () => {
    const app = await start({ userVerification: { signIn: "preferred" } });
    const browser = app.browser();
    const first = await app.use(browser, app.person.device, { userVerified: false });
    expect(first.body).toMatchObject({ twoFactorRedirect: true });
    expect(first.body.twoFactorMethods).not.toContain("passkey");
    expect((await browser.get("/get-session")).body).toBeNull();
    const again = await app.use(browser, app.person.device, { userVerified: false }, "second-factor");
    expect([again.status, again.body.code]).toEqual([400, "AUTHENTICATION_FAILED"]);
  });

  test("PKEY-21: another user's passkey can't finish the sign-in", async () => {
    const app = await start();
    const eve = await app.person.device;
    const other = app.device();
    await app.person.browser.post("/sign-out");
    const stranger = app.browser();
    await stranger.signUp("eve@example.com");
    await app.add(stranger, other);
    const browser = await challenged(app);
    const { challenge, rpId } = await app.options(browser);
    const response = await other.get({ challenge, rpId });
    const reply = await browser.post("/passkey/verify-authentication", { response });
    expect([reply.status, reply.body.code]).toEqual([401, "AUTHENTICATION_FAILED"]);
    expect((await app.use(browser, eve)).status).toBe(200);
  });

  test("passkeys can be turned off", async () => {
    const app = await start({ secondFactor: "disabled" });
    const browser = app.browser();
    const { body } = (await browser.signIn("ann@example.com")) as unknown as { body: { twoFactorMethods: string[] } };
    expect(body.twoFactorMethods).toEqual(["otp"]);
    expect((await app.options(browser)).allowCredentials).toBeUndefined();
  });

  test("a passkey can be required from all users who have one, after any other sign-in method", async () => {
    const app = await startPasskey({}, { secondFactor: "required" }, [twoFactor()]);
    const { device, email } = await app.person();
    const browser = app.browser();
    expect((await browser.signIn(email)).body).toMatchObject({
      twoFactorRedirect: true,
      twoFactorMethods: ["passkey"],
    });
    expect((await app.use(browser, device)).status).toBe(200);
    expect((await app.use(app.browser(), device)).body).toMatchObject({ user: { email } });
    const without = app.browser();
    expect((await without.signUp("bob@example.com")).body.token).toEqual(expect.any(String));
    await expect(startPasskey({}, { secondFactor: "required" })).rejects.toThrow("passkey.secondFactor");
  });
});
