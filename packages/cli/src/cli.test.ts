import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authSchema, createAuth } from "@latchkey/core";
import { secretWeakness } from "@latchkey/core/crypto";
import { kyselyAdapter } from "@latchkey/kysely";
import { sqlite } from "@latchkey/kysely/sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "./main.ts";

async function run(...words: string[]): Promise<{ code: number; out: string; error: string }> {
  const out: string[] = [];
  const error: string[] = [];
  const code = await main(words, { out: (text) => void out.push(text), error: (text) => void error.push(text) });
  return { code, out: out.map((line) => `${line}\n`).join(""), error: error.join("\n") };
}

describe("latchkey", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "latchkey-cli-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("secret gives one that production takes, another each time", async () => {
    const [one, two] = [(await run("secret")).out.trim(), (await run("secret")).out.trim()];
    expect(secretWeakness(one)).toBeNull();
    expect(one).not.toBe(two);
  });

  test("migrate makes a database in which people sign up, and then finds nothing to do", async () => {
    const file = join(folder, "app.db");
    const planned = await run("migrate", "--database", file, "--dry-run");
    expect(planned.out).toContain("statements would run");
    expect((await run("migrate", "--database", file)).code).toBe(0);
    expect((await run("migrate", "--database", file)).out).toContain("has everything");
    const database = await sqlite(file);
    const auth = createAuth({ database: kyselyAdapter(database), emailAndPassword: { enabled: true } });
    const { user } = await auth.api.signUpEmail({
      body: { name: "Ann", email: "ann@example.com", password: "correct horse battery" },
    });
    expect(user.email).toBe("ann@example.com");
    database.close();
  });

  test.each(["sqlite", "postgres", "mysql", "mariadb"])("generate names every table for %s", async (dialect) => {
    const { out, code } = await run("generate", "--dialect", dialect);
    expect(code).toBe(0);
    for (const table of authSchema().keys()) expect(out).toMatch(new RegExp(`create table ["\`]${table}["\`]`));
  });

  test("generated SQL runs, and leaves nothing to migrate", async () => {
    const database = await sqlite(join(folder, "generated.db"));
    for (const statement of (await run("generate", "--dialect", "sqlite")).out.split(";\n"))
      if (statement.trim()) database.exec(statement);
    const plan = await kyselyAdapter(database).connect(authSchema()).migrations?.plan();
    expect(plan).toEqual({ statements: [], problems: [] });
    database.close();
  });

  test("a Drizzle schema declares every table and unique constraint", async () => {
    const { out } = await run("generate", "--dialect", "postgres", "--drizzle");
    expect(out).toContain('from "drizzle-orm/pg-core"');
    expect(out).toContain("export const user = pgTable(");
    expect(out).toContain('uniqueIndex("account_providerId_accountId_key").on(table.providerId, table.accountId)');
    expect(out).toContain('.references(() => user.id, { onDelete: "cascade" })');
  });

  test.each([
    [["generate"], "--dialect is missing"],
    [["generate", "--dialect", "oracle"], "--dialect is oracle"],
    [["generate", "--dialect", "sqlite", "--plugins", "nothing"], '"nothing" is not installed'],
    [["generate", "--dialect", "sqlite", "--plugins", "../x"], "is no plugin id"],
    [["migrate"], "--database is missing"],
    [["fly"], 'no command "fly"'],
    [["secret", "--what"], "--what"],
  ])("%j is refused with a sentence that helps", async (words, message) => {
    const { code, error } = await run(...words);
    expect(code).toBe(1);
    expect(error).toContain(message);
  });
});
