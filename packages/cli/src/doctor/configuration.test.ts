import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Place, place } from "../../test/terminal.ts";
import { makeSecret } from "../secret.ts";
import type { Finding } from "./finding.ts";

const secret = makeSecret();
const safe = `baseURL: "https://app.test", secret: process.env.AUTH_SECRET ?? "", database: sqlAdapter(new Database("app.db"))`;
const password = `emailAndPassword: { enabled: true, sendResetPassword: async () => {} }`;

let app: Place;
beforeEach(async () => {
  app = place({}, { environment: { AUTH_SECRET: secret } });
  await app.run("migrate", "--database", "app.db");
});
afterEach(() => app.remove());

/** Ids and severities of the findings for an auth file with these options. */
async function examine(
  options: string,
  plugins = "",
): Promise<{ code: number; found: Record<string, string>; findings: Finding[] }> {
  app.write(
    "auth.ts",
    `import { createAuth, memoryAdapter } from "@latchkey/core";
     import { sqlAdapter } from "@latchkey/sql";
     import Database from "libsql";
     export const auth = createAuth({ ${options} });`,
  );
  const { code, out, error } = await app.run("doctor", "--json", "--database", "app.db", "--plugins", plugins);
  expect(error).toBe("");
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  return { code, findings, found: Object.fromEntries(findings.map(({ id, severity }) => [id, severity])) };
}

describe("latchkey doctor warns about development mode", () => {
  const local = `${safe.replace("https://app.test", "http://localhost:3000")}, ${password}`;
  const deployed = `${safe.replace("https://app.test", "https://app.example.com")}, ${password}`;

  test.each<[string, string, Record<string, string>, string | undefined, number]>([
    ["on a developer's machine", local, { NODE_ENV: "development" }, "warning", 0],
    ["in tests", local, { NODE_ENV: "test" }, "warning", 0],
    ["with a public address", deployed, { NODE_ENV: "development" }, "error", 1],
    ["on a host of apps", local, { NODE_ENV: "development", FLY_APP_NAME: "shop" }, "error", 1],
    ["not in production", deployed, { NODE_ENV: "production", FLY_APP_NAME: "shop" }, undefined, 0],
  ])("%s", async (_, options, environment, severity, expected) => {
    app.remove();
    app = place({}, { environment: { AUTH_SECRET: secret, ...environment } });
    await app.run("migrate", "--database", "app.db");
    const { code, findings } = await examine(options);
    expect([code, findings.map(({ id, severity }) => [id, severity])]).toEqual([
      expected,
      severity === undefined ? [] : [["configuration.development-mode", severity]],
    ]);
    if (severity !== undefined) expect(findings[0]?.title).toContain("Rate limits are off");
  });

  test("that's set in a file", async () => {
    app.write(".env", "NODE_ENV=development\n");
    const { findings } = await examine(`${safe}, ${password}`);
    expect(findings[0]?.title).toContain('NODE_ENV is "development" in .env.');
  });
});

describe("latchkey doctor, checking the configuration", () => {
  test("finds nothing wrong with a safe configuration", async () => {
    expect(await examine(`${safe}, ${password}`)).toEqual({ code: 0, found: {}, findings: [] });
  });

  test.each([
    ["a secret in the source", `secret: "${makeSecret()}"`, "configuration.secret-in-source", "error"],
    [
      "a default that is one",
      `secret: process.env.NONE ?? "${makeSecret()}"`,
      "configuration.secret-in-source",
      "error",
    ],
    ["one among several", `secrets: ["${makeSecret()}"], secret: undefined`, "configuration.secret-in-source", "error"],
    ["a secret that is not set", `secret: process.env.NONE ?? ""`, "configuration.no-secret", "warning"],
    ["http to the world", `baseURL: "http://app.test.example"`, "configuration.http-base-url", "error"],
    ["no address", "baseURL: undefined", "configuration.no-base-url", "warning"],
    ["every origin", `trustedOrigins: ["https://*.com"]`, "configuration.wildcard-origin", "error"],
    ["every host of a domain", `trustedOrigins: ["*.acme.test"]`, "configuration.wildcard-origin", "warning"],
    ["an origin over http", `trustedOrigins: ["http://acme.example"]`, "configuration.http-origin", "error"],
    ["no origin check", "advanced: { disableOriginCheck: true }", "configuration.advanced.disableOriginCheck", "error"],
    ["no rate limits", "rateLimit: { enabled: false }", "configuration.rateLimit.enabled", "error"],
    [
      "cookies without https",
      "advanced: { useSecureCookies: false }",
      "configuration.advanced.useSecureCookies",
      "error",
    ],
    [
      "every proxy",
      `advanced: { ipAddress: { trustedProxies: ["::/0"] } }`,
      "configuration.all-proxies-trusted",
      "error",
    ],
    ["a database in memory", "database: memoryAdapter()", "configuration.memory-database", "error"],
    ["no sign-in method", "emailAndPassword: {}", "configuration.no-sign-in-method", "error"],
    ["no password reset", "emailAndPassword: { enabled: true }", "configuration.no-password-reset", "warning"],
    [
      "emails that no one can verify",
      "emailAndPassword: { enabled: true, requireEmailVerification: true, sendResetPassword }",
      "configuration.unverifiable-emails",
      "error",
    ],
    [
      "a provider without keys",
      "socialProviders: { github: { clientId: process.env.NONE } }",
      "configuration.provider-without-keys",
      "warning",
    ],
  ])("finds %s", async (_, options, id, severity) => {
    const { code, found } = await examine(`${safe}, ${password}, ${options}`);
    expect(found).toEqual({ [id]: severity });
    expect(code).toBe(severity === "error" ? 1 : 0);
  });

  test.each(["anonymous", "email-otp", "magic-link", "passkey", "phone-number", "sso,organization"])(
    "accepts %s as the only source of sign-in methods",
    async (plugins) => {
      await app.run("migrate", "--database", "app.db", "--plugins", plugins);
      expect((await examine(safe, plugins)).found).toEqual({});
    },
  );

  test("reports a missing sign-in method if the only plugin doesn't provide one, but not if the plugin is unknown", async () => {
    const id = "configuration.no-sign-in-method";
    await app.run("migrate", "--database", "app.db", "--plugins", "jwt");
    expect((await examine(safe, "jwt")).found).toEqual({ [id]: "error" });
    expect((await examine(`${safe}, plugins: [own()]`)).found).toEqual({});
  });

  test("accepts localhost, and ignores what it can't read", async () => {
    const { found } = await examine(
      `${safe}, ${password}, baseURL: "http://localhost:3000", trustedOrigins: ["http://127.0.0.1:5173", "http://shop.localhost"]`,
    );
    expect(found).toEqual({});
    expect(
      (await examine(`${safe}, ${password}, secret: load(), baseURL: where(), trustedOrigins: list()`)).found,
    ).toEqual({});
  });

  test("finds a weak secret, and says which file has it", async () => {
    app.remove();
    app = place({ ".env": "AUTH_SECRET=change-me-change-me-change-me-change-me" });
    await app.run("migrate", "--database", "app.db");
    const { findings, code } = await examine(`${safe}, ${password}`);
    expect([code, findings[0]?.id]).toEqual([1, "configuration.weak-secret"]);
    expect(findings[0]?.title).toContain("in .env looks like a placeholder");
  });

  test("finds a file with secrets that git would track", async () => {
    app.write(".env.local", `AUTH_SECRET=${secret}\n`);
    mkdirSync(join(app.folder, ".git"));
    expect((await examine(`${safe}, ${password}`)).found).toEqual({ "configuration.environment-not-ignored": "error" });
    app.write(".gitignore", ".env*\n");
    expect((await examine(`${safe}, ${password}`)).found).toEqual({});
  });

  test("checks the configuration even if it has no database", async () => {
    await examine(`${safe}, ${password}, database: connect()`);
    const { out, code, error } = await app.run("doctor", "--json");
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    expect([code, error, findings.map(({ id }) => id)]).toEqual([0, "", ["database.unknown"]]);
  });

  test("lists problems with the worst first, each with its fix", async () => {
    await examine(`${safe}, emailAndPassword: { enabled: true }, rateLimit: { enabled: false }`);
    const { out, code } = await app.run("doctor", "--database", "app.db", "--plugins", "");
    expect(code).toBe(1);
    expect(out).toMatch(/^error {3}Rate limits are off.*\n {8}→ Remove rateLimit\.enabled\./);
    expect(out).toMatch(
      /\nwarning Users can't reset[\s\S]+\n1 error, 1 warning\. Fix errors first: they can lock users out or make your app unsafe\.\n$/,
    );
  });

  test("doesn't say to fix errors if there are only warnings", async () => {
    await examine(`${safe}, emailAndPassword: { enabled: true }`);
    const { out, code } = await app.run("doctor", "--database", "app.db", "--plugins", "");
    expect(code).toBe(0);
    expect(out).toMatch(/\n0 errors, 1 warning\.\n$/);
  });

  test("finds authenticator apps that were enrolled under a secret that is no longer listed", async () => {
    const { createKeyring } = await import("@latchkey/core/crypto");
    const { openDatabase } = await import("../database/open.ts");
    const [older, lost] = [makeSecret(), makeSecret()];
    await app.run("migrate", "--database", "app.db", "--plugins", "two-factor");
    const database = await openDatabase("app.db", app);
    const { exec } = database.source as unknown as { exec(text: string): void };
    const insert = async (id: string, sealed: string): Promise<void> => {
      exec.call(
        database.source,
        `insert into "user" ("id", "name", "email", "createdAt", "updatedAt") values ('${id}', '', '${id}', '', '')`,
      );
      exec.call(
        database.source,
        `insert into "account" ("id", "userId", "providerId", "accountId", "createdAt", "updatedAt") values ('${id}', '${id}', 'github', '${id}', '', '')`,
      );
      exec.call(
        database.source,
        `insert into "twoFactor" ("id", "userId", "secret", "createdAt", "updatedAt") values ('${id}', '${id}', '${sealed}', '', '')`,
      );
    };
    for (const [id, by] of Object.entries({ a: secret, b: older })) {
      await insert(id, await createKeyring([by]).encryption("two-factor").encrypt("S", id));
    }
    expect(
      (await examine(`${safe}, ${password}, secret: undefined, secrets: [process.env.AUTH_SECRET, process.env.OLDER]`))
        .found,
    ).toEqual({});
    expect((await examine(`${safe}, ${password}`)).found).toEqual({ "data.unreadable-two-factor-secrets": "error" });
    await insert("c", await createKeyring([lost]).encryption("two-factor").encrypt("S", "c"));
    await insert("d", "a secret of another library");
    const { findings } = await examine(`${safe}, ${password}`);
    expect(findings[0]?.title).toContain("3 authenticator apps");
    await database.close();
  });
});
