import { afterEach, describe, expect, test } from "vitest";
import { json } from "../../../test/provider-server.ts";
import { ann, closeProviders, startSocial, testProvider } from "../../../test/social-app.ts";
import { accountTable } from "../../tables/account.ts";

afterEach(closeProviders);

async function start(provider = testProvider(), options: object = {}) {
  const app = await startSocial(options, provider);
  const person = app.browser();
  await app.signIn(person, ann);
  const { db } = app.auth.$context;
  const row = () => db.findOne(accountTable, { where: { accountId: "ann-1" } });
  const code = async (path: string, fields: object = { providerId: "idp" }) => {
    const { status, body } = await person.post(path, fields);
    return [status, body.code];
  };
  return { ...app, person, db, row, code };
}

describe("/get-access-token", () => {
  test("finds the provider's tokens by provider, by the provider's user id, or by the row's id", async () => {
    const { person, row, clock } = await start();
    const { id } = (await row()) ?? {};
    for (const fields of [{ providerId: "idp" }, { providerId: "idp", accountId: "ann-1" }, { accountId: id }]) {
      const { body } = await person.post("/get-access-token", fields);
      expect(body).toMatchObject({
        tokenType: "Bearer",
        accessToken: "at-2",
        refreshToken: "rt-2",
        idToken: expect.stringMatching(/^eyJ/),
        accessTokenExpiresAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
        refreshTokenExpiresAt: null,
        scopes: ["openid", "email"],
      });
    }
  });

  test("refreshes tokens that expire in less than five seconds, but not tokens that expire later", async () => {
    const { person, clock, idp } = await start();
    clock.advance(3_595);
    expect((await person.post("/get-access-token", { providerId: "idp" })).body.accessToken).toBe("at-2");
    clock.advance(1);
    expect((await person.post("/get-access-token", { providerId: "idp" })).body.accessToken).toBe("at-3");
    const refresh = idp.requests.filter(({ form }) => form.get("grant_type") === "refresh_token");
    expect(refresh.map(({ form }) => form.get("refresh_token"))).toEqual(["rt-2"]);
  });

  test("OAUTH-24: over HTTP, returns only the session user's own tokens, whatever the input names", async () => {
    const { person, browser, signIn, auth, row } = await start();
    const userId = (await row())?.userId;
    const bob = browser();
    await signIn(bob, { sub: "bob", email: "bob@example.com", email_verified: true });
    for (const path of ["/get-access-token", "/refresh-token"]) {
      const { body } = await bob.post(path, { providerId: "idp", userId });
      expect(body.refreshToken).not.toBe("rt-2");
      expect((await bob.post(path, { accountId: (await row())?.id })).body.code).toBe("ACCOUNT_NOT_FOUND");
      expect((await browser().post(path, { providerId: "idp", userId })).status).toBe(401);
    }
    expect((await person.post("/get-access-token", { providerId: "idp" })).body.accessToken).toBe("at-2");
    expect(await auth.api.getAccessToken({ body: { providerId: "idp", userId } })).toMatchObject({
      accessToken: "at-2",
    });
    await expect(auth.api.getAccessToken({ body: { providerId: "idp" } })).rejects.toMatchObject({
      code: "USER_ID_OR_SESSION_REQUIRED",
      status: 400,
    });
  });

  test("HTTP-14: with a visitor's headers, returns only the session user's own tokens, whatever the input names", async () => {
    const { browser, signIn, auth, row } = await start();
    const body = { providerId: "idp", userId: (await row())?.userId as string };
    for (const call of [auth.api.getAccessToken, auth.api.refreshToken]) {
      for (const visitor of [{ headers: new Headers() }, { request: new Request("http://app.test/") }]) {
        await expect(call({ ...visitor, body })).rejects.toMatchObject({ code: "UNAUTHORIZED", status: 401 });
      }
    }
    const bob = browser();
    await signIn(bob, { sub: "bob", email: "bob@example.com", email_verified: true });
    const headers = { cookie: [...bob.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    expect((await auth.api.getAccessToken({ headers, body })).refreshToken).not.toBe("rt-2");
    expect((await auth.api.getAccessToken({ body })).refreshToken).toBe("rt-2");
  });

  test("rejects invalid requests", async () => {
    const { code, db } = await start();
    expect(await code("/get-access-token", { providerId: "nobody" })).toEqual([400, "PROVIDER_NOT_SUPPORTED"]);
    expect(await code("/get-access-token", { providerId: "idp", accountId: "x" })).toEqual([400, "ACCOUNT_NOT_FOUND"]);
    expect(await code("/get-access-token", {})).toEqual([400, "VALIDATION_ERROR"]);
    await db.update(accountTable, { where: {}, set: { accessToken: null, refreshToken: null } });
    expect(await code("/get-access-token")).toEqual([400, "FAILED_TO_GET_ACCESS_TOKEN"]);
    expect(await code("/refresh-token")).toEqual([400, "REFRESH_TOKEN_NOT_FOUND"]);
  });

  test("rejects a refresh at a provider without refresh tokens", async () => {
    const { code } = await start(testProvider({}, { token: { ...testProvider().token, refresh: "not-applicable" } }));
    expect(await code("/refresh-token")).toEqual([400, "TOKEN_REFRESH_NOT_SUPPORTED"]);
  });
});

describe("/refresh-token", () => {
  test("keeps the old refresh token if the provider doesn't return a new one", async () => {
    const { person, idp } = await start();
    idp.answers.set("/token", (_, response) => json(response, { access_token: "new" }));
    const { body } = await person.post("/refresh-token", { providerId: "idp" });
    expect(body).toMatchObject({
      accessToken: "new",
      refreshToken: "rt-2",
      scope: "openid,email",
      providerId: "idp",
      accountId: "ann-1",
    });
  });

  test("leaves the tokens unchanged after a provider error, and doesn't block the next attempt", async () => {
    const { code, idp, row } = await start();
    const before = await row();
    idp.answers.set("/token", (_, response) => json(response, { error: "invalid_grant" }, 400));
    expect(await code("/refresh-token")).toEqual([400, "FAILED_TO_REFRESH_ACCESS_TOKEN"]);
    expect(await row()).toEqual(before);
    idp.answers.delete("/token");
    expect(await code("/refresh-token")).toEqual([200, undefined]);
  });

  test("a refresh claim expires if the process that holds it died", async () => {
    const { code, db, clock } = await start();
    const refreshingUntil = new Date(clock.now().getTime() + 35_000);
    await db.update(accountTable, { where: {}, set: { refreshingUntil } });
    clock.advance(36);
    expect(await code("/refresh-token")).toEqual([200, undefined]);
  });

  test("doesn't store an ID token that's invalid or belongs to another user", async () => {
    const { person, idp } = await start();
    const before = (await person.post("/get-access-token", { providerId: "idp" })).body.idToken;
    for (const claims of [{ aud: "app-2" }, { sub: "somebody else" }]) {
      const forged = await idp.idToken({ ...ann, ...claims });
      idp.answers.set("/token", (_, response) => json(response, { access_token: "new", id_token: forged }));
      expect((await person.post("/refresh-token", { providerId: "idp" })).body.idToken).toBe(before);
    }
    const honest = await idp.idToken({ ...ann, jti: "2" });
    idp.answers.set("/token", (_, response) => json(response, { access_token: "new", id_token: honest }));
    expect((await person.post("/refresh-token", { providerId: "idp" })).body.idToken).toBe(honest);
  });

  test("stores a value with the account if the provider requires it for each refresh", async () => {
    const token = {
      ...testProvider().token,
      readProviderData: ({ device_id = "" }) => ({ device_id }),
      refreshParameters: (kept: Readonly<Record<string, string>>) => kept,
    };
    const { begin, browser, idp } = await startSocial({}, testProvider({}, { token }));
    const person = browser();
    const trip = await begin(person);
    const code = idp.authorize(ann, trip.url.searchParams.get("nonce") as string);
    await trip.back({ code, device_id: "d-1" });
    await person.post("/refresh-token", { providerId: "idp" });
    expect(idp.requests.at(-2)?.form.get("device_id") ?? idp.requests.at(-1)?.form.get("device_id")).toBe("d-1");
  });
});

describe("/account-info", () => {
  test("returns the user's profile from the provider, only for their own account", async () => {
    const { person, row, browser, signIn } = await start();
    const { id } = (await row()) ?? {};
    expect((await person.get(`/account-info?accountId=${id}`)).body).toMatchObject({
      user: { id: "ann-1", name: "Ann", email: "Ann@example.com" },
      account: { id, providerId: "idp", accountId: "ann-1" },
      data: { sub: "ann-1" },
    });
    const bob = browser();
    await signIn(bob, { sub: "bob", email: "bob@example.com", email_verified: true });
    const foreign = await bob.get(`/account-info?accountId=${id}`);
    expect([foreign.status, foreign.body.code]).toEqual([400, "ACCOUNT_NOT_FOUND"]);
    expect((await browser().get(`/account-info?accountId=${id}`)).status).toBe(401);
  });
});

describe("scopes", () => {
  const refreshParameters = (_: unknown, signIn?: { readonly scopes: readonly string[] }) => ({
    scope: signIn?.scopes.join(" ") ?? "",
  });

  test("are stored with commas", async () => {
    const { row } = await start();
    expect((await row())?.scope).toBe("openid,email");
  });

  test.each(["openid,email", "openid email", " openid, email,,openid "])(
    "that were stored as %j are read as two scopes, and a refresh sends them separated by spaces",
    async (scope) => {
      const provider = testProvider({}, { token: { ...testProvider().token, refreshParameters } });
      const { person, db, row, idp } = await start(provider);
      await db.update(accountTable, { where: {}, set: { scope } });
      const { id } = (await row()) ?? {};
      const scopes = ["openid", "email"];
      expect((await person.post("/get-access-token", { providerId: "idp" })).body).toMatchObject({ scopes });
      expect((await person.get("/list-accounts")).body).toMatchObject([{ scopes }]);
      expect((await person.get(`/account-info?accountId=${id}`)).status).toBe(200);
      expect((await row())?.scope).toBe(scope);
      idp.answers.set("/token", (_, response) => json(response, { access_token: "new" }));
      const { body } = await person.post("/refresh-token", { providerId: "idp" });
      expect(body).toMatchObject({ accessToken: "new", scope: "openid,email" });
      const refresh = idp.requests.filter(({ form }) => form.get("grant_type") === "refresh_token");
      expect(refresh.map(({ form }) => form.get("scope"))).toEqual(["openid email"]);
      expect((await row())?.scope).toBe("openid,email");
    },
  );
});
