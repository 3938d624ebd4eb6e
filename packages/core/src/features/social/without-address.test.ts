import { createMailbox, mailOptions, outboxEmpty, type TestBrowser } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { afterEach, describe, expect, test } from "vitest";
import { closeProviders, startSocial, testProvider } from "../../../test/social-app.ts";
import { accountTable } from "../../tables/account.ts";
import { outboxTable } from "../../tables/outbox.ts";
import { sessionTable } from "../../tables/session.ts";
import { type UserRow, userTable } from "../../tables/user.ts";

afterEach(closeProviders);

const kim = { sub: "kim-1", name: "Kim" };
const placeholder = "kim-1@idp.invalid";
const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");
const errorOf = (url: URL): string | null => url.searchParams.get("error");

/** An app that requires verified emails, with a provider that doesn't share emails. */
async function start(options: object = {}, requireEmailVerification = true) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const provider = testProvider({}, { missingEmail: ({ id }) => `${id}@idp.invalid` });
  const app = await startSocial(
    {
      ...mails,
      emailAndPassword: { ...mails.emailAndPassword, requireEmailVerification },
      emailVerification: { ...mails.emailVerification, sendOnSignUp: true },
      ...options,
    },
    provider,
  );
  const { db } = app.auth.$context;
  const user = async (): Promise<UserRow> => (await db.findMany(userTable, { limit: 1 }))[0] as UserRow;
  const signedInAs = async (person: TestBrowser) =>
    (await person.get<{ user: { email: string } } | null>("/get-session")).body?.user.email ?? null;
  /** Signs in for the first time and adds an email. */
  const name = async (person: TestBrowser, email = "kim@example.com") => {
    await app.signIn(person, kim, { callbackURL: "/app", errorCallbackURL: "/add" });
    return person.post<{ status?: boolean; code?: string }>("/add-email", { email, callbackURL: "/app" });
  };
  return { ...app, box, db, user, signedInAs, name };
}

describe("users whose provider returns no email, if a verified one is required", () => {
  test("are asked to add one, and the link that's sent to it verifies it and signs them in", async () => {
    const { browser, signIn, box, user, signedInAs, auth, db } = await start();
    const person = browser();
    const url = await signIn(person, kim, { callbackURL: "/app", errorCallbackURL: "/add?x=1" });
    expect([url.pathname, errorOf(url), url.searchParams.get("x")]).toEqual(["/add", "email_required", "1"]);
    expect(url.search).not.toContain("kim");
    expect(await signedInAs(person)).toBeNull();
    expect(await user()).toMatchObject({ email: placeholder, emailVerified: false });

    const reply = await person.post("/add-email", { email: "Kim@Example.com", callbackURL: "/app" });
    expect([reply.status, reply.body]).toEqual([200, { status: true }]);
    const mail = await box.next("sendVerificationEmail");
    expect([mail.to, (await user()).email]).toEqual(["kim@example.com", placeholder]);
    const opened = await person.get(pathOf(mail.url));
    expect(opened.headers.get("location")).toBe("http://app.test/app");
    expect(await signedInAs(person)).toBe("kim@example.com");
    expect(await user()).toMatchObject({ email: "kim@example.com", emailVerified: true });

    await outboxEmpty(auth);
    expect(box.mails.map(({ to }) => to)).toEqual(["kim@example.com"]);
    const again = browser();
    expect(errorOf(await signIn(again, kim))).toBeNull();
    expect(await signedInAs(again)).toBe("kim@example.com");
    expect(await db.count(userTable, {})).toBe(1);
    const late = await person.post("/add-email", { email: "other@example.com" });
    expect(late.status).toBe(401);
  });

  test("RECL-02: keep their account, marked with the email, if they open the link in the session that the account created", async () => {
    for (const isSame of [true, false]) {
      const { browser, box, name, db, user } = await start();
      const person = browser();
      await name(person);
      const { url } = await box.next("sendVerificationEmail");
      await (isSame ? person : browser()).get(pathOf(url));
      expect(await user()).toMatchObject({ email: "kim@example.com", emailVerified: true });
      expect(await db.findMany(accountTable, { limit: 9 })).toMatchObject([
        { providerId: "idp", verifiedEmail: isSame ? "kim@example.com" : null },
      ]);
    }
  });

  test("RECL-02: a link opened in a session keeps the account that created the session, but no other unknown account", async () => {
    const { browser, signIn, box, db, begin } = await start({}, false);
    const person = browser();
    await signIn(person, kim);
    await (await begin(person, {}, "/link-social")).back({ sub: "planted" });
    await person.post("/change-email", { newEmail: "kim@example.com" });
    await person.get(pathOf((await box.next("sendVerificationEmail")).url));
    expect(await db.findMany(accountTable, { limit: 9 })).toMatchObject([
      { accountId: "kim-1", verifiedEmail: "kim@example.com" },
    ]);
  });

  test("are asked on the library's page if the app has none", async () => {
    const { browser, signIn, box, signedInAs } = await start();
    const person = browser();
    const url = await signIn(person, kim, { callbackURL: "/app" });
    expect(`${url.pathname}${url.search}`).toBe("/api/auth/add-email?callbackURL=%2Fapp");
    const page = await person.get<string>(pathOf(url.href));
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(page.body).toContain('name="callbackURL" value="/app"');

    const form = (fields: Record<string, string>) =>
      person.send<string>("/add-email", {
        method: "POST",
        body: new URLSearchParams({ callbackURL: "/app", ...fields }).toString(),
        headers: { origin: "http://app.test", "content-type": "application/x-www-form-urlencoded" },
      });
    expect((await form({ email: "kim" })).body).toContain("Invalid email");
    expect((await form({ email: "kim+<b>@example.com" })).body).not.toContain("<b>");
    expect((await form({ email: "kim@example.com" })).body).toContain("Check your email");
    await person.get(pathOf((await box.next("sendVerificationEmail")).url));
    expect(await signedInAs(person)).toBe("kim@example.com");
    expect((await browser().get<string>("/add-email")).body).toContain("Sign in again");
  });

  test("aren't signed in by a link in another browser, which only verifies the email", async () => {
    const { browser, name, box, user, signIn, signedInAs } = await start();
    await name(browser());
    const phone = browser();
    await phone.get(pathOf((await box.next("sendVerificationEmail")).url));
    expect([(await user()).email, await signedInAs(phone)]).toEqual(["kim@example.com", null]);
    expect(errorOf(await signIn(phone, kim))).toBeNull();
  });

  test("can add an email only in the browser that signed in, for an hour: not without its cookie or with a forged one", async () => {
    const { browser, name, clock, box } = await start();
    const person = browser();
    const cookie = "latchkey.add_email";
    const fields = { email: "eve@example.com" };
    expect((await browser().post("/add-email", fields)).status).toBe(401);
    await name(person);
    const forger = browser();
    const value = decodeURIComponent(person.cookies.get(cookie) as string);
    const [, id] = /^(.+)\.\d+\.\d+\./.exec(value) as unknown as [string, string];
    forger.cookies.set(cookie, encodeURIComponent(value.replace(id, `${id}x`)));
    expect((await forger.post("/add-email", fields)).status).toBe(401);
    clock.advance(3601);
    expect((await person.post("/add-email", fields)).status).toBe(401);
    await box.next("sendVerificationEmail");
    expect(box.mails.map(({ to }) => to)).toEqual(["kim@example.com"]);
  });

  test("can't find out that an email is taken, and the link that's sent to it has no effect", async () => {
    const { browser, name, box, db } = await start();
    await browser().signUp("owner@example.com");
    await box.next("sendVerificationEmail");
    await db.update(userTable, { where: { email: "owner@example.com" }, set: { emailVerified: true } });
    const person = browser();
    expect((await name(person, "owner@example.com")).body).toEqual({ status: true });
    const mail = await box.next("sendVerificationEmail");
    const opened = await person.get(pathOf(mail.url));
    expect(opened.headers.get("location")).toBe("http://app.test/app?error=unauthorized");
    expect(await db.count(userTable, { where: { email: placeholder } })).toBe(1);
    expect(await db.count(userTable, { where: { email: "owner@example.com", emailVerified: true } })).toBe(1);
  });

  test.each(["x@idp.invalid", "no address", "a@b.test, c@d.test"])(
    "can't add %s, which isn't a valid email",
    async (email) => {
      const { browser, name } = await start();
      expect((await name(browser(), email)).body.code).toBe("INVALID_EMAIL");
    },
  );

  test("CSRF-08: another site's page can't trigger the email", async () => {
    const { browser, name } = await start();
    const person = browser();
    await name(person);
    const headers = { origin: "https://evil.test" };
    expect((await person.post("/add-email", { email: "eve@example.com" }, headers)).status).toBe(403);
  });

  test("an ID token is rejected with the reason in the response", async () => {
    const { browser, idp } = await start();
    const token = await idp.idToken({ ...kim });
    const reply = await browser().post("/sign-in/social", {
      provider: "idp",
      idToken: { token },
    });
    expect([reply.status, reply.body.code, reply.body.address]).toEqual([403, "EMAIL_NOT_VERIFIED", "missing"]);
  });

  test("TFA-22: need their second factor before they can add the email, and before they get a session", async () => {
    let isProven = false;
    const check = () => (isProven ? undefined : { response: { twoFactorRedirect: true } });
    const gate = { name: "second", kind: "challenge", check };
    const { browser, name, box, db } = await start({ plugins: [{ id: "factor", gates: [gate] }] });
    const person = browser();
    expect((await name(person)).status).toBe(401);
    isProven = true;
    expect((await name(person)).status).toBe(200);
    isProven = false;
    const opened = await person.get(pathOf((await box.next("sendVerificationEmail")).url));
    expect(opened.headers.get("location")).toBe("http://app.test/app?twoFactorRedirect=true");
    expect(await db.count(sessionTable, {})).toBe(0);
  });
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  test("only one of ten concurrent requests with the same link signs in", async () => {
    const opened = await open();
    const { browser, name, box, db } = await start({ database: opened.database });
    const person = browser();
    await name(person);
    const { url } = await box.next("sendVerificationEmail");
    const cookie = [...person.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const replies = await Promise.all(Array.from({ length: 10 }, () => browser().get(pathOf(url), { cookie })));
    const ends = replies.map(({ headers }) => errorOf(new URL(headers.get("location") as string)));
    expect(ends.filter((error) => error === null)).toHaveLength(1);
    expect(await db.count(sessionTable, {})).toBe(1);
    await opened.close();
  });

  test("adding an email and opening its link send at most the queries they declare", async () => {
    const opened = await open();
    const { browser, signIn, box, auth } = await start({ database: opened.database });
    const person = browser();
    await signIn(person, kim);
    const count = (): number =>
      opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox"].includes(table ?? ""),
      ).length;
    opened.statements.length = 0;
    await person.post("/add-email", { email: "kim@example.com" });
    const { url } = await box.next("sendVerificationEmail");
    await outboxEmpty(auth);
    opened.statements.length = 0;
    await person.get(pathOf(url));
    expect(count()).toBeLessThanOrEqual(auth.$context.extensions.endpoints.verifyEmail?.queryBudget ?? 0);
    await opened.close();
  });
});

describe("placeholder emails", () => {
  test("never get messages, not even in the outbox, and count as unverified", async () => {
    const { browser, signIn, box, auth, db, user, signedInAs } = await start({}, false);
    const person = browser();
    await signIn(person, { ...kim });
    expect(await signedInAs(person)).toBe(placeholder);
    expect((await user()).emailVerified).toBe(false);
    expect(await db.count(outboxTable, {})).toBe(0);
    await person.post("/send-verification-email", { email: placeholder });
    await browser().post("/forget-password", { email: placeholder });
    await person.post("/delete-user", {});
    await outboxEmpty(auth);
    expect(box.mails).toEqual([]);
  });

  test("can be replaced with the user's own email, like any unverified email", async () => {
    const { browser, signIn, box, user } = await start({}, false);
    const person = browser();
    await signIn(person, kim);
    expect((await person.post("/change-email", { newEmail: "kim@example.com" })).status).toBe(200);
    const mail = await box.next("sendVerificationEmail");
    await person.get(pathOf(mail.url));
    expect(await user()).toMatchObject({ email: "kim@example.com", emailVerified: true });
    expect(box.mails).toHaveLength(1);
  });

  test("can't be claimed in advance with a sign-up, an email change, or another provider's profile", async () => {
    const { browser, signIn, db } = await start({}, false);
    const squatter = browser();
    expect((await squatter.signUp(placeholder)).status).toBe(400);
    await squatter.signUp("eve@example.com");
    expect((await squatter.post("/change-email", { newEmail: placeholder })).body.code).toBe("INVALID_EMAIL");
    const told = { sub: "eve-1", name: "Eve", email: placeholder, email_verified: true };
    await signIn(browser(), told);
    expect(errorOf(await signIn(browser(), kim))).toBeNull();
    const emails = (await db.findMany(userTable, { limit: 9 })).map(({ email }) => email).sort();
    expect(emails).toEqual(["eve-1@idp.invalid", "eve@example.com", placeholder]);
  });

  test("stay unverified if the app's mapping sets one", async () => {
    const mapProfileToUser = () => ({ email: "made@app.invalid", emailVerified: true });
    const app = await startSocial({}, testProvider({ mapProfileToUser }));
    await app.signIn(app.browser(), kim);
    expect(await app.auth.$context.db.findMany(userTable, { limit: 9 })).toMatchObject([
      { email: "made@app.invalid", emailVerified: false },
    ]);
  });
});
