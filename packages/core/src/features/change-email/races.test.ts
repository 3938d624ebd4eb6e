import { outboxEmpty, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pathOf, startChangeEmail as start } from "../../../test/change-email-app.ts";
import { memoryAdapter } from "../../database/memory/adapter.ts";
import { auditTable } from "../../tables/audit.ts";
import { outboxTable } from "../../tables/outbox.ts";
import { tokenTable } from "../../tables/token.ts";
import { userTable } from "../../tables/user.ts";

const better = "an even better password";

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("TOK-02: a link opened 50 times concurrently changes the email once", async () => {
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
    expect(undone.filter(({ body }) => body.includes("Your email is"))).toHaveLength(1);
  });

  test("INPUT-13: if one user signs up with an email while another user changes to it, only one of them gets it", async () => {
    const { browser, code } = await start({ database: opened.database } as never, false);
    const [signedUp, changed] = await Promise.all([
      browser().signUp("wanted@example.com"),
      code({ newEmail: "wanted@example.com" }),
    ]);
    expect([signedUp.status === 200, changed[0] === 200].filter(Boolean)).toHaveLength(1);
  });

  test("if a user changes their email while someone signs up with the old one, the old email stays reserved", async () => {
    for (let round = 0; round < 5; round++) {
      const { auth, browser, box, code, ann, db } = await start({ database: opened.database } as never);
      await code({ newEmail: `new${round}@example.com` });
      const { url } = await box.next("sendChangeEmailConfirmation");
      const [, signedUp] = await Promise.all([ann.get(pathOf(url)), browser().signUp("ann@example.com")]);
      expect(signedUp.status).toBe(422);
      // This app still sends emails, and would deliver the next round's emails from the shared outbox.
      await outboxEmpty(auth);
      await db.remove(userTable, { where: {} });
    }
  });

  test("every call sends at most the queries it declares", async () => {
    const { ann, box, auth, browser } = await start({ database: opened.database } as never);
    /** @param later the number of queries by emails that are sent after the response */
    const cost = async (id: string, run: () => Promise<{ status: number }>, later = 0): Promise<void> => {
      await outboxEmpty(auth);
      opened.statements.length = 0;
      const { status } = await run();
      const own = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && table !== "audit" && table !== "outbox",
      );
      const declared = auth.$context.extensions.endpoints[id]?.queryBudget ?? -1;
      expect([id, status]).toEqual([id, 200]);
      expect(own.length, `${id}: ${own.map(({ text }) => text).join("\n")}`).toBeLessThanOrEqual(declared + later);
    };
    const wish = { newEmail: "new@example.com", currentPassword: testPassword };
    await cost("changeEmail", () => ann.post("/change-email", wish), 4);
    await box.next("sendChangeEmailConfirmation");
    await cost("cancelEmailChange", () => ann.post("/cancel-email-change"));
    await ann.post("/change-email", wish);
    const { token } = await box.next("sendChangeEmailConfirmation");
    await cost("verifyEmail", () => ann.get(`/verify-email?token=${token}`), 2);
    const undo = (await box.next("sendEmailChanged")).token;
    await cost("undoEmailChangePage", () => browser().get(`/undo-email-change?token=${undo}`));
    await cost("undoEmailChange", () => browser().post("/undo-email-change", { token: undo }));
  });
});

describe("attackers, strangers, and late emails", () => {
  test("TOK-24: an email change link isn't used up if it conflicts with another change to the user", async () => {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const memory = memoryAdapter();
    const connect: typeof memory.connect = (schema) => {
      const adapter = memory.connect(schema);
      return {
        ...adapter,
        async transaction(run) {
          await meanwhile?.();
          return adapter.transaction(run);
        },
      };
    };
    const { ann, auth, box, user, code, db } = await start({ database: { ...memory, connect } });
    await code({ newEmail: "new@example.com" });
    const { url } = await box.next("sendChangeEmailConfirmation");
    const { id } = await user();
    await outboxEmpty(auth);
    // This runs between reading the user and the transaction that changes the user.
    let changes = 0;
    meanwhile = () => db.update(userTable, { where: { id }, set: { provenEmail: `other${++changes}@example.com` } });
    expect((await ann.get(pathOf(url))).headers.get("location")).toContain("error=");
    meanwhile = null;
    expect(await db.count(tokenTable, { where: { kind: "email-change" } })).toBe(1);
    expect((await ann.get(pathOf(url))).headers.get("location")).not.toContain("error=");
    expect((await user()).email).toBe("new@example.com");
  });

  test("TOK-13: the undo link for a later change doesn't invalidate the undo link for an earlier change", async () => {
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

  test("TOK-15: a password reset through the last verified email reverts an unverified change", async () => {
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

  test("TOK-15: an email that's retried after a recovery no longer contains a link", async () => {
    const { ann, browser, box, user, code, auth, clock } = await start({ changeEmail: { verifyNewFirst: true } });
    await code({ newEmail: "thief@example.com" });
    const { url } = await box.next("sendChangeEmailConfirmation");
    await outboxEmpty(auth);
    box.fail = () => Promise.reject(new Error("try again later"));
    await ann.get(pathOf(url));
    await vi.waitFor(async () =>
      expect(await auth.$context.db.findMany(outboxTable, { limit: 9 })).toMatchObject([
        { attempts: 1, lastError: "try again later" },
      ]),
    );
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

  test("TOK-12: a change request doesn't overwrite a concurrent email verification", async () => {
    const { box, user, db, auth, ann } = await start({}, false);
    await ann.post("/send-verification-email", { email: "ann@example.com" });
    const { token } = await box.next("sendVerificationEmail");
    // The email is verified while the password is being verified.
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

  test("changing to someone else's email doesn't keep its owner from signing up", async () => {
    const { ann, browser, box, user, code } = await start();
    await code({ newEmail: "victim@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    expect((await user()).email).toBe("victim@example.com");
    const victim = await browser().signUp("victim@example.com");
    expect(victim.status).toBe(200);
    expect(await user()).toMatchObject({ email: "ann@example.com", emailVerified: true, provenEmail: null });
  });

  test("a stranger who signs up with the old email can't take over account recovery", async () => {
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

  test("users can go back to their previous email within the seven days", async () => {
    const { ann, box, user, code } = await start();
    await code({ newEmail: "new@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    await ann.get(pathOf((await box.next("sendVerificationEmail")).url));
    expect(await code({ newEmail: "ann@example.com" })).toEqual([200, undefined]);
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    expect((await user()).email).toBe("ann@example.com");
  });
});
