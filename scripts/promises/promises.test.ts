/** docs/auditors/promises.md matches what the endpoints declare and only names existing tests. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { features } from "./app.ts";
import { promisesPage } from "./page.ts";
import { adapters, limits, races, revocation } from "./promises.ts";
import { queryCountTests } from "./query-count-tests.ts";
import { singleUse } from "./single-use.ts";
import { bodyOf } from "./tests.ts";
import { tokenKinds } from "./token-kinds.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/auditors/promises.md", import.meta.url)), "utf8");
const named = [...singleUse, ...races, ...adapters, ...revocation, ...limits].map(({ test: shown }) => shown);

test("the page matches the endpoints and token kinds: npx tsx scripts/promises/write.ts", () => {
  expect(page).toBe(promisesPage(features(), tokenKinds()));
});

test("each named test exists, and expects something", () => {
  for (const shown of [...named, ...Object.values(queryCountTests).flat()]) {
    expect(bodyOf(shown), `${shown.file}: ${shown.name}`).toContain("expect(");
  }
  expect(() => bodyOf({ file: "scripts/toolchain.test.ts", name: "no such test" })).toThrow("has no test");
});

test("every test that counts queries compares with the declared number, or a literal one", () => {
  for (const shown of Object.values(queryCountTests).flat()) {
    const body = bodyOf(shown);
    expect(
      /\.(?:statements|queryBudget)\b|endpoints\[id\]|\bcounted\(|toBeLessThanOrEqual\(\d+\)|toBe\(\d+\)/.test(body),
      shown.name,
    ).toBe(true);
  }
});

test("every kind of one-time token has a guarantee with a test", () => {
  const promised = singleUse.flatMap(({ kind }) => kind ?? []);
  expect(promised.sort()).toEqual([...tokenKinds().keys()].sort());
});

test("every call that queries the database has a test that counts", () => {
  expect(page).not.toContain("declared, not counted");
});
