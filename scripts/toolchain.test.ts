/** Checks of the tools' versions and settings. Only the pnpm version in `packageManager` can run. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
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

test("no test file has options for its environment, which would start a process of its own and load everything again", () => {
  const packages = new URL("../packages/", import.meta.url);
  const files = readdirSync(packages)
    .flatMap((name) => ["src", "test"].map((folder) => new URL(`${name}/${folder}/`, packages)))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => new URL(path, folder)),
    )
    .filter(({ pathname }) => /\.test\.tsx?$/.test(pathname));
  const withOptions = files.filter((file) => readFileSync(file, "utf8").includes("@vitest-environment-options"));

  expect(files.length).toBeGreaterThan(500);
  expect(withOptions.map(String)).toEqual([]);
});
