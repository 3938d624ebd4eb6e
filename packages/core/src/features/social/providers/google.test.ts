import { describe, expect, test } from "vitest";
import { declare, play, usePlayedProvider } from "../../../../test/played-provider.ts";
import { facts } from "../../../../test/recorded-provider.ts";

usePlayedProvider();

describe("Google", () => {
  test("without an ID token, userinfo has the same profile", async () => {
    const { raw, ...person } = await declare("google").fetchProfile(play("google", {}, { claims: null }));
    expect(person).toEqual(facts.google.fixtures.expectedUser);
  });

  test.each([
    ["example.com", "example.com", true],
    ["Example.com", "example.com", true],
    ["*", "any.example", true],
    ["*", undefined, false],
    ["example.com", undefined, false],
    ["example.com", "evil.example", false],
    ["example.com", ["example.com"], false],
  ])("the domain %s takes the claim %j: %s", async (hd, claim, taken) => {
    const read = declare("google", { hd }).fetchProfile(play("google", { hd: claim }));
    if (taken) await expect(read).resolves.toBeDefined();
    else await expect(read).rejects.toThrow("Workspace domain");
  });

  test("the app's additional parameters are sent", () => {
    const { authorization } = declare("google", {
      accessType: "offline",
      prompt: "consent",
      hd: "example.com",
      display: "popup",
      includeGrantedScopes: false,
    });
    expect(authorization.parameters).toEqual({
      access_type: "offline",
      prompt: "consent",
      hd: "example.com",
      display: "popup",
    });
  });
});
