/** A plugin that this repository knows nothing of, as a package from a registry would come. */

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
      name: "latchkey-stamps",
      version: "1.2.3",
      type: "module",
      exports: "./index.js",
      files: ["index.js"],
      peerDependencies: { "@latchkey/core": "*" },
    }),
    "plugin/index.js": `import { defineTable } from "@latchkey/core/database";
      export function stamps({ cards = false } = {}) {
        const stamp = defineTable({ name: "stamp", columns: {
          userId: { type: "string", references: { table: "user", column: "id" } }, reason: { type: "string", unique: true } } });
        const card = defineTable({ name: "card", columns: { color: { type: "string" } } });
        const counted = { extends: "user", columns: { stampCount: { type: "number", default: 0 } } };
        return { id: "stamps", tables: [stamp, counted, ...(cards ? [card] : [])] };
      }`,
    "shop/package.json": JSON.stringify({ name: "shop", private: true, type: "module" }),
    "shop/auth.ts": `import { createAuth } from "@latchkey/core";
      import { organization } from "@latchkey/organization";
      import { sqlAdapter } from "@latchkey/sql";
      import Database from "libsql";
      import { stamps } from "latchkey-stamps";
      const has = (feature: string): boolean => (process.env.FEATURES ?? "").split(",").includes(feature);
      export const auth = createAuth({
        baseURL: "https://shop.test",
        secret: process.env.AUTH_SECRET ?? "",
        database: sqlAdapter(new Database("app.db")),
        plugins: [organization({ teams: { enabled: has("teams") } }), stamps({ cards: has("cards") })],
      });`,
    "shop/.env": "FEATURES=teams,cards\n",
  });
  const npm = (folder: string, ...words: string[]): string =>
    execFileSync("npm", [...words, "--silent"], { cwd: join(app.folder, folder), encoding: "utf8" });
  const [tarball = ""] = npm("plugin", "pack").trim().split("\n");
  npm("shop", "install", `../plugin/${tarball}`, "--offline", "--legacy-peer-deps", "--no-audit", "--no-fund");
  linkPackages(join(app.folder, "shop"));
  shop = app.at("shop");
});
afterAll(() => app.remove());

test("its tables are printed, found missing, and made, with those of options that only the app knows", async () => {
  for (const form of [[], ["--drizzle"], ["--prisma"]]) {
    const { out, error } = await shop("generate", "--dialect", "sqlite", ...form);
    expect(error).toBe("");
    for (const name of ["stamp", "card", "stampCount", "team", "teamMember"]) expect(out).toContain(name);
  }

  await shop("migrate", "--plugins", "organization");
  const before = await shop("doctor", "--json");
  expect(before.error).toBe("");
  const missing = findingsOf(before.out).find(({ id }) => id === "schema.missing-tables");
  expect(missing?.title).toMatch(/stamp.*card/);
  expect(findingsOf(before.out).find(({ id }) => id === "schema.missing-columns")?.title).toContain("user.stampCount");

  const { code, out } = await shop("migrate");
  expect(code).toBe(0);
  for (const name of ["stamp", "card", "team"]) expect(out).toContain(`create table "${name}"`);
  expect(out).toMatch(/alter table "user" add column "stampCount"/);
  expect((await shop("migrate")).out).toContain("has everything");
  expect((await shop("doctor", "--json")).out).not.toContain('"schema.');
});

function findingsOf(out: string): readonly { readonly id: string; readonly title: string }[] {
  return (JSON.parse(out) as { findings: { id: string; title: string }[] }).findings;
}
