import { createMailbox, mailOptions, startAuth, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { tokenTable } from "../../tables/token.ts";
import { userTable } from "../../tables/user.ts";

const email = "ann@example.com";
const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");

async function start(verification: object = {}) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const app = await startAuth({
    ...mails,
    emailVerification: {
      ...mails.emailVerification,
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      ...verification,
    },
  } as never);
  // An attacker signs up with another person's email. The owner gets the verification email.
  const attacker = app.browser();
  await attacker.post("/sign-up/email", { name: "A", email, password: testPassword, callbackURL: "/welcome?a=b" });
  const mail = await box.next("sendVerificationEmail");
  const isProven = async () =>
    (await app.auth.$context.db.findOne(userTable, { where: { email } }))?.emailVerified ?? null;
  return { ...app, box, attacker, mail, isProven };
}

describe("with a confirmation page", () => {
  test("TOK-23: opening the link redirects to the app's page without consuming the token, and only the page's POST consumes it", async () => {
    const { browser, mail, isProven, auth } = await start({ confirmPage: "/confirm?step=1" });
    const scanner = browser();
    for (const method of ["GET", "HEAD", "GET"]) {
      const { status, headers, setCookies } = await scanner.send(pathOf(mail.url), { method });
      if (method === "HEAD") {
        expect(status).toBe(404);
        continue;
      }
      const target = new URL(headers.get("location") ?? "");
      expect([status, target.origin + target.pathname, setCookies]).toEqual([302, "http://app.test/confirm", []]);
      expect(Object.fromEntries(target.searchParams)).toEqual({
        step: "1",
        token: mail.token,
        callbackURL: "/welcome?a=b",
      });
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect(await isProven()).toBe(false);
    expect(await auth.$context.db.count(tokenTable, {})).toBe(1);

    const reader = browser();
    const clicked = await reader.post("/verify-email", { token: mail.token });
    expect([clicked.status, clicked.body]).toEqual([200, { status: true, user: null }]);
    expect(await isProven()).toBe(true);
    expect((await reader.get("/get-session")).body).toMatchObject({ user: { email } });
  });

  test("TOK-23: a form that's posted without scripts is redirected like the link", async () => {
    const { browser, mail, isProven } = await start({ confirmPage: "https://www.app.test/confirm" });
    const send = (fields: Record<string, string>, origin = "http://app.test") =>
      browser().send("/verify-email", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", origin },
        body: new URLSearchParams(fields).toString(),
      });
    const { token } = mail;
    expect((await send({ token, callbackURL: "/in" }, "https://evil.test")).status).toBe(403);
    expect((await send({ token, callbackURL: "https://evil.test" })).status).toBe(403);
    expect((await send({ token: "wrong", callbackURL: "/in" })).headers.get("location")).toContain(
      "error=invalid_token",
    );
    expect(await isProven()).toBe(false);
    expect((await send({ token, callbackURL: "/in" })).headers.get("location")).toBe("http://app.test/in");
    expect(await isProven()).toBe(true);
  });

  test("a server call can open the link directly", async () => {
    const { auth, mail, isProven } = await start({ confirmPage: "/confirm" });
    await auth.api.verifyEmail({ query: { token: mail.token } });
    expect(await isProven()).toBe(true);
  });
});

test("TOK-23: without the option, a GET of the link verifies the email, and a reset removes what an attacker planted", async () => {
  const { browser, box, mail, isProven, attacker } = await start({ autoSignInAfterVerification: false });
  expect((await browser().post("/verify-email", { token: mail.token })).status).toBe(404);
  await browser().get(pathOf(mail.url));
  expect(await isProven()).toBe(true);
  // The attacker's session lasts until the mailbox's owner recovers the account.
  expect((await attacker.get("/get-session")).body).toMatchObject({ user: { email } });
  await browser().post("/forget-password", { email });
  const { token } = await box.next("sendResetPassword");
  await browser().post("/reset-password", { token, newPassword: "chosen by the owner" });
  expect((await attacker.get("/get-session")).body).toBeNull();
  expect((await browser().signIn(email)).status).toBe(401);
});

test("an invalid page URL fails at startup, and the error names the option", async () => {
  for (const confirmPage of ["confirm", "//evil.test", "javascript:alert(1)", "acme://x", ""]) {
    await expect(start({ confirmPage })).rejects.toThrow("emailVerification.confirmPage");
  }
});
