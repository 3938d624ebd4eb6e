/** Tests that common mistakes of developers are named, with what to do about them. */

import { type AuthOptions, createAuth, memoryAdapter } from "@latchkey/core";
import { checkOptionNames } from "@latchkey/core/plugin";
import { startAuth, testPassword, testSecret } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";

const whole: AuthOptions = { baseURL: "https://app.test", secret: testSecret, database: memoryAdapter() };

describe("a misspelled option fails when createAuth runs", () => {
  test.each([
    [{ baseUrl: "https://app.test" }, `baseUrl isn't an option. Did you mean "baseURL"?`],
    [
      { emailAndPassword: { minPaswordLength: 12 } },
      `emailAndPassword.minPaswordLength isn't an option. Did you mean "minPasswordLength"?`,
    ],
    [{ session: { cookieCache: { maxage: 5 } } }, `session.cookieCache.maxage isn't an option. Did you mean "maxAge"?`],
    [{ rateLimit: { customRules: { "/ok": { windw: 1, max: 1 } } } }, `Did you mean "window"?`],
    [{ user: { changeEmail: { enable: true } } }, `user.changeEmail.enable isn't an option. Did you mean "enabled"?`],
    [{ socialProviders: { github: { clientID: "a" } } }, `socialProviders.github.clientID isn't an option.`],
    [{ databaseHooks: { user: { create: { afterComit: () => {} } } } }, `Did you mean "afterCommit"?`],
    [{ advanced: { ipAddress: { proxies: [] } } }, "Remove it, or use one of: trustedProxies, ipAddressHeaders"],
    [{ whatever: 1 }, "whatever isn't an option. Remove it, or use one of: appName, baseURL"],
  ])("%j", (options, message) => {
    expect(() => createAuth({ ...whole, ...(options as object) })).toThrow(message);
  });

  test("undefined, arrays, and instances are left alone", () => {
    class Own {
      readonly anything = 1;
    }
    const names = { list: { a: true }, own: { a: true }, sub: { "*": { a: true } } } as const;
    const options = { none: undefined, list: [1], own: new Own(), sub: { any: { a: 1 } } };
    expect(() => checkOptionNames("x", options, names)).not.toThrow();
    expect(() => checkOptionNames("x", { sub: { any: { b: 1 } } }, names)).toThrow("x.sub.any.b isn't an option.");
  });
});

test("requireEmailVerification without a sender fails when createAuth runs", () => {
  const emailAndPassword = { enabled: true, requireEmailVerification: true };
  expect(() => createAuth({ ...whole, emailAndPassword })).toThrow(
    /requireEmailVerification is true.*Set emailVerification\.sendVerificationEmail\./,
  );
  const emailVerification = { sendVerificationEmail: async () => {} };
  expect(() => createAuth({ ...whole, emailAndPassword, emailVerification })).not.toThrow();
});

describe("a rejected origin", () => {
  test("is logged once with the option to set, and the response doesn't change", async () => {
    const lines: string[] = [];
    const { browser } = await startAuth({ logger: { log: (_, message) => void lines.push(message) } });
    const body = { email: "ann@example.com", password: testPassword };
    const send = (origin: string) => browser().post("/sign-in/email", body, { origin });
    for (const origin of ["http://localhost:5174", "http://localhost:5174"]) {
      const { status, body } = await send(origin);
      expect([status, body]).toEqual([403, { code: "INVALID_ORIGIN", message: "Invalid origin" }]);
    }
    expect(lines).toEqual([
      'Rejected a request from the origin "http://localhost:5174". If it\'s your app, add it to trustedOrigins, or set baseURL to it.',
    ]);
    for (let at = 0; at < 30; at++) await send(`http://stranger-${at}.test`);
    expect(lines).toHaveLength(20);
  });
});

describe.each(quickDatabases.filter(({ name }) => name !== "memory"))("a database without tables, $name", (kind) => {
  test("gets a response without details, and the log says how to create them", async () => {
    const { database, close } = await kind.open();
    try {
      const lines: string[] = [];
      const auth = createAuth({
        ...whole,
        database,
        emailAndPassword: { enabled: true },
        logger: { log: (_, message) => void lines.push(message) },
      });
      const headers = { "content-type": "application/json", origin: "https://app.test" };
      const body = JSON.stringify({ name: "Ann", email: "ann@example.com", password: testPassword });
      const request = new Request("https://app.test/api/auth/sign-up/email", { method: "POST", headers, body });
      const response = await auth.handler(request);
      expect(response.status).toBe(422);
      expect(JSON.stringify(await response.json())).not.toContain("migrate");
      expect(lines.join()).toContain('Run "npx @latchkey/cli migrate", or call auth.migrate() when the app starts.');
    } finally {
      await close();
    }
  });
});
