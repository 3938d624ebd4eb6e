import { admin } from "@latchkey/admin";
import { type CaughtMail, outboxEmpty } from "@latchkey/test-kit";
import { afterEach, describe, expect, test } from "vitest";
import { pathOf, startChangeEmail } from "../../test/change-email-app.ts";
import { at, closeNodes, type Node, signInByProvider, startNodes } from "../../test/nodes.ts";
import { accountTable } from "../tables/account.ts";
import { outboxTable } from "../tables/outbox.ts";
import { userTable } from "../tables/user.ts";

afterEach(closeNodes);
const email = "ann@example.com";
const password = "correct horse battery";

/** The sender function and recipient of an email, and the change that a notice reports. */
function summary({ sender, to, mail }: CaughtMail): unknown[] {
  return [sender.replace("send", ""), to, ...(mail.change ? [mail.change, mail.provider] : [])];
}

async function start(options: object = {}) {
  const started = await startNodes(
    { plugins: [admin()], account: { accountLinking: { allowDifferentEmails: true } }, ...options },
    [{}],
  );
  const [node] = started.nodes as [Node];
  const { db } = node.auth.$context;
  const person = at(node);
  const { user } = (await person.signUp(email)).body;
  await db.update(userTable, { where: { id: user.id }, set: { emailVerified: true } });
  // This is as if the link had been opened in the sign-up's session, so the password belongs to the mailbox's owner.
  await db.update(accountTable, { where: { userId: user.id }, set: { verifiedEmail: email } });
  const told = async () => {
    await outboxEmpty(node.auth);
    return started.box.mails.splice(0).map(summary);
  };
  return { ...started, node, db, person, user, told };
}

describe("after the commit, the owner is notified", () => {
  test("LOG-05: of a password that was changed, reset, or set by an admin", async () => {
    const { node, person, user, told, box, db } = await start();
    await person.post("/change-password", { currentPassword: password, newPassword: "a second good one" });
    expect(await told()).toEqual([["PasswordChanged", email]]);
    await at(node).post("/forget-password", { email });
    const { token } = await box.next("sendResetPassword");
    await at(node).post("/reset-password", { token, newPassword: "a third good one" });
    expect(await told()).toEqual([
      ["ResetPassword", email],
      ["PasswordChanged", email],
    ]);
    await person.signIn(email, "a third good one");
    await db.update(userTable, { where: { id: user.id }, set: { role: "admin" } as never });
    await person.post("/admin/set-user-password", { userId: user.id, newPassword: "a fourth good one" });
    expect(await told()).toEqual([["PasswordChanged", email]]);
  });

  test("LOG-05: of linked and unlinked accounts", async () => {
    const started = await start();
    const { node, told } = started;
    const [person] = await signInByProvider(started, node, node);
    expect(await told()).toEqual([["SecurityNotice", email, "account-linked", "idp"]]);
    expect((await person.post("/unlink-account", { providerId: "idp" })).status).toBe(200);
    expect(await told()).toEqual([["SecurityNotice", email, "account-unlinked", "idp"]]);
    // New users get no notice, because nothing has changed for them.
    await at(node).signUp("new@example.com");
    expect(await told()).toEqual([]);
  });

  test.each([
    [["EmailChanged", email], {}],
    [["SecurityNotice", email, "email-changed", null], { sendEmailChanged: undefined }],
  ] as const)("LOG-05: of an email change, at the old email: %j", async (expected, changeEmail) => {
    const { ann, box, auth } = await startChangeEmail({ changeEmail });
    await ann.post("/change-email", { newEmail: "ann@new.test", currentPassword: password });
    const { url } = await box.next("sendChangeEmailConfirmation");
    await ann.get(pathOf(url));
    await outboxEmpty(auth);
    const told = box.mails.filter(({ to }) => to === email).map(summary);
    expect(told).toEqual([["ChangeEmailConfirmation", email], expected]);
  });

  test("LOG-05: at the old email if an admin sets a new one", async () => {
    const { node, person, user, told, db } = await start();
    const bob = at(node);
    const { id } = (await bob.signUp("bob@example.com")).body.user;
    await db.update(userTable, { where: { id: user.id }, set: { role: "admin" } as never });
    await db.update(userTable, { where: { id }, set: { emailVerified: true } });
    const move = (email: string) => person.post("/admin/update-user", { userId: id, data: { email } });
    expect((await move("bob@new.test")).status).toBe(200);
    expect(await told()).toContainEqual(["SecurityNotice", "bob@example.com", "email-changed", null]);
    // The new email isn't verified, so the notice goes to the previous one again.
    expect((await move("bob@newer.test")).status).toBe(200);
    expect(await told()).toContainEqual(["SecurityNotice", "bob@example.com", "email-changed", null]);
  });

  test("LOG-05: with a message that's stored with the change, and sent once sending works again", async () => {
    const started = await start();
    const { node, told, box, db } = started;
    box.fail = () => Promise.reject(new Error("the mail server is down"));
    await signInByProvider(started, node, node);
    await expect.poll(async () => (await db.findMany(outboxTable, { limit: 9 }))[0]?.attempts).toBe(1);
    const [kept] = await db.findMany(outboxTable, { limit: 9 });
    expect(kept).toMatchObject({ kind: "mail.security-notice" });
    box.fail = null;
    node.clock.advance(120);
    await node.auth.api.deliverOutbox();
    expect(await told()).toEqual([["SecurityNotice", email, "account-linked", "idp"]]);
  });
});
