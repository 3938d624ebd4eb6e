import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findTestedModules, readPlans } from "./modules.ts";
import { openidPage } from "./page.ts";

test("the page matches the tests: npx tsx scripts/openid/write.ts", () => {
  expect(readFileSync(new URL("../../docs/auditors/openid.md", import.meta.url), "utf8")).toBe(openidPage());
});

test("OIDP-C: every module of the basic, config, and logout plans has a test", () => {
  const plans = readPlans();
  expect(Object.values(plans).map((modules) => Object.keys(modules).length)).toEqual([38, 1, 11, 2]);
  const tested = findTestedModules();
  const modules = Object.values(plans).flatMap((plan) => Object.keys(plan));
  expect(modules.filter((module) => !tested.has(module))).toEqual([]);
});
