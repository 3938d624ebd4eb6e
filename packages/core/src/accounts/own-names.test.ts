import { admin } from "@latchkey/admin";
import { createMailbox, mailOptions, startAuth } from "@latchkey/test-kit";
import { username } from "@latchkey/username";
import { describe, expect, test } from "vitest";
import { accountTable } from "../tables/account.ts";
import { userTable } from "../tables/user.ts";
import { findCredential } from "./password.ts";

const email = "ann.smith@example.com";
const good = "something else entirely";
/**
 * The email, the part before the @, and the username, in different cases and character widths, and with surrounding
 * spaces.
 */
const names = [
  email,
  "Ann.Smith@Example.COM",
  "ann.smith",
  " ANN.SMITH ",
  "ａｎｎ．ｓｍｉｔｈ",
  "annie_the_1st",
  "Annie_The_1st",
];

async function start(refuseOwnNames: boolean) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const emailAndPassword = { ...mails.emailAndPassword, minPasswordLength: 4, refuseOwnNames };
  const app = await startAuth({ ...mails, emailAndPassword, plugins: [username(), admin()] } as never);
  const signUp = (password: string) =>
    app.browser().post("/sign-up/email", { name: "Ann", email, password, username: "annie_the_1st" });
  return { ...app, box, signUp };
}

const refused = [400, "PASSWORD_TOO_OBVIOUS"];

describe("a password that is the user's own name", () => {
  test("PASS-14: is rejected by every call that sets a password if the app enables the check, and no token is consumed", async () => {
    const { browser, box, signUp, auth } = await start(true);
    const { db } = auth.$context;
    for (const password of names) {
      const { status, body } = await signUp(password);
      expect([password, status, body.code]).toEqual([password, ...refused]);
    }
    expect(await db.count(userTable, {})).toBe(0);
    expect((await signUp(good)).status).toBe(200);
    const person = browser();
    const { user } = (await person.signIn(email, good)).body;
    const stored = async () => (await findCredential(db, user.id))?.password;
    const before = await stored();

    await browser().post("/forget-password", { email });
    const { token } = await box.next("sendResetPassword");
    const headers = { cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    for (const newPassword of names) {
      for (const [path, fields] of [
        ["/change-password", { currentPassword: good, newPassword }],
        ["/reset-password", { token, newPassword }],
      ] as const) {
        const { status, body } = await person.post(path, fields);
        expect([path, newPassword, status, body.code]).toEqual([path, newPassword, ...refused]);
      }
    }
    expect(await stored()).toBe(before);

    await db.update(userTable, { where: { id: user.id }, set: { role: "admin" } as never });
    const bob = { name: "Bob", email: "bob.b@example.com", data: { username: "bobby" } };
    for (const [path, fields] of [
      ["/admin/create-user", { ...bob, password: "BOB.B" }],
      ["/admin/set-user-password", { userId: user.id, newPassword: "ann.smith" }],
    ] as const) {
      const { status, body } = await person.post(path, fields);
      expect([path, status, body.code]).toEqual([path, ...refused]);
    }
    await db.remove(accountTable, { where: { userId: user.id } });
    await expect(auth.api.setPassword({ headers, body: { newPassword: email } })).rejects.toMatchObject({
      code: "PASSWORD_TOO_OBVIOUS",
    });
    expect((await person.post("/reset-password", { token, newPassword: "ann.smith and more" })).status).toBe(200);
  });

  test("PASS-14: is accepted unless the app enables the check", async () => {
    const { signUp, browser } = await start(false);
    expect((await signUp("ann.smith")).status).toBe(200);
    expect((await browser().signIn(email, "ann.smith")).status).toBe(200);
  });
});
