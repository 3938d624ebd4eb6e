import { outboxEmpty } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pathOf, startChangeEmail as start } from "../../../test/change-email-app.ts";
import { auditTable } from "../../tables/audit.ts";
import { outboxTable } from "../../tables/outbox.ts";
import { tokenTable } from "../../tables/token.ts";
import { userTable } from "../../tables/user.ts";

const newEmail = "new@example.com";
const verifyNewFirst = { changeEmail: { verifyNewFirst: true } };

type App = Awaited<ReturnType<typeof start>>;

async function cancel({ ann }: App): Promise<readonly [number, string | undefined]> {
  const { status, body } = await ann.post<{ code?: string }>("/cancel-email-change");
  return [status, body.code];
}

/** Waits until delivery of the only email in the outbox has failed once. */
function attempted({ db }: App): Promise<void> {
  return vi.waitFor(async () =>
    expect(await db.findMany(outboxTable, { limit: 9 })).toMatchObject([{ attempts: 1, lastError: "try again later" }]),
  );
}

const nothingPending = [400, "EMAIL_CHANGE_NOT_FOUND"];

test("TOK-15: after a cancellation, the link that was sent to the current email no longer works, and the audit log has one entry", async () => {
  const app = await start();
  await app.code({ newEmail });
  const { token } = await app.box.next("sendChangeEmailConfirmation");
  expect(await cancel(app)).toEqual([200, undefined]);
  expect((await app.ann.get(`/verify-email?token=${token}`)).body).toMatchObject({ code: "INVALID_TOKEN" });
  expect(await app.user()).toMatchObject({ email: "ann@example.com", emailVerified: true });
  expect((await app.ann.get<any>("/account-state")).body.pendingEmail).toBeNull();
  expect(await cancel(app)).toEqual(nothingPending);
  const { id: userId } = await app.user();
  expect(await app.db.count(auditTable, { where: { action: "user.email.cancel", userId, actorId: userId } })).toBe(1);
});

test("TOK-15: after a cancellation, the link that was sent to the new email no longer works, and the change can be requested again", async () => {
  const app = await start(verifyNewFirst);
  await app.code({ newEmail });
  await app.ann.get(pathOf((await app.box.next("sendChangeEmailConfirmation")).url));
  const { token } = await app.box.next("sendVerificationEmail");
  expect(await cancel(app)).toEqual([200, undefined]);
  expect((await app.ann.get(`/verify-email?token=${token}`)).status).toBe(401);
  await app.code({ newEmail });
  await app.ann.get(pathOf((await app.box.next("sendChangeEmailConfirmation")).url));
  await app.ann.get(pathOf((await app.box.next("sendVerificationEmail")).url));
  expect((await app.user()).email).toBe(newEmail);
});

test.each([
  ["to the current email", {}, "sendChangeEmailConfirmation"],
  ["to the new email", verifyNewFirst, "sendVerificationEmail"],
] as const)("TOK-15: an email %s that is still being retried is never sent", async (_, options, sender) => {
  const app = await start(options);
  const { auth, ann, box, clock, code } = app;
  const sent = () => box.mails.filter((mail) => mail.sender === sender).length;
  const rejectMail = () => Promise.reject(new Error("try again later"));
  if (sender === "sendChangeEmailConfirmation") {
    box.fail = rejectMail;
    await code({ newEmail });
  } else {
    await code({ newEmail });
    const { url } = await box.next("sendChangeEmailConfirmation");
    await outboxEmpty(auth);
    box.fail = rejectMail;
    await ann.get(pathOf(url));
  }
  await attempted(app);
  expect(await cancel(app)).toEqual([200, undefined]);
  box.fail = null;
  const before = sent();
  clock.advance(3600);
  await auth.api.deliverOutbox();
  await outboxEmpty(auth);
  expect(sent()).toBe(before);
  expect(await app.db.count(tokenTable, {})).toBe(0);
});

test("canceling a change doesn't invalidate the user's other links", async () => {
  const app = await start();
  const { ann, box, browser, code } = app;
  await browser().post("/forget-password", { email: "ann@example.com" });
  const { token } = await box.next("sendResetPassword");
  await code({ newEmail });
  await box.next("sendChangeEmailConfirmation");
  expect(await cancel(app)).toEqual([200, undefined]);
  expect((await ann.get("/get-session")).body).toMatchObject({ user: { email: "ann@example.com" } });
  const { status } = await browser().post("/reset-password", { newPassword: "an even better password", token });
  expect(status).toBe(200);
});

test("canceling affects only the signed-in user's own change", async () => {
  const app = await start();
  const { browser, box, code, ann } = app;
  await code({ newEmail });
  const { token } = await box.next("sendChangeEmailConfirmation");
  const bob = browser();
  await bob.signUp("bob@example.com");
  expect((await bob.post("/cancel-email-change")).body).toMatchObject({ code: "EMAIL_CHANGE_NOT_FOUND" });
  expect((await browser().post("/cancel-email-change")).status).toBe(401);
  expect((await ann.get(`/verify-email?token=${token}`)).status).toBe(200);
});

test("a completed change can't be canceled", async () => {
  const app = await start();
  await app.code({ newEmail });
  await app.ann.get(pathOf((await app.box.next("sendChangeEmailConfirmation")).url));
  expect(await cancel(app)).toEqual(nothingPending);
  expect((await app.user()).email).toBe(newEmail);
});

/** Opens the link twice and cancels twice at the same time. Returns how many of these calls succeeded. */
async function race(app: App, wanted: string, toNewEmail: boolean, round: number): Promise<number> {
  const { auth, ann, box, browser, code, db, user } = app;
  await db.update(userTable, { where: {}, set: { emailVerified: true } });
  const { email } = await user();
  await code({ newEmail: wanted });
  let link = await box.next("sendChangeEmailConfirmation");
  if (toNewEmail) {
    await ann.get(pathOf(link.url));
    link = await box.next("sendVerificationEmail");
  }
  const openLink = () => browser().get(`/verify-email?token=${link.token}`);
  const ask = () => ann.post("/cancel-email-change");
  const calls = round % 2 === 0 ? [openLink, ask, openLink, ask] : [ask, openLink, ask, openLink];
  const replies = await Promise.all(calls.map((call) => call()));
  const wins = (call: unknown) => replies.filter(({ status }, index) => calls[index] === call && status === 200).length;
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  expect((await user()).email).toBe(wins(openLink) === 1 ? wanted : email);
  await outboxEmpty(auth);
  return wins(openLink) + wins(ask);
}

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("TOK-02: either the link or a concurrent cancellation succeeds", async () => {
    for (const options of [{}, verifyNewFirst]) {
      const app = await start({ ...options, database: opened.database } as never);
      for (let round = 0; round < 6; round++) {
        expect(await race(app, `new${round}@example.com`, options === verifyNewFirst, round)).toBe(1);
      }
      await app.db.remove(userTable, { where: {} });
    }
  }, 20_000);

  test("TOK-02: one of many concurrent cancellations succeeds", async () => {
    const app = await start({ database: opened.database } as never);
    await app.code({ newEmail });
    await app.box.next("sendChangeEmailConfirmation");
    const replies = await Promise.all(Array.from({ length: 8 }, () => cancel(app)));
    expect(replies.filter(([status]) => status === 200)).toHaveLength(1);
    expect(await app.db.count(auditTable, { where: { action: "user.email.cancel" } })).toBe(1);
  });
});
