/** An app that verifies emails on sign-up. */

import { createMailbox, mailOptions, startAuth } from "@latchkey/test-kit";
import { type UserRow, userTable } from "../src/tables/user.ts";

/** A link in an email as a path for the test browser. */
export const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");

export async function startVerification(options: Record<string, object> = {}) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const { emailVerification, emailAndPassword, ...rest } = options;
  const app = await startAuth({
    ...mails,
    emailVerification: { ...mails.emailVerification, sendOnSignUp: true, ...emailVerification },
    emailAndPassword: { ...mails.emailAndPassword, ...emailAndPassword },
    ...rest,
  } as never);
  const { db } = app.auth.$context;
  const ann = async (): Promise<UserRow> =>
    (await db.findOne(userTable, { where: { email: "ann@example.com" } })) as UserRow;
  return { ...app, box, db, ann };
}
