import { describe, expect, test } from "vitest";
import { facts, type ProviderId, providerIds } from "../../../../test/recorded-provider.ts";
import { builtInProviders, type ProviderFactories } from "./built-in.ts";

const given = { clientId: "app-1", clientKey: "app-1", clientSecret: "secret-1" };

/** Calls the factory without type checks, as JavaScript would. */
function make(id: ProviderId, options: object): ReturnType<ProviderFactories[ProviderId]> {
  return builtInProviders[id](options as any);
}

describe.each(providerIds)("%s", (id) => {
  const idOption = id === "tiktok" ? "clientKey" : "clientId";

  test("requires a client ID, and the error names the option", () => {
    for (const bad of [undefined, "", " ", null, 7, [], [""], ["app-1", ""]]) {
      expect(() => make(id, { ...given, [idOption]: bad })).toThrow(`socialProviders.${id}.${idOption} is missing`);
    }
  });

  test("accepts a signed secret only if it's valid", () => {
    for (const bad of [undefined, "", " ", null, 7]) {
      expect(() => make(id, { ...given, clientSecret: bad })).toThrow(`socialProviders.${id}.clientSecret is`);
    }
  });

  test("is a public client without a secret, or rejects the options", () => {
    const { clientSecret: _, ...without } = given;
    const { allowed, preferred } = facts[id].clientAuth;
    const direct = facts[id].idToken.directSignIn;
    if (!allowed.includes("none") && !direct) expect(() => make(id, without)).toThrow("clientSecret is missing");
    else expect(make(id, without).token.auth).toBe(allowed.includes("none") ? "none" : preferred);
  });

  test("passes on the app's options", () => {
    const mapProfileToUser = () => ({});
    const { options } = make(id, { ...given, scope: ["more"], mapProfileToUser });
    expect(options).toMatchObject({ clientId: "app-1", clientSecret: "secret-1", scope: ["more"], mapProfileToUser });
  });
});

const pem = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----";
const key = { clientId: "app-1", teamId: "TEAM000001", keyId: "KEY0000001", privateKey: pem };

test.each<[ProviderId, string, object]>([
  ["apple", "teamId", { ...key, teamId: undefined }],
  ["apple", "keyId", { ...key, keyId: "" }],
  ["apple", "privateKey", { ...key, privateKey: undefined }],
  ["apple", "privateKey", { ...key, privateKey: "AAAA" }],
  ["apple", "privateKey", { ...key, privateKey: pem.replaceAll("PRIVATE", "PUBLIC") }],
  ["apple", "audience", { ...key, audience: [] }],
  ["apple", "audience", { ...key, audience: "" }],
  ["apple", "clientSecret", { ...key, clientSecret: "made.before.hand" }],
  ["discord", "prompt", { ...given, prompt: "login" }],
  ["facebook", "version", { ...given, version: "25" }],
  ["facebook", "version", { ...given, version: "v25.0/../v1.0" }],
  ["github", "enterpriseBaseUrl", { ...given, enterpriseBaseUrl: "http://github.example.com" }],
  ["github", "enterpriseBaseUrl", { ...given, enterpriseBaseUrl: "https://user:pass@github.example.com" }],
  ["google", "accessType", { ...given, accessType: "legacy" }],
  ["microsoft", "tenantId", { ...given, tenantId: "contoso.example" }],
  ["microsoft", "tenantId", { ...given, tenantId: "" }],
  ["microsoft", "authority", { ...given, authority: "login.microsoftonline.us" }],
  ["microsoft", "profilePhotoSize", { ...given, profilePhotoSize: 50 }],
  ["dropbox", "accessType", { ...given, accessType: "forever" }],
  ["gitlab", "issuer", { ...given, issuer: "https://gitlab.example.com/?a=b" }],
  ["gitlab", "issuer", { ...given, issuer: "javascript:alert(1)" }],
  ["tiktok", "pkce", { ...given, pkce: true }],
  ["tiktok", "missingEmail", { ...given, missingEmail: "ignore" }],
  ["reddit", "missingEmail", { ...given, missingEmail: "ignore" }],
  ["roblox", "missingEmail", { ...given, missingEmail: "ignore" }],
  ["reddit", "duration", { ...given, duration: "long" }],
  ["reddit", "userAgent", { ...given, userAgent: "a\r\nb: c" }],
  ["reddit", "userAgent", { ...given, userAgent: "" }],
  ["vk", "langId", { ...given, langId: 2 }],
  ["vk", "langId", { ...given, langId: "RUS" }],
  ["vk", "scheme", { ...given, scheme: "blue" }],
  ["vk", "baseUrl", { ...given, baseUrl: "id.vk.com" }],
])("%s: an invalid %s is rejected by name", (id, option, options) => {
  expect(() => make(id, options)).toThrow(`socialProviders.${id}.${option} `);
});

test("doesn't require https for a server on this machine", () => {
  const { token } = make("gitlab", { ...given, issuer: "http://127.0.0.1:8080/" });
  expect(token.endpoint).toBe("http://127.0.0.1:8080/oauth/token");
});
