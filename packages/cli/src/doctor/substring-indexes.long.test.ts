import { afterEach, describe, expect, test } from "vitest";
import { loadableApp } from "../../test/app.ts";
import { addressed } from "../../test/databases.ts";
import type { Ran } from "../../test/terminal.ts";
import type { Finding } from "./finding.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The option comes from a function, so it's only known once the app is loaded. */
const loaded = (option: string): string => `
  import { createAuth } from "@latchkey/core";
  import { sqlAdapter } from "@latchkey/sql";
  import { sqlite } from "@latchkey/sql/sqlite";
  const given = () => (${option});
  const database = sqlAdapter(await sqlite("other.db"), { substringIndexes: given() });
  export const auth = createAuth({ baseURL: "https://app.test", database });`;

const literal = (option: string): string => `
  import { createAuth } from "@latchkey/core";
  import { sqlAdapter } from "@latchkey/sql";
  import pg from "pg";
  export const auth = createAuth({
    baseURL: "https://app.test",
    database: sqlAdapter(new pg.Pool(), { substringIndexes: ${option} }),
  });`;

const kinds = addressed.filter(({ name }) => name !== "mariadb");

describe.each(kinds)("substringIndexes on $name", ({ name, make }) => {
  const isSqlite = name === "sqlite";

  async function open(text: string, ...flags: readonly string[]) {
    const app = loadableApp({ "package.json": '{ "type": "module" }', "auth.ts": text });
    closing.push(app.remove);
    const database = await make(app.folder);
    closing.push(database.close);
    const run = (...words: string[]): Promise<Ran> => app.run(...words, "--database", database.address, ...flags);
    const examine = async (): Promise<Finding[]> => {
      const { out } = await run("doctor", "--json");
      const { findings } = JSON.parse(out) as { findings: Finding[] };
      return findings.filter(({ id }) => id.startsWith("schema."));
    };
    return { app, database, run, examine };
  }

  test.each([
    ["an app that is loaded", loaded, []],
    ["an app that is read from its source", literal, ["--plugins", ""]],
  ] as const)("on %s: doctor reports them missing, and migrate creates them", async (_, file, flags) => {
    const { app, run, examine } = await open(file("{}"), ...flags);
    expect(await run("migrate")).toMatchObject({ code: 0, error: "" });
    expect(await examine()).toEqual([]);

    app.write("auth.ts", file('{ user: ["name", "email"] }'));
    const missing = isSqlite ? "user_trigrams" : "user_email_trgm_idx, user_name_trgm_idx";
    const index = {
      id: "schema.missing-substring-indexes",
      severity: isSqlite ? "error" : "warning",
      title: expect.stringMatching(new RegExp(`missing: ${missing}\\.$`)),
      step: expect.stringContaining("@latchkey/cli migrate"),
    };
    const extension = { id: "schema.missing-pg-trgm", step: expect.stringContaining("create extension pg_trgm") };
    expect(await examine()).toMatchObject(isSqlite ? [index] : [extension, index]);

    expect((await run("migrate", "--dry-run")).out).toContain(isSqlite ? "fts5" : "create extension");
    expect(await examine()).toHaveLength(isSqlite ? 1 : 2);
    expect(await run("migrate")).toMatchObject({ code: 0, error: "" });
    expect(await examine()).toEqual([]);
    expect((await run("migrate")).out).toContain("is up to date");
  });

  test("with one index missing, doctor names only that index", async () => {
    const { database, run, examine } = await open(loaded('{ user: ["name", "email"] }'));
    await run("migrate");
    const other = await database.open();
    await other.execute(isSqlite ? "drop trigger user_trigrams_insert" : "drop index user_name_trgm_idx");
    await other.close();
    const missing = isSqlite ? "user_trigrams" : "user_name_trgm_idx";
    expect(await examine()).toMatchObject([
      { id: "schema.missing-substring-indexes", title: expect.stringMatching(new RegExp(`missing: ${missing}\\.$`)) },
    ]);
  });

  test("on a column that doesn't exist are rejected by name", async () => {
    const { run } = await open(loaded('{ user: ["nick"] }'));
    const { code, error } = await run("migrate");
    expect([code, error]).toEqual([1, expect.stringContaining('substringIndexes.user: there is no column "nick"')]);
  });
});
