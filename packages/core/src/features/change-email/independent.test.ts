import { outboxEmpty } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { pathOf, startChangeEmail } from "../../../test/change-email-app.ts";

const email = "ann@example.com";
const newEmail = "ann@elsewhere.test";

/** Options that don't affect whether the current email must confirm a change. */
const unrelated: readonly (readonly [string, Record<string, object>])[] = [
  ["no option is set", {}],
  ["the new email isn't verified first", { changeEmail: { verifyNewFirst: false } }],
  ["the new email is verified first", { changeEmail: { verifyNewFirst: true } }],
  ["no one is notified afterward", { changeEmail: { sendEmailChanged: undefined } as object }],
  ["no verification emails are sent", { emailVerification: { sendVerificationEmail: undefined } as object }],
  ["sign-up sends no email", { emailVerification: { sendOnSignUp: false, sendVerificationEmail: async () => {} } }],
  ["sign-up reveals who has an account", { emailAndPassword: { enabled: true, autoSignIn: true } }],
  ["every session is fresh", { session: { freshAge: 0 } }],
  ["the origin check is off", { advanced: { disableOriginCheck: true } }],
  ["the audit log is off", { audit: { enabled: false } }],
];

test.each(unrelated)("TOK-14: the current email has to approve if %s", async (_, options) => {
  const { ann, box, user, auth, browser } = await startChangeEmail(options);
  const { status } = await ann.post("/change-email", { newEmail, currentPassword: "correct horse battery" });
  expect(status).toBe(200);
  await outboxEmpty(auth);
  expect(box.mails.map(({ sender, to }) => [sender, to])).toEqual([["sendChangeEmailConfirmation", email]]);
  expect((await user()).email).toBe(email);
  await ann.get(pathOf(box.mails[0]?.url ?? "").split("&callbackURL")[0] as string);
  await outboxEmpty(auth);
  const asksNewOne = (options.changeEmail as { verifyNewFirst?: boolean } | undefined)?.verifyNewFirst === true;
  expect((await user()).email).toBe(asksNewOne ? email : newEmail);
  expect((await browser().signIn(asksNewOne ? email : newEmail)).status).toBe(200);
});

test("TOK-14: a verified email can't be changed if the app sends no confirmation emails", async () => {
  const { code, user } = await startChangeEmail({ changeEmail: { sendChangeEmailConfirmation: undefined } as object });
  expect(await code({ newEmail, currentPassword: "correct horse battery" })).toEqual([
    400,
    "VERIFICATION_EMAIL_NOT_ENABLED",
  ]);
  expect((await user()).email).toBe(email);
});
