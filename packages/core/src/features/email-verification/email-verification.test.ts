import { outboxEmpty } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pathOf, startVerification as start } from "../../../test/verification-app.ts";
import { auditTable } from "../../tables/audit.ts";
import { tokenTable } from "../../tables/token.ts";
import { userTable } from "../../tables/user.ts";

test("sign-up sends a link that verifies the email and redirects to the app's callback URL", async () => {
  const { browser, box, ann } = await start();
  const person = browser();
  const body = { name: "Ann", email: "Ann@example.com", password: "correct horse battery", callbackURL: "/welcome" };
  await person.post("/sign-up/email", body);
  const mail = await box.next("sendVerificationEmail");
  expect(mail.to).toBe("ann@example.com");
  expect(mail.url).toBe(`http://app.test/api/auth/verify-email?token=${mail.token}&callbackURL=%2Fwelcome`);
  expect((await ann()).emailVerified).toBe(false);
  const opened = await person.get(pathOf(mail.url));
  expect([opened.status, opened.headers.get("location")]).toEqual([302, "http://app.test/welcome"]);
  expect(opened.headers.get("referrer-policy")).toBe("no-referrer");
  expect((await ann()).emailVerified).toBe(true);
  expect((await person.get<{ user: object }>("/get-session")).body.user).toMatchObject({ emailVerified: true });
});

test("without a callback, the response is JSON, and errors have status 401 and a code", async () => {
  const { browser, box, clock } = await start();
  await browser().signUp("ann@example.com");
  const { token } = await box.next("sendVerificationEmail");
  const open = async (value: string) => {
    const { status, body } = await browser().get<{ code?: string }>(`/verify-email?token=${value}`);
    return [status, body.code ?? body];
  };
  expect(await open("nonsense")).toEqual([401, "INVALID_TOKEN"]);
  expect(await open(token)).toEqual([200, { status: true, user: null }]);
  await browser().signUp("bob@example.com");
  const late = await box.next("sendVerificationEmail");
  clock.advance(3601);
  expect(await open(late.token)).toEqual([401, "TOKEN_EXPIRED"]);
});

test("with a callback, errors are passed to it in lower case", async () => {
  const { browser, box, clock, db, ann } = await start();
  const open = async (token: string, person = browser()) =>
    (await person.get(`/verify-email?token=${token}&callbackURL=/done%3Fa=b`)).headers.get("location");
  expect(await open("nonsense")).toBe("http://app.test/done?a=b&error=invalid_token");
  await browser().signUp("ann@example.com");
  const first = await box.next("sendVerificationEmail");
  const bob = browser();
  await bob.signUp("bob@example.com");
  expect(await open(first.token, bob)).toBe("http://app.test/done?a=b&error=unauthorized");
  expect((await ann()).emailVerified).toBe(false);
  await db.remove(userTable, { where: { email: "ann@example.com" } });
  expect(await open(first.token)).toBe("http://app.test/done?a=b&error=user_not_found");
  const second = await box.next("sendVerificationEmail");
  clock.advance(3601);
  expect(await open(second.token)).toBe("http://app.test/done?a=b&error=token_expired");
});

test("REDIR-01: a foreign callback is rejected before the request has any effect", async () => {
  const { browser, box, ann } = await start();
  await browser().signUp("ann@example.com");
  const { token } = await box.next("sendVerificationEmail");
  for (const callbackURL of ["https://evil.test", "//evil.test", "javascript:alert(1)"]) {
    const target = encodeURIComponent(callbackURL);
    const { status, body } = await browser().get(`/verify-email?token=${token}&callbackURL=${target}`);
    expect([status, body]).toEqual([403, { code: "INVALID_CALLBACK_URL", message: "Invalid callbackURL" }]);
    const asked = await browser().post("/send-verification-email", { email: "ann@example.com", callbackURL });
    expect([asked.status, asked.body.code]).toEqual([403, "INVALID_CALLBACK_URL"]);
  }
  expect((await ann()).emailVerified).toBe(false);
});

describe.each(quickDatabases)("a link on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("TOK-02: a link that's opened 50 times concurrently takes effect once, and every response says that the email is verified", async () => {
    const told = vi.fn();
    const { browser, box, db, auth } = await start({
      database: opened.database,
      emailVerification: { afterEmailVerification: told, autoSignInAfterVerification: true },
    } as never);
    await browser().signUp("ann@example.com");
    const { token } = await box.next("sendVerificationEmail");
    const replies = await Promise.all(Array.from({ length: 50 }, () => browser().get(`/verify-email?token=${token}`)));
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
      new Set([JSON.stringify([200, { status: true, user: null }])]),
    );
    await outboxEmpty(auth);
    expect(told).toHaveBeenCalledTimes(1);
    expect(replies.filter(({ setCookies }) => setCookies.length > 0)).toHaveLength(1);
    expect(await db.count(auditTable, { where: { action: "user.email.verify" } })).toBe(1);
    expect(await db.count(tokenTable, {})).toBe(0);
  });

  test("sends at most the queries it declares", async () => {
    const { browser, box, auth } = await start({ database: opened.database } as never);
    const ann = browser();
    await ann.signUp("ann@example.com");
    const { token } = await box.next("sendVerificationEmail");
    await outboxEmpty(auth);
    const cost = async (run: () => Promise<unknown>): Promise<number> => {
      opened.statements.length = 0;
      await run();
      const own = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && table !== "audit" && table !== "outbox",
      );
      return own.length;
    };
    const declared = (id: string): number => auth.$context.extensions.endpoints[id]?.queryBudget ?? -1;
    expect(await cost(() => ann.get(`/verify-email?token=${token}`))).toBeLessThanOrEqual(declared("verifyEmail"));
    const again = { email: "nobody@example.com" };
    const asked = await cost(() => browser().post("/send-verification-email", again));
    // Delivery can begin before the response has been read. It looks up the email and removes unneeded tokens.
    const delivery = 2;
    expect(asked).toBeLessThanOrEqual(declared("sendVerificationEmail") + delivery);
  });
});

test("autoSignInAfterVerification signs in the browser that opened the link", async () => {
  const { browser, box } = await start({
    emailVerification: { autoSignInAfterVerification: true },
    emailAndPassword: { requireEmailVerification: true },
  });
  await browser().signUp("ann@example.com");
  const { url } = await box.next("sendVerificationEmail");
  const phone = browser();
  await phone.get(pathOf(url));
  expect((await phone.get("/get-session")).body).toMatchObject({ user: { email: "ann@example.com" } });
});

test("an unverified user who tries to sign in gets the email again, but a wrong password sends nothing", async () => {
  const { browser, box, auth } = await start({ emailAndPassword: { requireEmailVerification: true } });
  await browser().signUp("ann@example.com");
  await box.next("sendVerificationEmail");
  expect((await browser().signIn("ann@example.com", "a wrong password")).status).toBe(401);
  await outboxEmpty(auth);
  expect(box.mails).toHaveLength(1);
  const body = { email: "ann@example.com", password: "correct horse battery", callbackURL: "/in" };
  const refused = await browser().post("/sign-in/email", body);
  expect([refused.status, refused.body.code, refused.setCookies]).toEqual([403, "EMAIL_NOT_VERIFIED", []]);
  const again = await box.next("sendVerificationEmail");
  expect(again.url).toContain("callbackURL=%2Fin");
  await browser().get(pathOf(again.url));
  expect((await browser().signIn("ann@example.com")).status).toBe(200);
});

test("sendOnSignIn: false sends nothing", async () => {
  const { browser, box, auth } = await start({
    emailVerification: { sendOnSignIn: false },
    emailAndPassword: { requireEmailVerification: true },
  });
  await browser().signUp("ann@example.com");
  await box.next("sendVerificationEmail");
  await browser().signIn("ann@example.com");
  await outboxEmpty(auth);
  expect(box.mails).toHaveLength(1);
});
test("TOK-11: a link for an earlier email no longer verifies anything", async () => {
  const { browser, box, ann, db } = await start();
  const person = browser();
  await person.signUp("ann@example.com");
  const early = await box.next("sendVerificationEmail");
  const row = await ann();
  expect((await person.post("/change-email", { newEmail: "new@example.com" })).status).toBe(200);
  expect((await person.get(`/verify-email?token=${early.token}`)).body).toMatchObject({ code: "INVALID_TOKEN" });
  const after = await db.findOne(userTable, { where: { id: row.id } });
  expect(after).toMatchObject({ email: "new@example.com", emailVerified: false });
});

test("TOK-21: users can't mark their own email as verified", async () => {
  const { browser, ann } = await start();
  const person = browser();
  const body = { name: "Ann", email: "ann@example.com", password: "correct horse battery", emailVerified: true };
  await person.post("/sign-up/email", body);
  await person.post("/update-user", { emailVerified: true, name: "Ann" });
  expect((await ann()).emailVerified).toBe(false);
});

test("placeholder emails never get messages", async () => {
  const { browser, box, auth } = await start();
  const { body } = await browser().signUp("tim@example.com");
  await box.next("sendVerificationEmail");
  box.mails.length = 0;
  const set = { email: "tiktok-123@tiktok.invalid" };
  await auth.$context.db.update(userTable, { where: { id: body.user.id }, set });
  await browser().post("/send-verification-email", { email: "tiktok-123@tiktok.invalid" });
  await browser().post("/forget-password", { email: "tiktok-123@tiktok.invalid" });
  await outboxEmpty(auth);
  expect(box.mails).toEqual([]);
});

test("REDIR-14: the link has the configured host, whatever the request's headers say", async () => {
  const { auth, box } = await start();
  const forged = { host: "evil.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" };
  await auth.handler(
    new Request("http://evil.test/api/auth/sign-up/email", {
      method: "POST",
      headers: { "content-type": "application/json", ...forged },
      body: JSON.stringify({ name: "Ann", email: "ann@example.com", password: "correct horse battery" }),
    }),
  );
  expect((await box.next("sendVerificationEmail")).url).toMatch(/^http:\/\/app\.test\/api\/auth\/verify-email\?/);
});
