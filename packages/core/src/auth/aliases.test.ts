import { definePlugin } from "@latchkey/core/plugin";
import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { suggestion } from "../kernel/suggest.ts";

const pair = ["/forget-password", "/request-password-reset"] as const;
const body = { email: "ann@example.com" };

describe("an endpoint with two paths", () => {
  test.each(pair)("HTTP-13: disabling %s disables both paths", async (path) => {
    const { auth, browser } = await startAuth({ disabledPaths: [path] });
    for (const one of pair) expect([one, (await browser().post(one, body)).status]).toEqual([one, 404]);
    expect(Object.keys(auth.api)).not.toContain("forgetPassword");
    expect(Object.keys(auth.api)).not.toContain("requestPasswordReset");
    expect(Object.keys(auth.api)).toContain("resetPassword");
  });

  test.each(pair)("HTTP-13: a rate limit for %s applies to both paths, with a shared count", async (path) => {
    const rateLimit = { enabled: true, customRules: { [path]: { window: 60, max: 1 } } };
    for (const [first, second] of [pair, [...pair].reverse()] as const) {
      const { browser } = await startAuth({ rateLimit });
      const person = browser();
      expect((await person.post(first as string, body)).status).not.toBe(429);
      expect((await person.post(second as string, body)).status).toBe(429);
    }
  });

  test.each(["forgetPassword", "requestPasswordReset"])(
    "HTTP-13: a hook on %s runs once for a request to either path, and gets the main id",
    async (id) => {
      const seen: string[] = [];
      const hook = {
        on: [id],
        before: (_: unknown, { endpointId }: { endpointId: string }) => void seen.push(endpointId),
      };
      const { browser } = await startAuth({ plugins: [definePlugin({ id: "watch", hooks: [hook] })] });
      for (const path of pair) await browser().post(path, body);
      expect(seen).toEqual(["forgetPassword", "forgetPassword"]);
    },
  );
});

describe("a path that no endpoint has", () => {
  test.each([
    [
      { disabledPaths: ["/sign-up/emial"] },
      'disabledPaths: no endpoint has the path "/sign-up/emial". Did you mean "/sign-up/email"?',
    ],
    [
      { rateLimit: { customRules: { "/forgot-password": { window: 1, max: 1 } } } },
      'rateLimit.customRules: no endpoint has the path "/forgot-password". Did you mean "/forget-password"?',
    ],
    [{ disabledPaths: ["/passkey/register"] }, 'disabledPaths: no endpoint has the path "/passkey/register".'],
  ])("is rejected when createAuth runs: %j", async (options, message) => {
    await expect(startAuth(options as never)).rejects.toThrow(new Error(message));
  });

  test("the suggestion is the nearest name, or none", () => {
    const known = ["/sign-in/email", "/sign-up/email", "/ok"];
    expect(suggestion("/sign-up/mail", known)).toBe(' Did you mean "/sign-up/email"?');
    expect(suggestion("/SIGN-IN/EMAIL", known)).toBe(' Did you mean "/sign-in/email"?');
    expect(suggestion("/ko", known)).toBe(' Did you mean "/ok"?');
    expect(suggestion("/something-else", known)).toBe("");
    expect(suggestion("", [])).toBe("");
  });
});
