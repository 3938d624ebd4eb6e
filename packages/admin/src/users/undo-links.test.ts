import { type UserRow, userTable } from "@latchkey/core/plugin";
import { createMailbox, mailOptions } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { said, startAdmin } from "../../test/admin-app.ts";

const email = "ann@example.com";
const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");

/**
 * Ann's account was stolen and its email changed twice, so the link that undoes the second change would restore the
 * thief's first email.
 */
async function start() {
  const box = createMailbox();
  const app = await startAdmin({}, mailOptions(box));
  const { db } = app.auth.$context;
  const { id: userId } = await app.person("ann");
  await db.update(userTable, { where: { id: userId }, set: { emailVerified: true } });
  const thief = app.browser();
  await thief.signIn(email);
  const move = async (oldEmail: string, newEmail: string): Promise<string> => {
    await thief.post("/change-email", { newEmail });
    await app.browser().get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    await thief.post("/send-verification-email", { email: newEmail });
    await app.browser().get(pathOf((await box.next("sendVerificationEmail", newEmail)).url));
    app.clock.advance(60);
    return (await box.next("sendEmailChanged", oldEmail)).token;
  };
  const toAnn = await move(email, "thief@example.com");
  const toThief = await move("thief@example.com", "thief-2@example.com");
  return {
    toAnn,
    toThief,
    correct: (data: object) => app.root.post("/admin/update-user", { userId, data }),
    undo: async (token: string) => (await app.browser().post<string>("/undo-email-change", { token })).body,
    user: async () => (await db.findOne(userTable, { where: { id: userId } })) as UserRow,
  };
}

const corrections: readonly (readonly [string, readonly object[]])[] = [
  ["at once", [{ email, emailVerified: true }]],
  ["in two steps", [{ email }, { emailVerified: true }]],
];

test.each(corrections)(
  "RECL-27: after an admin corrects the email %s, the thief's undo link no longer works",
  async (_, steps) => {
    const { correct, undo, user, toAnn, toThief } = await start();
    for (const data of steps) expect(said(await correct(data))).toBe("200");
    expect(await undo(toThief)).toContain("no longer valid");
    expect(await user()).toMatchObject({ email, emailVerified: true });
    // The owner's own link still ends all sessions and removes what the thief set up.
    expect(await undo(toAnn)).toContain(`Your email is ${email} again`);
  },
);

test("RECL-27: if the admin doesn't mark the new email as verified, the owner's undo link still works", async () => {
  const { correct, undo, user, toAnn } = await start();
  expect(said(await correct({ email: "other@example.com" }))).toBe("200");
  expect(await undo(toAnn)).toContain(`Your email is ${email} again`);
  expect(await user()).toMatchObject({ email, emailVerified: true });
});
