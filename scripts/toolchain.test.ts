/** Only the pnpm version in `packageManager` can run. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const { packageManager, scripts, devDependencies } = JSON.parse(read("package.json"));

test("the three places that name pnpm's version agree", () => {
  const [, version] = packageManager.split("@");

  expect(devDependencies.pnpm).toBe(version);
  expect(scripts.bootstrap).toContain(`npx --yes pnpm@${version} install`);
});

test("the lockfile names no registry, so that any mirror can serve it", () => {
  expect(read("pnpm-lock.yaml")).not.toMatch(/https?:\/\/|tarball:/);
});

test("no package that takes a minute to compile is part of the first install", () => {
  expect(read("pnpm-lock.yaml")).not.toMatch(/^ {2}better-sqlite3@/m);
});
