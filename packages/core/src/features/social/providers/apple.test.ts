import { exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { declare, now, play, usePlayedProvider } from "../../../../test/played-provider.ts";
import { facts } from "../../../../test/recorded-provider.ts";
import { builtInProviders } from "./built-in.ts";

usePlayedProvider();

describe("Apple", () => {
  const keys = { teamId: "TEAM000001", keyId: "KEY0000001" };

  test("signs its client secret with the team's key, and the secret is valid for five minutes", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const pem = await exportPKCS8(privateKey);
    for (const written of [pem, pem.replaceAll("\n", "\\n")]) {
      const { token } = builtInProviders.apple({
        clientId: ["com.example.web", "com.example.app"],
        ...keys,
        privateKey: written,
      });
      const secret = (await token.clientSecret?.(now)) ?? "";
      const { payload, protectedHeader } = await jwtVerify(secret, publicKey, { currentDate: now });
      const issuedAt = now.getTime() / 1000;
      expect(protectedHeader).toEqual({ alg: "ES256", kid: "KEY0000001" });
      expect(payload).toEqual({
        iss: "TEAM000001",
        sub: "com.example.web",
        aud: "https://appleid.apple.com",
        iat: issuedAt,
        exp: issuedAt + 300,
      });
    }
  });

  test("a prepared secret is used unchanged", () => {
    expect(declare("apple").token.clientSecret).toBeUndefined();
  });

  test("a key with the wrong type is reported when it's first needed", async () => {
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const { token } = builtInProviders.apple({
      clientId: "com.example",
      ...keys,
      privateKey: await exportPKCS8(privateKey),
    });
    await expect(token.clientSecret?.(now)).rejects.toThrow("socialProviders.apple.privateKey isn't an ES256 key");
  });

  test("an ID token's audience must be a client ID, the bundle identifier, or the configured audience", () => {
    const audience = (options: object) =>
      builtInProviders.apple({ clientId: ["web", "native"], ...options }).idToken?.audience;
    expect(audience({})).toEqual(["web", "native"]);
    expect(audience({ appBundleIdentifier: "com.example.app" })).toEqual(["web", "native", "com.example.app"]);
    expect(audience({ audience: "other", appBundleIdentifier: "com.example.app" })).toEqual(["other"]);
  });

  test.each(["", "{", "[]", '"text"', '{"name":"text"}', '{"name":{"firstName":7}}'])(
    "OAUTH-29: %j as the posted user isn't used as a name",
    async (user) => {
      const profile = await declare("apple").fetchProfile(play("apple", {}, { callback: { user } }));
      expect(profile.name).toBe("");
    },
  );

  test("OAUTH-29: only the posted user's name is used, up to a maximum length", async () => {
    const user = JSON.stringify({ name: { firstName: "x".repeat(5000) }, email: "victim@example.com", sub: "other" });
    const profile = await declare("apple").fetchProfile(play("apple", { email: undefined }, { callback: { user } }));
    expect(profile).toMatchObject({ email: null, id: facts.apple.fixtures.expectedUser.id });
    expect(profile.name).toHaveLength(255);
  });
});
