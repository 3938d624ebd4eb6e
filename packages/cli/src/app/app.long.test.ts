import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { loadableApp } from "../../test/app.ts";
import type { Place, Surroundings } from "../../test/terminal.ts";
import { findAuthFile } from "../project/auth-file.ts";
import { readEnvironment } from "../project/environment.ts";
import { loadApp } from "./load-app.ts";

let app: Place;
afterEach(() => app.remove());

function start(files: Readonly<Record<string, string>>, surroundings: Surroundings = {}): void {
  app = loadableApp(files, surroundings);
}

/** An auth file that can't be read statically: its plugins, their options, and its fields come from functions. */
const authFile = `
  import { env } from "@/env";
  import { plugins } from "~plugins";
  import { createAuth } from "@latchkey/core";
  import { sqlAdapter } from "@latchkey/sql";
  import { sqlite } from "@latchkey/sql/sqlite";
  import { fields } from "@/fields";
  console.log('{"from":"latchkey","problem":"noise"}');
  const isAsked: boolean = await Promise.resolve(env.TEAMS === "yes");
  export const auth = createAuth({
    baseURL: "https://app.test",
    secret: process.env.AUTH_SECRET ?? "",
    database: sqlAdapter(await sqlite("app.db")),
    user: { additionalFields: fields() },
    plugins: plugins(isAsked),
  });
  const { statements } = await auth.migrate();
  if (statements.length > 0) throw new Error("migrated");
  await auth.checkDatabase();`;

const files = {
  "package.json": '{ "type": "module" }',
  "base.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"], "~*": ["./src/*"] } } }',
  "tsconfig.json": '{ // With a comment.\n "extends": "./base.json" }',
  ".env": "TEAMS=no\nAUTH_SECRET=\n",
  ".env.local": "TEAMS=yes\n",
  "src/env.ts": 'import "server-only";\nexport const env: NodeJS.ProcessEnv = process.env;',
  "src/fields.ts": 'export const fields = () => ({ plan: { type: "string" } }) as const;',
  "src/plugins.ts": `import { organization } from "@latchkey/organization";
    import { Mail } from "./mail";
    export enum Kind { Stamps = "stamps" }
    const stamps = { id: Kind.Stamps, tables: [{ name: "stamp", columns: { id: { type: "string" }, at: { type: "date" } } }] };
    export const plugins = (enabled: boolean) => [organization({ teams: { enabled } }), stamps];`,
  "src/mail.tsx": "export const Mail = () => <p>Hello</p>;",
  "src/auth.ts": authFile,
};

describe("an app that can be loaded", () => {
  test("reports its tables, with aliases, TypeScript, JSX, top-level await, .env, and noise in its output", async () => {
    start(files);
    const { out, code } = await app.run("generate", "--dialect", "postgres");
    expect(code).toBe(0);
    for (const table of ["stamp", "team", "organization"]) expect(out).toContain(`create table "${table}"`);
    expect(out).toContain('"plan"');
  });

  test("isn't migrated or given an empty database by a dry run", async () => {
    start(files);
    const { out, error } = await app.run("migrate", "--dry-run", "--database", "app.db");
    expect(error).toBe("");
    expect(out).toContain('create table "stamp"');
    expect(existsSync(join(app.folder, "app.db"))).toBe(false);
    expect((await app.run("migrate", "--database", "app.db")).code).toBe(0);
    const { out: report } = await app.run("doctor", "--database", "app.db", "--json");
    expect(report).not.toContain('"schema.');
    expect((await app.run("migrate", "--database", "app.db")).out).toContain("is up to date");
  });

  test.each([
    ["libsql", 'import Database from "libsql"; const db = new Database("app.db");'],
    [
      "libsql by its name",
      'import { default as Database } from "libsql"; const db = new Database("app.db"); db.prepare("select 1").get();',
    ],
  ])("doesn't open a file with %s", async (_, lines) => {
    start({ "auth.ts": `${minimal(lines, "sqlAdapter(db)")}` });
    const { code, error } = await app.run("generate", "--dialect", "sqlite");
    expect([code, error]).toEqual([0, ""]);
    expect(existsSync(join(app.folder, "app.db"))).toBe(false);
  });

  test.each([
    ["a default export", "export default auth;"],
    ["another name", "export { auth as server };"],
    ["a promise", "const later = Promise.resolve(auth); export { later as auth };"],
    [
      "an export whose getters throw",
      "export const env = new Proxy({}, { get() { throw new Error() } }); export { auth as x };",
    ],
  ])("exports its instance as %s", async (_, line) => {
    start({ "auth.ts": `${minimal("", "memoryAdapter()").replace("export const", "const")}\n${line}` });
    expect((await app.run("generate", "--dialect", "sqlite")).code).toBe(0);
  });

  test.each([
    ["a configuration that tsconfig.json refers to", "tsconfig.app.json"],
    ["jsconfig.json", "jsconfig.json"],
  ])("has path aliases in %s", async (_, name) => {
    start({
      "base.json": '{ "compilerOptions": { "baseUrl": "./src", "paths": { "@/*": ["./*"], "name": ["./name.ts"] } } }',
      ...(name === "jsconfig.json" ? {} : { "tsconfig.json": `{ "references": [{ "path": "./${name}" }] }` }),
      [name]: '{ "extends": "./base.json" }',
      "src/name.ts": 'export const appName: string = "Shop";',
      "auth.ts": minimal(
        'import { appName } from "@/name"; import * as named from "name"; named.appName === appName;',
        "memoryAdapter()",
      ),
    });
    expect((await app.run("generate", "--dialect", "sqlite")).error).toBe("");
  });
});

describe("an app that can't be loaded", () => {
  test.each([
    [
      "throws",
      'throw new Error("DATABASE_URL is missing", { cause: new Error("no .env") });',
      /Error: DATABASE_URL is missing\n {2}Caused by Error: no \.env\n.*auth\.ts/,
    ],
    ["imports what isn't there", 'import "./nowhere";', /Cannot find module '\.\/nowhere'/],
    ["isn't TypeScript", "const = 1;", /auth\.ts can't be parsed|SyntaxError/],
    ["ends the process", 'console.error("Set PORT"); process.exit(3);', /exit code 3\)\. It printed:\n {2}Set PORT/],
  ])("%s, and the command shows its error and the way out", async (_, line, message) => {
    start({ "auth.ts": `${minimal("", "memoryAdapter()")}\n${line}` });
    const { code, error } = await app.run("generate", "--dialect", "sqlite");
    expect(code).toBe(1);
    expect(error).toMatch(message);
    if (!error.includes("can't be parsed")) expect(error).toContain("--plugins organization,two-factor");
  });

  test("is reported if it has no usable export", async () => {
    start({ "auth.ts": minimal("", "memoryAdapter()").replace("export const", "const") });
    const { error } = await app.run("migrate", "--database", "app.db");
    expect(error).toContain("Export the result of createAuth as auth.");
    expect(existsSync(join(app.folder, "app.db"))).toBe(false);
  });

  test("is stopped if loading it never ends", async () => {
    start({ "auth.ts": `${minimal("", "memoryAdapter()")}\nfor (;;);` });
    const environment = readEnvironment(app.folder, {});
    const found = findAuthFile(app.folder, environment.read);
    if (!found) throw new Error("not found");
    await expect(loadApp(found, app.folder, environment, 1500)).rejects.toThrow("within 1.5 seconds");
  });

  test("is read statically by doctor, which reports the error", async () => {
    start({ "auth.ts": `${minimal("", "memoryAdapter()")}\nthrow new Error("not here");` });
    await app.run("migrate", "--database", "app.db", "--plugins", "");
    const { out } = await app.run("doctor", "--database", "app.db", "--json");
    const { findings } = JSON.parse(out) as { findings: { id: string; detail?: string }[] };
    expect(findings.find(({ id }) => id === "configuration.app-not-loaded")?.detail).toContain("not here");
    expect(out).not.toContain('"schema.');
  });
});

function minimal(lines: string, database: string): string {
  return `import { createAuth, memoryAdapter } from "@latchkey/core";
    import { sqlAdapter } from "@latchkey/sql";
    ${lines}
    export const auth = createAuth({ baseURL: "https://app.test", database: ${database} });`;
}
