import { afterEach, describe, expect, test } from "vitest";
import { clientId, clientSecret } from "../../../test/provider-server.ts";
import { ann, callbackAddress, closeProviders, startSocial, testProvider } from "../../../test/social-app.ts";
import { sha256Base64Url } from "../../crypto/digest.ts";
import { accountTable } from "../../tables/account.ts";
import { sessionTable } from "../../tables/session.ts";
import { tokenTable } from "../../tables/token.ts";
import { userTable } from "../../tables/user.ts";

afterEach(closeProviders);

const home = "http://app.test/";
const errorOf = (url: URL): string | null => url.searchParams.get("error");

describe("redirecting to the provider", () => {
  test("the URL has PKCE, state, and nonce, the browser gets a signed cookie, and the stored values are unreadable", async () => {
    const app = await startSocial();
    const person = app.browser();
    const reply = await person.post("/sign-in/social", {
      provider: "idp",
      scopes: ["calendar"],
      loginHint: "ann@example.com",
    });
    expect(reply.body).toMatchObject({ redirect: true });
    const url = new URL(reply.body.url as string);
    expect(reply.headers.get("location")).toBe(url.toString());
    expect(`${url.origin}${url.pathname}`).toBe("https://idp.test/authorize");
    const sent = Object.fromEntries(url.searchParams);
    expect(sent).toMatchObject({
      tenant: "1",
      client_id: clientId,
      response_type: "code",
      redirect_uri: "http://app.test/api/auth/callback/idp",
      scope: "openid email calendar",
      code_challenge_method: "S256",
      login_hint: "ann@example.com",
    });
    expect(sent.state).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(sent.nonce).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(sent.code_challenge).toMatch(/^[\w-]{43}$/);
    expect(reply.setCookies.join()).toMatch(/state=\w{32}\..+Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/);
    const [row] = await app.auth.$context.db.findMany(tokenTable, { limit: 9 });
    expect(JSON.stringify(row)).not.toContain(sent.state);
    expect(row?.value).toMatchObject({ codeVerifier: expect.stringMatching(/^v1\./) });
    expect((row?.expiresAt.getTime() ?? 0) - app.clock.now().getTime()).toBe(600_000);
  });

  test("the verifier has 128 characters and matches the challenge; the secret is sent as Basic", async () => {
    const app = await startSocial();
    const trip = await app.begin(app.browser());
    await trip.back(ann);
    const [request] = app.idp.requests.filter(({ path }) => path === "/token");
    const verifier = request?.form.get("code_verifier") as string;
    expect(verifier).toMatch(/^[A-Za-z0-9]{128}$/);
    expect(sha256Base64Url(verifier)).toBe(trip.url.searchParams.get("code_challenge"));
    expect(request?.form.get("redirect_uri")).toBe(callbackAddress());
    const basic = Buffer.from(String(request?.headers.authorization).replace("Basic ", ""), "base64").toString();
    expect(decodeURIComponent((basic.split(":")[1] ?? "").replaceAll("+", " "))).toBe(clientSecret);
  });

  test("disableRedirect leaves the navigation to the caller", async () => {
    const app = await startSocial();
    const reply = await app.browser().post("/sign-in/social", { provider: "idp", disableRedirect: true });
    expect(reply.body).toMatchObject({ redirect: false, url: expect.stringContaining("https://idp.test/") });
    expect(reply.headers.get("location")).toBeNull();
  });

  test("an unknown provider gets a 404", async () => {
    const { browser } = await startSocial();
    for (const provider of ["nobody", "github", "credential", "__proto__"]) {
      const { status, body } = await browser().post("/sign-in/social", { provider });
      expect([status, body.code]).toEqual([404, "PROVIDER_NOT_FOUND"]);
    }
  });

  test.each([
    ["callbackURL", "INVALID_CALLBACK_URL"],
    ["errorCallbackURL", "INVALID_ERROR_CALLBACK_URL"],
    ["newUserCallbackURL", "INVALID_NEW_USER_CALLBACK_URL"],
  ])("REDIR-01: a foreign %s is rejected, and nothing is stored", async (field, code) => {
    const app = await startSocial();
    for (const target of ["https://evil.test/", "//evil.test", "javascript:alert(1)"]) {
      const reply = await app.browser().post("/sign-in/social", { provider: "idp", [field]: target });
      expect([reply.status, reply.body.code]).toEqual([403, code]);
    }
    expect(await app.auth.$context.db.count(tokenTable, {})).toBe(0);
  });

  test("OAUTH-20, OAUTH-22: a client can't change the request's own parameters", async () => {
    const app = await startSocial();
    const evil = { state: "x", redirect_uri: "https://evil.test", client_id: "evil" };
    const { url } = await app.begin(app.browser(), {
      ...evil,
      additionalParams: evil,
      additionalData: { role: "admin" },
    });
    expect(url.searchParams.getAll("client_id")).toEqual([clientId]);
    expect(url.searchParams.getAll("redirect_uri")).toEqual([callbackAddress()]);
    for (const scope of ["a b", "a&state=x\n", "a,b", ""]) {
      const reply = await app.browser().post("/sign-in/social", { provider: "idp", scopes: [scope] });
      expect([reply.status, reply.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    }
  });

  test("OAUTH-21: the redirect URI doesn't follow the Host header", async () => {
    const app = await startSocial();
    const headers = { host: "evil.test", "x-forwarded-host": "evil.test" };
    const { body } = await app.browser().post("/sign-in/social", { provider: "idp" }, headers);
    expect(new URL(body.url as string).searchParams.get("redirect_uri")).toBe("http://app.test/api/auth/callback/idp");
  });

  test("CSRF-08: another site's page can't start a sign-in", async () => {
    const { browser } = await startSocial();
    const { status } = await browser().post("/sign-in/social", { provider: "idp" }, { origin: "https://evil.test" });
    expect(status).toBe(403);
  });
});

describe("returning from the provider", () => {
  test("a new user gets an account and a session, and is redirected to the page for new users", async () => {
    const app = await startSocial();
    const person = app.browser();
    const url = await app.signIn(person, ann, { callbackURL: "/app", newUserCallbackURL: "/welcome?a=1" });
    expect(url.toString()).toBe("http://app.test/welcome?a=1");
    const { body } = await person.get<{ user: object }>("/get-session");
    expect(body.user).toMatchObject({ name: "Ann", email: "ann@example.com", emailVerified: true });
    expect((await person.get<object[]>("/list-accounts")).body).toMatchObject([
      { providerId: "idp", accountId: "ann-1", scopes: ["openid", "email"] },
    ]);
    expect([...person.cookies.keys()]).toEqual(["latchkey.session_token"]);
  });

  test("an existing user is found by provider and id, even if their email has changed", async () => {
    const app = await startSocial();
    await app.signIn(app.browser(), ann);
    const person = app.browser();
    const url = await app.signIn(person, { sub: "ann-1" }, { callbackURL: "/app", newUserCallbackURL: "/welcome" });
    expect(url.pathname).toBe("/app");
    expect((await person.get<{ user: object }>("/get-session")).body.user).toMatchObject({ email: "ann@example.com" });
    expect(await app.auth.$context.db.count(userTable, {})).toBe(1);
  });

  test("OAUTH-18, OAUTH-19: ids are compared as exact text, within their provider", async () => {
    const other = testProvider({}, { id: "other" });
    const app = await startSocial({ providers: [testProvider(), other] });
    await app.signIn(app.browser(), { ...ann, sub: "Ann" });
    await app.signIn(app.browser(), { sub: "ann", email: "b@example.com", email_verified: true });
    await app.signIn(
      app.browser(),
      { sub: "ann", email: "c@example.com", email_verified: true },
      { provider: "other" },
    );
    expect(await app.auth.$context.db.count(userTable, {})).toBe(3);
    for (const sub of ["", " ", 7, null]) {
      expect(errorOf(await app.signIn(app.browser(), { ...ann, sub: sub as string }))).not.toBeNull();
    }
    expect(await app.auth.$context.db.count(userTable, {})).toBe(3);
  });

  test("OAUTH-23: tokens are stored encrypted, bound to their row and column", async () => {
    const app = await startSocial();
    await app.signIn(app.browser(), ann);
    const { db } = app.auth.$context;
    const [row] = await db.findMany(accountTable, { limit: 1 });
    for (const value of [row?.accessToken, row?.refreshToken, row?.idToken]) expect(value).toMatch(/^v1\./);
    await db.update(accountTable, {
      where: { id: row?.id as string },
      set: { accessToken: row?.refreshToken ?? null },
    });
    const moved = app.auth.api.getAccessToken({ body: { providerId: "idp", userId: row?.userId } });
    await expect(moved).rejects.toMatchObject({ code: "FAILED_TO_GET_ACCESS_TOKEN" });
  });

  test("encryptOAuthTokens: false stores them in plain text", async () => {
    const app = await startSocial({ account: { encryptOAuthTokens: false } });
    await app.signIn(app.browser(), ann);
    expect(await app.auth.$context.db.findMany(accountTable, { limit: 1 })).toMatchObject([{ accessToken: "at-2" }]);
  });

  test("a posted response has the same result as a GET, as a form or JSON", async () => {
    const app = await startSocial();
    const person = app.browser();
    const trip = await app.begin(person);
    const nonce = trip.url.searchParams.get("nonce") as string;
    const fields = { code: app.idp.authorize(ann, nonce), state: trip.url.searchParams.get("state") as string };
    const posted = await app.browser().send("/callback/idp", {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: "https://idp.test", "content-type": "application/x-www-form-urlencoded" },
    });
    expect(posted.status).toBe(302);
    const to = new URL(posted.headers.get("location") as string);
    expect(`${to.origin}${to.pathname}`).toBe("http://app.test/api/auth/callback/idp");
    expect(Object.fromEntries(to.searchParams)).toEqual(fields);
    const ended = await person.get(`/callback/idp${to.search}`);
    expect(ended.headers.get("location")).toBe(home);
    expect((await app.browser().post("/callback/idp", { state: "x" })).status).toBe(302);
  });

  test("mapProfileToUser fills in the app's fields, and its verified flag counts only if it also sets the email", async () => {
    const provider = testProvider({
      mapProfileToUser: ({ raw }) => ({ email: "changed@example.com", plan: "pro", name: `${raw.name}!` }),
    });
    const user = { additionalFields: { plan: { type: "string", input: false } } };
    const app = await startSocial({ user }, provider);
    await app.signIn(app.browser(), ann);
    const [row] = await app.auth.$context.db.findMany(userTable, { limit: 1 });
    expect(row).toMatchObject({ email: "changed@example.com", emailVerified: false, plan: "pro", name: "Ann!" });
  });

  test("plugins can change the values from a profile, like those from a request body", async () => {
    const provider = testProvider({ mapProfileToUser: () => ({ handle: "Ann_1" }) });
    const handle = { type: "string", nullable: true, unique: true, input: true };
    const names = {
      id: "names",
      tables: [{ extends: "user", columns: { handle } }],
      userInput(values: Readonly<Record<string, unknown>>) {
        if (values.name === "Eve") throw new Error("not this name");
        return { ...values, handle: String(values.handle).toLowerCase() };
      },
    };
    const app = await startSocial({ plugins: [names] }, provider);
    await app.signIn(app.browser(), ann);
    expect(await app.auth.$context.db.findMany(userTable, { limit: 9 })).toMatchObject([{ handle: "ann_1" }]);
    const eve = { ...ann, sub: "eve", name: "Eve", email: "eve@example.com" };
    expect(errorOf(await app.signIn(app.browser(), eve))).toBe("unable_to_create_user");
  });

  test("a profile without an email is rejected, or gets a placeholder that never receives messages", async () => {
    const app = await startSocial();
    expect(errorOf(await app.signIn(app.browser(), { sub: "nobody" }))).toBe("email_not_found");
    const kind = testProvider({}, { missingEmail: ({ id }) => `${id}@idp.invalid` });
    const second = await startSocial({}, kind);
    await second.signIn(second.browser(), { sub: "nobody", email_verified: true });
    expect(await second.auth.$context.db.findMany(userTable, { limit: 9 })).toMatchObject([
      { email: "nobody@idp.invalid", emailVerified: false },
    ]);
  });

  test("OAUTH-30: an email that sign-up would reject counts as missing", async () => {
    const app = await startSocial();
    for (const email of ["a@b.test, c@d.test", "\u212aate@example.com", "no address"]) {
      expect(errorOf(await app.signIn(app.browser(), { ...ann, email }))).toBe("email_not_found");
    }
  });

  test("a pending second factor creates no session, and adds a parameter to the callback URL", async () => {
    const gate = {
      name: "second",
      kind: "challenge",
      check: () => ({ response: { twoFactorRedirect: true } }),
    };
    const app = await startSocial({ plugins: [{ id: "factor", gates: [gate] }] });
    const person = app.browser();
    const url = await app.signIn(person, ann, { callbackURL: "/app?x=1", newUserCallbackURL: "/welcome" });
    expect(url.toString()).toBe("http://app.test/app?x=1&twoFactorRedirect=true");
    expect(await app.auth.$context.db.count(sessionTable, {})).toBe(0);
  });
});

describe("with sign-up turned off", () => {
  test("OAUTH-28: disableSignUp creates no user, with a callback or an ID token", async () => {
    const app = await startSocial({}, testProvider({ disableSignUp: true }));
    expect(errorOf(await app.signIn(app.browser(), ann, { requestSignUp: true }))).toBe("signup_disabled");
    const token = await app.idp.idToken({ ...ann });
    const reply = await app.browser().post("/sign-in/social", { provider: "idp", idToken: { token } });
    expect([reply.status, reply.body.code]).toEqual([401, "OAUTH_LINK_ERROR"]);
    expect(await app.auth.$context.db.count(userTable, {})).toBe(0);
  });

  test("disableImplicitSignUp creates a user only on request", async () => {
    const app = await startSocial({}, testProvider({ disableImplicitSignUp: true }));
    expect(errorOf(await app.signIn(app.browser(), ann))).toBe("signup_disabled");
    expect(errorOf(await app.signIn(app.browser(), ann, { requestSignUp: true }))).toBeNull();
  });
});
