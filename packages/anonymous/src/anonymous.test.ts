import { createAuthClient } from "@latchkey/client";
import { auditTable, sessionTable } from "@latchkey/core/plugin";
import { emailOTP } from "@latchkey/email-otp";
import { magicLink } from "@latchkey/magic-link";
import { createMailbox, outboxEmpty, testOrigin, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { type Guest, startAnonymous } from "../test/app.ts";
import { anonymousClient } from "./client.ts";
import { anonymous } from "./plugin.ts";

const ann = { name: "Ann", email: "ann@example.com", password: testPassword };

describe("a guest", () => {
  test("gets a session and a placeholder email that nothing is sent to", async () => {
    const { browser, userOf } = await startAnonymous();
    const person = browser();
    const { status, body } = await person.post<{ token: string; user: { id: string } }>("/sign-in/anonymous");
    expect([status, body]).toMatchObject([
      200,
      { token: expect.any(String), user: { name: "Anonymous", emailVerified: false, isAnonymous: true } },
    ]);
    const email = `${body.user.id.toLowerCase()}@anonymous.placeholder.invalid`;
    expect(await userOf(person)).toMatchObject({ id: body.user.id, email });
  });

  test("can't become another guest, and a user who signs in as a guest leaves their session", async () => {
    const { guest, browser, userOf } = await startAnonymous();
    const { browser: person, id } = await guest();
    const again = await person.post("/sign-in/anonymous");
    expect([again.status, again.body]).toEqual([
      400,
      {
        code: "ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY",
        message: "Anonymous users cannot sign in again anonymously",
      },
    ]);
    expect((await userOf(person))?.id).toBe(id);
    const known = browser();
    await known.signUp(ann.email);
    expect((await known.post("/sign-in/anonymous")).status).toBe(200);
    expect(await userOf(known)).toMatchObject({ isAnonymous: true });
  });

  test("has the name and email from the app's options", async () => {
    const { guest, user } = await startAnonymous({
      generateName: () => "Visitor",
      emailDomainName: "guests.example.com",
    });
    const { id, email } = await guest();
    expect([email, (await user(id))?.name]).toEqual([`${id.toLowerCase()}@guests.example.com`, "Visitor"]);
    const custom = await startAnonymous({ generateRandomEmail: () => "Temp@Example.com" });
    expect((await custom.guest()).email).toBe("temp@example.com");
    const taken = await custom.browser().post("/sign-in/anonymous");
    expect([taken.status, taken.body.code]).toEqual([500, "FAILED_TO_CREATE_USER"]);
    const wrong = await startAnonymous({ generateRandomEmail: () => "no email" });
    const refused = await wrong.browser().post("/sign-in/anonymous");
    expect([refused.status, refused.body.code]).toEqual([400, "INVALID_EMAIL_FORMAT"]);
  });

  test("can sign in even if the app requires verified emails", async () => {
    const { guest, userOf } = await startAnonymous({}, { emailAndPassword: { requireEmailVerification: true } });
    const { browser, id } = await guest();
    expect((await userOf(browser))?.id).toBe(id);
  });

  test("can delete themselves, unless the app keeps guests", async () => {
    const { guest, user, userOf, browser } = await startAnonymous();
    const { browser: person, id } = await guest();
    const { status, body } = await person.post("/delete-anonymous-user");
    expect([status, body, await user(id), await userOf(person)]).toEqual([200, { success: true }, null, null]);
    const known = browser();
    await known.signUp(ann.email);
    const refused = await known.post("/delete-anonymous-user");
    expect([refused.status, refused.body.code]).toEqual([403, "USER_IS_NOT_ANONYMOUS"]);
    const keeping = await startAnonymous({ disableDeleteAnonymousUser: true });
    const kept = await (await keeping.guest()).browser.post("/delete-anonymous-user");
    expect([kept.status, kept.body.code]).toEqual([400, "DELETE_ANONYMOUS_USER_DISABLED"]);
  });
});

describe("sign-up", () => {
  test("keeps the guest's row, rotates the token, ends other sessions, and clears guest data", async () => {
    const { guest, user, userOf, countUsers, auth, browser } = await startAnonymous();
    const { browser: person, id } = await guest();
    const old = new Map(person.cookies);
    const other = browser();
    for (const [name, value] of old) other.cookies.set(name, value);
    const { status, body } = await person.post<{ token: string; user: { id: string } }>("/sign-up/email", ann);
    expect([status, body.user]).toMatchObject([200, { id, name: "Ann", email: ann.email, isAnonymous: false }]);
    expect(await userOf(person)).toMatchObject({ id, email: ann.email });
    expect(await userOf(other)).toBeNull();
    expect([await countUsers(), await auth.$context.db.count(sessionTable, {})]).toEqual([1, 1]);
    expect(await user(id)).toMatchObject({ isAnonymous: false, epoch: 1 });
    const signedIn = await browser().signIn(ann.email);
    expect([signedIn.status, signedIn.body.user.id]).toEqual([200, id]);
    const rows = await auth.$context.db.findMany(auditTable, { where: { userId: id }, limit: 10 });
    expect(rows.map(({ action }) => action).sort()).toEqual([
      "session.create",
      "session.create",
      "session.create",
      "user.create",
      "user.upgrade",
    ]);
  });

  test("keeps the guest's row if a link or a code proves a new email", async () => {
    const sent = createMailbox();
    const link = magicLink({ sendMagicLink: sent.sender("link", ({ email: to }) => String(to)) });
    const code = emailOTP({ sendVerificationOTP: sent.sender("code", ({ email: to }) => String(to)) });
    const { guest, user, userOf, auth } = await startAnonymous({}, {}, [link, code]);
    const bySender = {
      async code({ browser }: Guest, email: string) {
        await browser.post("/email-otp/send-verification-otp", { email, type: "sign-in" });
        const { otp } = (await sent.next("code", email)).mail;
        return browser.post("/sign-in/email-otp", { email, otp });
      },
      async link({ browser }: Guest, email: string) {
        await browser.post("/sign-in/magic-link", { email });
        const { token } = await sent.next("link", email);
        return browser.post("/magic-link/verify", { token });
      },
    };
    for (const [name, signIn] of Object.entries(bySender)) {
      const one = await guest();
      const before = one.browser.cookies.get("latchkey.session_token");
      const email = `${name}@example.com`;
      expect([name, (await signIn(one, email)).status]).toEqual([name, 200]);
      expect(await user(one.id)).toMatchObject({ email, emailVerified: true, isAnonymous: false });
      expect((await userOf(one.browser))?.id).toBe(one.id);
      expect(one.browser.cookies.get("latchkey.session_token")).not.toBe(before);
      expect(await auth.$context.db.count(sessionTable, { where: { userId: one.id } })).toBe(1);
    }
  });

  test("keeps a field that the guest set, and takes those of the sign-up", async () => {
    const additionalFields = {
      theme: { type: "string", input: true, defaultValue: "light" },
      city: { type: "string", input: true },
    } as const;
    const { guest, user } = await startAnonymous({}, { user: { additionalFields } });
    const { browser, id } = await guest();
    await browser.post("/update-user", { theme: "dark", city: "Bern" });
    await browser.post("/sign-up/email", { ...ann, city: "Genf" });
    expect(await user(id)).toMatchObject({ theme: "dark", city: "Genf" });
  });

  test("creates another user if the app wants that, and then the guest is merged", async () => {
    const linked: unknown[] = [];
    const { guest, user, userOf } = await startAnonymous({
      upgradeInPlace: false,
      onLinkAccount: ({ anonymousUser, newUser }) => void linked.push([anonymousUser.user.id, newUser.user.id]),
    });
    const { browser, id } = await guest();
    await browser.post("/sign-up/email", ann);
    const now = await userOf(browser);
    expect(now?.id).not.toBe(id);
    expect([linked, await user(id)]).toEqual([[[id, now?.id]], null]);
  });

  test("keeps the guest anonymous until the email is verified, and merges them at the first sign-in", async () => {
    const linked: string[] = [];
    const onLinkAccount = ({ anonymousUser }: { readonly anonymousUser: { readonly user: { readonly id: string } } }) =>
      void linked.push(anonymousUser.user.id);
    const { guest, userOf, box, user } = await startAnonymous(
      { onLinkAccount },
      {
        emailAndPassword: { requireEmailVerification: true },
        emailVerification: {
          sendVerificationEmail: (mail: object) => send(mail, { key: "" }),
          autoSignInAfterVerification: true,
        },
      },
    );
    const send = box.sender("sendVerificationEmail");
    const { browser, id } = await guest();
    const { body } = await browser.post("/sign-up/email", ann);
    expect([body.token, (await userOf(browser))?.id, linked]).toEqual([null, id, []]);
    const { url } = await box.next("sendVerificationEmail");
    await browser.get(url.replace("http://app.test/api/auth", ""));
    expect([(await userOf(browser))?.email, linked, await user(id)]).toEqual([ann.email, [id], null]);
  });

  test("ANON-02: a taken email gets the usual sign-up response, and the guest doesn't change", async () => {
    const { guest, user, userOf, browser, countUsers } = await startAnonymous();
    await browser().signUp(ann.email);
    const { browser: person, id } = await guest();
    const before = await user(id);
    const { status, body } = await person.post("/sign-up/email", ann);
    expect([status, body.code]).toEqual([422, "USER_ALREADY_EXISTS"]);
    expect([await user(id), (await userOf(person))?.id, await countUsers()]).toEqual([before, id, 2]);
  });

  test("ANON-02: if sign-up hides taken emails, a guest can't find out either", async () => {
    const { guest, userOf, browser, auth } = await startAnonymous(
      {},
      { emailAndPassword: { requireEmailVerification: true } },
    );
    await browser().signUp(ann.email);
    const outcomes = [];
    for (const email of [ann.email, "new@example.com"]) {
      const { browser: person, id } = await guest();
      const { status, body } = await person.post("/sign-up/email", { ...ann, email });
      outcomes.push([status, body.token, Object.keys(body.user as object), (await userOf(person))?.id === id]);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    await outboxEmpty(auth);
  });

  test("ANON-05: a client can't set isAnonymous", async () => {
    const { guest, browser, user } = await startAnonymous();
    const signedUp = await browser().post("/sign-up/email", { ...ann, isAnonymous: true });
    expect([signedUp.status, signedUp.body.code]).toEqual([400, "FIELD_NOT_ALLOWED"]);
    const { browser: person, id } = await guest();
    const updated = await person.post("/update-user", { isAnonymous: false });
    expect([updated.status, updated.body.code]).toEqual([400, "FIELD_NOT_ALLOWED"]);
    expect((await user(id))?.isAnonymous).toBe(true);
  });
});

test("ANON-06: one network can create ten guests an hour", async () => {
  const { browser, countUsers } = await startAnonymous({}, { rateLimit: { enabled: true } });
  const statuses: number[] = [];
  for (let at = 0; at < 30; at++) {
    const { status } = await browser(`2001:db8:0:1::${at.toString(16)}`).post("/sign-in/anonymous");
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.slice(10).every((status) => status === 429)).toBe(true);
  expect(await countUsers()).toBe(10);
  expect((await browser("2001:db8:0:2::1").post("/sign-in/anonymous")).status).toBe(200);
});

test("ANON-10: nothing is ever sent to a placeholder email", async () => {
  const { guest, browser, box, auth } = await startAnonymous(
    {},
    { emailAndPassword: { requireEmailVerification: true } },
  );
  const { browser: person, email } = await guest();
  expect((await browser().post("/forget-password", { email })).status).toBe(200);
  await browser().post("/send-verification-email", { email });
  await person.post("/send-verification-email", { email });
  expect((await browser().post("/sign-up/email", { ...ann, email })).body.code).toBe("INVALID_EMAIL");
  await outboxEmpty(auth);
  expect(box.mails).toEqual([]);
});

test("guests can't change their email or link a provider; they have to sign up", async () => {
  const provider = { clientId: "app", clientSecret: "secret" };
  const { guest } = await startAnonymous({}, { socialProviders: { github: provider } });
  const { browser } = await guest();
  const replies = [
    await browser.post("/change-email", { newEmail: ann.email }),
    await browser.post("/link-social", { provider: "github", callbackURL: "/" }),
  ];
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
    [403, "GUEST_NOT_ALLOWED"],
    [403, "GUEST_NOT_ALLOWED"],
  ]);
});

test("the capabilities include guests, unless the app disabled the call", async () => {
  const { auth } = await startAnonymous();
  expect(auth.$context.capabilities).toMatchObject({
    signIn: { guest: true },
    plugins: { anonymous: { canDelete: true } },
  });
  const off = await startAnonymous({}, { disabledPaths: ["/sign-in/anonymous", "/delete-anonymous-user"] });
  expect(off.auth.$context.capabilities).toMatchObject({
    signIn: { guest: false },
    plugins: { anonymous: { canDelete: false } },
  });
});

test("the client signs in as a guest and deletes the guest", async () => {
  const { browser } = await startAnonymous();
  const jar = browser();
  const client = createAuthClient({
    baseURL: testOrigin,
    plugins: [anonymousClient()],
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const reply = await jar.send(request.url.replace(`${testOrigin}/api/auth`, ""), {
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), origin: testOrigin },
        ...(request.method === "POST" ? { body: await request.text() } : {}),
      });
      return Response.json(reply.body, { status: reply.status });
    },
  });
  const { data } = await client.signIn.anonymous();
  expect(data).toMatchObject({ token: expect.any(String), user: { isAnonymous: true } });
  expect(await client.deleteAnonymousUser()).toMatchObject({ data: { success: true }, error: null });
  expect((await client.getSession()).data).toBeNull();
});

test.each([
  [{ onLinkAcount: () => {} }, /anonymous\.onLinkAcount/],
  [{ emailDomainName: "not a domain" }, /anonymous\.emailDomainName is "not a domain"/],
  [{ removeInactiveAfter: -1 }, /anonymous\.removeInactiveAfter/],
])("rejects invalid options by name: %o", (options, message) => {
  expect(() => anonymous(options as never)).toThrow(message);
});
