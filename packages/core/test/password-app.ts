/** An app with a user who resets or changes a password. */

import { createMailbox, mailOptions, startAuth } from "@latchkey/test-kit";
import { type UserRow, userTable } from "../src/tables/user.ts";

/** A link as a path for the test browser. */
export const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");

export async function startPassword(options: Record<string, object> = {}) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const { emailAndPassword, emailVerification, ...rest } = options;
  const app = await startAuth({
    ...mails,
    emailAndPassword: { ...mails.emailAndPassword, ...emailAndPassword },
    emailVerification: { ...mails.emailVerification, ...emailVerification },
    ...rest,
  } as never);
  const { db } = app.auth.$context;
  const user = async (email = "ann@example.com"): Promise<UserRow> =>
    (await db.findOne(userTable, { where: { email } })) as UserRow;
  /** A reset token for this email, taken from the message. */
  const reset = async (email = "ann@example.com", redirectTo?: string) => {
    await app.browser().post("/forget-password", { email, redirectTo });
    return box.next("sendResetPassword");
  };
  return { ...app, box, db, user, reset };
}
