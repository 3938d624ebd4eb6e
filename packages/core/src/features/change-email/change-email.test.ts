import { createMailbox, mailOptions, outboxEmpty, startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditTable } from "../../audit/table.ts";
import { tokenTable } from "../../tokens/table.ts";
import { type UserRow, userTable } from "../../users/table.ts";

const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");
const better = "an even better password";

/** Ann, whose address is proven unless said otherwise. */
async function start(options: Record<string, object> = {}, proven = true) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const { changeEmail, ...rest } = options;
  const app = await startAuth({
    ...mails,
    user: { ...mails.user, changeEmail: { ...mails.user.changeEmail, ...changeEmail } },
    ...rest,
  } as never);
  const { db } = app.auth.$context;
  const ann = app.browser();
  const { body } = await ann.signUp("ann@example.com");
  if (proven) await db.update(userTable, { where: { id: body.user.id }, set: { emailVerified: true } });
  const user = async (): Promise<UserRow> => (await db.findOne(userTable, { where: { id: body.user.id } })) as UserRow;
  const code = async (fields: object, person = ann) => {
    const { status, body: answer } = await person.post("/change-email", fields);
    return [status, answer.code];
  };
  return { ...app, box, db, ann, user, code };
}

describe("while the address is unproven", () => {
  test("it changes at once; the new one is asked for a proof, and the browser knows", async () => {
    const { ann, box, user, code } = await start({ session: { cookieCache: { enabled: true } } } as never, false);
    await ann.get("/get-session");
    expect(await code({ newEmail: "NEW@example.com", callbackURL: "/settings" })).toEqual([200, undefined]);
    expect(await user()).toMatchObject({ email: "new@example.com", emailVerified: false, provenEmail: null });
    expect((await ann.get("/get-session")).body).toMatchObject({ user: { email: "new@example.com" } });
    const mail = await box.next("sendVerificationEmail");
    expect(mail.to).toBe("new@example.com");
    expect((await ann.get(pathOf(mail.url))).headers.get("location")).toBe("http://app.test/settings");
    expect((await user()).emailVerified).toBe(true);
    expect(box.mails.map(({ sender }) => sender)).toEqual(["sendVerificationEmail"]);
  });
});

describe("once it is proven", () => {
  test("its owner agrees by mail, then the new one is in place, unproven, and asked for a proof", async () => {
    const { ann, box, user, code } = await start();
    expect(await code({ newEmail: "new@example.com", callbackURL: "/settings" })).toEqual([200, undefined]);
    const ask = await box.next("sendChangeEmailConfirmation");
    expect([ask.to, ask.mail.newEmail]).toEqual(["ann@example.com", "new@example.com"]);
    expect((await user()).email).toBe("ann@example.com");

    const opened = await ann.get(pathOf(ask.url));
    expect(opened.headers.get("location")).toBe("http://app.test/settings");
    expect(opened.setCookies.join()).toContain("session_token=");
    expect(await user()).toMatchObject({
      email: "new@example.com",
      emailVerified: false,
      provenEmail: "ann@example.com",
    });

    const told = await box.next("sendEmailChanged");
    expect([told.to, told.mail.newEmail]).toEqual(["ann@example.com", "new@example.com"]);
    const proof = await box.next("sendVerificationEmail");
    expect(proof.to).toBe("new@example.com");
    await ann.get(pathOf(proof.url));
    expect(await user()).toMatchObject({ email: "new@example.com", emailVerified: true, provenEmail: null });
  });

  test("without a callback the link answers with the user as they are then", async () => {
    const { browser, box, code } = await start();
    await code({ newEmail: "new@example.com" });
    const { token } = await box.next("sendChangeEmailConfirmation");
    const { body } = await browser().get(`/verify-email?token=${token}`);
    expect(body).toMatchObject({ status: true, user: { email: "new@example.com", emailVerified: false } });
    expect((await browser().get(`/verify-email?token=${token}`)).body).toMatchObject({ code: "INVALID_TOKEN" });
  });

  test("verifyNewFirst: the old address agrees, the new one proves itself, and only then it changes", async () => {
    const { ann, box, user, code } = await start({ changeEmail: { verifyNewFirst: true } });
    await code({ newEmail: "new@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    expect((await user()).email).toBe("ann@example.com");
    const proof = await box.next("sendVerificationEmail");
    expect(proof.to).toBe("new@example.com");
    await ann.get(pathOf(proof.url));
    expect(await user()).toMatchObject({ email: "new@example.com", emailVerified: true, provenEmail: null });
    expect((await box.next("sendEmailChanged")).to).toBe("ann@example.com");
  });

  test("somebody else who is signed in cannot open the links", async () => {
    const { browser, box, user, code } = await start();
    await code({ newEmail: "new@example.com" });
    const { token } = await box.next("sendChangeEmailConfirmation");
    const bob = browser();
    await bob.signUp("bob@example.com");
    expect((await bob.get(`/verify-email?token=${token}`)).body).toMatchObject({ code: "INVALID_USER" });
    expect((await user()).email).toBe("ann@example.com");
  });

  test("only the newest wish counts", async () => {
    const { ann, box, user, code } = await start();
    await code({ newEmail: "one@example.com" });
    const first = await box.next("sendChangeEmailConfirmation");
    await code({ newEmail: "two@example.com" });
    const second = await box.next("sendChangeEmailConfirmation");
    expect((await ann.get(`/verify-email?token=${first.token}`)).status).toBe(401);
    await ann.get(`/verify-email?token=${second.token}`);
    expect((await user()).email).toBe("two@example.com");
  });
});

describe("nobody moves an account to a mailbox of theirs by a session alone", () => {
  test("TOK-13: the password, or a factor proven lately, is asked for; being used does not renew it", async () => {
    const { ann, clock, code } = await start();
    expect(await code({ newEmail: "a@example.com" })).toEqual([200, undefined]);
    clock.advance(1.5 * 86_400);
    await ann.get("/get-session");
    const { status, body } = await ann.post("/change-email", { newEmail: "b@example.com" });
    expect([status, body]).toMatchObject([403, { code: "SESSION_NOT_FRESH", proof: ["password"] }]);
    expect(await code({ newEmail: "b@example.com", currentPassword: "wrong" })).toEqual([400, "INVALID_PASSWORD"]);
    expect(await code({ newEmail: "b@example.com", currentPassword: testPassword })).toEqual([200, undefined]);
    await ann.post("/verify-password", { password: testPassword });
    expect(await code({ newEmail: "c@example.com" })).toEqual([200, undefined]);
  });

  test("TOK-13: until the new address is proven, reset mail goes to the last proven one, by either name", async () => {
    const { ann, browser, box, code } = await start();
    await code({ newEmail: "typo@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    for (const email of ["typo@example.com", "ann@example.com"]) {
      await browser().post("/forget-password", { email });
      expect((await box.next("sendResetPassword")).to).toBe("ann@example.com");
    }
  });

  test("TOK-13: the old address can undo it: a page with a button, since mail programs open links by themselves", async () => {
    const { ann, browser, box, user, code, db } = await start();
    await code({ newEmail: "new@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    const { url, token } = await box.next("sendEmailChanged");
    const page = await browser().get<string>(pathOf(url));
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.body).toContain('<form method="post" action="/api/auth/undo-email-change">');
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect((await user()).email).toBe("new@example.com");

    // As the form on that page posts it.
    const form = new URLSearchParams({ token, callbackURL: "/" }).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      origin: "null",
      "sec-fetch-site": "same-origin",
    };
    const done = await browser().send<string>("/undo-email-change", { method: "POST", body: form, headers });
    expect(done.body).toContain("ann@example.com is back");
    expect(await user()).toMatchObject({ email: "ann@example.com", emailVerified: true, provenEmail: null });
    expect((await ann.get("/get-session")).body).toBeNull();
    expect((await browser().signIn("ann@example.com")).status).toBe(401);
    expect(await db.count(tokenTable, {})).toBe(0);
    expect((await browser().get<string>(pathOf(url))).body).toContain("not good any more");

    await browser().post("/forget-password", { email: "ann@example.com" });
    const reset = await box.next("sendResetPassword");
    await browser().post("/reset-password", { newPassword: better, token: reset.token });
    expect((await browser().signIn("ann@example.com", better)).status).toBe(200);
  });

  test("the way back outlives what a thief does next: a proof of the new address, another password, another sign-up", async () => {
    const { ann, browser, box, user, code } = await start();
    await code({ newEmail: "thief@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    const { token } = await box.next("sendEmailChanged");
    await ann.get(pathOf((await box.next("sendVerificationEmail")).url));
    await ann.post("/change-password", { currentPassword: testPassword, newPassword: better });
    // The old address is reserved: nobody can sit on it, so that the way back is closed.
    expect((await browser().signUp("ann@example.com")).status).toBe(422);
    const squatter = browser();
    await squatter.signUp("squatter@example.com");
    expect(await code({ newEmail: "ann@example.com" }, squatter)).toEqual([400, "COULDNT_UPDATE_YOUR_EMAIL"]);
    await browser().post("/undo-email-change", { token });
    expect((await user()).email).toBe("ann@example.com");
  });

  test("after seven days it is over, and the old address is anybody's", async () => {
    const { ann, browser, box, code, clock } = await start();
    await code({ newEmail: "new@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    const { token } = await box.next("sendEmailChanged");
    clock.advance(7 * 86_400);
    const late = await browser().post<string>("/undo-email-change", { token });
    expect(late.body).toContain("not good any more");
    expect((await browser().signUp("ann@example.com")).status).toBe(200);
  });

  test("its page shows nothing of an attacker's making", async () => {
    const { browser } = await start();
    const { status } = await browser().get("/undo-email-change?token=x&callbackURL=https://evil.test");
    expect(status).toBe(403);
    const { body } = await browser().get<string>("/undo-email-change?token=%22%3E%3Cscript%3E");
    expect(body).not.toContain("<script>");
  });
});

test("refusals", async () => {
  const { browser, code, box, auth } = await start();
  await browser().signUp("bob@example.com");
  expect(await code({ newEmail: "ann@example.com" })).toEqual([400, "EMAIL_IS_THE_SAME"]);
  expect(await code({ newEmail: "ANN@example.com" })).toEqual([400, "EMAIL_IS_THE_SAME"]);
  expect(await code({ newEmail: "bob@example.com" })).toEqual([400, "COULDNT_UPDATE_YOUR_EMAIL"]);
  expect(await code({ newEmail: "a@x.test,b@x.test" })).toEqual([400, "INVALID_EMAIL"]);
  expect(await code({ newEmail: 7 })).toEqual([400, "VALIDATION_ERROR"]);
  expect(await code({ newEmail: "n@x.test", callbackURL: "//evil.test" })).toEqual([403, "INVALID_CALLBACK_URL"]);
  expect(await code({ newEmail: "n@x.test" }, browser())).toEqual([401, "UNAUTHORIZED"]);
  await outboxEmpty(auth);
  expect(box.mails).toEqual([]);

  const off = await startAuth();
  const eve = off.browser();
  await eve.signUp("eve@example.com");
  expect(await code({ newEmail: "n@x.test" }, eve)).toEqual([400, "CHANGE_EMAIL_DISABLED"]);

  const mute = await start({ changeEmail: { sendChangeEmailConfirmation: undefined as never } });
  expect(await mute.code({ newEmail: "n@x.test" })).toEqual([400, "VERIFICATION_EMAIL_NOT_ENABLED"]);
});

test("verifyNewFirst without a mail to prove addresses is refused at the start, by name", async () => {
  const options = { user: { changeEmail: { enabled: true, verifyNewFirst: true } } } as const;
  await expect(startAuth(options)).rejects.toThrow("user.changeEmail.verifyNewFirst needs emailVerification");
});

test("ENUM-08: where sign-up does not say who is here, this does not say it either", async () => {
  const required = { emailAndPassword: { enabled: true, requireEmailVerification: true } };
  const { auth, browser, db, box } = await start(required);
  await db.update(userTable, { where: {}, set: { emailVerified: true } });
  await browser().signUp("bob@example.com");
  const ann = browser();
  await ann.signIn("ann@example.com");
  const answers: unknown[] = [];
  for (const newEmail of ["bob@example.com", "free@example.com"]) {
    const { status, body, headers } = await ann.post("/change-email", { newEmail });
    answers.push([status, body, [...headers]]);
  }
  expect(answers[0]).toEqual(answers[1]);
  await outboxEmpty(auth);
  const asked = box.mails.filter(({ sender }) => sender === "sendChangeEmailConfirmation");
  // Both to the asker's own address; the link for the taken one will not change anything.
  expect(asked.map(({ to, mail }) => [to, mail.newEmail])).toEqual([
    ["ann@example.com", "bob@example.com"],
    ["ann@example.com", "free@example.com"],
  ]);
});

test("TOK-12: two wishes at once, one for a victim's address: the proof of the one never proves the other", async () => {
  const { ann, box, user, code } = await start({}, false);
  await code({ newEmail: "mine@example.com" });
  const mine = await box.next("sendVerificationEmail");
  await code({ newEmail: "victim@example.com" });
  expect((await ann.get(`/verify-email?token=${mine.token}`)).status).toBe(401);
  expect(await user()).toMatchObject({ email: "victim@example.com", emailVerified: false });
});

test("TOK-15: recovery by the mailbox cancels what was pending", async () => {
  const { ann, browser, box, code, user } = await start();
  await code({ newEmail: "thief@example.com" });
  const pending = await box.next("sendChangeEmailConfirmation");
  await browser().post("/forget-password", { email: "ann@example.com" });
  const { token } = await box.next("sendResetPassword");
  await browser().post("/reset-password", { newPassword: better, token });
  expect((await ann.get(`/verify-email?token=${pending.token}`)).status).toBe(401);
  expect((await user()).email).toBe("ann@example.com");
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("TOK-02: a link opened 50 times at once changes the address once", async () => {
    const { browser, box, user, code, db, auth } = await start({ database: opened.database } as never);
    await code({ newEmail: "new@example.com" });
    const { token } = await box.next("sendChangeEmailConfirmation");
    const replies = await Promise.all(Array.from({ length: 50 }, () => browser().get(`/verify-email?token=${token}`)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(49);
    await outboxEmpty(auth);
    expect((await user()).email).toBe("new@example.com");
    expect(await db.count(auditTable, { where: { action: "user.email.change" } })).toBe(1);
    expect(box.mails.filter(({ sender }) => sender === "sendEmailChanged")).toHaveLength(1);

    const undo = (await box.next("sendEmailChanged")).token;
    const undone = await Promise.all(
      Array.from({ length: 50 }, () => browser().post<string>("/undo-email-change", { token: undo })),
    );
    expect(undone.filter(({ body }) => body.includes("is back"))).toHaveLength(1);
  });

  test("INPUT-13: an address that two want at once goes to one of them, whichever way they take", async () => {
    const { browser, code } = await start({ database: opened.database } as never, false);
    const [signedUp, changed] = await Promise.all([
      browser().signUp("wanted@example.com"),
      code({ newEmail: "wanted@example.com" }),
    ]);
    expect([signedUp.status === 200, changed[0] === 200].filter(Boolean)).toHaveLength(1);
  });

  test("an address that is left while somebody signs up with it is reserved for its owner", async () => {
    for (let round = 0; round < 5; round++) {
      const { browser, box, code, ann, db } = await start({ database: opened.database } as never);
      await code({ newEmail: `new${round}@example.com` });
      const { url } = await box.next("sendChangeEmailConfirmation");
      const [, signedUp] = await Promise.all([ann.get(pathOf(url)), browser().signUp("ann@example.com")]);
      expect(signedUp.status).toBe(422);
      await db.remove(userTable, { where: {} });
    }
  });

  test("every call costs at most the statements it declares", async () => {
    const { ann, box, auth, browser } = await start({ database: opened.database } as never);
    /** @param mails sent with the answer: each reads its user once, right behind it */
    const cost = async (id: string, run: () => Promise<{ status: number }>, mails = 0): Promise<void> => {
      await outboxEmpty(auth);
      opened.statements.length = 0;
      const { status } = await run();
      const own = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && table !== "audit" && table !== "outbox",
      );
      const declared = auth.$context.extensions.endpoints[id]?.statements ?? -1;
      expect([id, status]).toEqual([id, 200]);
      expect(own.length, `${id}: ${own.map(({ text }) => text).join("\n")}`).toBeLessThanOrEqual(declared + mails);
    };
    const wish = { newEmail: "new@example.com", currentPassword: testPassword };
    await cost("changeEmail", () => ann.post("/change-email", wish), 1);
    const { token } = await box.next("sendChangeEmailConfirmation");
    await cost("verifyEmail", () => ann.get(`/verify-email?token=${token}`), 2);
    const undo = (await box.next("sendEmailChanged")).token;
    await cost("undoEmailChangePage", () => browser().get(`/undo-email-change?token=${undo}`));
    await cost("undoEmailChange", () => browser().post("/undo-email-change", { token: undo }));
  });
});

describe("what a thief, a stranger or a late mail cannot do", () => {
  test("TOK-13: the way back of a later change does not close that of an earlier one", async () => {
    const { ann, browser, box, user, code, clock } = await start();
    await code({ newEmail: "thief@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    const owners = await box.next("sendEmailChanged");
    await ann.get(pathOf((await box.next("sendVerificationEmail")).url));
    clock.advance(60);
    await code({ newEmail: "thief2@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    const thiefs = await box.next("sendEmailChanged");
    await browser().post("/undo-email-change", { token: thiefs.token });
    expect((await user()).email).toBe("thief@example.com");
    expect((await browser().signUp("ann@example.com")).status).toBe(422);
    await browser().post("/undo-email-change", { token: owners.token });
    expect((await user()).email).toBe("ann@example.com");
  });

  test("TOK-15: a reset by the last proven address takes an unproven change back", async () => {
    const { ann, browser, box, user, code } = await start();
    await code({ newEmail: "thief@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    const pending = await box.next("sendVerificationEmail");
    await browser().post("/forget-password", { email: "ann@example.com" });
    const { token } = await box.next("sendResetPassword");
    await browser().post("/reset-password", { newPassword: better, token });
    expect(await user()).toMatchObject({ email: "ann@example.com", emailVerified: true, provenEmail: null });
    expect((await browser().get(`/verify-email?token=${pending.token}`)).status).toBe(401);
    expect((await browser().signIn("ann@example.com", better)).status).toBe(200);
  });

  test("TOK-15: a mail that is tried again after a recovery carries no link any more", async () => {
    const { ann, browser, box, user, code, auth, clock } = await start({ changeEmail: { verifyNewFirst: true } });
    await code({ newEmail: "thief@example.com" });
    const { url } = await box.next("sendChangeEmailConfirmation");
    await outboxEmpty(auth);
    box.fail = () => Promise.reject(new Error("try again later"));
    await ann.get(pathOf(url));
    await new Promise((resolve) => setTimeout(resolve, 30));
    box.fail = null;
    await browser().post("/forget-password", { email: "ann@example.com" });
    const { token } = await box.next("sendResetPassword");
    await browser().post("/reset-password", { newPassword: better, token });
    clock.advance(3600);
    await auth.api.deliverOutbox();
    await outboxEmpty(auth);
    expect(box.mails.filter(({ to }) => to === "thief@example.com")).toEqual([]);
    expect((await user()).email).toBe("ann@example.com");
  });

  test("TOK-12: a proof that comes in between is not overwritten", async () => {
    const { box, user, db, auth, ann } = await start({}, false);
    await ann.post("/send-verification-email", { email: "ann@example.com" });
    const { token } = await box.next("sendVerificationEmail");
    // The address is proven while the password is being checked again.
    const { passwords } = auth.$context;
    const verify = passwords.verify.bind(passwords);
    Object.assign(passwords, {
      verify: async (...given: Parameters<typeof verify>) => {
        const outcome = await verify(...given);
        await auth.api.verifyEmail({ query: { token } });
        return outcome;
      },
    });
    const wish = { newEmail: "thief@example.com", currentPassword: testPassword };
    const { body } = await ann.post("/change-email", wish);
    expect(body.code).toBe("COULDNT_UPDATE_YOUR_EMAIL");
    expect(await user()).toMatchObject({ email: "ann@example.com", emailVerified: true });
    expect(await db.count(tokenTable, {})).toBe(0);
  });

  test("nobody keeps an address from its reader by moving to it", async () => {
    const { ann, browser, box, user, code } = await start();
    await code({ newEmail: "victim@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    expect((await user()).email).toBe("victim@example.com");
    const victim = await browser().signUp("victim@example.com");
    expect(victim.status).toBe(200);
    expect(await user()).toMatchObject({ email: "ann@example.com", emailVerified: true, provenEmail: null });
  });

  test("a stranger's sign-up with the old address does not take recovery over", async () => {
    const { ann, browser, box, code } = await start({ changeEmail: { sendEmailChanged: undefined as never } });
    await code({ newEmail: "new@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    await browser().signUp("ann@example.com");
    await browser().post("/forget-password", { email: "ann@example.com" });
    const { token, to } = await box.next("sendResetPassword");
    expect(to).toBe("ann@example.com");
    await browser().post("/reset-password", { newPassword: better, token });
    expect((await browser().signIn("new@example.com", better)).status).toBe(200);
  });

  test("one can go back to one's own address before the seven days are over", async () => {
    const { ann, box, user, code } = await start();
    await code({ newEmail: "new@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    await ann.get(pathOf((await box.next("sendVerificationEmail")).url));
    expect(await code({ newEmail: "ann@example.com" })).toEqual([200, undefined]);
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    expect((await user()).email).toBe("ann@example.com");
  });
});
