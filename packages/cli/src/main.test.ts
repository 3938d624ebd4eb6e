import { existsSync } from "node:fs";
import { join } from "node:path";
import { authSchema, createAuth } from "@latchkey/core";
import { secretWeakness } from "@latchkey/core/crypto";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Place, place } from "../test/terminal.ts";

let app: Place;
beforeEach(() => {
  app = place();
});
afterEach(() => app.remove());

describe("latchkey", () => {
  test("lists the commands, and each command's options", async () => {
    const { code, out } = await app.run("--help");
    const commands = [...out.matchAll(/^ {2}(\w+(?: \w+)?) /gm)].map(([, name = ""]) => name);
    expect(code).toBe(0);
    expect(commands).toEqual([
      "init",
      "secret",
      "generate",
      "migrate",
      "doctor",
      "admin create",
      "keys rotate",
      "keys test",
      "keys",
      "audit verify",
      "billing sync",
      "import users",
      "import authjs",
      "add",
    ]);
    for (const command of commands) {
      const help = await app.run(...command.split(" "), "--help");
      expect([help.code, help.out]).toEqual([0, expect.stringContaining(`latchkey ${command}`)]);
    }
  });

  test("secret prints a secret that production accepts, and a different one each time", async () => {
    const [one, two] = [(await app.run("secret")).out.trim(), (await app.run("secret")).out.trim()];
    expect(secretWeakness(one)).toBeNull();
    expect(one).not.toBe(two);
  });

  test.each([
    [["generate"], "--dialect is missing"],
    [["generate", "--dialect", "oracle"], "--dialect is oracle"],
    [["generate", "--dialect", "sqlite", "--plugins", "nothing"], '"nothing" isn\'t an official plugin. Use admin'],
    [["generate", "--dialect", "sqlite", "--plugins", "constructor"], "isn't an official plugin"],
    [["generate", "--dialect", "sqlite", "--drizzle", "--prisma"], "not both"],
    [["migrate"], "--database is missing, and no auth file was found"],
    [["migrate", "--database", "mongodb://host/name"], "--database is mongodb://…"],
    [["migrate", "--auth", "nowhere.ts"], "--auth is nowhere.ts"],
    [["doctor", "--database", "nowhere.db"], "There's no database at nowhere.db"],
    [["fly"], 'no command "fly"'],
    [["admin"], 'no command "admin"'],
    [["secret", "more"], 'Unknown argument "more"'],
    [["secret", "--what"], "--what"],
  ])("%j gets a helpful error", async (words, message) => {
    const { code, error } = await app.run(...words);
    expect(code).toBe(1);
    expect(error).toContain(message);
  });
});

describe("latchkey migrate", () => {
  test("creates a database in which users can sign up, and then finds nothing to do", async () => {
    const file = join(app.folder, "app.db");
    const planned = await app.run("migrate", "--database", "app.db", "--dry-run");
    expect(planned.out).toContain("statements would run");
    expect(existsSync(file)).toBe(false);
    expect((await app.run("migrate", "--database", "app.db")).code).toBe(0);
    expect((await app.run("migrate", "--database", "app.db")).out).toContain("is up to date");
    const database = await sqlite(file);
    const auth = createAuth({ database: sqlAdapter(database), emailAndPassword: { enabled: true } });
    const { user } = await auth.api.signUpEmail({
      body: { name: "Ann", email: "ann@example.com", password: "correct horse battery" },
    });
    expect(user.email).toBe("ann@example.com");
    database.close();
  });

  test("with --plugins reads the auth file without running it", async () => {
    app.write(
      "src/auth.ts",
      `import { organization } from "@latchkey/organization";
       import { createAuth } from "@latchkey/core";
       import { sqlAdapter } from "@latchkey/sql";
       import Database from "libsql";
       const fields = { plan: { type: "string" } } as const;
       export const auth = createAuth({
         database: sqlAdapter(new Database(process.env.DATABASE_FILE ?? "never.db")),
         user: { additionalFields: fields },
         plugins: [organization({ teams: { enabled: true }, sendInvitationEmail: async () => {} }), stamps()],
       });`,
    );
    app.write(".env", "DATABASE_FILE=data.db\n");
    const { code, out } = await app.run("migrate", "--plugins", "organization");
    expect(code).toBe(0);
    expect(out).toMatch(/create table "team" /);
    expect(out).toMatch(/"plan" text/);
    expect(existsSync(join(app.folder, "data.db"))).toBe(true);
    expect(existsSync(join(app.folder, "never.db"))).toBe(false);
  });

  test("asks for the database if the auth file doesn't name it", async () => {
    app.write(
      "auth.js",
      `import { createAuth } from "@latchkey/core";
       export const auth = createAuth({ database: make(), plugins: [] });`,
    );
    expect((await app.run("migrate", "--plugins", "")).error).toContain("auth.js doesn't name the database");
  });
});

describe("latchkey generate", () => {
  test.each(["sqlite", "postgres", "mysql", "mariadb"])("names every table for %s", async (dialect) => {
    const { out, code } = await app.run("generate", "--dialect", dialect);
    expect(code).toBe(0);
    for (const table of authSchema().keys()) expect(out).toMatch(new RegExp(`create table ["\`]${table}["\`]`));
  });

  test("prints SQL that runs, and leaves nothing to migrate", async () => {
    const database = await sqlite(join(app.folder, "generated.db"));
    for (const statement of (await app.run("generate", "--dialect", "sqlite")).out.split(";\n"))
      if (statement.trim()) database.exec(statement);
    const plan = await sqlAdapter(database).connect(authSchema()).migrations?.plan();
    expect(plan).toEqual({ statements: [], problems: [] });
    database.close();
  });

  test("has the tables of every official plugin", async () => {
    const plugins = "admin,billing,organization,two-factor,username";
    const { out, code } = await app.run("generate", "--dialect", "postgres", "--plugins", plugins);
    expect(code).toBe(0);
    for (const table of ["organization", "member", "twoFactor", "backupCode"]) expect(out).toContain(`"${table}"`);
    for (const column of ["role", "username", "twoFactorEnabled"]) expect(out).toContain(`"${column}"`);
  });

  test("a Drizzle schema declares every table and constraint", async () => {
    const { out } = await app.run("generate", "--dialect", "postgres", "--drizzle");
    expect(out).toContain('from "drizzle-orm/pg-core"');
    for (const table of authSchema().keys()) expect(out).toContain(`export const ${table} = pgTable(`);
    expect(out).toContain('uniqueIndex("account_providerId_accountId_key").on(table.providerId, table.accountId)');
    expect(out).toContain('foreignColumns: [user.id] }).onDelete("cascade")');
  });

  test("Prisma models declare every table and constraint", async () => {
    const { out } = await app.run("generate", "--dialect", "postgres", "--prisma");
    for (const table of authSchema().keys()) expect(out).toContain(`@@map("${table}")`);
    expect(out).toContain('@@unique([providerId, accountId], map: "account_providerId_accountId_key")');
    expect(out).toContain("references: [id], onDelete: Cascade");
  });
});
