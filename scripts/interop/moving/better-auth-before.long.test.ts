/**
 * A better-auth database before its migration: what's reported, what's rejected, and that a plain migrate damages
 * nothing.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oldSecret } from "./better-auth-app.ts";
import { authFile, environment, type Move, openMove, plugins, quoteOn } from "./better-auth-move.ts";
import { kinds } from "./databases.ts";
import { folder } from "./terminal.ts";

describe.each(kinds)("a better-auth database on $name", (kind) => {
  const { name } = kind;
  const q = quoteOn(kind);
  let move: Move;

  beforeAll(async () => {
    move = await openMove(kind);
  });
  afterAll(() => move.close());

  test("doctor reports what's missing, and a dry run what would be done; neither changes anything", async () => {
    const found = await move.idsOfFindings();
    for (const id of [
      "database.belongs-to-better-auth",
      "schema.missing-tables",
      "schema.missing-columns",
      "schema.unfit",
      "data.unhashed-session-tokens",
    ]) {
      expect(found).toContain(id);
    }
    // Count only this database's columns, because other tests create and drop databases on the same server.
    const schema = name === "mariadb" ? "database()" : "current_schema()";
    const tables = `select count(*) as n from information_schema.columns where table_schema = ${schema}`;
    const count = async (): Promise<unknown> =>
      name === "sqlite"
        ? (await move.database.rows("select count(*) as n, group_concat(sql) as s from sqlite_master"))[0]
        : (await move.database.rows(tables))[0]?.n;
    const before = await count();
    const { code, out, error } = await move.run("migrate", "--from", "better-auth", "--dry-run");
    expect([code, error]).toEqual([0, ""]);
    expect(out).toMatch(/add column .*provenEmail/);
    expect(out).toMatch(
      /Second factors of 2 users and 9 backup codes would be migrated\.\nProvider tokens of 1 account would be encrypted\.\n\d+ sessions would be ended\./,
    );
    expect(await count()).toEqual(before);
  });

  test("nothing is changed if second factors or bans would be lost", async () => {
    const refused = async (...words: string[]): Promise<string> => {
      const { code, error } = await move.run("migrate", "--from", "better-auth", ...words);
      expect(code).toBe(1);
      return error;
    };
    expect(await refused("--plugins", "admin,username,organization")).toMatch(/2 users have 2FA that/);
    expect(await refused("--plugins", "two-factor")).toMatch(/1 user has a ban that/);
    const other = folder({ "auth.ts": authFile, ".env": environment.replace(oldSecret, "x".repeat(32)) });
    const { error } = await other.run(
      "migrate",
      "--from",
      "better-auth",
      "--database",
      move.database.address,
      "--plugins",
      plugins,
    );
    expect(error).toMatch(/1 authenticator app was enrolled with an unknown better-auth secret/);
    // Even if no user has 2FA, the wrong secret is noticed, because it can't decrypt provider tokens.
    const factors = `update ${q("user")} set ${q("twoFactorEnabled")} = `;
    const asked = await move.database.rows(`select id from ${q("user")} where ${q("twoFactorEnabled")} is true`);
    const ids = asked.map(({ id }) => `'${id}'`).join(", ");
    await move.database.rows(`${factors} false where id in (${ids})`);
    const without = await other.run(
      "migrate",
      "--from",
      "better-auth",
      "--database",
      move.database.address,
      "--plugins",
      plugins,
    );
    await move.database.rows(`${factors} true where id in (${ids})`);
    other.remove();
    expect([without.code, without.error]).toEqual([
      1,
      expect.stringMatching(/provider tokens? w.* Nothing was changed/),
    ]);
  });

  test(`after a plain migrate on ${name}, which isn't enough, the migration still succeeds`, async () => {
    await move.run("migrate");
    expect((await move.run("doctor")).out).toContain("This better-auth database hasn't been migrated yet.");
    const dry = await move.run("migrate", "--from", "better-auth", "--dry-run");
    expect(dry.out).toContain("Second factors of 2 users");
    const moved = await move.run("migrate", "--from", "better-auth");
    expect([moved.code, moved.error]).toEqual([0, ""]);
    expect((await move.run("doctor")).code).toBe(0);
  });
});
