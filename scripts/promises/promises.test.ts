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

test("the page is what the endpoints and kinds of tokens say: npx tsx scripts/promises/write.ts", () => {
  expect(page).toBe(promisesPage(features(), tokenKinds()));
});

test("each named test exists, and expects something", () => {
  for (const shown of [...named, ...Object.values(queryCountTests).flat()]) {
    expect(bodyOf(shown), `${shown.file}: ${shown.name}`).toContain("expect(");
  }
  expect(() => bodyOf({ file: "scripts/toolchain.test.ts", name: "no such test" })).toThrow("has no test");
});

test("every test that counts compares with what the endpoint declares, or with the number itself", () => {
  for (const shown of Object.values(queryCountTests).flat()) {
    const body = bodyOf(shown);
    expect(
      /\.(?:statements|queryBudget)\b|endpoints\[id\]|\bcounted\(|toBeLessThanOrEqual\(\d+\)|toBe\(\d+\)/.test(body),
      shown.name,
    ).toBe(true);
  }
});

test("no kind of one-time token is without a promise and its test", () => {
  const promised = singleUse.flatMap(({ kind }) => kind ?? []);
  expect(promised.sort()).toEqual([...tokenKinds().keys()].sort());
});

test("every call that asks the database has a test that counts what it asks", () => {
  expect(page).not.toContain("declared, not counted");
});
