import { outboxEmpty, startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { pathOf, startPassword as start } from "../../../test/password-app.ts";
import { memoryAdapter } from "../../database/memory/adapter.ts";

const better = "an even better password";

describe("requesting a password reset", () => {
  test("the emailed link opens the app's page with a token, which can be used to set a new password", async () => {
    const { browser, reset } = await start();
    await browser().signUp("ann@example.com");
    const mail = await reset("ANN@example.com", "/reset?from=mail");
    expect(mail.to).toBe("ann@example.com");
    expect(mail.token).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(mail.url).toBe(`http://app.test/api/auth/reset-password/${mail.token}?callbackURL=%2Freset%3Ffrom%3Dmail`);
    const opened = await browser().get(pathOf(mail.url));
    expect([opened.status, opened.headers.get("location")]).toEqual([
      302,
      `http://app.test/reset?from=mail&token=${mail.token}`,
    ]);
    const done = await browser().post("/reset-password", { newPassword: better, token: mail.token });
    expect([done.status, done.body]).toEqual([200, { status: true }]);
    expect((await browser().signIn("ann@example.com")).status).toBe(401);
    expect((await browser().signIn("ann@example.com", better)).status).toBe(200);
  });

  test("the token can be in the query, but the body takes precedence", async () => {
    const { browser, reset } = await start();
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    const send = (query: string, body: object) => browser().post(`/reset-password?token=${query}`, body);
    expect((await send(token, { newPassword: better, token: "another" })).body).toMatchObject({
      code: "INVALID_TOKEN",
    });
    expect((await send(token, { newPassword: better })).status).toBe(200);
  });

  test("CSRF-13: opening the link doesn't consume the token, and an unknown link redirects with an error", async () => {
    const { browser, reset } = await start();
    await browser().signUp("ann@example.com");
    const { token } = await reset();
    for (let times = 0; times < 3; times++) await browser().get(`/reset-password/${token}?callbackURL=/reset`);
    const unknown = await browser().get("/reset-password/nonsense?callbackURL=/reset");
    expect(unknown.headers.get("location")).toBe("http://app.test/reset?error=INVALID_TOKEN");
    expect((await browser().get(`/reset-password/${token}`)).body).toMatchObject({ code: "VALIDATION_ERROR" });
    expect((await browser().get(`/reset-password/${token}?callbackURL=https://evil.test`)).status).toBe(403);
    expect((await browser().post("/reset-password", { newPassword: better, token })).status).toBe(200);
  });

  test("both names for the call do the same, and both are rejected if the app can't send reset emails", async () => {
    const { browser, box } = await start();
    await browser().signUp("ann@example.com");
    const bodies: unknown[] = [];
    for (const path of ["/forget-password", "/request-password-reset"]) {
      bodies.push((await browser().post(path, { email: "ann@example.com" })).body);
      await box.next("sendResetPassword");
    }
    const message = "If this email exists in our system, check your email for the reset link";
    expect(bodies).toEqual([
      { status: true, message },
      { status: true, message },
    ]);
    const without = await startAuth();
    for (const path of ["/forget-password", "/request-password-reset"]) {
      const { status, body } = await without.browser().post(path, { email: "ann@example.com" });
      expect([status, body.code]).toEqual([400, "RESET_PASSWORD_DISABLED"]);
    }
  });

  test("REDIR-01: a foreign redirect is rejected, and no email is sent", async () => {
    const { browser, box, auth } = await start();
    await browser().signUp("ann@example.com");
    const body = { email: "ann@example.com", redirectTo: "https://evil.test" };
    const { status, body: answer } = await browser().post("/forget-password", body);
    expect([status, answer]).toEqual([403, { code: "INVALID_REDIRECT_URL", message: "Invalid redirectURL" }]);
    await outboxEmpty(auth);
    expect(box.mails).toEqual([]);
  });

  test("ENUM-05: known and unknown emails get the same response with the same queries, and no hash is computed", async () => {
    const texts: string[] = [];
    const database = memoryAdapter({ onStatement: ({ text }) => void texts.push(text) });
    const { browser, auth, box } = await start({ database } as never);
    await browser().signUp("ann@example.com");
    const seen: unknown[] = [];
    for (const email of ["ann@example.com", "nobody@example.com"]) {
      texts.length = 0;
      const { status, body, headers, setCookies } = await browser().post("/forget-password", { email });
      // The response is sent once the message is stored. The user is looked up afterward.
      seen.push([status, body, [...headers], setCookies, texts.slice(0, 1)]);
      await outboxEmpty(auth);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(box.mails.map(({ to }) => to)).toEqual(["ann@example.com"]);
  });

  test("TOK-20: both paths share a limit, and an email gets at most ten messages per hour, regardless of the client", async () => {
    const counted = await start({ rateLimit: { enabled: true, customRules: { "/sign-up/email": false } } } as never);
    const person = counted.browser();
    const statuses: number[] = [];
    for (const path of ["/forget-password", "/request-password-reset", "/forget-password", "/request-password-reset"]) {
      statuses.push((await person.post(path, { email: "ann@example.com" })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);

    const flooded = await start({
      rateLimit: { enabled: true, customRules: { "/forget-password": false, "/sign-up/email": false } },
    } as never);
    await flooded.browser().signUp("ann@example.com");
    for (let at = 0; at < 15; at++) {
      const { status, body } = await flooded
        .browser(`203.0.113.${at}`)
        .post("/forget-password", { email: "ann@example.com" });
      expect([status, body.status]).toEqual([200, true]);
    }
    await outboxEmpty(flooded.auth);
    expect(flooded.box.mails).toHaveLength(10);
  });

  test("TOK-17: the message goes to the stored email, and look-alike emails don't match a user", async () => {
    const { browser, reset, box, auth } = await start();
    await browser().signUp("kim@example.com");
    expect((await reset("KIM@EXAMPLE.COM")).to).toBe("kim@example.com");
    for (const email of ["\u212Aim@example.com", "k\u0131m@example.com"]) {
      const { status, body } = await browser().post("/forget-password", { email });
      expect([status, body.code]).toEqual([400, "INVALID_EMAIL"]);
    }
    await outboxEmpty(auth);
    expect(box.mails).toHaveLength(1);
  });
});
