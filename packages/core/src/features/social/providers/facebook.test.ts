import { describe, expect, test } from "vitest";
import { claimsOf, declare, type Played, play, server, usePlayedProvider } from "../../../../test/played-provider.ts";
import { facts } from "../../../../test/recorded-provider.ts";
import { builtInProviders } from "./built-in.ts";

usePlayedProvider();

describe("Facebook", () => {
  const proof = /^[0-9a-f]{64}$/;

  test("sends a proof of the secret unless the app disables it", async () => {
    await declare("facebook", { fields: ["birthday", "name"] }).fetchProfile(play("facebook"));
    await declare("facebook", { appSecretProof: false }).fetchProfile(play("facebook"));
    expect(server.seen.map(({ query }) => query)).toEqual([
      { fields: "id,name,email,picture,birthday", appsecret_proof: expect.stringMatching(proof) },
      { fields: "id,name,email,picture" },
    ]);
  });

  test("a Limited Login token contains the whole profile", async () => {
    const profile = await declare("facebook").fetchProfile(play("facebook", {}, { claims: claimsOf("facebook") }));
    expect(profile).toMatchObject(facts.facebook.fixtures.expectedUser);
    expect(server.seen).toEqual([]);
  });

  const verify = (changes: object = {}, options: object = {}, played: Played = {}) => {
    const source = play("facebook", { ...changes }, { claims: null, accessToken: "", ...played });
    return declare("facebook", options).idToken?.verifyOpaqueToken?.("EAAdirect", source);
  };

  test("a token with three parts gets the usual ID token checks", async () => {
    const source = play("facebook");
    expect(await declare("facebook").idToken?.verifyOpaqueToken?.("a.b.c", source)).toBeNull();
    expect(server.seen).toEqual([]);
  });

  test("an access token is verified with Facebook, and the profile is read with the same token", async () => {
    const claims = await verify({}, {}, { accessToken: "EAAdirect" });
    expect(claims).toMatchObject({ sub: "10223344556677889", email: "robin.vale@example.com" });
    const [debug, me] = server.seen;
    expect(debug).toMatchObject({ query: { input_token: "EAAdirect", access_token: "app-1|secret-1" } });
    expect(debug?.headers.authorization).toBeUndefined();
    expect(me?.headers.authorization).toBe("Bearer EAAdirect");
    const profile = await declare("facebook").fetchProfile(play("facebook", {}, { claims: claims ?? null }));
    expect(profile).toMatchObject(facts.facebook.fixtures.expectedUser);
  });

  test.each([
    ["for another app", { "data.app_id": "app-2" }],
    ["for an app whose id is a number", { "data.app_id": 1 }],
    ["for no app", { "data.app_id": undefined }],
    ["that isn't valid", { "data.is_valid": false }],
    ["whose validity is text", { "data.is_valid": "true" }],
    ["for another user", { "data.user_id": "1" }],
    ["for no user", { "data.user_id": undefined }],
  ])("OAUTH-15: an access token %s is rejected", async (_, changes) => {
    await expect(verify(changes)).rejects.toThrow();
  });

  test("OAUTH-15: a second access token that differs is rejected", async () => {
    await expect(verify({}, {}, { accessToken: "EAAanother" })).rejects.toThrow(
      "The verified token and accessToken differ",
    );
  });

  test("an access token for another app of the same owner is accepted", async () => {
    await expect(verify({ "data.app_id": "app-2" }, { clientId: ["app-1", "app-2"] })).resolves.toMatchObject({
      sub: "10223344556677889",
    });
  });

  test("without the secret, access tokens are rejected", async () => {
    const { idToken } = builtInProviders.facebook({ clientId: "app-1" });
    await expect(idToken?.verifyOpaqueToken?.("EAAdirect", play("facebook", {}, { accessToken: "" }))).rejects.toThrow(
      "clientSecret",
    );
  });

  test("a login configuration replaces the scopes, and the API version is in every URL", () => {
    const { authorization, token } = declare("facebook", { configId: "c-1", version: "v30.0" });
    expect(authorization).toMatchObject({ scopeParameter: null, parameters: { config_id: "c-1" } });
    expect(authorization.endpoint).toBe("https://www.facebook.com/v30.0/dialog/oauth");
    expect(token.endpoint).toBe("https://graph.facebook.com/v30.0/oauth/access_token");
  });
});
