import { expect, test } from "vitest";
import { challengeQuery } from "./sign-in-attempt.ts";

test("a redirect contains only the challenge fields that are true", () => {
  const response = { twoFactorRedirect: true, twoFactorMethods: ["totp"], attempts: 3, hint: "true", isKnown: false };
  expect(challengeQuery(response)).toEqual({ twoFactorRedirect: "true" });
  expect(challengeQuery({})).toEqual({});
});
