import { createMailbox, type Mailbox, mailOptions, outboxEmpty } from "@latchkey/test-kit";
import { afterEach, describe, expect, test } from "vitest";
import { ann, closeProviders, startSocial, testProvider } from "../../../test/social-app.ts";
import { accountTable } from "../../tables/account.ts";
import { sessionTable } from "../../tables/session.ts";
import { tokenTable } from "../../tables/token.ts";
import { userTable } from "../../tables/user.ts";

afterEach(closeProviders);

const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");
const verification = (box: Mailbox) => ({ ...mailOptions(box).emailVerification, sendOnSignUp: true });
const ending = (reply: { headers: Headers }): URL => new URL(reply.headers.get("location") as string);
const errorOf = (reply: { headers: Headers }): string | null => ending(reply).searchParams.get("error");

describe("an email that already belongs to a user", () => {
  test("OAUTH-08, OAUTH-09: isn't linked unless the provider vouches for it", async () => {
    const app = await startSocial();
    const owner = app.browser();
    const { body } = await owner.signUp("ann@example.com");
    const { db } = app.auth.$context;
    await db.update(userTable, { where: { id: body.user.id }, set: { emailVerified: true } });
    for (const email_verified of [false, undefined, "false", "true", 0, 1]) {
      const attacker = app.browser();
      const url = await app.signIn(attacker, { ...ann, email_verified });
      expect(url.searchParams.get("error")).toBe("account_not_linked");
      expect(attacker.cookies.has("latchkey.session_token")).toBe(false);
    }
    expect(await db.count(accountTable, {})).toBe(1);
  });

  test("is linked if the provider and the app have verified it, and the mailbox owner's password stays", async () => {
    const box = createMailbox();
    const app = await startSocial({ ...mailOptions(box), emailVerification: verification(box) });
    const owner = app.browser();
    const { body } = await owner.signUp("ann@example.com");
    await owner.get(pathOf((await box.next("sendVerificationEmail")).url));
    const person = app.browser();
    expect((await app.signIn(person, ann)).searchParams.get("error")).toBeNull();
    expect((await person.get<{ user: { id: string } }>("/get-session")).body.user.id).toBe(body.user.id);
    expect((await person.get<object[]>("/list-accounts")).body).toHaveLength(2);
    expect((await owner.get("/get-session")).body).not.toBeNull();
  });

  test("isn't linked if linking is off, globally or for this provider", async () => {
    for (const accountLinking of [{ enabled: false }, { trustedProviders: [] }]) {
      const app = await startSocial({ account: { accountLinking } });
      const { body } = await app.browser().signUp("ann@example.com");
      await app.auth.$context.db.update(userTable, { where: { id: body.user.id }, set: { emailVerified: true } });
      expect((await app.signIn(app.browser(), ann)).searchParams.get("error")).toBe("account_not_linked");
    }
  });

  test("OAUTH-10, OAUTH-11, OAUTH-12: a user who signed up with someone else's email loses everything planted there", async () => {
    const box = createMailbox();
    const app = await startSocial({
      ...mailOptions(box),
      account: { accountLinking: { allowDifferentEmails: true, allowUnverifiedEmails: true } },
    });
    const { db } = app.auth.$context;
    const attacker = app.browser();
    await attacker.signUp("ann@example.com");
    const planted = await app.begin(attacker, {}, "/link-social");
    expect(errorOf(await planted.back({ sub: "evil", email: "evil@example.com" }))).toBeNull();
    await attacker.post("/forget-password", { email: "ann@example.com", redirectTo: "/reset" });
    const { token } = await box.next("sendResetPassword");
    const pending = await app.begin(attacker, {}, "/link-social");

    const owner = app.browser();
    expect((await app.signIn(owner, ann)).searchParams.get("error")).toBeNull();
    const { body } = await owner.get<{ user: object }>("/get-session");
    expect(body.user).toMatchObject({ email: "ann@example.com", emailVerified: true, name: "Ann" });
    expect((await owner.get<object[]>("/list-accounts")).body).toMatchObject([
      { providerId: "idp", accountId: "ann-1" },
    ]);

    expect((await attacker.get("/get-session")).body).toBeNull();
    expect((await app.browser().signIn("ann@example.com")).status).toBe(401);
    expect(errorOf(await pending.back({ sub: "evil-2", email: "x@example.com" }))).toBe("please_restart_the_process");
    const reset = await app.browser().post("/reset-password", { newPassword: "another password", token });
    expect(reset.body.code).toBe("INVALID_TOKEN");
    const again = app.browser();
    await app.signIn(again, { sub: "evil", email: "evil@example.com" });
    expect(await db.count(userTable, {})).toBe(2);
    expect(await db.count(sessionTable, {})).toBe(2);
    await outboxEmpty(app.auth);
  });

  test("OAUTH-12: linking in progress isn't completed if the owner recovers the account", async () => {
    let held = Promise.resolve();
    let tellReached = (): void => {};
    const { fetchProfile } = testProvider();
    const slow = testProvider(
      {},
      {
        async fetchProfile(source) {
          if (source.claims?.sub === "evil") {
            tellReached();
            await held;
          }
          return fetchProfile(source);
        },
      },
    );
    const app = await startSocial({ account: { accountLinking: { allowDifferentEmails: true } } }, slow);
    for (const end of ["reclaimed", "signed out"]) {
      let goOn = (): void => {};
      held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const reached = new Promise<void>((resolve) => {
        tellReached = resolve;
      });
      const attacker = app.browser();
      const email = end === "reclaimed" ? "ann@example.com" : "eve@example.com";
      await attacker.signUp(email);
      const trip = await app.begin(attacker, {}, "/link-social");
      const cookie = [...attacker.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const coming = trip.back({ sub: "evil", email: "evil@example.com" });
      await reached;
      if (end === "reclaimed") await app.signIn(app.browser(), ann);
      else await app.browser().post("/sign-out", {}, { cookie });
      goOn();
      expect(errorOf(await coming)).toBe("unable_to_link_account");
    }
    expect(await app.auth.$context.db.count(accountTable, { where: { accountId: "evil" } })).toBe(0);
  });

  test("stays with its current user if neither the app nor the provider has verified it", async () => {
    const app = await startSocial();
    const attacker = app.browser();
    await attacker.signUp("ann@example.com");
    expect((await app.signIn(app.browser(), { ...ann, email_verified: false })).searchParams.get("error")).toBe(
      "account_not_linked",
    );
    expect((await attacker.get("/get-session")).body).not.toBeNull();
  });

  test("RECL-14: a user who changed to an unverified email doesn't lock its owner out", async () => {
    const app = await startSocial();
    const { db } = app.auth.$context;
    const bob = app.browser();
    const { body } = await bob.signUp("ann@example.com");
    await db.update(userTable, { where: { id: body.user.id }, set: { provenEmail: "bob@example.com" } });
    const unvouched = await app.signIn(app.browser(), { ...ann, email_verified: false });
    expect(unvouched.searchParams.get("error")).toBe("account_not_linked");
    const owner = app.browser();
    expect((await app.signIn(owner, ann)).searchParams.get("error")).toBeNull();
    const { user } = (await owner.get<{ user: { id: string; email: string } }>("/get-session")).body;
    expect(user).toMatchObject({ email: "ann@example.com", emailVerified: true });
    expect(user.id).not.toBe(body.user.id);
    expect(await db.findOne(userTable, { where: { id: body.user.id } })).toMatchObject({
      email: "bob@example.com",
      emailVerified: true,
      provenEmail: null,
    });
    expect((await bob.get("/get-session")).body).not.toBeNull();
  });

  test("RECL-14: a user who changed emails isn't removed if another user now has the previous email, or sign-up is closed", async () => {
    for (const disableSignUp of [false, true]) {
      const app = await startSocial({}, testProvider({ disableSignUp }));
      const { body } = await app.browser().signUp("ann@example.com");
      if (!disableSignUp) await app.browser().signUp("bob@example.com");
      const set = { provenEmail: "bob@example.com" };
      await app.auth.$context.db.update(userTable, { where: { id: body.user.id }, set });
      expect((await app.signIn(app.browser(), ann)).searchParams.get("error")).toBe("account_not_linked");
    }
  });
});

describe("if a verified email is required", () => {
  test("a new user whose email the provider doesn't vouch for gets one email, and can sign in once it's verified", async () => {
    const box = createMailbox();
    const mails = mailOptions(box);
    const app = await startSocial({
      ...mails,
      emailAndPassword: { ...mails.emailAndPassword, requireEmailVerification: true },
    });
    const person = app.browser();
    const unproven = { ...ann, email_verified: false };
    const url = await app.signIn(person, unproven, { callbackURL: "/app", errorCallbackURL: "/failed" });
    expect([url.pathname, url.searchParams.get("error")]).toEqual(["/failed", "email_not_verified"]);
    expect(person.cookies.has("latchkey.session_token")).toBe(false);
    const mail = await box.next("sendVerificationEmail");
    expect(new URL(mail.url).searchParams.get("callbackURL")).toBe("/app");
    await outboxEmpty(app.auth);
    expect(box.mails).toHaveLength(1);
    await person.get(mail.url.replace("http://app.test/api/auth", ""));
    expect((await app.signIn(person, unproven)).searchParams.get("error")).toBeNull();
  });

  test("a new user whose email the provider vouches for is signed in immediately", async () => {
    const app = await startSocial({
      emailAndPassword: { enabled: true, requireEmailVerification: true },
      emailVerification: { sendVerificationEmail: async () => {} },
    });
    expect((await app.signIn(app.browser(), ann)).searchParams.get("error")).toBeNull();
    expect(await app.auth.$context.db.count(tokenTable, {})).toBe(0);
  });
});
