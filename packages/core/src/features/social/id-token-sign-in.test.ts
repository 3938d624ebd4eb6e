import { afterEach, describe, expect, test } from "vitest";
import { ann, closeProviders, startSocial, testProvider } from "../../../test/social-app.ts";

afterEach(closeProviders);

/** Ann is signed in with email and password. */
async function start(options: object = {}, provider = testProvider()) {
  const app = await startSocial(options, provider);
  const person = app.browser();
  const { body } = await person.signUp("ann@example.com");
  return { ...app, person, userId: body.user.id, db: app.auth.$context.db };
}

describe("signing in with an ID token", () => {
  const give = (app: Awaited<ReturnType<typeof start>>, idToken: object, person = app.browser()) =>
    person.post("/sign-in/social", { provider: "idp", idToken });

  test("creates a session immediately", async () => {
    const app = await start();
    const person = app.browser();
    const token = await app.idp.idToken({ ...ann, sub: "b", email: "bob@example.com", nonce: "n" });
    const { status, body } = await give(app, { token, nonce: "n" }, person);
    expect([status, body.redirect, "url" in body]).toEqual([200, false, false]);
    expect(body).toMatchObject({ token: expect.any(String), user: { email: "bob@example.com" } });
    expect((await person.get("/get-session")).body).not.toBeNull();
  });

  test("OAUTH-16: a wrong nonce, a replay, and a missing required nonce are rejected", async () => {
    const app = await start();
    const bob = { sub: "b", email: "bob@example.com", email_verified: true };
    const token = await app.idp.idToken({ ...bob, nonce: "n" });
    const code = async (idToken: object) => {
      const { status, body } = await give(app, idToken);
      return [status, body.code];
    };
    expect(await code({ token, nonce: "m" })).toEqual([401, "INVALID_TOKEN"]);
    const [first, second] = await Promise.all([code({ token, nonce: "n" }), code({ token, nonce: "n" })]);
    expect([first?.[0], second?.[0]].sort()).toEqual([200, 401]);
    app.clock.advance(3650);
    expect(await code({ token, nonce: "n" })).toEqual([401, "INVALID_TOKEN"]);
    await app.auth.api.removeExpired();
    app.clock.advance(30);
    expect(await code({ token, nonce: "n" })).toEqual([401, "INVALID_TOKEN"]);
    const strict = await start({}, testProvider({ requireNonce: true }));
    const plain = await strict.idp.idToken(bob);
    const refused = await give(strict, { token: plain });
    expect([refused.status, refused.body.code]).toEqual([401, "INVALID_TOKEN"]);
  });

  test("OAUTH-15: an expired or malformed token, a wrong audience or issuer, and a missing signature are rejected", async () => {
    const app = await start();
    for (const claims of [{ aud: "app-2" }, { iss: "https://evil.test" }, { exp: 1 }]) {
      const { status, body } = await give(app, { token: await app.idp.idToken({ ...ann, ...claims }) });
      expect([status, body.code]).toEqual([401, "INVALID_TOKEN"]);
    }
    const whole = await app.idp.idToken({ ...ann });
    for (const token of [whole.slice(0, whole.lastIndexOf(".") + 1), "x", "a.b.c"]) {
      expect((await give(app, { token })).body.code).toBe("INVALID_TOKEN");
    }
  });

  test("OAUTH-08: a token with an unverified email can't sign in an existing user, and a token without an email can't sign anyone in", async () => {
    const app = await start();
    const unproven = await give(app, { token: await app.idp.idToken({ ...ann, email_verified: false }) });
    expect([unproven.status, unproven.body.code]).toEqual([401, "OAUTH_LINK_ERROR"]);
    const nameless = await give(app, { token: await app.idp.idToken({ sub: "c" }) });
    expect([nameless.status, nameless.body.code]).toEqual([401, "USER_EMAIL_NOT_FOUND"]);
  });

  test("a provider that doesn't allow direct sign-in is rejected", async () => {
    const idToken = { ...testProvider().idToken, allowsDirectSignIn: false } as never;
    const app = await start({}, testProvider({}, { idToken }));
    const { status, body } = await give(app, { token: await app.idp.idToken({ ...ann }) });
    expect([status, body.code]).toEqual([404, "ID_TOKEN_NOT_SUPPORTED"]);
  });
});
