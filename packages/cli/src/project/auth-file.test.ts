import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Place, place } from "../../test/terminal.ts";
import { isObject, UnknownValue, valueAt } from "../source/values.ts";
import { findAuthFile } from "./auth-file.ts";

let app: Place;
beforeEach(() => {
  app = place();
});
afterEach(() => app.remove());

const imports = `import { createAuth } from "@latchkey/core"; import { sqlAdapter } from "@latchkey/sql"; import { kyselyAdapter } from "@latchkey/kysely";
  import { sqlite } from "@latchkey/sql/sqlite"; import Database from "libsql";`;

/** The options of an auth file with this source. */
function read(source: string, variables: Readonly<Record<string, string>> = {}) {
  app.write("auth.ts", `${imports}\n${source}`);
  const found = findAuthFile(app.folder, (name) => variables[name]);
  if (!found) throw new Error("not found");
  return found;
}

describe("reading an auth file without running it", () => {
  test.each([
    ["an address", `sqlAdapter(new pg.Pool({ connectionString: "postgres://h/d" }))`, "postgres://h/d"],
    ["a variable", `sqlAdapter(createPool({ uri: process.env.DB! }))`, "mysql://h/d"],
    ["a variable by another name", `sqlAdapter(createPool(process.env["DB"] as string))`, "mysql://h/d"],
    ["a default", `sqlAdapter(await sqlite(process.env.NONE ?? "app.db"))`, "app.db"],
    ["a template", "sqlAdapter(new Database(`$" + "{process.env.NAME}.db`))", "shop.db"],
    [
      "a Kysely instance",
      `kyselyAdapter(new Kysely({ dialect: new SqliteDialect({ database: new Database("k.db") }) }))`,
      null,
    ],
    [
      "a pool in a dialect",
      `kyselyAdapter(new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: "postgres://k/d" }) }) }))`,
      "postgres://k/d",
    ],
    ["a word for a function of the app's", `sqlAdapter(connect("main"))`, null],
    ["what only running would tell", "sqlAdapter(await connect())", null],
  ])("finds the database in %s", (_, database, expected) => {
    expect(
      read(`export const auth = createAuth({ database: ${database} });`, { DB: "mysql://h/d", NAME: "shop" }).database,
    ).toBe(expected);
  });

  test("follows names, other files, and renamed imports", () => {
    app.write("lib/database.ts", `import Database from "libsql";\nexport const db = new Database("far.db");`);
    app.write("lib/options.js", `const options = { minPasswordLength: 5 * 2 };\nexport default options;`);
    const found = read(`
      import { db as database } from "./lib/database.js";
      import password from "./lib/options.js";
      import { createAuth as make } from "@latchkey/core";
      import { twoFactor as second } from "@latchkey/two-factor";
      const plugins = [second({ issuer: "Acme" }), other()];
      export function build() {
        return make({ database: sqlAdapter(database), emailAndPassword: { enabled: true, ...password }, plugins });
      }`);
    expect(found.database).toBe("far.db");
    expect(valueAt(found.options, "emailAndPassword", "minPasswordLength")).toBe(10);
    expect(found.plugins.map(({ id }) => id)).toEqual(["two-factor"]);
    expect(found.unknownPlugins).toEqual(["other(…)"]);
  });

  test("marks values that it can't evaluate as unknown", () => {
    const { options } = read(
      `export const auth = createAuth({
      ...shared, baseURL: window.location.origin, secret: getSecret(),
      trustedOrigins: process.env.NODE_ENV === "production" ? ["https://a.test"] : [],
      rateLimit: { enabled: !process.env.OFF },
      emailAndPassword: { sendResetPassword: async () => {}, password: { hash() {} } },
    });`,
      { NODE_ENV: "production" },
    );
    expect(valueAt(options, "baseURL")).toBeInstanceOf(UnknownValue);
    expect(valueAt(options, "appName")).toBeInstanceOf(UnknownValue);
    expect(valueAt(options, "trustedOrigins")).toEqual(["https://a.test"]);
    expect(valueAt(options, "rateLimit", "enabled")).toBe(true);
    expect(valueAt(options, "emailAndPassword", "sendResetPassword")).toMatchObject({ isFunction: true });
    expect(isObject(valueAt(options, "emailAndPassword", "password"))).toBe(true);
  });

  test("stops at circular names", () => {
    app.write("b.ts", `import { a } from "./auth.ts";\nexport const b = a;`);
    const { options } = read(
      `import { b } from "./b.ts";\nexport const a = b;\nexport const auth = createAuth({ baseURL: a });`,
    );
    expect(valueAt(options, "baseURL")).toBeInstanceOf(UnknownValue);
  });

  test("ignores other libraries' files, and files that only mention the name", () => {
    app.write(
      "auth.ts",
      `import { createAuth } from "somewhere"; export const auth = createAuth({}); // @latchkey/core`,
    );
    app.write("src/auth.ts", `export const text = 'import { createAuth } from "@latchkey/core"; createAuth({})';`);
    expect(findAuthFile(app.folder, () => undefined)).toBeNull();
    expect(() => findAuthFile(app.folder, () => undefined, "auth.ts")).toThrow("doesn't call createAuth");
  });

  test("names the file and position of a syntax error", () => {
    app.write("auth.ts", "const = 1;");
    expect(() => findAuthFile(app.folder, () => undefined)).toThrow(/auth\.ts can't be parsed: .*\(1:6\)/);
  });
});
