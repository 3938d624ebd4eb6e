/** A third-party plugin that this repository doesn't know. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkPackages } from "../../test/app.ts";
import { type Place, place } from "../../test/terminal.ts";

let app: Place;
let shop: Place["run"];

beforeAll(() => {
  app = place({
    "plugin/package.json": JSON.stringify({
      name: "latchkey-terms",
      version: "1.2.3",
      type: "module",
      exports: "./index.js",
      files: ["index.js"],
      peerDependencies: { "@latchkey/core": "*" },
    }),
    // Follows docs/guides/write-a-plugin.md, with a table, a gate, and a call. An option adds another table.
    "plugin/index.js": `import { defineTable } from "@latchkey/core/database";
      import { defineEndpoint, definePlugin, requireSession } from "@latchkey/core/plugin";
      import { nullable, object, text } from "@latchkey/core/shapes";
      const acceptance = defineTable({ name: "termsAcceptance", columns: {
        userId: { type: "string", references: { table: "user", column: "id" } },
        version: { type: "string" }, acceptedAt: { type: "date" } }, uniques: [["userId", "version"]] });
      const log = defineTable({ name: "termsLog", columns: { reason: { type: "string", unique: true } } });
      const counted = { extends: "user", columns: { termsCount: { type: "number", default: 0 } } };
      const accepted = ({ db }, userId, version) => db.findOne(acceptance, { where: { userId, version } });
      export function terms({ version, keepLog = false }) {
        const termsStatus = defineEndpoint({ method: "GET", path: "/terms/status", guards: [requireSession],
          output: nullable(object({ version: text })), handle: (_, c) => accepted(c, c.user.id, version) });
        const gate = { name: "terms", kind: "challenge", check: async ({ db, user }) =>
          (await accepted({ db }, user.id, version)) ? undefined : { response: { termsRequired: true } } };
        return definePlugin({ id: "terms", tables: [acceptance, counted, ...(keepLog ? [log] : [])],
          endpoints: { termsStatus }, gates: [gate] });
      }`,
    "shop/package.json": JSON.stringify({ name: "shop", private: true, type: "module" }),
    "shop/auth.ts": `import { createAuth } from "@latchkey/core";
      import { organization } from "@latchkey/organization";
      import { sqlAdapter } from "@latchkey/sql";
      import Database from "libsql";
      import { terms } from "latchkey-terms";
      const has = (feature: string): boolean => (process.env.FEATURES ?? "").split(",").includes(feature);
      export const auth = createAuth({
        baseURL: "https://shop.test",
        secret: process.env.AUTH_SECRET ?? "",
        database: sqlAdapter(new Database("app.db")),
        plugins: [organization({ teams: { enabled: has("teams") } }), terms({ version: "1", keepLog: has("log") })],
      });`,
    "shop/.env": "FEATURES=teams,log\n",
  });
  const npm = (folder: string, ...words: string[]): string =>
    execFileSync("npm", [...words, "--silent"], { cwd: join(app.folder, folder), encoding: "utf8" });
  const [tarball = ""] = npm("plugin", "pack").trim().split("\n");
  npm("shop", "install", `../plugin/${tarball}`, "--offline", "--legacy-peer-deps", "--no-audit", "--no-fund");
  linkPackages(join(app.folder, "shop"));
  shop = app.at("shop");
});
afterAll(() => app.remove());

test("a third-party plugin's tables are printed, reported missing, and created, including a table that depends on an option", async () => {
  for (const form of [[], ["--drizzle"], ["--prisma"]]) {
    const { out, error } = await shop("generate", "--dialect", "sqlite", ...form);
    expect(error).toBe("");
    for (const name of ["termsAcceptance", "termsLog", "termsCount", "team", "teamMember"]) expect(out).toContain(name);
  }

  await shop("migrate", "--plugins", "organization");
  const before = await shop("doctor", "--json");
  expect(before.error).toBe("");
  const missing = findingsOf(before.out).find(({ id }) => id === "schema.missing-tables");
  expect(missing?.title).toMatch(/termsAcceptance.*termsLog/);
  expect(findingsOf(before.out).find(({ id }) => id === "schema.missing-columns")?.title).toContain("user.termsCount");

  const { code, out } = await shop("migrate");
  expect(code).toBe(0);
  for (const name of ["termsAcceptance", "termsLog", "team"]) expect(out).toContain(`create table "${name}"`);
  expect(out).toMatch(/alter table "user" add column "termsCount"/);
  expect((await shop("migrate")).out).toContain("is up to date");
  expect((await shop("doctor", "--json")).out).not.toContain('"schema.');
});

function findingsOf(out: string): readonly { readonly id: string; readonly title: string }[] {
  return (JSON.parse(out) as { findings: { id: string; title: string }[] }).findings;
}
