import { describe, expect, test } from "vitest";
import { claimsOf, declare, play, put, server, usePlayedProvider } from "../../../../test/played-provider.ts";
import { facts } from "../../../../test/recorded-provider.ts";

usePlayedProvider();

describe("quirks of other providers", () => {
  test("Spotify: the picture and name are optional, and the app can choose the newer id", async () => {
    const read = (options: object, changes: object = {}) =>
      declare("spotify", options).fetchProfile(play("spotify", { ...changes }));
    expect(await read({}, { images: [], display_name: null })).toMatchObject({ image: null, name: "robinvale77" });
    expect(await read({}, { images: null })).toMatchObject({ image: null });
    expect(await read({ useAccountId: true })).toMatchObject({ id: "acc_5d0c1e7f" });
    expect(declare("spotify", { showDialog: true }).authorization.parameters).toEqual({ show_dialog: "true" });
  });

  test("Twitch: errors are identified by their message", () => {
    const normalize = declare("twitch").token.normalize;
    expect(normalize?.({ status: 400, message: "Invalid refresh token", error: "Bad Request" })?.error).toBe(
      "invalid_grant",
    );
    expect(normalize?.({ status: 403, message: "invalid client secret" })?.error).toBe("invalid_client");
    expect(normalize?.({ status: 400, message: "missing code" })?.error).toBe("invalid_request");
  });

  test("Twitch: an app can choose its claims", () => {
    expect(declare("twitch", { claims: ["email"] }).authorization.parameters).toEqual({
      claims: '{"id_token":{"email":null}}',
    });
  });

  test("X: without the email permission there's no email, and the verified badge doesn't verify an email", async () => {
    const source = play("twitter", { "data.verified": true });
    server.answers = server.answers.slice(0, 1);
    expect(await declare("twitter").fetchProfile(source)).toMatchObject({ email: null, emailVerified: false });
  });

  test("X: another user's email is ignored", async () => {
    const source = play("twitter");
    put(server.answers[1]?.body, "data.id", "2");
    expect(await declare("twitter").fetchProfile(source)).toMatchObject({ email: null, emailVerified: false });
  });

  test("X: full-size pictures, if the app wants them", async () => {
    const { image } = await declare("twitter", { fullSizeImage: true }).fetchProfile(play("twitter"));
    expect(image).toBe("https://pbs.twimg.com/profile_images/1/robin.jpg");
  });

  test("Dropbox: the call has no body and no content type", async () => {
    await declare("dropbox").fetchProfile(play("dropbox"));
    expect(server.seen[0]).toMatchObject({ method: "POST", body: "" });
    expect(server.seen[0]?.headers["content-type"]).toBeUndefined();
    expect(declare("dropbox", { accessType: "offline" }).authorization.parameters).toEqual({
      token_access_type: "offline",
    });
  });

  test("Kick: an empty list is rejected, and an empty picture counts as missing", async () => {
    await expect(declare("kick").fetchProfile(play("kick", { data: [] }))).rejects.toThrow(
      "Kick's profile is missing.",
    );
    expect(await declare("kick").fetchProfile(play("kick", { "data[0].profile_picture": "" }))).toMatchObject({
      image: null,
    });
    expect(declare("kick").token.normalize?.(facts.kick.fixtures.tokenErrorResponse.body as any)).toEqual({
      error: "invalid_request",
      error_description: "Invalid request",
    });
  });

  test("LinkedIn, Roblox: userinfo for a user other than the ID token's is rejected", async () => {
    for (const id of ["linkedin", "roblox"] as const) {
      const claims = { ...claimsOf(id), sub: "another" };
      await expect(declare(id).fetchProfile(play(id, {}, { claims }))).rejects.toThrow("different subjects");
    }
  });

  test("LinkedIn: a response without a type is a bearer token", () => {
    const { normalize } = declare("linkedin").token;
    expect(normalize?.({ access_token: "a" })).toEqual({ access_token: "a", token_type: "Bearer" });
  });

  test.each([{ state: "blocked" }, { state: "deactivated" }, { state: undefined }, { locked: true }])(
    "GitLab: a user with %j is rejected",
    async (changes) => {
      await expect(declare("gitlab").fetchProfile(play("gitlab", changes))).rejects.toThrow("blocked or locked");
    },
  );

  test("GitLab: a self-managed server can have a path, and picture URLs can be relative to its root", async () => {
    const issuer = "https://code.example.com/git";
    const own = declare("gitlab", { issuer: `${issuer}/` });
    expect([own.authorization.endpoint, own.token.endpoint, own.idToken?.issuer, own.idToken?.jwksUri]).toEqual([
      `${issuer}/oauth/authorize`,
      `${issuer}/oauth/token`,
      issuer,
      `${issuer}/oauth/discovery/keys`,
    ]);
    const source = play("gitlab", { avatar_url: "/uploads/7.png" });
    server.answers = server.answers.map((answer) => ({ ...answer, url: `${issuer}/api/v4/user` }));
    expect(await own.fetchProfile(source)).toMatchObject({ image: "https://code.example.com/uploads/7.png" });
  });

  test("GitLab: an email is verified if the app trusts the server, or OpenID Connect says so", async () => {
    const verified = async (options: object, changes: object = {}) =>
      (await declare("gitlab", options).fetchProfile(play("gitlab", { ...changes }))).emailVerified;
    expect(await verified({ trustConfirmed: true })).toBe(true);
    expect(await verified({ trustConfirmed: true }, { confirmed_at: null })).toBe(false);
    const options = { disableDefaultScope: true, scope: ["openid", "email", "profile"] };
    const openid = declare("gitlab", options);
    expect(openid.authorization.nonce).toBe(true);
    const source = play("gitlab");
    const body = {
      sub: "778899",
      name: "Robin Vale",
      email: "robin.vale@example.com",
      email_verified: true,
      picture: "https://x.org/p.png",
    };
    server.answers = [{ method: "GET", url: "https://gitlab.com/oauth/userinfo", status: 200, body }];
    const { raw, ...person } = await openid.fetchProfile(source);
    expect(person).toEqual({
      id: "778899",
      name: "Robin Vale",
      email: body.email,
      emailVerified: true,
      image: body.picture,
    });
    await expect(openid.fetchProfile({ ...source, claims: { sub: "1" } })).rejects.toThrow("different subjects");
  });

  test("GitLab: a refresh repeats the redirect URI", () => {
    const signIn = { redirectURI: "https://x.org/callback", scopes: [] };
    expect(declare("gitlab").token.refreshParameters?.({}, signIn)).toEqual({ redirect_uri: "https://x.org/callback" });
  });

  test("TikTok: only granted fields are requested, and an error in a 200 response is detected", async () => {
    await declare("tiktok").fetchProfile(play("tiktok"));
    expect(server.seen[0]?.query).toEqual({ fields: "open_id,union_id,avatar_url,avatar_large_url,display_name" });
    await declare("tiktok").fetchProfile(
      play("tiktok", {}, { raw: { access_token: "a", scope: "user.info.profile" } }),
    );
    expect(server.seen[1]?.query.fields).toMatch(/,username$/);
    const failed = declare("tiktok").fetchProfile(play("tiktok", { "error.code": "scope_not_authorized" }));
    await expect(failed).rejects.toThrow("TikTok didn't return");
  });

  test("TikTok: the refresh token's expiry is normalized, and codes are decoded", () => {
    const { normalize, readCode } = declare("tiktok").token;
    expect(normalize?.(facts.tiktok.fixtures.tokenResponse.body as any)).toMatchObject({
      refresh_token_expires_in: 15552000,
    });
    expect(["c_tiktok_001%2A1", "c_tiktok_001*1", "100%"].map((code) => readCode?.(code))).toEqual([
      "c_tiktok_001*1",
      "c_tiktok_001*1",
      "100%",
    ]);
  });

  test("TikTok: a desktop app's challenge is hexadecimal", () => {
    expect(declare("tiktok", { pkce: "hex" }).authorization).toMatchObject({ pkce: true, challengeEncoding: "hex" });
  });

  test("placeholder emails can be turned off", () => {
    for (const id of ["tiktok", "reddit", "roblox"] as const) {
      expect(declare(id, { missingEmail: "reject" }).missingEmail).toBe("reject");
    }
  });

  test("Reddit: both requests have the app's user agent", async () => {
    const named = declare("reddit", { userAgent: "web:com.example:1.0 (by /u/robin)" });
    await named.fetchProfile(play("reddit"));
    expect(server.seen[0]?.headers["user-agent"]).toBe("web:com.example:1.0 (by /u/robin)");
    expect(named.token.headers).toEqual({ "user-agent": "web:com.example:1.0 (by /u/robin)" });
    expect(declare("reddit").token.headers).toEqual({ "user-agent": "web:app-1:1.0" });
  });

  test("Reddit: handles bad credentials, codes with a trailing fragment, fallback pictures, and prefixed ids", async () => {
    const { normalize, readCode } = declare("reddit").token;
    expect(normalize?.({ message: "Unauthorized", error: 401 })).toEqual({
      error: "invalid_client",
      error_description: "Unauthorized",
    });
    expect(readCode?.("code#_")).toBe("code");
    const changes = { icon_img: "", snoovatar_img: "https://i.redd.it/a&amp;b.png?x=1", id: "t2_4x7qz" };
    expect(await declare("reddit").fetchProfile(play("reddit", changes))).toMatchObject({
      id: "4x7qz",
      image: "https://i.redd.it/a&b.png",
    });
  });

  test("VK: the device id is sent, stored, and sent again at each refresh", () => {
    const { exchangeParameters, readProviderData, refreshParameters } = declare("vk").token;
    const callback = facts.vk.fixtures.callback.query ?? {};
    expect(exchangeParameters?.(callback)).toEqual({ device_id: "dev-robin-01" });
    expect(readProviderData?.(callback)).toEqual({ device_id: "dev-robin-01" });
    const again = refreshParameters?.({ device_id: "dev-robin-01" });
    expect(again).toEqual({ device_id: "dev-robin-01", state: expect.stringMatching(/^[\w-]{43}$/) });
  });

  test("VK: the access token is sent only in the form", async () => {
    await declare("vk").fetchProfile(play("vk"));
    expect(server.seen[0]?.body).toBe("access_token=vk2.a.at001&client_id=app-1");
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
    expect(server.seen[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  });

  test("VK: the app can set the language, colors, and older host, and an empty email counts as missing", async () => {
    const { authorization, token } = declare("vk", { langId: 0, scheme: "dark", baseUrl: "https://id.vk.com" });
    expect(authorization.parameters).toEqual({ lang_id: "0", scheme: "dark" });
    expect([authorization.endpoint, token.endpoint]).toEqual([
      "https://id.vk.com/authorize",
      "https://id.vk.com/oauth2/auth",
    ]);
    expect(await declare("vk").fetchProfile(play("vk", { "user.email": "" }))).toMatchObject({ email: null });
  });

  test.each([
    ["https://eu01api.zoom.us/v2", "https://eu01api.zoom.us"],
    ["https://evilzoom.us", "https://api.zoom.us"],
    ["https://zoom.us.evil.example", "https://api.zoom.us"],
    ["http://api.zoom.us", "https://api.zoom.us"],
    ["https://api.zoom.us@evil.example", "https://api.zoom.us"],
    ["https://api.zoom.us:8443", "https://api.zoom.us"],
    [["https://eu01api.zoom.us"], "https://api.zoom.us"],
    [undefined, "https://api.zoom.us"],
  ])("Zoom: the host %j is called at %s", async (named, asked) => {
    const source = play("zoom", {}, { raw: { access_token: "a", api_url: named } });
    await declare("zoom")
      .fetchProfile(source)
      .catch(() => {});
    expect(server.seen[0]?.url).toBe(`${asked}/v2/users/me`);
  });

  test("Zoom: the first and last name replace a missing display name, and PKCE can be turned off", async () => {
    expect(await declare("zoom").fetchProfile(play("zoom", { display_name: "" }))).toMatchObject({
      name: "Robin Vale",
    });
    expect(declare("zoom", { pkce: false }).authorization).toMatchObject({ pkce: false, scopeParameter: null });
  });
});
