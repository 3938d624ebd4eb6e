import { createMailbox, mailOptions, startAuth, testPassword } from "@latchkey/test-kit";
import { username } from "@latchkey/username";
import { describe, expect, test } from "vitest";

const email = "ann@example.com";

async function start() {
  const box = createMailbox();
  const mails = mailOptions(box);
  const app = await startAuth({
    ...mails,
    plugins: [username()],
    emailVerification: { ...mails.emailVerification, sendOnSignUp: true },
  });
  return { ...app, box };
}

const callbackOf = (url: string): string | null => new URL(url).searchParams.get("callbackURL");

describe("an empty target", () => {
  test("counts as missing in every call that accepts a target", async () => {
    const { browser, box } = await start();
    const person = browser();
    const account = { name: "Ann", email, password: testPassword, username: "annie" };
    expect((await person.post("/sign-up/email", { ...account, callbackURL: "" })).status).toBe(200);
    expect(callbackOf((await box.next("sendVerificationEmail")).url)).toBe("/");
    for (const [path, body] of [
      ["/sign-in/email", { email, password: testPassword }],
      ["/sign-in/username", { username: "annie", password: testPassword }],
    ] as const) {
      const { status, body: answer } = await browser().post(path, { ...body, callbackURL: "" });
      expect([status, answer]).toEqual([200, expect.objectContaining({ redirect: false })]);
    }
    for (const [path, sender] of [
      ["/send-verification-email", "sendVerificationEmail"],
      ["/forget-password", "sendResetPassword"],
    ] as const) {
      const { status } = await browser().post(path, { email, callbackURL: "", redirectTo: "" });
      expect([path, status]).toEqual([path, 200]);
      expect(callbackOf((await box.next(sender)).url)).toBe(sender === "sendResetPassword" ? "" : "/");
    }
    const changed = await person.post("/change-email", { newEmail: "new@example.com", callbackURL: "" });
    expect(changed.status).toBe(200);
    const { token } = await box.next("sendVerificationEmail");
    const verified = await person.get(`/verify-email?token=${token}&callbackURL=`);
    expect([verified.status, verified.headers.get("location")]).toEqual([200, null]);
    expect((await person.post("/delete-user", { password: testPassword, callbackURL: "" })).status).toBe(200);
  });

  test("doesn't include values that aren't text, which return a 400", async () => {
    const { browser } = await start();
    for (const callbackURL of [null, 0, false, [], {}]) {
      const { status, body } = await browser().post("/sign-in/email", { email, password: testPassword, callbackURL });
      expect([status, body.message]).toEqual([400, "Invalid callbackURL: expected a string"]);
    }
  });
});

describe("a target with characters that a URL can't contain", () => {
  test("is encoded, in responses and emails", async () => {
    const { browser, box } = await start();
    const given = "/café?q=a b|{c}";
    const encoded = "/caf%C3%A9?q=a%20b%7C%7Bc%7D";
    await browser().post("/sign-up/email", { name: "Ann", email, password: testPassword, callbackURL: given });
    const { url } = await box.next("sendVerificationEmail");
    expect(callbackOf(url)).toBe(encoded);
    const opened = await browser().get(url.slice(url.indexOf("/verify-email")));
    expect(opened.headers.get("location")).toBe(`http://app.test${encoded}`);
    const signedIn = await browser().post("/sign-in/email", { email, password: testPassword, callbackURL: given });
    expect([signedIn.body, signedIn.headers.get("location")]).toEqual([
      expect.objectContaining({ redirect: true, url: encoded }),
      encoded,
    ]);
  });

  test("REDIR-20: dot segments are rejected on every endpoint with a target", async () => {
    const { browser } = await start();
    for (const target of ["/x/..//evil.test", "/x/%2e%2e//evil.test", "http://app.test/x/..//evil.test"]) {
      for (const [path, body] of [
        ["/sign-in/email", { email, password: testPassword, callbackURL: target }],
        ["/sign-up/email", { name: "B", email: "b@example.com", password: testPassword, callbackURL: target }],
        ["/forget-password", { email, redirectTo: target }],
        ["/send-verification-email", { email, callbackURL: target }],
      ] as const) {
        expect([path, target, (await browser().post(path, body)).status]).toEqual([path, target, 403]);
      }
      for (const path of ["/verify-email", "/reset-password/x"]) {
        const refused = await browser().get(`${path}?token=x&callbackURL=${encodeURIComponent(target)}`);
        expect([path, refused.status]).toEqual([path, 403]);
      }
    }
  });
});
