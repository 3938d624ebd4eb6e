/** Tests that common developer mistakes get an error that says how to fix them. */

import { type AuthOptions, createAuth, memoryAdapter, openidProvider } from "@latchkey/core";
import { checkOptionNames, definePlugin, type Plugin } from "@latchkey/core/plugin";
import { startAuth, testPassword, testSecret } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";

const github = { clientId: "app", clientSecret: "secret" };
const whole: AuthOptions = { baseURL: "https://app.test", secret: testSecret, database: memoryAdapter() };

describe("createAuth throws for a misspelled option", () => {
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
    [{ databaseHooks: { usr: { create: {} } } }, `databaseHooks.usr: this table doesn't exist. Did you mean "user"?`],
    [{ databaseHooks: { usr: {} } }, `databaseHooks.usr: this table doesn't exist. Did you mean "user"?`],
    [{ databaseHooks: { user: null } }, `databaseHooks.user is null. Set it to an object with hooks, or remove it.`],
    [
      { advanced: { cookies: { sesion_token: { sameSite: "strict" } } } },
      `advanced.cookies.sesion_token: there is no cookie with this name. Did you mean "session_token"?`,
    ],
    [{ advanced: { cookies: { x: {} } } }, "Remove it, or use one of: session_token, session_data"],
    [{ advanced: { cookies: { session_token: { sameSit: "lax" } } } }, `Did you mean "sameSite"?`],
    [
      { account: { accountLinking: { trustedProviders: ["githb"] } }, socialProviders: { github } },
      `account.accountLinking.trustedProviders: there is no provider "githb". Did you mean "github"?`,
    ],
    [{ emailAndPassword: { password: { hsh: 1 } } }, "emailAndPassword.password.hash is missing."],
    [{ plugins: {} }, "plugins isn't a list. Set it to a list such as [username()]."],
    [{ hooks: { before: { "/ok": () => {} } } }, "hooks.before isn't a function."],
    [{ plugins: [undefined] }, "plugins contains undefined, which isn't a plugin. Remove it from the list."],
    [{ whatever: 1 }, "whatever isn't an option. Remove it, or use one of: appName, baseURL"],
  ])("%j", (options, message) => {
    expect(() => createAuth({ ...whole, ...(options as object) })).toThrow(message);
  });

  test("in a provider's options", () => {
    const options = { issuer: "https://login.example.com", clientId: "app", clientSecret: "secret", scopes: ["roles"] };
    expect(() => openidProvider(options)).toThrow(`openidProvider.scopes isn't an option. Did you mean "scope"?`);
  });

  test("a plugin function that wasn't called is named", () => {
    const username = () => ({ id: "username" });
    const options = { ...whole, plugins: [username] } as object as AuthOptions;
    expect(() => createAuth(options)).toThrow(
      "plugins contains the function username, which isn't a plugin. Call it: username().",
    );
  });

  test("undefined, arrays, and class instances are accepted without a check", () => {
    class Own {
      readonly anything = 1;
    }
    const names = { list: { a: true }, own: { a: true }, sub: { "*": { a: true } } } as const;
    const options = { none: undefined, list: [1], own: new Own(), sub: { any: { a: 1 } } };
    expect(() => checkOptionNames("x", options, names)).not.toThrow();
    expect(() => checkOptionNames("x", { sub: { any: { b: 1 } } }, names)).toThrow("x.sub.any.b isn't an option.");
  });
});

describe("cookie names", () => {
  const options = (cookies: object, plugins: readonly Plugin[]) =>
    ({ ...whole, advanced: { cookies }, plugins }) as AuthOptions;
  const seen = definePlugin({ id: "seen", cookies: ["seen_before"] });

  test("include plugins' cookies", () => {
    const cookies = { seen_before: { sameSite: "strict" } };
    const auth = createAuth(options(cookies, [seen]));
    expect(auth.$context.settings.cookie("seen_before").attributes.sameSite).toBe("strict");
    expect(() => createAuth(options(cookies, []))).toThrow("advanced.cookies.seen_before: there is no cookie");
    expect(() => createAuth(options({ seen_befor: {} }, [seen]))).toThrow(`Did you mean "seen_before"?`);
  });

  test("must be declared by the plugin that uses them, and only by that plugin", () => {
    const { settings } = createAuth(options({}, [seen])).$context;
    expect(() => settings.cookie("seen")).toThrow(
      `The cookie "seen" isn't declared. Add it to the "cookies" of its plugin.`,
    );
    const other = definePlugin({ id: "other", cookies: ["seen_before"] });
    expect(() => createAuth(options({}, [seen, other]))).toThrow(
      `plugins: "other" adds the cookie "seen_before", which already exists. Rename it.`,
    );
  });

  test("can't have attributes that browsers reject", () => {
    expect(() => createAuth(options({ seen_before: { sameSite: "none", secure: false } }, [seen]))).toThrow(
      `advanced.cookies.seen_before: sameSite "none" needs secure cookies`,
    );
  });
});

test("createAuth throws for requireEmailVerification without a function that sends the email", () => {
  const emailAndPassword = { enabled: true, requireEmailVerification: true };
  expect(() => createAuth({ ...whole, emailAndPassword })).toThrow(
    /requireEmailVerification is true.*Set emailVerification\.sendVerificationEmail\./,
  );
  const emailVerification = { sendVerificationEmail: async () => {} };
  expect(() => createAuth({ ...whole, emailAndPassword, emailVerification })).not.toThrow();
});

describe("a rejected origin", () => {
  test("is logged once with the option to set, and the response doesn't mention it", async () => {
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
  test("causes a response without details, and the log says how to create the tables", async () => {
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
