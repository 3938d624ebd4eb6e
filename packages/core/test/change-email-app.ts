/** An app where Ann is about to change her email. */

import { createMailbox, mailOptions, startAuth } from "@latchkey/test-kit";
import { type UserRow, userTable } from "../src/tables/user.ts";

/** A link as a path for the test browser. */
export const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");

/** Ann, whose email is verified unless the test says otherwise. */
export async function startChangeEmail(options: Record<string, object> = {}, proven = true) {
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
